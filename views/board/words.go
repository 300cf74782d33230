package board

import (
	"tableronde/views/locale"
)

// words are what a square's label says about its marks, ready to be joined.
type words struct {
	each     [16]string // by the bit of the mark
	can      string     // of a piece that can move, while a capture is compulsory
	lastFrom string     // of the square where the last move began
	yours    [2]string  // the viewer's own man and knight
}

var spoken = func() map[locale.Lang]*words {
	all := make(map[locale.Lang]*words, len(locale.Langs))
	for _, lang := range locale.Langs {
		w := &words{can: ", " + locale.T(lang, "square.capture"), lastFrom: ", " + locale.T(lang, "square.last_from")}
		w.yours = [2]string{", " + locale.T(lang, "piece.yours.man"), ", " + locale.T(lang, "piece.yours.knight")}
		for i, key := range []string{"last", "chosen", "start", "taken", "landing", "move", "", "step", "canter", "jump", "charge", "castle_move", "lost"} {
			if key != "" {
				w.each[i] = ", " + locale.T(lang, "square."+key)
			}
		}
		all[lang] = w
	}
	return all
}()

func wordsIn(lang locale.Lang) *words {
	if w, ok := spoken[lang]; ok {
		return w
	}
	return spoken[locale.English]
}
