package site

import (
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// zoneCookie holds the name of the visitor's time zone, as static/zone.js finds it.
const zoneCookie = "zone"

// zones are the time zones that were asked for, by name: a few hundred at most, since
// only those that there are count.
var zones sync.Map

// ZoneOf returns the visitor's time zone, nil if it is not known, or not to this machine.
func ZoneOf(c echo.Context) *time.Location {
	cookie, err := c.Cookie(zoneCookie)
	if err != nil || cookie.Value == "" || cookie.Value == "Local" || len(cookie.Value) > 40 {
		return nil
	}
	if zone, ok := zones.Load(cookie.Value); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(cookie.Value)
	if err != nil {
		return nil
	}
	zones.Store(zone.String(), zone)
	return zone
}
