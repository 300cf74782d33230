package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// The page of several matches shows those of its address, and nothing of one that the
// visitor may not see; one of them alone is asked for again.
func TestWatchSeveral(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo, stranger := site.Guest("Ada"), site.Guest("Bo"), newStranger(t, site)
	one := site.Start(ada, bo, map[string]any{"game": "camette", "seat": 1, "public": true}).ID
	two := site.Start(bo, ada, map[string]any{"game": "cam", "seat": 1, "public": true}).ID
	private := site.Start(ada, bo, map[string]any{"game": "camette", "seat": 1}).ID
	cards := site.Start(ada, bo, map[string]any{"game": "knizia", "seat": 1, "public": true}).ID
	shown := func(path string) string {
		stranger.open(path)
		var ids []string
		for _, id := range []string{one, two, private, cards} {
			if stranger.page.Find("#watch-"+id+"[data-watch]").Length() == 1 {
				ids = append(ids, id)
			}
		}
		return strings.Join(ids, " ")
	}
	for path, want := range map[string]string{
		"/watch": one + " " + two, "/watch?game=cam": two, "/watch?game=chivalry": "", "/watch?m=" + two + "&m=" + two: two,
		"/watch?m=" + private + "&m=" + one + "&m=none": one, "/watch?m=" + cards: "",
	} {
		if got := shown(path); got != want {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
		if strings.Contains(stranger.body, "#watch-"+private) {
			t.Errorf("%s tells a stranger of the private match", path)
		}
	}
	if got := shown("/watch?m=" + private + "&m=" + one + "&m=none"); got != one || !strings.Contains(stranger.pageText(`[role="alert"]`), "2 of the matches") {
		t.Errorf("what is missing is told as %q", stranger.pageText(`[role="alert"]`))
	}
	stranger.header.Set("HX-Request", "true")
	stranger.open("/watch?m=" + two)
	if stranger.page.Find("main").Length() != 0 || stranger.page.Find("article").Length() != 1 || stranger.pageText(".acts b") != "Bo" {
		t.Errorf("to htmx, one match is %s", stranger.body)
	}
	if stranger.send(http.MethodGet, "/watch?m="+private, nil); stranger.status != http.StatusNotFound {
		t.Errorf("a private match: %d", stranger.status)
	}
	stranger.header.Del("HX-Request")
	if stranger.send(http.MethodGet, "/watch?game=chess", nil); stranger.status != http.StatusUnprocessableEntity {
		t.Errorf("a game that there is not: %d", stranger.status)
	}
}
