package views

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/a-h/templ"

	"tableronde/views/heraldry"
)

var contents = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// withSymbols renders content after those of the symbols that it refers to; s may be nil.
func withSymbols(s *heraldry.Symbols, content templ.Component) templ.Component {
	if s == nil {
		return content
	}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		b := contents.Get().(*bytes.Buffer)
		defer contents.Put(b)
		b.Reset()
		if err := content.Render(ctx, b); err != nil {
			return err
		}
		if _, err := w.Write(s.AppendUsed(nil, b.Bytes())); err != nil {
			return err
		}
		_, err := w.Write(b.Bytes())
		return err
	})
}
