package board

import (
	"sync"

	"tableronde/views/locale"
)

// labelWords holds the words for the marks of a square, in one language.
type labelWords struct {
	byMark     [16]string // by bit of mark
	canCapture string     // for a piece that can move while a capture is compulsory
	lastFrom   string     // for the square where the last move began
	own        [2]string  // the viewer's own man and knight
}

var wordsByLang = sync.OnceValue(func() map[locale.Lang]*labelWords {
	all := make(map[locale.Lang]*labelWords, len(locale.Langs))
	for _, lang := range locale.Langs {
		w := &labelWords{canCapture: ", " + locale.T(lang, "square.capture"), lastFrom: ", " + locale.T(lang, "square.last_from")}
		w.own = [2]string{", " + locale.T(lang, "piece.yours.man"), ", " + locale.T(lang, "piece.yours.knight")}
		for i, key := range []string{"last", "chosen", "start", "taken", "landing", "move", "", "step", "canter", "jump", "charge", "castle_move", "lost"} {
			if key != "" {
				w.byMark[i] = ", " + locale.T(lang, "square."+key)
			}
		}
		all[lang] = w
	}
	return all
})

func wordsIn(lang locale.Lang) *labelWords {
	all := wordsByLang()
	if w, ok := all[lang]; ok {
		return w
	}
	return all[locale.English]
}
