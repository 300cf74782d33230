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
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	matchpages "tableronde/handlers/match"
)

// newBotSite works like newTestSite with bots that do not wait.
func newBotSite(t *testing.T) *testSite {
	t.Helper()
	set := DefaultSettings()
	set.BotPause = time.Millisecond
	return newTestSiteOn(t, Config{Settings: set})
}

// One tap of a guest begins a match against the computer, which is called so, and a move
// is taken back without asking.
func TestGuestPlaysTheComputer(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	if first := r.page.Find("main .btn").First(); first.AttrOr("id", "") != "play-computer" || !first.HasClass("primary") || r.page.Find("main .btn.primary").Length() != 1 {
		t.Errorf("the first button of a guest is %q", textOf(first))
	}
	r.submit(".computer", "game", "camelot", "side", "first")
	r.expect(http.StatusOK)
	match := r.path
	if !strings.Contains(r.mainText(), "Bedivere (computer)") {
		t.Errorf("nobody is called a computer:\n%s", r.mainText())
	}
	if r.page.Find("#take-back").Length() != 0 {
		t.Error("there is a move to take back before the first")
	}
	r.post(match, 0, "E6-E8", "first-move")
	r.expect(http.StatusOK)
	for r.page.Find("#match").AttrOr("data-ply", "") != "2" {
		r.open(match)
	}
	if r.page.Find(`a[href*="ask=offer"]:contains("take back")`).Length() != 0 {
		t.Error("a bot is asked to let a move be taken back")
	}
	r.submit(`form:has(#take-back)`)
	r.expect(http.StatusOK)
	if ply := r.page.Find("#match").AttrOr("data-ply", ""); ply != "4" || r.page.Find("#take-back").Length() != 0 {
		t.Errorf("after the take-back the match is at ply %s:\n%s", ply, r.mainText())
	}
	r.open("/")
	if r.page.Find("details .computer").Length() != 1 || r.page.Find("main .btn.primary").AttrOr("id", "") != "next" {
		t.Error("who has a match to go on with is offered another first")
	}
}

// The players of the computer stand on a page for each game, all open to a challenge. The home page
// and the lessons lead there. A lost match is no win.
func TestCharactersAreOpenToChallenge(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	r := newReader(t, s.URL)
	for _, from := range []string{"/", "/learn"} {
		if r.open(from); r.page.Find(`main a[href="/computer"]`).Length() != 1 {
			t.Errorf("%s does not lead to the players of the computer", from)
		}
	}
	r.open("/computer/cam")
	if got := r.text(".stair h2"); got != "DagonetGarethBediverePalamedesNimue" || r.text(`[aria-current="step"] h2`) != "Dagonet" {
		t.Errorf("the players are %s, the next one is %s", got, r.text(`[aria-current="step"] h2`))
	}
	r.submit(".stair li:nth-child(4) form")
	r.expect(http.StatusOK)
	if !strings.HasPrefix(r.path, "/m/") || !strings.Contains(r.mainText(), "Palamedes (computer)") {
		t.Errorf("the challenge leads to %s", r.path)
	}
	r.send(http.MethodPost, "/computer", url.Values{"game": {"cam"}, "level": {"1"}, "side": {"first"}})
	r.post(r.path, 0, "resign", "give-up")
	r.expect(http.StatusOK)
	if r.page.Find(`#ladder[href="/computer/cam"]`).Length() != 1 {
		t.Error("the end of the match does not lead to the players of the computer")
	}
	if r.open("/computer/cam"); strings.Contains(r.mainText(), "1 of 3") {
		t.Errorf("a lost match counts:\n%s", r.mainText())
	}
	r.send(http.MethodGet, "/computer/chess", nil)
	r.expect(http.StatusNotFound)
}

// A player who has too many matches against the computer, or begins too many, gets the reason in
// words and goes on once one is over.
func TestMatchesAgainstTheComputerAreBounded(t *testing.T) {
	t.Parallel()
	set := DefaultSettings()
	set.BotMatches, set.BotStarts = 2, 3
	r := newReader(t, newTestSiteOn(t, Config{Settings: set}).URL)
	begin := func() {
		r.t.Helper()
		r.send(http.MethodPost, "/computer", url.Values{"game": {"cam"}, "side": {"first"}, "level": {"1"}})
	}
	for range 2 {
		begin()
		r.expect(http.StatusOK)
	}
	match := r.path
	begin()
	r.expect(http.StatusConflict)
	if !strings.Contains(r.mainText(), "Finish one of them, or resign it") {
		t.Errorf("a third match is refused with\n%s", r.mainText())
	}
	r.post(match, 0, "resign", "no-more")
	r.expect(http.StatusOK)
	begin()
	r.expect(http.StatusOK)
	r.post(r.path, 0, "resign", "nor-this")
	r.expect(http.StatusOK)
	begin()
	r.expect(http.StatusTooManyRequests)
	if !strings.Contains(r.mainText(), "within an hour") {
		t.Errorf("a fourth match is refused with\n%s", r.mainText())
	}
	r.open(match)
	r.submit(`form[action$="/rematch"]`)
	r.expect(http.StatusTooManyRequests)
}

// The host gives the seats of a table to the computer, until the match begins.
func TestHostSeatsBots(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	ada, bo := newReader(t, s.URL), newReader(t, s.URL)
	ada.send(http.MethodPost, "/matches", url.Values{"game": {"grand-camelot"}, "seat": {"2"}, "name": {"Ada"}, "public": {"1"}})
	ada.expect(http.StatusOK)
	table := ada.path
	if bo.open(table); bo.page.Find("#bot-seat").Length() != 0 {
		t.Error("somebody else than the host is offered bots")
	}
	for seat, level := range map[string]string{"1": "5", "4": "2", "3": "5"} {
		ada.submit("#bot-seat form", "seat", seat, "level", level)
		ada.expect(http.StatusOK)
	}
	for _, name := range []string{"Nimue (computer)", "Nimue II (computer)", "Gareth (computer)"} {
		if !strings.Contains(ada.mainText(), name) {
			t.Errorf("%s is missing:\n%s", name, ada.mainText())
		}
	}
	if ada.page.Find("#bot-seat").Length() != 0 {
		t.Error("the match has not begun")
	}
	ada.send(http.MethodPost, "/matches", url.Values{"game": {"knizia"}, "seats": {"3"}, "seat": {"1"}})
	for _, seat := range []string{"3", "2"} {
		ada.submit("#bot-seat form", "seat", seat, "level", "2")
		ada.expect(http.StatusOK)
	}
	if ada.page.Find("#bot-seat").Length() != 0 || !strings.Contains(ada.mainText(), "Gareth II (computer)") {
		t.Errorf("a tournament against two bots:\n%s", ada.mainText())
	}
	bo.send(http.MethodPost, "/computer", url.Values{"game": {"knizia"}, "level": {"6"}})
	bo.expect(http.StatusUnprocessableEntity)
	if bo.hasSession() {
		t.Error("a refusal makes a guest")
	}
}

// Guests begin every game against the computer on the home page, at every number of players and in
// either language, and play by links and forms alone. Matches of two end by a resignation and go
// on to a rematch. With TABLERONDE_LONG=1 there are both languages, and cards are played to the end.
func TestEveryGameAgainstTheComputer(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	said := map[string]string{"en": "Dagonet (computer)", "fr": "Dagonet (ordinateur)"}
	turn := 0
	for _, info := range match.Games() {
		for _, seats := range info.Seats {
			if testing.Short() && seats != info.Seats[0] {
				continue
			}
			languages := []string{"en", "fr"}
			if turn++; !isLong() {
				languages = languages[turn%2:][:1]
			}
			for _, language := range languages {
				t.Run(fmt.Sprintf("%s for %d in %s", info.ID, seats, language), func(t *testing.T) {
					t.Parallel()
					r := newReader(t, s.URL)
					r.header.Set("Accept-Language", language)
					r.header.Set("Accept-Encoding", "identity")
					r.playTheComputer(s, info, seats, said[language])
				})
			}
		}
	}
}

// playTheComputer begins a match against the computer, which has a name, and plays it.
func (r *reader) playTheComputer(s *testSite, info games.Info, seats int, name string) {
	r.t.Helper()
	r.open("/")
	choice := []string{"game", info.ID, "level", "1", "players", strconv.Itoa(seats)}
	if match.OnBoard(info.ID) {
		choice = append(choice[:4], "side", []string{"first", "second"}[len(info.ID)%2])
	}
	r.submit(".computer", choice...)
	r.expect(http.StatusOK)
	path := r.path
	if !strings.Contains(r.mainText(), name) {
		r.t.Errorf("nobody is called %s:\n%s", name, r.mainText())
	}
	decide, most := r.decider(s, info.ID, path, seats), 12
	if isLong() && !match.OnBoard(info.ID) {
		most = match.MaxEvents
	}
	decisions := 0
	for ; s.awaitTurn(r.t, path); decisions++ {
		switch {
		case decisions < most:
			decide()
		case seats == 2 || match.OnBoard(info.ID):
			r.act(path, "resign")
		default:
			return // the bots would play on
		}
	}
	r.open(path)
	if decisions == 0 || !strings.Contains(r.mainText(), name) {
		r.t.Errorf("after %d decisions the match is over:\n%s", decisions, r.mainText())
	}
	r.submit(`form[action$="/rematch"]`)
	r.expect(http.StatusOK)
	if r.path == path || !strings.Contains(r.mainText(), name) {
		r.t.Errorf("the rematch is %s:\n%s", r.path, r.mainText())
	}
}

// decider returns a function that makes a decision of the reader in a match.
func (r *reader) decider(s *testSite, game, match string, seats int) func() {
	rng, readers := rand.New(rand.NewPCG(9, uint64(seats))), slices.Repeat([]*reader{r}, seats)
	switch game {
	case "knizia":
		l := &kniziaTable{t: r.t.(*testing.T), match: match, readers: readers, rng: rng, played: map[string]bool{}}
		return func() { l.turn() }
	case "shannon":
		c := &shannonTable{t: r.t.(*testing.T), match: match, readers: readers, rng: rng, seen: map[string]bool{}}
		return func() { r.open(match); c.decide(r) }
	case "kutschke":
		g := &kutschkeTable{t: r.t.(*testing.T), site: s, match: match, readers: readers, rng: rng, posted: map[string]int{}, steps: map[string]int{}}
		return func() { g.act(r.seat(s, match)) }
	}
	return func() { r.move(match, rng) }
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

// A hint at cards describes in words the action, in both languages, with its expected share and
// the number of the hint in the match. That holds in every game, and without the notation.
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

// decisionCaption is the caption of a decision in a review: its number, and the number of the
// tournament or round.
var decisionCaption = regexp.MustCompile(`Decision \d+ of \d+ · .*\d`)

// A match of cards against bots is reviewed by links alone, in every game: the decisions that cost
// most, each option with its chance, the played one and the best one.
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
				if held := d.Find(".dealt .card svg").Length(); held == 0 && game != "kutschke" || held > 0 && !strings.Contains(d.Text(), "Your hand at that moment") {
					t.Errorf("the hand of a decision has %d cards: %s", held, d.Text())
				}
			})
			seat := r.seat(s, match)
			r.send(http.MethodGet, match+"/review?of="+strconv.Itoa(int(3-seat)), nil)
			r.expect(http.StatusOK) // the bot's, which the page does not show
			if r.page.Find(".dec").Length() != 0 {
				t.Error("a bot's decisions are told")
			}
			r.send(http.MethodGet, match+"/review?of=7", nil)
			r.expect(http.StatusBadRequest)
		})
	}
}

// A hint is asked for, read, staged and confirmed by links and forms alone.
func TestHintWithoutScripts(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.send(http.MethodPost, "/computer", url.Values{"game": {"cam"}, "level": {"1"}, "side": {"first"}})
	ada.expect(http.StatusOK)
	match := ada.path
	ada.follow("#hint")
	move, found := strings.CutPrefix(strings.TrimSpace(ada.page.Find("#status").Contents().First().Text()), "Hint: ")
	if !found || ada.page.Find("#status small").Text() == "" || ada.page.Find("#board .path").Length() == 0 {
		t.Fatalf("the hint: %s", ada.mainText())
	}
	if ada.page.Find("#confirm").Length() != 0 {
		t.Error("a hint can be confirmed before it is staged")
	}
	ada.follow("#hint-next")
	if got, _ := strings.CutPrefix(strings.TrimSpace(ada.page.Find("#status").Contents().First().Text()), "Hint: "); got == move || got == "" {
		t.Errorf("another hint than %s is %q", move, got)
	}
	for range 2 { // which are counted once
		ada.open(ada.path)
		if got := ada.page.Find("#hints").Text(); !strings.Contains(got, "Hint 2 of this match") {
			t.Errorf("after two hints: %q", got)
		}
	}
	ada.follow("#hint-away")
	ada.follow("#hint")
	ada.follow("#hint-stage")
	ada.submit("form:has(#confirm)")
	ada.expect(http.StatusOK)
	if got := strings.Join(ada.moves(match), " "); !strings.HasPrefix(got, move) {
		t.Errorf("played %s, the hint was %s", got, move)
	}
	ada.open(match + "/record")
	if !strings.Contains(ada.body, `[Hints "2"]`) {
		t.Errorf("the record is %s", ada.body)
	}
	ada.open(match)
	if got := ada.mainText(); !strings.Contains(got, "2 hints") {
		t.Errorf("the page of the match says %s", got)
	}
	for _, number := range []string{"0", "6", "x"} {
		if ada.open(match + "?hint=" + number); ada.page.Find("#hint-stage").Length() != 0 {
			t.Errorf("there is a hint %s", number)
		}
	}
}

// Among people there are no hints, whatever the address says.
func TestNoHintAmongPeople(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := conditionTable(t, s)
	ada.open(match)
	if ada.page.Find("#hint").Length() != 0 {
		t.Error("a hint is offered against a person")
	}
	ada.open(match + "?hint=1")
	if ada.page.Find("#hint-stage").Length() != 0 {
		t.Error("a hint is given against a person")
	}
}

// A player who asks often has to wait.
func TestHintsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("searches until that is refused")
	}
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.send(http.MethodPost, "/computer", url.Values{"game": {"camette"}, "level": {"1"}, "side": {"first"}})
	id := ada.path
	for i := range 2 * matchpages.AskBurst {
		ada.open(id + "?hint=1&again=" + strconv.Itoa(i)) // the same page would be kept
	}
	if got := ada.page.Find("#notice").Text(); !strings.Contains(got, "asked the computer often") {
		t.Errorf("the page says %q", got)
	}
}

// The analysis shows the value of a position to a visitor who asks, with the best line and moves.
// It does not show it to the players of a match that stands there.
func TestValueOnTheAnalysisBoard(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := conditionTable(t, s)
	ada.open(match + "/analysis")
	ada.follow("#ask-value")
	if got := ada.page.Find("#problem").Text(); !strings.Contains(got, "when that match is over") || ada.page.Find("#value").Length() != 0 {
		t.Errorf("a player of the match reads %q", got)
	}
	ada.post(match, 2, "resign", "resigns")
	ada.open(match + "/analysis?ply=2&line=C6-C7")
	ada.follow("#ask-value")
	if ada.page.Find("#value-title").Length() != 1 || ada.page.Find("#value-moves tr").Length() == 0 {
		t.Fatalf("once the match is over: %s", ada.mainText())
	}
	first := ada.page.Find("#value-moves a").First().Text()
	ada.follow("#value-moves a")
	if got := ada.page.Find("#tried-2").Text(); !strings.Contains(got, first) {
		t.Errorf("the analysis goes on with %q, want %s", got, first)
	}
	eve := newReader(t, s.URL)
	eve.open(match + "/analysis?value=1")
	if eve.page.Find("#value, #ask-value").Length() != 0 {
		t.Error("a stranger is told a value, or may ask")
	}
}

// slowSolver answers nobody until it is released.
type slowSolver struct{ asked, released chan struct{} }

func (s *slowSolver) Solve(*parker.Search) (solve.Value, []solve.Move, error) {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	<-s.released
	return solve.Value{}, nil, solve.ErrAbsent
}

// Many guests who wait for hints hold up no page, and all of them get one.
func TestHintsHoldUpNoPage(t *testing.T) {
	t.Parallel()
	solver := &slowSolver{make(chan struct{}, 1), make(chan struct{})}
	site := newTestSiteOn(t, Config{Solver: solver})
	var asking sync.WaitGroup
	_, slots := site.site.Gate.Held()
	for range 2*slots + 2 {
		guest := site.Guest("Ada")
		match := guest.Post("/matches", map[string]any{"game": "camette", "seat": 1, "bots": map[string]int{"2": 1}}).Want(t, http.StatusCreated, "").Match.ID
		asking.Go(func() {
			answer, err := guest.Try(http.MethodGet, "/matches/"+match+"/hint", nil)
			if err != nil || answer.Status != http.StatusOK {
				t.Errorf("a hint: %d %s, %v", answer.Status, answer.Body, err)
			}
		})
	}
	<-solver.asked
	for range 9 {
		if got := site.Guest("Bo").Get("/me/matches"); got.Status != http.StatusOK {
			t.Errorf("while hints are searched, a page is %d %s", got.Status, got.Body)
			break
		}
	}
	close(solver.released)
	asking.Wait()
}
