package site

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"

	"tableronde/static"
)

// minCompressed is the size in bytes from which an answer is compressed: less fits one
// packet anyway.
const minCompressed = 1400

// Compress sends answers in gzip to clients that accept it, which makes pages six times
// smaller. Streams, static files and pictures go out as they are.
func Compress() (echo.MiddlewareFunc, error) {
	inGzip, err := gzhttp.NewWrapper(gzhttp.EnableZstd(false), gzhttp.CompressionLevel(5), gzhttp.MinSize(minCompressed),
		gzhttp.ExceptContentTypes([]string{"image/png"}))
	if err != nil {
		return nil, err
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (failed error) {
			path, res := c.Request().URL.Path, c.Response()
			if strings.HasPrefix(path, static.Prefix) || strings.HasSuffix(path, "/events") {
				return next(c)
			}
			plain := res.Writer
			defer func() { res.Writer = plain }()
			inGzip(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				res.Writer = w
				failed = next(c)
			})).ServeHTTP(plain, c.Request())
			return failed
		}
	}, nil
}
