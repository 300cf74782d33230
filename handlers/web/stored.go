package web

import "github.com/labstack/echo/v4"

// storedKey is the key of a request's context under which MarkStored keeps the path.
const storedKey = "stored"

// MarkStored notes that what a request has posted is stored and can be seen at a
// path. An error from then on is no failure of the post.
func MarkStored(c echo.Context, path string) { c.Set(storedKey, path) }

// StoredPath returns the path of MarkStored; ok is false if nothing is stored.
func StoredPath(c echo.Context) (path string, ok bool) {
	path, ok = c.Get(storedKey).(string)
	return path, ok
}
