package static

import (
	"regexp"
	"strings"
	"testing"
)

// The sheet of a game speaks of the pages of that game alone.
func TestSheetsOfGamesAreScoped(t *testing.T) {
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	rule := regexp.MustCompile(`([^{};]+)\{`)
	for game, own := range map[string]string{"knizia": "knizia", "shannon": "shannon", "kutschke": "kutschke|ringmap|wish-page"} {
		sheet, err := files.ReadFile(game + ".css")
		if err != nil {
			t.Fatal(err)
		}
		class := regexp.MustCompile(`\.(` + own + `)\b`)
		for _, m := range rule.FindAllStringSubmatch(comment.ReplaceAllString(string(sheet), ""), -1) {
			selectors := strings.TrimSpace(m[1])
			if strings.HasPrefix(selectors, "@") {
				continue
			}
			for selector := range strings.SplitSeq(selectors, ",") {
				if !class.MatchString(selector) && strings.TrimSpace(selector) != ":root" {
					t.Errorf("%s.css: %q holds on the pages of all games", game, strings.TrimSpace(selector))
				}
			}
		}
	}
}
