package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestTypedMove types moves without scripts: what cannot be misunderstood is
// staged, and played by Confirm alone.
func TestTypedMove(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/rules/camelot")
	r.submit(`form[action="/solo"]`)
	r.expect(http.StatusOK)
	match, _, _ := strings.Cut(r.path, "?")
	staged := func() string { return r.page.Find("#move input[name=action]").AttrOr("value", "") }

	r.open(match + "?turn=2")
	r.submit("#typed", "type", "ｅ６－e8")
	r.expect(http.StatusOK)
	if want := match + "?m=E6-E8&turn=2"; r.path != want || staged() != "E6-E8" {
		t.Fatalf("typing leads to %s with %q staged, want %s", r.path, staged(), want)
	}
	if r.page.Find("#match").AttrOr("data-ply", "") != "0" {
		t.Fatal("a typed move is played before it is confirmed")
	}
	r.submit("#move form")
	r.expect(http.StatusOK)
	if r.page.Find("#match").AttrOr("data-ply", "") != "1" {
		t.Fatalf("the move is not played: %s", r.mainText())
	}

	for _, tt := range []struct{ text, want string }{
		{"E9", "could be"},
		{"E10 E99", "no square E99"},
		{"good luck", "is not a move"},
	} {
		r.send(http.MethodGet, match+"?type="+url.QueryEscape(tt.text), nil)
		r.expect(http.StatusUnprocessableEntity)
		if !strings.Contains(r.page.Find("#notice").Text(), tt.want) || staged() != "" {
			t.Errorf("%q: %s", tt.text, r.mainText())
		}
		if got := r.page.Find("#type").AttrOr("value", ""); got != tt.text {
			t.Errorf("the box holds %q after %q was refused", got, tt.text)
		}
	}

	// Nothing is typed into a match that one only watches.
	other := newReader(t, s.URL)
	other.send(http.MethodGet, match+"?type=E10-E9", nil)
	if other.status != http.StatusNotFound && (other.status != http.StatusOK || other.page.Find("#move").Length() > 0) {
		t.Errorf("a stranger who types gets %d: %s", other.status, other.mainText())
	}
}
