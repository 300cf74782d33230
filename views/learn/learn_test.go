package learn

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"tableronde/games/guides"
	"tableronde/games/lessons"
	"tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/locale"
)

// Every lesson has its sentences in the catalogues, and the catalogues have no other sentence of a
// lesson.
func TestSentencesOfLessons(t *testing.T) {
	want := []string{}
	need := func(key string) { want = append(want, key) }
	for _, game := range lessons.Games() {
		if game != first {
			need("lesson.about." + game)
		}
		for _, l := range lessons.Of(game) {
			name := "lesson." + l.Name() + "."
			parts := []string{"task", "how", "good"}
			if game == first {
				parts = append(parts, "title", "about")
			}
			for _, part := range parts {
				need(name + part)
			}
			for _, m := range l.Mistakes {
				need(name + "wrong." + m.Key)
			}
			b := l.View().Board()
			need("lesson.side." + strings.ToLower(b.Army(1).En))
			for q := range parker.Square(b.Len()) {
				if piece := l.View().At(q); piece != 0 && piece.Seat() != 1 && piece.Seat() != b.Partner(1) {
					need("lesson.theirs." + strings.ToLower(b.Army(piece.Seat()).En))
				}
			}
		}
	}
	for _, g := range guides.All() {
		need("lesson.about." + g.Game)
	}
	for _, key := range want {
		if !locale.Has(views.English, key) || !locale.Has(views.French, key) {
			t.Errorf("there is no sentence %s", key)
		}
	}
	general := []string{"lesson.theirs", "lesson.theirs.red"}
	for _, key := range locale.Keys(views.English) {
		rest, of := strings.CutPrefix(key, "lesson.")
		game, rest, _ := strings.Cut(rest, ".")
		ofLesson := of && (slices.Contains(lessons.Games(), game) || game == "about" || game == "theirs" || game == "side")
		if ofLesson && !slices.Contains(want, key) && !strings.HasSuffix(rest, ".then") && !slices.Contains(general, key) {
			t.Errorf("no lesson has the sentence %s", key)
		}
	}
}

// The lessons for beginners have a picture each.
func TestPicturesOfLessons(t *testing.T) {
	if got, want := len(pictures), len(lessons.Of(first)); got != want {
		t.Errorf("%d pictures for %d lessons", got, want)
	}
}

// Every step of a guided round has its sentences in the catalogues, which have no others.
func TestSentencesOfGuides(t *testing.T) {
	var want []string
	for _, g := range guides.All() {
		for i, s := range g.Steps {
			name := "guide." + g.Game + "." + strconv.Itoa(i+1) + "."
			want = append(want, name+"name", name+"count")
			if !s.Within {
				want = append(want, name+"title")
			}
			if len(s.Play) > 0 {
				want = append(want, name+"do")
			}
			for _, slip := range s.Slips {
				want = append(want, name+"wrong."+slip.Key)
			}
		}
	}
	for _, key := range want {
		if !locale.Has(views.English, key) || !locale.Has(views.French, key) {
			t.Errorf("there is no sentence %s", key)
		}
	}
	for _, key := range locale.Keys(views.English) {
		rest, of := strings.CutPrefix(key, "guide.")
		game, _, _ := strings.Cut(rest, ".")
		if _, guided := guides.Of(game); of && guided && !slices.Contains(want, key) {
			t.Errorf("no step has the sentence %s", key)
		}
	}
}
