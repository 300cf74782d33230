package api_test

import (
	"net/http"
	"slices"
	"testing"
)

// noticesAnswer is what a player wants to be told.
type noticesAnswer struct {
	Turn, Over []string
	TimeLow    []string `json:"time_low"`
	Email      *string
	DigestHour *int `json:"digest_hour"`
}

// A player chooses what to be told and where; kinds that are left out stay.
func TestAPINotices(t *testing.T) {
	site := newSite(t)
	ada := site.Guest("Ada")
	site.Nobody().Get("/me/notices").Want(t, http.StatusUnauthorized, "unauthorized")
	var got noticesAnswer
	ada.Get("/me/notices").Want(t, http.StatusOK, "").Read(t, &got)
	if !slices.Contains(got.Turn, "email") || got.Email != nil || got.DigestHour != nil {
		t.Errorf("at first the notices are %+v", got)
	}
	before := got.Over
	ada.Call(http.MethodPut, "/me/notices", []byte(`{"turn":["push","email"],"time_low":[],"digest_hour":18}`)).Want(t, http.StatusOK, "").Read(t, &got)
	if !slices.Equal(got.Turn, []string{"push", "email"}) || len(got.TimeLow) != 0 || !slices.Equal(got.Over, before) || *got.DigestHour != 18 {
		t.Errorf("the notices are %+v", got)
	}
	for body, code := range map[string]string{
		`{"turn":["pigeon"]}`: "invalid_channel", `{"digest_hour":24}`: "invalid_hour", `{"email":"ada@example.org"}`: "address_elsewhere",
	} {
		ada.Call(http.MethodPut, "/me/notices", []byte(body)).Want(t, http.StatusUnprocessableEntity, code)
	}
	for _, body := range []string{`{"turns":[]}`, `[]`, `{"turn":"email"}`} {
		ada.Call(http.MethodPut, "/me/notices", []byte(body)).Want(t, http.StatusBadRequest, "malformed")
	}
	ada.Get("/me/notices").Want(t, http.StatusOK, "").Read(t, &got)
	if *got.DigestHour != 18 || len(got.Turn) != 2 {
		t.Errorf("refused choices have changed the notices to %+v", got)
	}
}

// Webhooks are made once for each key, listed, tried and removed, by their owner alone.
func TestAPIWebhooks(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	hook := map[string]any{"url": "http://127.0.0.1:9/hook", "format": "json", "kinds": []string{"turn", "over"}}
	var first, again struct {
		ID, URL, Format, Why string
		Kinds                []string
		Off                  bool
	}
	ada.Post("/me/webhooks", hook, "Idempotency-Key", "k").Want(t, http.StatusCreated, "").Read(t, &first)
	ada.Post("/me/webhooks", hook, "Idempotency-Key", "k").Want(t, http.StatusCreated, "").Read(t, &again)
	if first.ID == "" || first.ID != again.ID || first.URL != hook["url"] || !slices.Equal(first.Kinds, []string{"over", "turn"}) {
		t.Errorf("the webhook is %+v, then %+v", first, again)
	}
	for body, code := range map[string]string{
		`{"url":"ftp://example.org/","format":"json","kinds":["turn"]}`:   "invalid_url",
		`{"url":"https://example.org/","format":"xml","kinds":["turn"]}`:  "invalid_format",
		`{"url":"https://example.org/","format":"json","kinds":[]}`:       "invalid_kind",
		`{"url":"https://example.org/","format":"json","kinds":["dawn"]}`: "invalid_kind",
	} {
		ada.Call(http.MethodPost, "/me/webhooks", []byte(body)).Want(t, http.StatusUnprocessableEntity, code)
	}
	bo.Post("/me/webhooks/"+first.ID+"/test", nil).Want(t, http.StatusNotFound, "not_found")
	ada.Post("/me/webhooks/"+first.ID+"/test", nil).Want(t, http.StatusBadGateway, "not_delivered")
	var list []struct{ ID, Why string }
	ada.Get("/me/webhooks").Want(t, http.StatusOK, "").Read(t, &list)
	if len(list) != 1 || list[0].ID != first.ID || list[0].Why != "no_answer" {
		t.Errorf("the webhooks are %+v", list)
	}
	bo.Call(http.MethodDelete, "/me/webhooks/"+first.ID, nil).Want(t, http.StatusNotFound, "not_found")
	ada.Call(http.MethodDelete, "/me/webhooks/"+first.ID, nil).Want(t, http.StatusNoContent, "")
	ada.Call(http.MethodDelete, "/me/webhooks/"+first.ID, nil).Want(t, http.StatusNotFound, "not_found")
}
