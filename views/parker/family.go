package parker

import (
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/locale"
)

// Kin are the games of the Camelot family for one number of players.
type Kin struct {
	ID    string // "two", "four": of their heading, family.ID
	Games []games.Info
}

// Groups splits the games of the Camelot family by the number of players; games
// of other families are returned as others.
func Groups(all []games.Info) (groups []Kin, others []games.Info) {
	for _, g := range all {
		b := rules.BoardOf(g.ID)
		if b == nil {
			others = append(others, g)
			continue
		}
		id := views.Either(b.Seats() == 4, "four", "two")
		i := slices.IndexFunc(groups, func(k Kin) bool { return k.ID == id })
		if i < 0 {
			i, groups = len(groups), append(groups, Kin{ID: id})
		}
		groups[i].Games = append(groups[i].Games, g)
	}
	return groups, others
}

// ShortName returns a name of a game that is short enough for a list in one row.
func ShortName(p views.Page, g games.Info) string {
	if key := "family.short." + g.ID; locale.Has(p.Lang, key) {
		return p.T(key)
	}
	return p.Lang.Of(g.Name)
}

// Squares returns the size of a game's board: "160 squares"; "" for a game without a board.
func Squares(p views.Page, g games.Info) string {
	if b := rules.BoardOf(g.ID); b != nil {
		return p.N("match.squares", b.Len())
	}
	return ""
}

// boardSizes describes the number of boards of the family, and their sizes.
func boardSizes(p views.Page, groups []Kin) string {
	var n, low, high int
	for _, k := range groups {
		for _, g := range k.Games {
			size := rules.BoardOf(g.ID).Len()
			if n == 0 {
				low, high = size, size
			}
			n, low, high = n+1, min(low, size), max(high, size)
		}
	}
	if n == 1 {
		return p.T("game." + groups[0].Games[0].ID)
	}
	return p.Spelled("family.boards", n) + " " + p.T("family.sizes", "Low", low, "High", high)
}

// comparedGame is a row of the table in which games are compared.
type comparedGame struct {
	game    games.Info
	squares int
	pieces  string // men and knights of each army
	castle  string // pieces that must enter a castle
	length  string
}

// comparedGames returns the rows of a group of games.
func comparedGames(p views.Page, k Kin) []comparedGame {
	lines := make([]comparedGame, len(k.Games))
	for i, g := range k.Games {
		b := rules.BoardOf(g.ID)
		men, knights := Army(b)
		lines[i] = comparedGame{
			game: g, squares: b.Len(), length: p.T("family.length." + g.ID),
			pieces: strconv.Itoa(men) + " + " + strconv.Itoa(knights), castle: castleSquares(b),
		}
	}
	return lines
}

// Army counts the pieces of the first seat before the first move.
func Army(b *rules.Board) (men, knights int) {
	start, _ := b.Setup("")
	for q := range rules.Square(b.Len()) {
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

// castleSquares returns the number of pieces that must enter a castle to win, which equals the
// number of its squares.
func castleSquares(b *rules.Board) string {
	n := 0
	for q := range rules.Square(b.Len()) {
		if b.CastleOf(q) == 1 {
			n++
		}
	}
	if n == 0 {
		return "–"
	}
	return strconv.Itoa(n)
}

// GameLink returns the address of a link of GameChips.
type GameLink func(games.Info) templ.SafeURL

// FirstBoard returns the starting position of the first of some games that has a board; ok is false
// if none has.
func FirstBoard(all []games.Info) (info games.Info, view rules.View, ok bool) {
	for _, info := range all {
		if position, ok := FirstPosition(info.ID); ok {
			return info, position.View(), true
		}
	}
	return games.Info{}, rules.View{}, false
}

// FirstPosition returns the starting position of a game; ok is false for a game without a board.
func FirstPosition(game string) (first rules.Position, ok bool) {
	b := rules.BoardOf(game)
	if b == nil {
		return first, false
	}
	first, _ = b.Setup("")
	return first, true
}
