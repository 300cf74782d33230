package api_test

import (
	"crypto/ecdh"
	"encoding/base64"
	"net/http"
	"slices"
	"testing"

	"tableronde/handlers/pushtest"
)

// noticesAnswer is a player's choice of notices.
type noticesAnswer struct {
	Turn, Over []string
	TimeLow    []string `json:"time_low"`
	Email      *string
	DigestHour *int `json:"digest_hour"`
}

// A player chooses notices and channels; kinds that are left out stay.
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

// Browsers are added by their endpoints, each once, listed, tried and removed, by their
// owner alone.
func TestAPIPushes(t *testing.T) {
	site := newSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	var key struct{ Key string }
	site.Nobody().Get("/push/key").Want(t, http.StatusOK, "").Read(t, &key)
	if point, err := base64.RawURLEncoding.DecodeString(key.Key); err != nil {
		t.Error(err)
	} else if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		t.Error(err)
	}
	service := pushtest.Start(t, nil)
	browser := service.Subscribe(key.Key)
	type push struct{ ID, Device, Why string }
	var first, again push
	ada.Post("/me/push", browser.Subscription(), "User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0").Want(t, http.StatusCreated, "").Read(t, &first)
	ada.Post("/me/push", browser.Subscription()).Want(t, http.StatusCreated, "").Read(t, &again)
	if first.ID == "" || first.ID != again.ID || first.Device != "Firefox · Linux" {
		t.Errorf("the browser is %+v, then %+v", first, again)
	}
	for _, body := range []string{
		`{}`, `{"endpoint":"https://push.example/1"}`,
		`{"endpoint":"https://push.example/1","keys":{"p256dh":"` + browser.P256dh + `","auth":"AAAA"}}`,
		`{"endpoint":"https://push.example/1","keys":{"p256dh":"AAAA","auth":"` + browser.Auth + `"}}`,
		`{"endpoint":"file:///etc/passwd","keys":{"p256dh":"` + browser.P256dh + `","auth":"` + browser.Auth + `"}}`,
	} {
		ada.Call(http.MethodPost, "/me/push", []byte(body)).Want(t, http.StatusUnprocessableEntity, "invalid_subscription")
	}
	bo.Post("/me/push/"+first.ID+"/test", nil).Want(t, http.StatusNotFound, "not_found")
	ada.Post("/me/push/"+first.ID+"/test", nil).Want(t, http.StatusBadGateway, "not_delivered")
	var list []push
	ada.Get("/me/push").Want(t, http.StatusOK, "").Read(t, &list)
	if len(list) != 1 || list[0].ID != first.ID || list[0].Why != "no_answer" {
		t.Errorf("the browsers are %+v", list)
	}
	ada.Get("/me/webhooks").Want(t, http.StatusOK, "").Read(t, &list)
	if len(list) != 0 {
		t.Errorf("a browser is a webhook: %+v", list)
	}
	bo.Post("/me/push", browser.Subscription()).Want(t, http.StatusCreated, "").Read(t, &again)
	ada.Call(http.MethodDelete, "/me/push/"+first.ID, nil).Want(t, http.StatusNotFound, "not_found")
	ada.Call(http.MethodDelete, "/me/push/"+again.ID, nil).Want(t, http.StatusNotFound, "not_found")
	bo.Call(http.MethodDelete, "/me/push/"+again.ID, nil).Want(t, http.StatusNoContent, "")
}
