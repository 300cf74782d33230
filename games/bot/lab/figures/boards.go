package figures

import (
	"fmt"
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// observerOf returns the observer of a game that begins.
func observerOf(c *counter, game string, start games.State) observer {
	switch start.View(games.Spectator).(type) {
	case parker.View:
		return &boardWatch{counter: c, board: parker.BoardOf(game)}
	case knizia.View:
		return &tokenWatch{counter: c}
	case kutschke.View:
		return &questWatch{counter: c, picked: make(map[games.Seat]map[kutschke.Kind]int)}
	default:
		return &strengthWatch{counter: c}
	}
}

// boardWatch counts moves, captures and castles.
type boardWatch struct {
	*counter
	board    *parker.Board
	ply      int
	first    games.Seat // captured first
	captured [5]int     // pieces that the seats have taken
	last     string
	mover    games.Seat
}

func (w *boardWatch) see(_, _ games.State, seat games.Seat, action string) error {
	legs, err := w.board.Route(action)
	if err != nil {
		return err
	}
	w.ply++
	taken, leaps := strings.Count(action, "x"), 0
	for _, leg := range legs {
		if leg.Kind == parker.Canter {
			leaps++
		}
	}
	kind := "steps"
	switch {
	case taken > 0 && leaps > 0:
		kind = "charges"
	case taken > 1:
		kind = "captures of several"
	case taken == 1:
		kind = "captures of one"
	case leaps > 0:
		kind = "canters"
	}
	w.share("moves", kind, 1)
	if taken > 0 && w.first == 0 {
		w.first = seat
		w.median("ply of the first capture", w.ply)
	}
	w.captured[seat] += taken
	w.last, w.mover = action, seat
	return nil
}

func (w *boardWatch) end(last games.State) {
	w.median("plies", w.ply)
	r := last.Result()
	if r == nil || len(r.Winners) == 0 {
		return
	}
	w.share("won games, first capture by", side(slices.Contains(r.Winners, w.first), w.first == 0), 1)
	if w.board.Seats() == 2 {
		won, lost := w.captured[r.Winners[0]], w.captured[3-r.Winners[0]]
		w.share("won games, more pieces taken by", side(won > lost, won == lost), 1)
		w.median("pieces taken by the winner", won)
		w.median("pieces taken by the loser", lost)
	}
	if r.Reason == parker.ReasonCastle {
		at := w.last[strings.LastIndexAny(w.last, "-x")+1:]
		w.share("the last move into the castle lands on", at, 1)
		w.median("pieces taken by the winner of a castle", w.captured[r.Winners[0]])
	}
}

// side names the winner or the loser.
func side(winner, neither bool) string {
	switch {
	case neither:
		return "neither"
	case winner:
		return "winner"
	}
	return "loser"
}

// tokenWatch counts the tournaments of Knizia's Camelot.
type tokenWatch struct{ *counter }

func (w *tokenWatch) see(before, after games.State, _ games.Seat, _ string) error {
	was, is := before.View(games.Omniscient).(knizia.View), after.View(games.Omniscient).(knizia.View)
	for i := range was.Seats {
		for _, token := range is.Seats[i].Tokens {
			if slices.Contains(was.Seats[i].Tokens, token) {
				continue
			}
			w.mean("tokens won in a game", 1)
			w.share("tokens won, colour", token.String(), 1)
			// The winner's display is laid aside with the action, so the last display before it counts.
			// A winner who chooses the colour has laid it aside before.
			shown := was.Seats[i]
			if len(shown.Display) == 0 {
				continue
			}
			w.median("strength that wins a token, "+was.Color.String(), shown.Total)
			supporters := 0
			for _, card := range shown.Display {
				if card.IsSupporter() {
					supporters++
				}
			}
			w.median("cards in a winning display", len(shown.Display))
			w.share("supporters in a winning display", fmt.Sprint(min(supporters, 3)), 1)
			w.median("cards left in the winner's hand", len(shown.Hand))
		}
	}
	if is.Tournament > was.Tournament {
		w.mean("tournaments in a game", 1)
	}
	return nil
}

func (w *tokenWatch) end(games.State) {}

// questWatch counts the action cards and points of Kutschke's Camelot.
type questWatch struct {
	*counter
	picked map[games.Seat]map[kutschke.Kind]int
}

func (w *questWatch) see(before, after games.State, seat games.Seat, action string) error {
	was, is := before.View(games.Omniscient).(kutschke.View), after.View(games.Omniscient).(kutschke.View)
	for i := range is.Seats {
		who := games.Seat(i + 1)
		for _, kind := range is.Chosen[i][min(len(was.Chosen[i]), len(is.Chosen[i])):] {
			if w.picked[who] == nil {
				w.picked[who] = make(map[kutschke.Kind]int)
			}
			w.picked[who][kind]++
		}
		if gain := is.Seats[i].Points - was.Seats[i].Points; gain > 0 {
			word, _, _ := strings.Cut(action, " ")
			w.share("points from", word, float64(gain))
		}
	}
	return nil
}

func (w *questWatch) end(last games.State) {
	v := last.View(games.Omniscient).(kutschke.View)
	w.median("rounds", v.Round)
	r := last.Result()
	for i, knight := range v.Seats {
		who := "others"
		if slices.Contains(r.Winners, games.Seat(i+1)) {
			who = "winner"
		}
		w.median("points of the "+who, knight.Points)
		w.median("adventures in hand at the end of the "+who, len(knight.Adventures))
		for kind, n := range w.picked[games.Seat(i+1)] {
			w.share("action cards of the "+who, fmt.Sprint(kind), float64(n))
		}
	}
}

// strengthWatch counts the combats of the Tournament at Camelot.
type strengthWatch struct {
	*counter
	seen *shannon.Combat
}

func (w *strengthWatch) see(_, after games.State, _ games.Seat, _ string) error {
	v := after.View(games.Omniscient).(shannon.View)
	fought := v.LastCombat
	if fought == nil || w.seen != nil && w.seen.Round == fought.Round && w.seen.Number == fought.Number {
		return nil
	}
	w.seen = fought
	lead := "open"
	if fought.Lead != shannon.NoSuit {
		lead = fought.Lead.Name().En
	}
	w.share("combats led in", lead, 1)
	w.mean("combats in a game", 1)
	who := "another knight"
	switch fought.Outcome.Loser {
	case 0:
		who = "nobody"
	case fought.Leader:
		who = "the leader"
	}
	w.share("combats lost by", who, 1)
	w.share("combats led in "+lead+" lost by", who, 1)
	w.median("wounds in a combat led in "+lead, fought.Outcome.Wounds)
	w.share("dishonours", fmt.Sprint(min(len(fought.Dishonored), 2)), 1)
	return nil
}

func (w *strengthWatch) end(last games.State) {
	v := last.View(games.Omniscient).(shannon.View)
	w.median("rounds", v.Round)
	r := last.Result()
	for i, knight := range v.Knights {
		seat := games.Seat(i + 1)
		if slices.Contains(r.Winners, seat) {
			w.median("life of the winner", knight.Life)
			w.share("winners by hero", knight.Hero.Name.En, 1)
		}
	}
}
