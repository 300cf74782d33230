package board

import (
	"tableronde/games/parker"
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

// append says what stands on a square, as the move in the making would have it,
// and then its marks, the most useful first.
func (w *words) append(out []byte, b Board, s *sheet, q parker.Square, m mark) []byte {
	piece := b.View.At(q)
	if m&chosen != 0 {
		piece = b.View.At(b.Stage.From)
	}
	switch {
	case piece == 0 || b.You == 0 || piece.Seat() != b.You:
		out = append(out, s.spoken[piece]...)
	case piece.Knight():
		out = append(out, w.yours[1]...)
	default:
		out = append(out, w.yours[0]...)
	}
	if m == 0 {
		return out
	}
	if m&mover != 0 && b.View.MustCapture() {
		out = append(out, w.can...)
		m &^= mover
	}
	began := m&last != 0 && len(b.Last) > 0 && b.Last[0].From == q && b.Last[len(b.Last)-1].To != q
	if began {
		m &^= last
	}
	for i := len(w.each) - 1; i >= 0; i-- {
		if m&(1<<i) != 0 {
			out = append(out, w.each[i]...)
		}
	}
	if began {
		out = append(out, w.lastFrom...)
	}
	return out
}
