package site

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/web"
)

// FirstShown returns the number from which a list goes on that the query names, 1 without one.
func FirstShown(c echo.Context, name string) int {
	number, _ := web.ParseCount(c.QueryParam(name), 1)
	return max(number, 1)
}

// PartAt returns the address of other parts of a list on the page with a path.
func PartAt(path, name, fragment string) func(first int) string {
	return func(first int) string { return path + "?" + name + "=" + strconv.Itoa(first) + fragment }
}
