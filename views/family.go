package views

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// kin is the games of the Camelot family that are for so many players.
type kin struct {
	id    string // "two", "four": of their heading, family.ID
	games []games.Info
}

// family groups the games of the Camelot family; the others come apart.
func family(all []games.Info) (groups []kin, others []games.Info) {
	for _, g := range all {
		b := parker.BoardOf(g.ID)
		if b == nil {
			others = append(others, g)
			continue
		}
		id := "two"
		if b.Seats() == 4 {
			id = "four"
		}
		i := slices.IndexFunc(groups, func(k kin) bool { return k.id == id })
		if i < 0 {
			i, groups = len(groups), append(groups, kin{id: id})
		}
		groups[i].games = append(groups[i].games, g)
	}
	return groups, others
}

// shortName is a name that fits among others in a row.
func (p Page) shortName(g games.Info) string {
	if key := "family.short." + g.ID; locale.Has(p.Lang, key) {
		return p.t(key)
	}
	return p.Lang.Of(g.Name)
}

// squares is the size of a game's board: "160 squares".
func (p Page) squares(g games.Info) string {
	if b := parker.BoardOf(g.ID); b != nil {
		return p.n("match.squares", b.Len())
	}
	return ""
}

// boards tells of the family's boards, how many there are and how large.
func (p Page) boards(groups []kin) string {
	var n, low, high int
	for _, k := range groups {
		for _, g := range k.games {
			size := parker.BoardOf(g.ID).Len()
			if n == 0 {
				low, high = size, size
			}
			n, low, high = n+1, min(low, size), max(high, size)
		}
	}
	if n == 1 {
		return p.t("game." + groups[0].games[0].ID)
	}
	return p.spelled("family.boards", n) + " " + p.t("family.sizes", "Low", low, "High", high)
}

// comparison is a game's line in the table of differences.
type comparison struct {
	game    games.Info
	squares int
	pieces  string // men and knights of each army
	castle  string // pieces that must enter one
	length  string
}

// compare lists what tells the games of a group apart.
func (p Page) compare(k kin) []comparison {
	lines := make([]comparison, len(k.games))
	for i, g := range k.games {
		b := parker.BoardOf(g.ID)
		men, knights := army(b)
		lines[i] = comparison{
			game: g, squares: b.Len(), length: p.t("family.length." + g.ID),
			pieces: strconv.Itoa(men) + " + " + strconv.Itoa(knights), castle: castle(b),
		}
	}
	return lines
}

// army counts the pieces of the first seat before the first move.
func army(b *parker.Board) (men, knights int) {
	start, _ := b.Setup("")
	for q := range parker.Square(b.Len()) {
		switch c := start.At(q); {
		case c.Seat() != 1:
		case c.Knight():
			knights++
		default:
			men++
		}
	}
	return men, knights
}

// castle is how many pieces must enter a castle, as many as it has squares.
func castle(b *parker.Board) string {
	n := 0
	for q := range parker.Square(b.Len()) {
		if b.CastleOf(q) == 1 {
			n++
		}
	}
	if n == 0 {
		return "–"
	}
	return strconv.Itoa(n)
}

// gameLink leads to a game within a page that chooses among games.
type gameLink func(games.Info) templ.SafeURL
