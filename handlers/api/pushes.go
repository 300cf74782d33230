package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
)

// Push is a browser that the caller's notices go to.
type Push struct {
	ID        string  `json:"id"`
	Device    string  `json:"device"` // as "Firefox · Linux", "" if it is not known
	Created   string  `json:"created"`
	Delivered *string `json:"delivered"` // the last time
	Failing   *string `json:"failing"`   // since when nothing was delivered
	Why       string  `json:"why"`       // code of the last failure, "" for none
	Off       bool    `json:"off"`       // the browser takes nothing any more
}

func newPush(t db.Target) *Push {
	return &Push{ID: t.ID, Device: t.Device, Created: formatTime(t.Made), Delivered: optionalTime(t.Delivered), Failing: optionalTime(t.Failing),
		Why: t.Why, Off: !t.Off.IsZero()}
}

// getPushKey answers what browsers need to subscribe.
func (a *API) getPushKey(c echo.Context) error {
	return c.JSON(http.StatusOK, struct {
		Key string `json:"key"`
	}{a.pushKey()})
}

// getPushes lists the browsers of the caller, the oldest first.
func (a *API) getPushes(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	r, err := a.club.Notify.Told(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pushesOf(r))
}

// pushesOf lists the browsers of a player, the oldest first.
func pushesOf(r db.Recipient) []*Push {
	list := make([]*Push, 0, len(r.Targets))
	for _, t := range r.Targets {
		if t.Channel == db.ByPush {
			list = append(list, newPush(t))
		}
	}
	return list
}

// postPush takes the PushSubscription of a browser, as its toJSON has it.
func (a *API) postPush(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Endpoint       string   `json:"endpoint"`
		ExpirationTime *float64 `json:"expirationTime"`
		Keys           struct {
			P256dh string `json:"p256dh"`
			Auth   string `json:"auth"`
		} `json:"keys"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	made, err := a.club.Notify.AddPush(in.Request().Context(), in.key,
		db.NewTarget{Player: player.ID, Address: body.Endpoint, Public: body.Keys.P256dh, Auth: body.Keys.Auth, Device: a.device(in)},
		func(t db.Target) (int, []byte) {
			return http.StatusCreated, reference{Text: encodeText(newPush(t))}.encode()
		})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(encodeText(newPush(made))))
}

// postPushTest sends a trial to a browser.
func (a *API) postPushTest(in request) error { return a.tryTarget(in, "the push service") }
