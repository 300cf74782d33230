package board

import (
	"tableronde/views/locale"
)

// words are what a square's label says about its marks, ready to be joined.
type words struct {
	each [16]string // by the bit of the mark
	can  string     // of a piece that can move, while a capture is compulsory
}

var spoken = func() map[locale.Lang]*words {
	all := make(map[locale.Lang]*words, len(locale.Langs))
	for _, lang := range locale.Langs {
		w := &words{can: ", " + locale.T(lang, "square.capture")}
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

// append says the marks of a square, the most useful first.
func (w *words) append(out []byte, m mark, b Board) []byte {
	if m == 0 {
		return out
	}
	if m&mover != 0 && b.View.MustCapture() {
		out = append(out, w.can...)
		m &^= mover
	}
	for i := len(w.each) - 1; i >= 0; i-- {
		if m&(1<<i) != 0 {
			out = append(out, w.each[i]...)
		}
	}
	return out
}
