package table_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// mustPlay plays a script. Its lines stand one by one or with semicolons between them:
//
//	1: take 2                        is posted at seat 1
//	!1: timeout                      is written there by the server
//	1: offer undo 9 = table.undo.line  is refused with that key, and changes nothing
func mustPlay(t testing.TB, m table.Match, script ...string) table.Match {
	t.Helper()
	for line := range strings.SplitSeq(strings.Join(script, "; "), "; ") {
		if line == "" {
			continue
		}
		line, key, _ := strings.Cut(line, " = ")
		next, err := play(m, line)
		var illegal *games.Illegal
		switch {
		case key == "" && err != nil:
			t.Fatalf("%s: %v", line, err)
		case key == "":
		case !errors.As(err, &illegal) || illegal.Key != key:
			t.Fatalf("%s: %v, want a refusal %s", line, err, key)
		case strings.ContainsAny(illegal.Text, "{}"):
			t.Errorf("%s: the text %q is not filled in", line, illegal.Text)
		case next.Ply() != m.Ply():
			t.Errorf("%s was refused and yet changed the match", line)
		}
		m = next
	}
	return m
}

// play plays a line of a script.
func play(m table.Match, line string) (table.Match, error) {
	var seat games.Seat
	who, text, _ := strings.Cut(line, ": ")
	written := strings.HasPrefix(who, "!")
	if _, err := fmt.Sscan(strings.TrimPrefix(who, "!"), &seat); err != nil {
		return m, err
	}
	if written {
		return m.Replay(table.Event{Seat: seat, Text: text})
	}
	return m.Play(seat, text, time.Time{})
}

// standing says how a match stands: its result, or its pending offers with the seats that
// have agreed and those that are asked.
func standing(m table.Match) string {
	if r := m.Result(); r != nil {
		if r.Reason == games.ReasonAborted && r.Winners == nil || len(m.ToAct()) > 0 || len(m.Offers(1)) > 0 {
			return "not as it should be after the end"
		}
		return fmt.Sprint(r.Reason, " ", r.Winners, " ", r.Scores)
	}
	var pending []string
	add := func(what any, by games.Seat, agreed, asked []games.Seat) {
		if by != 0 {
			pending = append(pending, fmt.Sprint(what, " by ", by, " ", agreed, " ", asked))
		}
	}
	draw, undo := m.DrawOffer(), m.UndoOffer()
	add("draw", draw.By, draw.Agreed, draw.Awaited)
	add(fmt.Sprint("undo ", undo.Line), undo.By, undo.Agreed, undo.Awaited)
	all := slices.Concat(draw.Awaited, undo.Awaited)
	slices.Sort(all)
	if !slices.Equal(slices.Compact(all), m.Asked()) {
		return fmt.Sprintf("%v are asked", m.Asked())
	}
	o := m.BotOffer()
	add(fmt.Sprintf("bot %d at %d", o.Level, o.Seat), o.By, o.Agreed, nil)
	return strings.Join(pending, ", ")
}

func TestEvents(t *testing.T) {
	const (
		offered = "1: take 1; 1: offer draw; "
		moved   = "1: take 1; 2: take 1; 1: take 1; "
		of4     = "1: take 1; 4: resign; 3: offer draw; 1: accept draw; "
		bot     = "1: take 1; 2: take 1; !1:  Offer  BOT 3 2; !2: accept bot; "
	)
	for _, c := range []struct {
		name         string
		seats        int
		script, want string
	}{
		{"resign", 2, "1: resign", "resignation [2] map[1:0 2:1]"},
		{"resign out of turn", 2, "1: take 1; 1: resign", "resignation [2] map[1:0 2:1]"},
		{"one of three resigns", 3, "1: take 1; 3: resign; 3: resign = nim.out", ""},
		{"two of three resign", 3, "1: take 1; 3: resign; 2: take 1; " +
			"1: resign", "resignation [2] map[1:0 2:1 3:0]"},
		{"time-out", 2, "1: timeout = table.timeout; !1: timeout", "timeout [2] map[1:0 2:1]"},
		{"time-out of one of three", 3, "!1: timeout", ""},
		{"claims and grants are the server's", 2, "1: claim timeout = table.claim; 1: grant 24h = table.grant; " +
			"!1: claim timeout = table.claim", ""},

		{"abort at the start", 2, "2: abort", "aborted [] map[1:0 2:0]"},
		{"abort after a move", 2, "1: take 1; 2: abort", "aborted [] map[1:0 2:0]"},
		{"abort with an offer", 2, offered + "2: abort", "aborted [] map[1:0 2:0]"},
		{"abort after an undo", 2, "1: take 1; 2: take 1; 1: offer undo 1; 2: accept undo; " +
			"2: abort", "aborted [] map[1:0 2:0]"},
		{"abort too late", 2, "1: take 1; 2: take 1; 1: abort = table.abort", ""},

		{"draw offer", 2, offered + "1: offer draw = table.draw.yours; 2: offer draw = table.draw.theirs; " +
			"1: accept draw = table.draw.own; 1: decline draw = table.draw.own", "draw by 1 [1] [2]"},
		{"draw", 2, offered + "2: accept draw", "agreement [] map[1:0.5 2:0.5]"},
		{"draw offer among voices", 4, of4 + "4: accept draw = table.draw.voice; " +
			"4: offer draw = table.draw.voice; 4: claim draw = table.draw.voice; " +
			"1: accept draw = table.draw.accepted; 1: offer draw = table.draw.accepted", "draw by 3 [1 3] [2]"},
		{"draw of all voices", 4, of4 + "2: accept draw", "agreement [] map[1:0.5 2:0.5 3:0.5 4:0.5]"},
		{"one who had accepted declines", 4, of4 + "1: decline draw", ""},
		{"one who had accepted resigns", 4, of4 + "1: resign", ""},
		{"draw declined", 2, offered + "2: decline draw; 2: decline draw = table.draw.none; " +
			"2: accept draw = table.draw.none; 1: offer draw = table.draw.again", ""},
		{"the other offers after declining", 2, offered + "2: decline draw; 2: offer draw", "draw by 2 [2] [1]"},
		{"offer again after a move", 2, offered + "2: decline draw; 2: take 1; 1: offer draw", "draw by 1 [1] [2]"},
		{"playing on declines", 2, offered + "2: take 1; 1: offer draw = table.draw.again", ""},
		{"offer again after playing on", 2, offered + "2: take 1; 1: take 1; 1: offer draw", "draw by 1 [1] [2]"},
		{"one's own move leaves the offer", 2, "1: offer draw; 1: take 1", "draw by 1 [1] [2]"},
		{"so does the move of one who has accepted", 3, "2: offer draw; 1: accept draw; 1: take 1; " +
			"2: take 1", "draw by 2 [1 2] [3]"},
		{"not the move of another", 3, "2: offer draw; 1: accept draw; 1: take 1; 2: take 1; 3: take 1", ""},
		{"claim", 2, "1: take 3; 2: take 3; 1: claim draw = nim.claim; 1: take 3; " +
			"1: claim draw", "three [] map[1:0.5 2:0.5]"},

		{"undo offer", 2, moved + "1: offer undo 1; 1: accept undo = table.undo.own; " +
			"1: decline undo = table.undo.own; " +
			"1: offer undo 2 = table.undo.yours; 2: offer undo 2 = table.undo.theirs; " +
			"2: offer draw", "draw by 2 [2] [1], undo 1 by 1 [1] [2]"},
		{"undo", 2, moved + "1: offer undo 1; 2: offer draw; 2: accept undo; " +
			"1: offer undo 1 = table.undo.same", ""},
		{"undo among three", 3, "1: take 1; 1: offer undo 0; 3: accept undo; " +
			"3: accept undo = table.undo.accepted", "undo 0 by 1 [1 3] [2]"},
		{"draw and undo among three", 3, "1: take 1; 2: offer draw; " +
			"1: offer undo 0", "draw by 2 [2] [1 3], undo 0 by 1 [1] [2 3]"},
		{"undo by three", 3, "1: take 1; 1: offer undo 0; 3: accept undo; 2: accept undo; " +
			"1: offer undo 0 = table.undo.same", ""},
		{"undo declined", 3, "1: take 1; 1: offer undo 0; 2: accept undo; 3: decline undo", ""},
		{"a move ends the request", 2, "1: take 1; 1: offer undo 0; 2: take 1; " +
			"2: accept undo = table.undo.none; 2: decline undo = table.undo.none", ""},
		{"ask again", 2, "1: take 1; 1: offer undo 0; 2: decline undo; 1: offer undo 0", "undo 0 by 1 [1] [2]"},
		{"undo at the start", 2, "1: offer undo 0 = table.undo.start", ""},
		{"undo to no line", 2, "1: take 1; 1: offer undo = table.undo.form; " +
			"1: offer undo two = table.undo.form; 1: offer undo -1 = table.undo.form; " +
			"1: offer undo +1 = table.undo.form; 1: offer undo 1 2 = table.undo.form; " +
			"1: offer undo 99999999999999999999 = table.undo.form; " +
			"1: offer undo 1 = table.undo.line; 1: offer undo 2147483647 = table.undo.line", ""},
		{"undo to the present", 2, offered + "1: offer undo 1 = table.undo.same", "draw by 1 [1] [2]"},

		{"bots are offered where somebody has left", 4, "1: offer bot 3 2 = table.bot.nobody; " +
			"1: offer bot = table.bot.form; 1: offer bot 3 = table.bot.form; " +
			"1: offer bot 3 6 = table.bot.form; 1: offer bot 3 0 = table.bot.form; " +
			"1: offer bot x 3 = table.bot.form; 1: offer bot 99 1 = table.bot.form; " +
			"!1: offer bot 1 3 = table.bot.nobody; !1: offer bot 5 3 = table.bot.nobody; " +
			"!2: accept bot = table.bot.none; !2: decline bot = table.bot.none", ""},
		{"bot offer", 4, "!1: offer bot 3 2; !1: accept bot = table.bot.own; " +
			"!1: offer bot 3 1 = table.bot.yours; !2: offer bot 3 1 = table.bot.theirs", "bot 2 at 3 by 1 [1] []"},
		{"bot accepted", 4, bot + "!2: accept bot = table.bot.accepted", "bot 2 at 3 by 1 [1 2] []"},
		{"bot declined", 4, bot + "!4: decline bot; !2: offer bot 3 1 = table.bot.again", ""},
		{"bot offered again after a move", 4, bot + "!4: decline bot; 3: take 1; " +
			"!2: offer bot 3 1", "bot 1 at 3 by 2 [2] []"},
		{"bot taken back", 4, bot + "!1: decline bot", ""},
		{"bot offered again", 4, bot + "!1: decline bot; !1: offer bot 3 4", "bot 4 at 3 by 1 [1] []"},
		{"the missing seat resigns", 4, bot + "3: resign", ""},
		{"the seat that asked resigns", 4, bot + "1: resign", ""},
		{"time is given", 4, bot + "!2: grant 24h", ""},
		{"the bot plays on", 4, bot + "!3: bot 2", ""},

		{"operators' events are theirs", 2, "1: take 1; 1: void = table.operator; 1: Rewind 0 = table.operator; " +
			"1: player = table.operator; 1: bot 2 = table.bot.nobody; " +
			"!1: rewind 3 = table.undo.line; !1: rewind 1 = table.undo.line; !1: rewind = table.undo.form", ""},
		{"rewind", 2, moved + "1: offer undo 1; 1: offer draw; !1: rewind 1; !1: rewind 1 = table.undo.same; " +
			"2: take 2", ""},
		{"void", 2, moved + "1: offer draw; !2: void", "aborted [] map[1:0 2:0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustPlay(t, mustNew(t, nim{}, c.seats), c.script)
			if got := standing(m); got != c.want {
				t.Errorf("it stands at %q, want %q", got, c.want)
			}
		})
	}
	late := mustPlay(t, mustNew(t, nim{}, 2), "!1: timeout")
	if r := late.State().Result(); r.Reason != games.ReasonResignation {
		t.Errorf("a time-out changed the state's own result: %v", r)
	}
	asked := mustPlay(t, mustNew(t, nim{}, 4), "1: take 1; !1:  Offer  BOT 3 2")
	if text := asked.Log()[1].Text; text != table.OfferBot(3, 2) || !table.IsAboutBot(text) || table.IsTakeOver(text) {
		t.Errorf("the log has %q", text)
	}
}

// A take-back can itself be taken back, and the log only grows.
func TestUndo(t *testing.T) {
	m := mustPlay(t, mustNew(t, nim{}, 2), "1: take 1; 2: take 2; 1: take 3")
	back := mustPlay(t, m, "1: offer undo 1; 2: accept undo")
	if !same(back.State(), m.At(1).State()) || back.Ply() != 5 || !slices.Equal(back.Path(), []int{0}) {
		t.Errorf("a pile of %v, ply %d, path %v, want the position after line 1", back.State().View(0), back.Ply(), back.Path())
	}
	on := mustPlay(t, back, "2: take 1; 1: take 1")
	if !slices.Equal(on.Path(), []int{0, 5, 6}) {
		t.Errorf("the path is %v, want 0 5 6", on.Path())
	}
	if forth := mustPlay(t, on, "1: offer undo 3; 2: accept undo"); !same(forth.State(), m.State()) {
		t.Error("what was taken back cannot be brought back")
	}
	if rewound := mustPlay(t, m, "!1: rewind 1"); !same(rewound.State(), back.State()) {
		t.Error("a rewind leads elsewhere than an undo")
	}
}

func TestOffers(t *testing.T) {
	const again = "1: take 1; 2: take 1; 1: take 1; "
	for _, c := range []struct {
		name   string
		rules  nim
		seats  int
		script string
		seat   games.Seat
		want   string
	}{
		{"at the start", nim{}, 2, "", 1, "offer draw, abort, resign"},
		{"after one's move", nim{}, 2, "1: take 1", 1, "offer draw, offer undo 0, abort, resign"},
		{"before one's move", nim{}, 2, "1: take 1", 2, "offer draw, abort, resign"},
		{"of one's last move", nim{}, 2, again + "2: take 1", 1, "offer draw, offer undo 2, resign"},
		{"past what was taken back", nim{}, 2, again + "1: offer undo 2; " +
			"2: accept undo", 1, "offer draw, offer undo 0, resign"},
		{"a draw is offered", nim{}, 2, "1: take 1; 1: offer draw", 2, "accept draw, decline draw, abort, resign"},
		{"one's draw offer stands", nim{}, 2, "1: offer draw", 1, "abort, resign"},
		{"an undo is asked for", nim{}, 2, "1: take 1; " +
			"1: offer undo 0", 2, "accept undo, decline undo, offer draw, abort, resign"},
		{"a draw may be claimed", nim{}, 2, "1: take 3; 2: take 3; " +
			"1: take 3", 2, "claim draw, offer draw, offer undo 1, resign"},
		{"a game without draws", nim{drawless: true}, 2, "1: offer draw = table.draw.game; " +
			"1: accept draw = table.draw.game; " +
			"1: decline draw = table.draw.game; 1: claim draw = table.draw.game", 1, "abort, resign"},
		{"a game with hidden parts", nim{hidden: true}, 2, "1: take 1; 1: offer undo 0 = table.undo.game; " +
			"1: accept undo = table.undo.game; " +
			"1: decline undo = table.undo.game", 1, "offer draw, abort, resign"},
		{"out of the game", nim{}, 3, "1: resign", 1, "abort"},
		{"no seat", nim{}, 2, "3: resign = table.seat; 0: resign = table.seat; 64: resign = table.seat; " +
			"1000: resign = table.seat", 3, ""},
		{"the spectators", nim{}, 2, "", games.Spectator, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustPlay(t, mustNew(t, c.rules, c.seats), c.script)
			if got := strings.Join(m.Offers(c.seat), ", "); got != c.want {
				t.Errorf("Offers(%d) = %s, want %s", c.seat, got, c.want)
			}
		})
	}
}

// At cards a seat that has resigned plays again once a bot or another player has it, also for
// a reader who replays the log or asks for the past.
func TestBotReturnsToTheGame(t *testing.T) {
	for _, rules := range catalog.All() {
		if !rules.Info().Hidden {
			continue
		}
		t.Run(rules.Info().ID, func(t *testing.T) {
			m := mustPlay(t, mustNew(t, rules, 3), "2: resign")
			if out, returns := m.IsOut(2); !out || !returns {
				t.Errorf("out %v, returns %v", out, returns)
			}
			bot, err := m.SeatBot(2, 3, time.Time{})
			player, err2 := m.SeatPlayer(2, time.Time{})
			if err = errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			for text, back := range map[string]table.Match{"bot 3": bot, "player": player} {
				if diff := cmp.Diff(table.Event{Seat: 2, Text: text}, back.Log()[1]); diff != "" || !table.IsTakeOver(text) || table.IsAboutBot(text) {
					t.Errorf("the log ends with another event (-want +got):\n%s", diff)
				}
				if out, _ := back.IsOut(2); out {
					t.Errorf("%s: the seat has not returned", text)
				}
				if was, is := viewJSON(t, back.State()), viewJSON(t, replay(t, back).State()); was != is {
					t.Errorf("%s: replayed it is\n%s, was\n%s", text, is, was)
				}
				if was, is := viewJSON(t, m.State()), viewJSON(t, back.At(1).State()); was != is {
					t.Errorf("%s: before it was\n%s, is\n%s", text, was, is)
				}
			}
		})
	}
}
