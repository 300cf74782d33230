package handlers

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
)

// TestEveryCardGameAgainstTheComputer has guests begin every card game on the home page, at
// every number of players and in both languages, play it to its end by links and forms
// alone, and go on to a rematch.
func TestEveryCardGameAgainstTheComputer(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	for _, info := range match.Games() {
		if len(info.Seats) == 1 {
			continue
		}
		for _, seats := range info.Seats {
			for language, said := range map[string]string{"en": "Page (computer)", "fr": "Page (ordinateur)"} {
				if testing.Short() && (seats != 3 || (language == "fr") != (info.ID == "knizia")) {
					continue
				}
				t.Run(fmt.Sprintf("%s for %d in %s", info.ID, seats, language), func(t *testing.T) {
					t.Parallel()
					r := newReader(t, s.URL)
					r.header.Set("Accept-Language", language)
					r.header.Set("Accept-Encoding", "identity")
					r.open("/")
					r.submit(".computer", "game", info.ID, "players", strconv.Itoa(seats), "level", "1")
					r.expect(http.StatusOK)
					match := r.path
					if !strings.Contains(r.mainText(), said) {
						t.Errorf("nobody is called %s:\n%s", said, r.mainText())
					}
					decide, decisions := r.decider(s, info.ID, match, seats), 0
					for s.awaitTurn(t, match) {
						decide()
						decisions++
					}
					t.Logf("%d decisions", decisions)
					r.open(match)
					r.submit(`form[action$="/rematch"]`)
					r.expect(http.StatusOK)
					if r.path == match || !strings.Contains(r.mainText(), said) {
						t.Errorf("the rematch is %s:\n%s", r.path, r.mainText())
					}
				})
			}
		}
	}
}

// decider returns what makes a decision of the reader in a match of a card game.
func (r *reader) decider(s *testSite, game, match string, seats int) func() {
	rng, readers := rand.New(rand.NewPCG(9, uint64(seats))), slices.Repeat([]*reader{r}, seats)
	switch game {
	case "knizia":
		l := &kniziaTable{t: r.t.(*testing.T), match: match, readers: readers, rng: rng, played: map[string]bool{}}
		return func() { l.turn() }
	case "shannon":
		c := &shannonTable{t: r.t.(*testing.T), match: match, readers: readers, rng: rng, seen: map[string]bool{}}
		return func() { r.open(match); c.decide(r) }
	}
	g := &kutschkeTable{t: r.t.(*testing.T), site: s, match: match, readers: readers, rng: rng, posted: map[string]int{}, steps: map[string]int{}}
	return func() { g.act(r.seat(s, match)) }
}

// seat returns the seat of the only person at a table.
func (r *reader) seat(s *testSite, match string) games.Seat {
	m := s.mustMatch(r.t, match)
	return games.Seat(1 + slices.IndexFunc(m.Seats, func(p db.Player) bool { return p.Bot == 0 }))
}

// mustMatch returns a match by its path.
func (s *testSite) mustMatch(t testing.TB, match string) db.Match {
	t.Helper()
	m, err := s.site.Store.Match(t.Context(), strings.TrimPrefix(match, "/m/"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// awaitTurn waits until the only person at a table is to act, and reports false if the match
// ends instead.
func (s *testSite) awaitTurn(t testing.TB, match string) bool {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		m := s.mustMatch(t, match)
		if m.Over {
			return false
		}
		if slices.ContainsFunc(m.ToAct, func(seat games.Seat) bool { return m.Seats[seat-1].Bot == 0 }) {
			return true
		}
	}
	t.Fatalf("%s: no turn comes, and no end", match)
	return false
}

// openWithChoice opens matches against the computer until the person has more than one legal
// action in the first turn, and returns the path of that match.
func (s *testSite) openWithChoice(t testing.TB, r *reader, game string) string {
	t.Helper()
	for range 10 {
		r.send(http.MethodPost, "/computer", url.Values{"game": {game}, "players": {"2"}, "level": {"1"}})
		r.expect(http.StatusOK)
		if !s.awaitTurn(t, r.path) {
			t.Fatal("the match is over before its first turn")
		}
		m := s.mustMatch(t, r.path)
		for _, seat := range m.ToAct {
			if m.Seats[seat-1].Bot != 0 {
				continue
			}
			f, err := s.site.Club.Match.Match(t.Context(), m.ID, m.Seats[seat-1].ID)
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Table.Legal(seat)) > 1 {
				return r.path
			}
		}
	}
	t.Fatal("in no match is there a choice")
	return ""
}

// A hint at cards says in words what to do, in both languages, what it is expected to win
// and which hint of the match it is; in every game, and without the notation.
func TestHintsAtCards(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		for language, said := range map[string][2]string{"en": {"Hint: ", "Hint 1 of this match."}, "fr": {"Conseil\u00a0: ", "Conseil n°\u00a01 de la partie."}} {
			if testing.Short() && (language == "fr") != (game == "knizia") {
				continue
			}
			t.Run(game+" "+language, func(t *testing.T) {
				t.Parallel()
				r := newReader(t, s.URL)
				r.header.Set("Accept-Language", language)
				match := s.openWithChoice(t, r, game)
				r.open(match)
				r.follow("#hint")
				bar := strings.ReplaceAll(r.text("#bar"), "\u00a0", " ")
				for _, part := range said {
					if !strings.Contains(bar, strings.ReplaceAll(part, "\u00a0", " ")) {
						t.Errorf("the hint in %s is %q, without %q", language, bar, part)
					}
				}
				_, reason, _ := strings.Cut(bar, strings.ReplaceAll(said[0], "\u00a0", " "))
				reason, _, _ = strings.Cut(reason, strings.ReplaceAll(said[1], "\u00a0", " "))
				if !strings.Contains(reason, "%") || strings.Contains(reason, "Guest") || strings.Contains(reason, "Over the deals") || strings.Contains(reason, "Sur les donnes") {
					t.Errorf("the reason in %s is %q, of %q", language, reason, bar)
				}
				r.follow("#hint-away")
				if r.page.Find("#hint").Length() != 1 {
					t.Error("no other hint can be asked for")
				}
			})
		}
	}
}

// decisionCaption is the caption of a decision in a review: its number, and that of the
// tournament or round.
var decisionCaption = regexp.MustCompile(`Decision \d+ of \d+ · .*\d`)

// A match of cards against bots is reviewed by links alone, in every game: the decisions that
// cost most, each option with its chance, what was played and what was best.
func TestCardReviewsWithoutScripts(t *testing.T) {
	t.Parallel()
	set := DefaultSettings()
	set.BotPause = time.Millisecond
	s := newTestSiteOn(t, Config{Settings: set, ReviewNodes: 2_000})
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			r := newReader(t, s.URL)
			r.send(http.MethodPost, "/computer", url.Values{"game": {game}, "players": {"2"}, "level": {"1"}})
			r.expect(http.StatusOK)
			match := r.path
			decide := r.decider(s, game, match, 2)
			for n := 0; n < 8 && s.awaitTurn(t, match); n++ {
				decide()
			}
			if s.awaitTurn(t, match) {
				m := s.mustMatch(t, match)
				r.post(match, m.Ply, "resign", "resigns")
			}
			for end := time.Now().Add(time.Minute); !s.mustMatch(t, match).Over && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
			r.open(match)
			r.follow("#review-row")
			r.awaitReview(match)
			if r.page.Find("h1").Length() != 1 || r.page.Find("#how-title").Length() != 1 {
				t.Fatalf("the review is %s", r.mainText())
			}
			if lines, rows := r.page.Find(".chances .g-curve path").Length(), r.page.Find(".figures tbody tr").Length(); lines != 2 || rows < 2 {
				t.Errorf("the chances have %d lines and %d rows", lines, rows)
			}
			if text := r.text("#review aside"); !strings.Contains(text, "Luck of the deal") {
				t.Errorf("of luck it tells %s", text)
			}
			r.page.Find(".dec").Each(func(_ int, d *goquery.Selection) {
				if text := d.Find(".cap").Text(); !decisionCaption.MatchString(text) {
					t.Errorf("the caption of a decision is %q", text)
				}
				if d.Find(".optn").Length() < 2 || d.Find(".tagged.best").Length() != 1 || d.Find(".optn.did").Length() != 1 {
					t.Errorf("a decision is %s", d.Text())
				}
				if held := d.Find(".dealt .card svg").Length(); held == 0 && game != "kutschke" || held > 0 && !strings.Contains(d.Text(), "Your hand then") {
					t.Errorf("the hand of a decision has %d cards: %s", held, d.Text())
				}
			})
			seat := r.seat(s, match)
			r.send(http.MethodGet, match+"/review?of="+strconv.Itoa(int(3-seat)), nil)
			r.expect(http.StatusOK) // the bot's, of which nothing is told
			if r.page.Find(".dec").Length() != 0 {
				t.Error("a bot's decisions are told")
			}
			r.send(http.MethodGet, match+"/review?of=7", nil)
			r.expect(http.StatusBadRequest)
		})
	}
}
