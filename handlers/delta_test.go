package handlers

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/effort"
	"tableronde/games/table"
	"tableronde/handlers/delta"
	"tableronde/handlers/delta/deltatest"
	"tableronde/handlers/sitetest"
	"tableronde/static/coding"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/locale"
)

// mostOfMove is how many bytes, compressed, an answer takes that tells of a move. The
// first one of a round of Kutschke's game, which shows another page, takes mostOfRound.
const mostOfMove, mostOfRound = 3000, 3200

// What a page asks for after a move is small at any ply, and together with what the page
// has it is the whole page, whoever moved.
func TestMovesAreSmall(t *testing.T) {
	for _, rules := range catalog.All() {
		info := rules.Info()
		family, _ := families.Of(info.ID)
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			plies := []int{10, 1000}
			if !family.Board {
				plies = []int{10, 60, 200}
			}
			if testing.Short() {
				plies = plies[:len(plies)-1]
			}
			for i, ply := range plies {
				lang := []locale.Lang{locale.French, locale.English}[i%2]
				w := newWatchedMatch(t, rules, lang)
				w.playUpTo(ply, family.Board)
				for range 4 + effort.N(20) {
					w.playWatched()
				}
				t.Logf("ply %d: at most %d bytes, %d of whole pages", ply, w.most, w.mostWhole)
			}
		})
	}
}

// watchedMatch is a match at random, as the pages of its players show it.
type watchedMatch struct {
	t     testing.TB
	rules games.Ruleset
	tab   table.Match
	lang  locale.Lang
	rng   *rand.Rand
	cache *delta.Cache
	step  map[games.Seat]string // that a seat made last, where nothing is captured

	most, mostWhole int // sizes of answers
}

func newWatchedMatch(t testing.TB, rules games.Ruleset, lang locale.Lang) *watchedMatch {
	w := &watchedMatch{t: t, rules: rules, lang: lang, rng: rand.New(rand.NewPCG(1, 2)), cache: delta.NewCache(1 << 20), step: map[games.Seat]string{}}
	w.begin()
	return w
}

// begin deals, for as many as may play.
func (w *watchedMatch) begin() {
	info := w.rules.Info()
	setup := games.Setup{Seats: info.Seats[len(info.Seats)-1]}
	if info.Chance {
		setup.Seed = &games.Seed{byte(w.rng.Uint32())}
	}
	var err error
	if w.tab, err = table.New(w.rules, setup); err != nil {
		w.t.Fatal(err)
	}
}

// playUpTo plays up to a ply. Where seats shuttle, they go to and fro as far as they may,
// so that there is an end to no game.
func (w *watchedMatch) playUpTo(ply int, shuttle bool) {
	for w.tab.Ply() < ply {
		if w.tab.Over() {
			w.begin()
		}
		w.play(shuttle)
	}
}

// play plays one action.
func (w *watchedMatch) play(shuttle bool) {
	w.t.Helper()
	seat := w.tab.ToAct()[0]
	legal := w.tab.Legal(seat)
	action := legal[w.rng.IntN(len(legal))]
	if from, to, ok := strings.Cut(w.step[seat], "-"); shuttle && ok {
		if next, err := w.tab.Play(seat, to+"-"+from, time.Time{}); err == nil {
			w.tab, w.step[seat] = next, to+"-"+from
			return
		}
	}
	for try := 0; shuttle && try < 50 && !isStep(action); try++ {
		action = legal[w.rng.IntN(len(legal))]
	}
	delete(w.step, seat)
	if isStep(action) {
		w.step[seat] = action
	}
	var err error
	if w.tab, err = w.tab.Play(seat, action, time.Time{}); err != nil {
		w.t.Fatal(err)
	}
}

func isStep(action string) bool {
	return strings.Count(action, "-") == 1 && !strings.ContainsAny(action, "x ")
}

// playWatched plays one action and looks at the answers to the pages of those who have
// moved, of those who are next, and of a spectator.
func (w *watchedMatch) playWatched() {
	w.t.Helper()
	if w.tab.Over() {
		return
	}
	mover, ply := w.tab.ToAct()[0], w.tab.Ply()
	viewers := []games.Seat{mover, mover%games.Seat(w.tab.Setup().Seats) + 1, games.Spectator}
	had := make([][]byte, len(viewers))
	for i, viewer := range viewers {
		had[i] = w.answer(viewer, ply, "")
	}
	w.play(w.step[mover] != "")
	for i, viewer := range viewers {
		answer, whole := w.answer(viewer, ply, deltatest.Tag(had[i])), w.answer(viewer, ply, "")
		got, err := deltatest.Fill(had[i], answer)
		if err != nil {
			w.t.Fatal(err)
		}
		want, err := deltatest.Canonical(whole)
		if err != nil {
			w.t.Fatal(err)
		}
		if got != want {
			w.t.Fatalf("ply %d, seat %d: %s", ply, viewer, firstDifference([]byte(want), []byte(got)))
		}
		w.most, w.mostWhole = max(w.most, zipped(answer)), max(w.mostWhole, zipped(whole))
	}
	limit := mostOfMove
	if w.rules.Info().ID == "kutschke" {
		limit = mostOfRound
	}
	if w.most > limit {
		w.t.Errorf("a move at ply %d takes %d bytes, want at most %d", ply, w.most, limit)
	}
}

func zipped(page []byte) int { return len(coding.Gzip.Append(nil, page)) }

// answer returns the answer to a page of a viewer, as fragment renders it.
func (w *watchedMatch) answer(viewer games.Seat, ply int, have string) []byte {
	w.t.Helper()
	return w.cache.Append(nil, w.fragment(viewer, ply), delta.Scope{Viewer: fmt.Sprint(viewer), Thing: "match"}, have)
}

// fragment renders what htmx asks for, for a viewer to whom what was played from a ply on
// is news.
func (w *watchedMatch) fragment(viewer games.Seat, ply int) []byte {
	w.t.Helper()
	f := sitetest.StoredMatch(w.rules, w.tab)
	var player db.Player
	if viewer != games.Spectator {
		player = f.Seats[viewer-1]
	}
	page := views.Page{Lang: w.lang, Path: "/m/" + f.ID, Origin: "https://table.example", Player: player.Name, Now: f.Started.Add(time.Duration(w.tab.Ply()) * time.Minute)}
	m := newMatchModel(page, f, matchQuery{shown: f.Ply}, viewer, player)
	fillPosition(&m, f, newKeptStories())
	fillChoices(&m, f, player)
	m.Seen, m.Key = ply, fmt.Sprintf("%026d", w.tab.Ply())
	fillBefore(&m, f)
	family, _ := families.Of(f.Game)
	var b bytes.Buffer
	if err := family.Fragment(m).Render(w.t.Context(), &b); err != nil {
		w.t.Fatal(err)
	}
	return b.Bytes()
}

// BenchmarkDelta is what it costs to leave out what a page has, after all of it was
// rendered: of a page that has nothing yet, and after a move.
func BenchmarkDelta(b *testing.B) {
	for _, game := range []string{"camelot", "grand-camelot", "kutschke"} {
		rules, err := catalog.Find(game, 0)
		if err != nil {
			b.Fatal(err)
		}
		w := newWatchedMatch(b, rules, locale.French)
		w.playUpTo(100, true)
		pages := [2][]byte{w.fragment(1, w.tab.Ply())}
		w.play(true)
		pages[1] = w.fragment(1, w.tab.Ply()-1)
		scope := delta.Scope{Viewer: "player", Thing: "match"}
		b.Run(game+"/whole", func(b *testing.B) {
			b.SetBytes(int64(len(pages[0])))
			b.ReportAllocs()
			out, i := []byte(nil), 0
			for b.Loop() {
				out = w.cache.Append(out[:0], pages[i%2], scope, "")
				i++
			}
		})
		b.Run(game+"/move", func(b *testing.B) {
			b.SetBytes(int64(len(pages[0])))
			b.ReportAllocs()
			out, tag, i := []byte(nil), "", 0
			for b.Loop() {
				out = w.cache.Append(out[:0], pages[i%2], scope, tag)
				tag = deltatest.Tag(out)
				i++
			}
			b.ReportMetric(float64(len(out)), "B/answer")
		})
	}
}

// Only the page that its viewer has, of the same match, shortens an answer, and only one
// to htmx.
func TestWhatIsLeftOut(t *testing.T) {
	s := newTestSite(t)
	ada, bo, path := startCamelot(t, s, true)
	tagOn := func(r *reader) string { return deltatest.Tag([]byte(r.body)) }
	check := func(what string, r *reader, want bool) {
		t.Helper()
		if got := strings.Contains(r.body, "data-same"); r.status != http.StatusOK || got != want {
			t.Errorf("%s: status %d, something is left out: %t, want %t", what, r.status, got, want)
		}
	}
	ada.open(path)
	first := ada.body
	bo.open(path)
	ada.header.Set("HX-Request", "true")
	for what, tag := range map[string]string{"no tag": "", "an unknown tag": "x-1", "the tag of another player": tagOn(bo)} {
		ada.header.Set(delta.Header, tag)
		ada.open(path)
		check(what, ada, false)
	}
	ada.header.Set(delta.Header, deltatest.Tag([]byte(first)))
	ada.open(path)
	check("the tag of the first page", ada, true)
	if _, err := deltatest.Fill([]byte(first), []byte(ada.body)); err != nil {
		t.Error(err)
	}
	ada.header.Set(delta.Header, tagOn(ada))
	ada.post(path, 0, "E6-E8", "k0")
	check("the answer to a form", ada, true)
	if n := zipped([]byte(ada.body)); n > mostOfMove {
		t.Errorf("the answer to a form takes %d bytes", n)
	}
	tag := tagOn(ada)
	ada.header.Set(delta.Header, deltatest.Tag([]byte(first)))
	ada.open(path)
	check("an old tag", ada, false)
	ada.header.Set(delta.Header, tag)
	ada.header.Del("HX-Request")
	ada.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	ada.header.Set("HX-Request", "true")
	ada.open(ada.path)
	check("the tag of another match", ada, false)
	ada.header.Del("HX-Request")
	ada.open(path)
	check("a page without scripts", ada, false)
}
