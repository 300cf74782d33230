package learn

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/games/strategy"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/viewtest"
)

// Every advice and every row has its sentences, and the catalogues have no other ones of an article.
func TestSentencesOfStrategy(t *testing.T) {
	var want []string
	for _, a := range strategy.All() {
		want = append(want, "strategy."+a.Game+".lead")
		for i := range a.Advices {
			want = append(want, "strategy."+a.Name(i+1), "strategy."+a.Name(i+1)+".text")
		}
		m := NewStrategy(viewtest.Page(views.English, ""), viewtest.Info(t, a.Game), a, 0, 0)
		for _, r := range a.Rows {
			want = append(want, "strategy.row."+m.kind()+r.Key)
		}
	}
	for _, key := range want {
		if !locale.Has(views.English, key) || !locale.Has(views.French, key) {
			t.Errorf("there is no sentence %s", key)
		}
	}
	for _, key := range locale.Keys(views.English) {
		if rest, of := strings.CutPrefix(key, "strategy."); of && strings.Contains(rest, ".") && !slices.Contains(want, key) {
			t.Errorf("no article has the sentence %s", key)
		}
	}
}

// The numbers in the sentences of an article are figures: none is typed into the catalogues, and
// each argument of a sentence has a quote.
func TestNumbersInSentencesAreFigures(t *testing.T) {
	argument, square, digit := regexp.MustCompile(`\{\{\.(\w+)\}\}`), regexp.MustCompile(`\b[A-P]\d+\b`), regexp.MustCompile(`\d`)
	for _, lang := range locale.Langs {
		text, err := os.ReadFile("../locale/" + string(lang) + "/strategy.json")
		if err != nil {
			t.Fatal(err)
		}
		sources := make(map[string]string)
		for line := range strings.Lines(string(text)) {
			if key, sentence, ok := strings.Cut(strings.TrimSpace(line), `": "`); ok {
				sources[strings.TrimPrefix(key, `"`)] = sentence
			}
		}
		for _, a := range strategy.All() {
			m := NewStrategy(viewtest.Page(lang, ""), viewtest.Info(t, a.Game), a, 0, 0)
			for _, advice := range m.advices() {
				name := "strategy." + a.Name(advice.number) + ".text"
				source := sources[name]
				if rest := square.ReplaceAllString(argument.ReplaceAllString(source, ""), ""); digit.MatchString(rest) {
					t.Errorf("%s in %s has a number of its own: %s", name, lang, source)
				}
				var quoted []string
				for _, q := range advice.Quotes {
					quoted = append(quoted, q.Arg)
					v, _ := a.Figures.Value(q.Figure)
					if !strings.Contains(advice.text(), m.written(v)) {
						t.Errorf("%s in %s lacks %s %s: %s", name, lang, q.Figure, m.written(v), advice.text())
					}
				}
				for _, found := range argument.FindAllStringSubmatch(source, -1) {
					if !slices.Contains(quoted, found[1]) {
						t.Errorf("%s in %s has no figure for %s", name, lang, found[1])
					}
				}
			}
		}
	}
}

// Figures are written as the language writes them.
func TestWrittenFigures(t *testing.T) {
	a, _ := strategy.Of("camelot")
	for _, tt := range []struct {
		lang  views.Lang
		value strategy.Value
		want  string
	}{
		{views.English, strategy.Value{Number: 86.5, Percent: true}, "86.5%"},
		{views.French, strategy.Value{Number: 86.5, Percent: true}, "86,5\u202f%"},
		{views.English, strategy.Value{Number: 63}, "63"},
	} {
		m := NewStrategy(viewtest.Page(tt.lang, ""), viewtest.Info(t, "camelot"), a, 0, 0)
		if got := m.written(tt.value); got != tt.want {
			t.Errorf("%v in %s is %q, want %q", tt.value, tt.lang, got, tt.want)
		}
	}
}

// Every line can be stepped through from its first position to its last and back, by the links of
// the page. Each address shows the move that it names.
func TestLinesStepThrough(t *testing.T) {
	for _, a := range strategy.All() {
		info := viewtest.Info(t, a.Game)
		for i, one := range a.Advices {
			for ply := range one.Steps() {
				m := NewStrategy(viewtest.Page(views.French, ""), info, a, i+1, ply)
				shown := m.advices()[i]
				if move := shown.step().Move; move != "" && (move != one.Line[ply-1] || !strings.HasSuffix(shown.caption(), move) || !strings.Contains(m.say(), move)) {
					t.Errorf("%s at %d shows %q, says %q", a.Name(i+1), ply, shown.caption(), m.say())
				}
				var b strings.Builder
				if err := StrategyFragment(m).Render(context.Background(), &b); err != nil {
					t.Fatal(err)
				}
				doc := viewtest.Document(t, StrategyPage(m))
				item := doc.Find(".advices > li").Eq(i)
				for n, want := range []string{m.path() + m.query(i+1, 0), m.path() + m.query(i+1, ply-1), m.path() + m.query(i+1, ply+1)} {
					href, leads := item.Find(".acts a").Eq(n).Attr("href")
					if expect := n < 2 && ply > 0 || n == 2 && ply < len(one.Line); leads != expect || leads && !strings.HasPrefix(href, want+"#") {
						t.Errorf("%s at %d: link %d leads to %q, want %q", a.Name(i+1), ply, n, href, want)
					}
				}
				if got, want := item.Find(".fallen").Length(), strings.Count(shown.step().Move, "x"); got > want || want > 0 && got == 0 {
					t.Errorf("%s at %d draws %d captured pieces, want %d", a.Name(i+1), ply, got, want)
				}
			}
		}
	}
}

// Numbers outside of the article show it as it is without them.
func TestStrategyWithoutSuchALine(t *testing.T) {
	a, _ := strategy.Of("camelot")
	for _, numbers := range [][2]int{{0, 0}, {-1, 0}, {1, -1}, {1, 4}, {6, 0}, {7, 0}} {
		m := NewStrategy(viewtest.Page(views.English, ""), viewtest.Info(t, "camelot"), a, numbers[0], numbers[1])
		if m.here() != "/rules/camelot/strategy" || m.say() != "" {
			t.Errorf("%v shows %s, says %q", numbers, m.here(), m.say())
		}
	}
}
