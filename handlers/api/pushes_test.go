package api_test

import (
	"crypto/ecdh"
	"encoding/base64"
	"net/http"
	"testing"

	"tableronde/handlers/pushtest"
)

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
