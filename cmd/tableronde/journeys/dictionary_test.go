package journeys

import "testing"

// TestPagesAgainstADictionary checks that a browser loads the dictionary of a game by itself. A second
// page of a match then takes at most 5 kB, and a move of the other player at most 3 kB.
func TestPagesAgainstADictionary(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/dictionary.db")
	ada, bo := newPerson(t, s.URL, desktop), newPerson(t, s.URL, phone)
	match := seatTwo(ada, bo)
	bo.open(match)
	bo.awaitPromise(`fetch(location.pathname).then(r => r.text()).then(() => {
		window.page = performance.getEntriesByName(location.href).findLast(e => e.entryType === "resource").encodedBodySize;
		return window.page <= 5000;
	})`)
	evaluate[any](bo, `performance.clearResourceTimings()`)
	ada.makeMove("E6-E8", 0)
	bo.await(`document.querySelector("#match").dataset.ply === "1"`)
	move := evaluate[int](bo, `Math.max(...performance.getEntriesByType("resource").filter(e => e.name.endsWith(location.pathname)).map(e => e.encodedBodySize))`)
	if move <= 0 || move > 3000 {
		t.Errorf("a move of the other player takes %d bytes", move)
	}
	t.Logf("a page takes %d bytes, a move %d", evaluate[int](bo, `window.page`), move)
}
