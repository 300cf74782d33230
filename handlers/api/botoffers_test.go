package api_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tableronde/handlers/api/apitest"
	"tableronde/handlers/sitetest"
)

// Over the API, too, a bot is asked for and agreed on; who has left finds the match among
// those that were left and in the download, sees it as one without a seat, and plays no more.
func TestAPIOffersABotForWhoHasLeft(t *testing.T) {
	t.Parallel()
	s := newBotSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	m := s.Seat(map[string]any{"game": "shannon", "seats": 3}, ada, bo, cy)
	path := "/matches/" + m.ID
	m = bo.Play(m.ID, ada.Get(path).Match.Ply, "resign").Want(t, http.StatusOK, "").Match
	if m = ada.Get(path).Match; !slices.Contains(m.Offers, "offer bot 2 3") {
		t.Fatalf("ada may post %q", m.Offers)
	}
	ada.Play(m.ID, m.Ply, "offer bot 2 9").Want(t, http.StatusUnprocessableEntity, "illegal_action")
	ada.Play(m.ID, m.Ply, "offer bot 2 1").Want(t, http.StatusOK, "")
	check := func(p *sitetest.Client, path, described string) (answer sitetest.Answer) {
		t.Helper()
		answer = p.Get(path).Want(t, http.StatusOK, "")
		if err := apitest.Load(t).CheckAnswer(http.MethodGet, described, answer.Status, answer.Header, answer.Body); err != nil {
			t.Error(err)
		}
		return answer
	}
	asked := check(cy, path, "/matches/{id}")
	if !strings.Contains(string(asked.Body), `"bot_offer":{"by":1,"seat":2,"level":1,"agreed":[1],"awaited":[3]}`) {
		t.Errorf("cy reads %s", asked.Body)
	}
	m = cy.Play(m.ID, asked.Match.Ply, "accept bot").Want(t, http.StatusOK, "").Match
	if !m.Seats[1].Bot || m.Seats[1].Level != 1 {
		t.Errorf("the seats are %+v", m.Seats)
	}
	left := check(bo, path, "/matches/{id}")
	if body := string(left.Body); left.Match.You != nil || len(left.Match.Legal) > 0 || !strings.Contains(body, `"stands_for":{"id":"`+bo.Player.ID+`","name":"Bo"}`) {
		t.Errorf("bo reads %s", body)
	}
	bo.Play(m.ID, left.Match.Ply, "resign").Want(t, http.StatusForbidden, "not_seated")
	if got := bo.MatchIDs("/me/matches?left=true"); !slices.Equal(got, []string{m.ID}) {
		t.Errorf("bo has left %v", got)
	}
	check(bo, "/me/matches?left=true", "/me/matches")
	if got := bo.MatchIDs("/me/matches"); len(got) > 0 {
		t.Errorf("bo plays %v", got)
	}
	bo.Get("/me/matches?left=true&over=false").Want(t, http.StatusBadRequest, "malformed")
	if list := downloadedMatches(t, bo); !strings.Contains(list, m.ID) {
		t.Errorf("the download has %s", list)
	}
}

// downloadedMatches returns the matches in the download of a player.
func downloadedMatches(t *testing.T, p *sitetest.Client) string {
	t.Helper()
	body := p.Get("/me/export").Want(t, http.StatusOK, "").Body
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	file, err := archive.Open("matches.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
