package kutschke

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
	"tableronde/games/twin"
)

// A story is a position and a script, one line a step:
//
//	1: ES 2; done; 2: done     seats play
//	1! P camelot ~ horse_far   it may not, for the reason
//	1= 2 hidden-valley S1 L2   it has 2 points, is there, holds these
//	legal 1 = bid, bid S1      its legal lines
//	pile L = L2 L3             and so display, supply, act, phase, tents, told
//	over 3 target 15 0 16 2    seat 3 wins, for the reason, with these points
//
// "told 4 done = …" lists the facts of a line that everybody gets, as twin.FactsText writes
// them.
type story struct {
	name   string
	start  *state
	script string
}

func tell(t *testing.T, stories ...story) {
	t.Helper()
	for _, st := range stories {
		t.Run(st.name, func(t *testing.T) {
			s := st.start
			for line := range strings.Lines(st.script) {
				if line = strings.TrimSpace(line); line != "" {
					s = tellLine(t, s, line)
				}
			}
		})
	}
}

// tellLine carries out a line of a script.
func tellLine(t *testing.T, s *state, line string) *state {
	t.Helper()
	seat, rest := games.Seat(line[0]-'0'), strings.TrimSpace(line[2:])
	what, want, _ := strings.Cut(line, " =")
	words := strings.Fields(what)
	got, want := "", strings.TrimSpace(want)
	switch line[1] {
	case ':':
		for part := range strings.SplitSeq(rest, "; ") {
			if other, action, ok := strings.Cut(part, ": "); ok && len(other) == 1 {
				seat, part = games.Seat(other[0]-'0'), action
			}
			s = play(t, s, seat, part)
		}
		return s
	case '!':
		action, key, _ := strings.Cut(rest, " ~ ")
		i := slices.IndexFunc(refusals.All(), func(r *cards.Refusal) bool { return r.Key == "kutschke."+key })
		wantRefused(t, s, seat, action, refusals.All()[i])
		return s
	case '=':
		k := &s.knights[seat-1]
		got, want = fmt.Sprintf("%d %s%s", k.points, k.at, k.hand.codes()), rest
	default:
		switch words[0] {
		case "legal":
			seat, _ := strconv.Atoi(words[1])
			got = strings.Join(s.Legal(games.Seat(seat)), ", ")
		case "pile":
			got = strings.TrimSpace(s.piles.of(mustParse(t, words[1], Virtues())[0]).codes())
		case "display":
			got = cards.Line(s.display, "")
		case "supply":
			got = fmt.Sprint(s.supply[mustParse(t, words[1], Kinds())[0]])
		case "act":
			got = strings.Trim(fmt.Sprint(s.ToAct()), "[]")
		case "phase":
			got = fmt.Sprint(s.phase, " ", s.round)
		case "tents":
			for _, k := range s.seated() {
				got += k.tent.String()
			}
		case "told":
			got = twin.FactsText(s.Tell(games.Spectator, games.Seat(words[1][0]-'0'), strings.Join(words[2:], " ")))
		case "over":
			wantResult(t, s, line)
			return s
		default:
			t.Fatalf("no line of a script: %s", line)
		}
	}
	if got != want {
		t.Fatalf("%s: %q, want %q in\n%s", what, got, want, s.view(games.Omniscient))
	}
	return s
}

// wantResult compares the result with a line of a script.
func wantResult(t *testing.T, s *state, want string) {
	t.Helper()
	got := "not over"
	if r := s.Result(); r != nil {
		got = fmt.Sprint("over ", r.Winners[0], " ", r.Reason)
		for i := range s.seated() {
			got += fmt.Sprint(" ", r.Scores[seatOf(i)])
		}
		if len(r.Winners) != 1 || len(r.Scores) != s.seats {
			t.Errorf("%+v", r)
		}
	}
	if got != want {
		t.Fatalf("%s, want %s in\n%s", got, want, s.view(games.Omniscient))
	}
}

// TestScenarios has the scenarios of section 12 of the rules page. Scenarios 16 to 19 and 25
// are tests of their own.
func TestScenarios(t *testing.T) {
	valley := sketch{at: "hidden-valley", picked: "Q", hand: "L1 B1 B2", adventures: "golden-pheasant"}
	twoQuests := sketch{at: "hidden-valley", picked: "Q Q", hand: "L1 L1 D1 B1", adventures: "white-stag golden-pheasant"}
	oneQuest := twoQuests
	oneQuest.picked = "Q"
	dwarf := func(hand string) *state {
		return act(t, inOrder, sketch{at: "dwarf-caves", picked: "Q", hand: hand, adventures: "dwarf-treasure"})
	}
	lone := func(hand string) *state { return joust(t, hand) }
	tell(t,
		story{"1: seed example",
			act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "L1 B2", adventures: "golden-pheasant"}), `
			1: Q golden-pheasant L1 B2
			1= 2 hidden-valley
			pile L = L1 L1 L2 L3
			pile B = B1 B1 B2 B3
			supply Q = 2`},
		story{"2: the same with travel",
			act(t, valley3, sketch{picked: "P Q", hand: "L1 B2", adventures: "golden-pheasant"}), `
			1! Q golden-pheasant L1 B2 ~ only_province
			1: P hidden-valley; Q golden-pheasant L1 B2
			1= 2 hidden-valley`},
		story{"3: too far", act(t, valley4, sketch{picked: "P P Q", hand: "L1 B2", adventures: "golden-pheasant"}), `
			1! P hidden-valley ~ horse_far
			1: P enchanted-grove; P hidden-valley; Q golden-pheasant L1 B2
			1= 2 hidden-valley`},
		story{"4: round the other way", act(t, inOrder, sketch{at: "hidden-valley", picked: "P"}), `
			1! P fire-mountain ~ horse_far
			1: P dwarf-caves`},
		story{"5: superfluous pay", act(t, inOrder, valley), `
			1! Q golden-pheasant L1 B1 B2 ~ pay_surplus
			1! Q golden-pheasant B1 B2 ~ pay_short
			legal 1 = Q golden-pheasant L1 B1, Q golden-pheasant L1 B2, done
			1: Q golden-pheasant L1 B2`},
		story{"6: adding up", dwarf("S1 D1 D1"), `
			1: Q dwarf-treasure S1 D1 D1
			1= 4 dwarf-caves`},
		story{"6: no change", dwarf("S1 D3"), `
			1: Q dwarf-treasure S1 D3
			1= 4 dwarf-caves`},
		story{"6: too much", dwarf("S1 D1 D2"), `1! Q dwarf-treasure S1 D1 D2 ~ pay_surplus`},
		story{"7: justice", act(t, inOrder, sketch{at: "ruined-tower", picked: "G", hand: "B3"}), `
			1: G B3
			1= 2 ruined-tower
			pile B = B1 B1 B2 B3`},
		story{"7: justice at Camelot", act(t, inOrder, sketch{picked: "G", hand: "B3"}), `1! G B3 ~ only_province`},
		story{"7: justice without a Book", act(t, inOrder, sketch{at: "dark-forest", picked: "G", hand: "S1"}), `
			1! G B1 ~ no_book
			told 1 done = done 1 G
			1: done
			1= 0 dark-forest S1
			supply G = 2`},
		story{"8: choice of an exercise", act(t, inOrder, sketch{picked: "EL"}, sketch{hand: "L1 L1"}), `
			1! EL 1 ~ not_on_pile
			1: EL 3
			1= 0 camelot L3
			pile L = L2`},
		story{"8: an exercise away from Camelot", act(t, inOrder, sketch{at: "misty-marsh", picked: "EL"}),
			`1! EL 3 ~ only_camelot`},
		story{"9: Camelot, ride, province", act(t, inOrder, sketch{picked: "EB P G"}, sketch{hand: "B1 B1"}), `
			1: EB 2; P hidden-valley; G B2
			1= 2 hidden-valley
			pile B = B2 B3`},
		story{"10: both Round Tables", act(t, inOrder, sketch{picked: "A"}, sketch{picked: "A"}), `
			1: A black-knight; done
			2! A black-knight ~ not_shown
			2: A wild-boar
			display = tree-of-life
			2: done; 3: done; 4: done
			display = tree-of-life white-stag wicked-witch`},
		story{"11: Tournament once",
			pickers(t, sketch{picked: "T"}, sketch{picked: "P"}, sketch{picked: "P"}, sketch{picked: "P"}), `
			1! pick T ~ tournament_once
			1: pick A; 2: pick T
			3! pick T ~ none_left`},
		story{"12: a tie", joust(t, "S2 L1", "S3"), `
			1: bid S2 L1; 2: bid S3
			1= 1 camelot
			2= 1 camelot
			pile S = S1 S1 S1 S2 S3
			pile L = L1 L1 L2 L3`},
		story{"12: a win", joust(t, "S3 L1", "L3"), `
			1: bid S3 L1; 2: bid L3
			1= 2 camelot
			2= 0 camelot
			pile S = S1 S1 S1 S2 S3
			pile L = L1 L1 L2 L3`},
		story{"13: both stake nothing", joust(t, "S1", "S1"), `
			2: bid; 1: bid
			1= 0 camelot S1
			2= 0 camelot S1`},
		story{"13: one stakes nothing", joust(t, "S1", "S1"), `
			1: bid; 2: bid S1
			1= 0 camelot S1
			2= 2 camelot`},
		story{"14: alone", lone("S1 S2 L1 B3"), `
			1! bid B3 ~ bid_virtue
			1! bid S1 S2 ~ bid_lone
			1: bid L1
			1= 2 camelot S1 S2 B3
			pile L = L1 L1 L2 L3`},
		story{"14: alone without a stake", lone("L1"), `
			1: bid
			1= 0 camelot L1`},
		story{"14: alone without Sword or Lance", lone("D1 B3"), `
			legal 1 = bid
			1: bid
			1= 0 camelot D1 B3`},
		story{"15: an absent knight", act(t, inOrder, sketch{picked: "T P"}, sketch{picked: "T", hand: "S1"}), `
			1: P dark-forest; done; 2: done; 3: done
			told 4 done = done 4; absent 1 dark-forest; phase 2 tourney 0:2
			4: done
			act = 2
			supply T = 1
			2! bid S1 S1 ~ bid_lone
			2: bid S1
			2= 2 camelot`},
		story{"20: the round is finished", act(t, inOrder,
			sketch{points: 13, at: "hidden-valley", picked: "Q", hand: "L1 B1", adventures: "golden-pheasant"},
			sketch{},
			sketch{points: 12, at: "dark-forest", picked: "G G", hand: "B2 B3"},
			sketch{picked: "T", hand: "S1"}), `
			1: Q golden-pheasant L1 B1; done
			act = 2
			2: done; 3: G B2; G B3; done; 4: done
			phase = tourney 2
			4: bid S1
			over 3 target 15 0 16 2`},
		story{"21: first to reach", act(t, inOrder, sketch{points: 13, at: "dark-forest", picked: "G", hand: "B1"}, sketch{},
			sketch{},
			sketch{points: 13, at: "dark-forest", picked: "G", hand: "B1"}), `
			1: G B1; done; 2: done; 3: done; 4: G B1; done
			over 1 target 15 0 0 15`},
		story{"21: the lower tent", scene(t, 4, PhaseTourney, inOrder, open3,
			sketch{tent: 4, points: 14, picked: "T", hand: "S1"}, sketch{tent: 2, points: 14, picked: "T", hand: "L1"},
			sketch{}, sketch{tent: 1}), `
			1: bid S1; 2: bid L1
			over 2 target 15 15 0 0`},
		story{"21: first to reach, more points later", act(t, inOrder,
			sketch{points: 13, picked: "P T G", hand: "B1 S1", at: "dark-forest"},
			sketch{points: 14, picked: "G", hand: "B1", at: "dark-forest"},
			sketch{picked: "T", hand: "L1"}), `
			1: G B1; P camelot; done; 2: G B1; done; 3: done; 4: done; 3: bid L1; 1: bid S1
			over 1 target 16 16 1 0`},
		story{"22: the deck is used up", lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{picked: "A"}).useUp(1), `
			4: done
			phase = pick 3
			display = wild-boar`},
		story{"22: so is the display", lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{picked: "A"}).useUp(0), `
			4! A wild-boar ~ display_empty
			4: done
			supply A = 2
			display =`},
		story{"23: two quests in one place", act(t, inOrder, twoQuests), `
			1: Q white-stag L1 D1
			1= 3 hidden-valley L1 B1
			1: Q golden-pheasant L1 B1
			1= 5 hidden-valley`},
		story{"23: one quest", act(t, inOrder, oneQuest), `
			1: Q white-stag L1 D1
			1! Q golden-pheasant L1 B1 ~ not_picked`},
		story{"24: unlisted cards", act(t, inOrder, sketch{picked: "ES EL P"}), `
			1: ES 2
			told 1 done = done 1 EL P
			1: done; 2: done; 3: done; 4: done
			phase = pick 3
			supply EL = 1
			supply P = 4`},
		story{"26: passes of two", scene(t, 2, PhasePick, inOrder, open3), `
			1: pick ES; 2: pick EL; 1: pick ED; 2: pick EB; 1: pick A; 2: pick G; 1: pick Q; 2: pick Q
			phase = act 2`},
		story{"27: the wrong place for a quest",
			act(t, inOrder, sketch{at: "dark-forest", picked: "Q", hand: "S2 D3", adventures: "fire-dragon"}), `
			1! Q fire-dragon S2 D3 ~ elsewhere`},
		story{"28: taken and done at once",
			scene(t, 4, PhaseAct, valley2, "white-stag wild-boar tree-of-life", sketch{picked: "A P Q", hand: "L1 D1"}), `
			1: A white-stag; P hidden-valley; Q white-stag L1 D1
			1= 3 hidden-valley
			1: done; 2: done; 3: done
			display = wild-boar tree-of-life
			4: done
			display = wild-boar tree-of-life black-knight`})
}

// TestRulings has the rulings of section 11 of the rules page. Scenarios have rulings 9
// and 10 (13), 15 (23), 16 (28) and 27 (20).
func TestRulings(t *testing.T) {
	everything := "pick ES, pick EL, pick ED, pick EB, pick A, pick T, pick G, pick Q, pick P"
	tell(t,
		story{"1: picks that cannot be used", pickers(t, sketch{at: "dark-forest"}), `
			legal 1 = ` + everything + `
			1: pick ES`},
		story{"2: nobody declines to pick", pickers(t), `
			1! done ~ pick_now
			1! bid ~ pick_now
			1! pick ~ malformed`},
		story{"3: several of a kind", pickers(t, sketch{picked: "P P"}, sketch{picked: "T P"}), `
			1: pick P
			2! pick T ~ tournament_once`},
		story{"4: tent order in every pass",
			scene(t, 3, PhasePick, inOrder, open3, sketch{tent: 3}, sketch{tent: 1}, sketch{tent: 2}), `
			2: pick ES; 3: pick EL; 1: pick ED; 2: pick EB; 3: pick A; 1: pick P; 2: pick P; 3: pick P
			1: pick Q
			act = 2`},
		story{"5: knights stay where they are",
			lastTurn(t, 1, sketch{at: "misty-marsh"}, sketch{}, sketch{}, sketch{picked: "P"}), `
			4: P hidden-valley; done
			phase = pick 3
			1= 0 misty-marsh
			2= 0 camelot
			4= 0 hidden-valley`},
		story{"6: no third tournament", pickers(t, sketch{}, sketch{picked: "T"}, sketch{picked: "T"}),
			`1! pick T ~ none_left`},
		story{"7: the other entrant is away", scene(t, 4, PhaseTourney, inOrder, open3,
			sketch{picked: "T", at: "dark-forest", hand: "S3"}, sketch{picked: "T", hand: "S1 L1"}), `
			legal 1 =
			legal 2 = bid, bid S1, bid L1`},
		story{"8: a lone stake is Sword or Lance", joust(t, "S1 D2 B1"), `
			1! bid D2 ~ bid_virtue
			1! bid B1 ~ bid_virtue
			1: bid S1
			1= 2 camelot D2 B1`},
		story{"11: an empty pile", act(t, inOrder, sketch{picked: "EB"}, sketch{hand: "B1 B1 B2 B3"}), `
			1! EB 1 ~ pile_empty
			1: done
			supply EB = 1`},
		story{"12: small cards add up",
			act(t, inOrder, sketch{at: "ruined-tower", picked: "Q", hand: "D1 D1 B1 B1", adventures: "evil-wizard"}), `
			1: Q evil-wizard D1 D1 B1 B1
			1= 5 ruined-tower`},
		story{"13: a bigger card without change",
			act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "L3 B3", adventures: "golden-pheasant"}), `
			1: Q golden-pheasant L3 B3
			1= 2 hidden-valley`},
		story{"14: nothing beyond need",
			act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "S1 L1 L2 B1", adventures: "golden-pheasant"}), `
			1! Q golden-pheasant L1 L2 B1 ~ pay_surplus
			1! Q golden-pheasant S1 L1 B1 ~ pay_foreign`},
		story{"17: a horse goes one to three places", act(t, inOrder, sketch{picked: "P"}), `
			legal 1 = P hidden-valley, P dark-forest, P enchanted-grove, P fire-mountain, P dwarf-caves, P ruined-tower, done
			1! P camelot ~ horse_stays
			1! P misty-marsh ~ horse_far`},
		story{"18: two horses", act(t, inOrder, sketch{picked: "P G P", hand: "B1"}), `
			1: P hidden-valley; G B1; P camelot
			1= 2 camelot`},
		story{"19: a second Round Table", act(t, inOrder, sketch{picked: "A A"}), `
			1: A wild-boar
			legal 1 = A black-knight, A tree-of-life, done`},
		story{"20: refilled in phase III", lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{picked: "A A"}), `
			4: A wild-boar; A tree-of-life
			display = black-knight
			4: done
			display = black-knight white-stag wicked-witch`},
		story{"21: completed ones never return", lastTurn(t, 1, sketch{}, sketch{}, sketch{},
			sketch{at: "hidden-valley", picked: "Q", hand: "L1 B1", adventures: "golden-pheasant"}).useUp(0), `
			4: Q golden-pheasant L1 B1; done
			phase = pick 3
			display =`},
		story{"22: nothing is given back", act(t, inOrder, sketch{picked: "G", hand: "S1", adventures: "golden-pheasant"}),
			`legal 1 = done`},
		story{"23: horses are alike", begin(t, 3, 23), `supply P = 3`},
		story{"24: returned cards are for anybody",
			act(t, inOrder, sketch{at: "dark-forest", picked: "G", hand: "B1"}, sketch{picked: "EB"},
				sketch{hand: "B1 B2 B3"}), `
			pile B =
			1: G B1; done; 2: EB 1
			2= 0 camelot B1`},
		story{"26: more points win", lastTurn(t, 1, sketch{points: 15}, sketch{points: 16}), `
			4: done
			over 2 target 15 16 0 0`},
		story{"26: of a tie the first to reach", lastTurn(t, 1, sketch{}, sketch{points: 16}, sketch{points: 16}), `
			4: done
			over 2 target 0 16 16 0`},
		story{"27: no phase III after the last round",
			lastTurn(t, 1, sketch{points: 15, tent: 3}, sketch{tent: 1}, sketch{tent: 2}, sketch{picked: "A"}), `
			4: A wild-boar; done
			phase = over 2
			display = black-knight tree-of-life
			tents = 3124
			act =`})
}

// Ruling 25: lots among equals in every round.
func TestRuling25_LotsEveryRound(t *testing.T) {
	seen := map[tent]bool{}
	for s := begin(t, 3, 25); s.round < 12; {
		seen[s.knights[0].tent] = true
		seat := s.ToAct()[0]
		s = play(t, s, seat, s.Default(seat))
	}
	if len(seen) != 3 {
		t.Errorf("the tents of seat 1 among equals: %v", seen)
	}
}

// Ruling 28: the defaults play on for a seat that has left, which is ranked last.
func TestRuling28_ASeatLeaves(t *testing.T) {
	nobody := func(games.Seat) string { return "" }
	for _, c := range []struct {
		s    *state
		seat games.Seat
		want string // "" for a decision that another seat owes
	}{
		{mustResign(t, pickers(t), 1), 1, "pick ES"},
		{mustResign(t, act(t, inOrder, sketch{picked: "P"}), 1), 1, doneWord},
		{mustResign(t, joust(t, "S1", "L3"), 2), 2, bidWord},
		{mustResign(t, pickers(t), 2), 0, ""},
	} {
		if p, ok := c.s.Follow(nobody); ok != (c.want != "") || p.Seat != c.seat || p.Action != c.want || p.Interruptible {
			t.Errorf("posted %+v, %v, want %s", p, ok, c.want)
		}
	}
	s := mustResign(t, pickers(t, sketch{points: 14}, sketch{points: 3}, sketch{points: 4}), 1)
	if _, err := s.Resign(1); twin.KeyOf(err) != resignedAlready.Key {
		t.Errorf("resigning twice: %v", err)
	}
	back, err := s.Return(1)
	if p, ok := back.(*state).Follow(nobody); err != nil || ok {
		t.Errorf("posted %+v for a seat that has returned, %v", p, err)
	}
	if _, err := s.Return(2); err != games.ErrNotYourTurn {
		t.Errorf("a seat returns that has not left: %v", err)
	}
	s = mustResign(t, s, 2, 4)
	wantResult(t, s, "over 3 resignation 14 3 4 0")
	if want := []games.Seat{3, 1, 2, 4}; !slices.Equal(s.view(0).Ranking, want) {
		t.Errorf("ranking %v, want %v", s.view(0).Ranking, want)
	}
	for _, try := range []func(games.Seat) (games.State, error){s.Resign, s.Return} {
		if _, err := try(3); err != games.ErrFinished {
			t.Errorf("after the end: %v", err)
		}
	}
	// A seat that comes to the target and then resigns ends the game all the same.
	s = act(t, inOrder, sketch{points: 13, at: "dark-forest", picked: "G", hand: "B1"}, sketch{points: 4},
		sketch{points: 9})
	s = mustResign(t, play(t, s, 1, "G B1"), 1)
	for seat := games.Seat(1); seat <= 4; seat++ {
		s = play(t, s, seat, doneWord)
	}
	wantResult(t, s, "over 3 target 15 4 9 0")
	if want := []games.Seat{3, 2, 4, 1}; !slices.Equal(s.ranking, want) {
		t.Errorf("ranking %v, want %v", s.ranking, want)
	}
}

// The last round of all is the fortieth.
func TestSafetyStop(t *testing.T) {
	for round, want := range map[int]string{39: "not over", 40: "over 3 rounds 3 5 5 0"} {
		s := lastTurn(t, 1, sketch{points: 3, tent: 4}, sketch{points: 5, tent: 3}, sketch{points: 5, tent: 2},
			sketch{tent: 1})
		s.round = round
		wantResult(t, play(t, s, 1, doneWord), want)
	}
}

func TestScenario19_Tents(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(40) {
		s := lastTurn(t, seed, sketch{points: 6, tent: 1}, sketch{points: 3, tent: 2}, sketch{tent: 3},
			sketch{points: 3, tent: 4})
		s = play(t, s, 4, doneWord)
		var tents []tent
		for _, k := range s.seated() {
			tents = append(tents, k.tent)
		}
		text := cards.Line(tents, "")
		seen[text]++
		if got := s.Decided()["Deck.tents.3"]; got != text {
			t.Errorf("decided %q, want %q", got, text)
		}
	}
	if len(seen) != 2 || seen["4 2 1 3"] < 5 || seen["4 3 1 2"] < 5 {
		t.Errorf("tents after 6, 3, 0, 3 points: %v", seen)
	}
}

func TestDefaults(t *testing.T) {
	s := pickers(t, sketch{}, sketch{picked: "ES EL"}, sketch{picked: "ED EB A"}, sketch{picked: "A T T"})
	turn, tourney := act(t, inOrder, sketch{picked: "P"}), joust(t, "S1", "S2")
	if got := []string{s.Default(1), s.Default(2), turn.Default(1), tourney.Default(2)}; !slices.Equal(got,
		[]string{"pick G", "", "done", "bid"}) {
		t.Errorf("Default = %q", got)
	}
}
