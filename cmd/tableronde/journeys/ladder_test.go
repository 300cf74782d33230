package journeys

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/cmd/tableronde/clitest"
)

// In French on a phone, a player joins a ladder, challenges the player above and wins. Their places
// change, though the server was killed at the end of the match.
func TestLadderIsClimbed(t *testing.T) {
	clitest.NeedLong(t)
	t.Parallel()
	db := t.TempDir() + "/ladder.db"
	s := startSite(t, db)
	bo := clitest.NewAPIPlayer(t, s.URL, "Bo")
	bo.Call(http.MethodPut, "/api/v1/ladders/camette/me", nil, nil)
	french := phone
	french.language = "fr"
	ada := newPerson(t, s.URL, french)
	ada.open("/ladders/camette")
	ada.audit("a ladder to join")
	ada.typeInto(`input[name=name]`, "Ada")
	ada.tap(`.own-rung .primary`)
	ada.await(`document.querySelector("#place-2.you")`)
	ada.audit("a ladder")
	ada.tap("#place-1 button")
	ada.await(`location.pathname.startsWith("/m/")`)
	ada.audit("a challenge that waits")
	match := "/api/v1/matches/" + strings.TrimPrefix(ada.path(), "/m/")
	bo.Call(http.MethodPost, match+"/join", map[string]any{}, &struct{}{})
	ada.await(`document.querySelector("main[data-ply]")`)
	var m struct{ Ply int }
	bo.Call(http.MethodGet, match, nil, &m)
	bo.Call(http.MethodPost, match+"/actions", map[string]any{"ply": m.Ply, "action": "resign"}, &struct{}{})
	s.Kill()
	startSite(t, db, "--addr", strings.TrimPrefix(s.URL, "http://"))
	ada.awaitOpened(`document.querySelector("#place-1.you")?.textContent.includes("Ada")`, "/ladders/camette")
	ada.await(`document.querySelector("#place-2").textContent.includes("Bo")`)
	ada.await(`document.querySelector(".passed").textContent.includes("Ada a battu Bo")`)
	ada.audit("a ladder that was climbed")
	ada.allowError("/events") // while the server was away
	ada.allowError("net::ERR_")
	ada.closeBrowser()
}
