package board

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"tableronde/static"
	"tableronde/views/css"
)

// otherSquares are the squares of views.AllSquares except the usual ones.
var otherSquares = []string{"green"}

// Marks stand out on the squares to choose as much as on the usual ones, light and dark.
func TestMarksStandOutOnAllSquares(t *testing.T) {
	sheet, err := css.Parse(static.Source("look.css"))
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range []Theme{Light, Dark} {
		colors := theme.styles().values
		palette := func(squares, condition string) map[string]string {
			found := map[string]string{}
			for _, r := range sheet {
				if r.Condition == condition && strings.HasSuffix(r.Selectors[len(r.Selectors)-1], "[data-squares="+squares+"]") {
					for _, d := range r.Declarations {
						found[d.Name] = d.Value
					}
				}
			}
			return found
		}
		conditions := []string{""}
		if theme == Dark {
			conditions = []string{"@media screen and (prefers-color-scheme: dark)", "@media screen"}
		}
		for _, condition := range conditions {
			usual := palette("usual", condition)
			for _, name := range []string{"--sq-a", "--sq-b", "--sq-last"} {
				if usual[name] != colors[name] || usual[name] == "" {
					t.Errorf("%s %s: look.css has the usual squares in %q, app.css in %q", theme, name, usual[name], colors[name])
				}
			}
			for _, squares := range otherSquares {
				other := palette(squares, condition)
				if len(other) != 3 {
					t.Fatalf("%s: look.css has the squares %q in %v", theme, squares, other)
				}
				for _, mark := range []string{"--accent", "--ink-2", "--alarm", "--ink"} {
					for _, names := range [][]string{{"--sq-a", "--sq-b"}, {"--sq-last"}} {
						want, got := lowest(colors[mark], usual, names), lowest(colors[mark], other, names)
						if got < want-.05 {
							t.Errorf("%s %s on %v of %q: contrast %.2f, %.2f on the usual ones", theme, mark, names, squares, got, want)
						}
					}
				}
			}
		}
	}
}

// lowest returns the lowest contrast of a color on the named squares.
func lowest(color string, squares map[string]string, names []string) float64 {
	low := math.Inf(1)
	for _, name := range names {
		a, b := luminance(color), luminance(squares[name])
		low = min(low, (max(a, b)+.05)/(min(a, b)+.05))
	}
	return low
}

// luminance returns the relative luminance of a color "#rrggbb" as WCAG defines it.
func luminance(color string) float64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 32)
	if err != nil || len(color) != len("#rrggbb") {
		return math.NaN()
	}
	linear := func(shift uint) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= .03928 {
			return c / 12.92
		}
		return math.Pow((c+.055)/1.055, 2.4)
	}
	return .2126*linear(16) + .7152*linear(8) + .0722*linear(0)
}
