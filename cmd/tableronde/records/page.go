package records

import (
	"context"
	"errors"
	"fmt"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/handlers/onefile"
	"tableronde/views"
	"tableronde/views/pages"
)

// PageCommand is the command page.
type PageCommand struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" required:"yes" description:"The record; - is standard input."`
	} `positional-args:"yes"`
	Lang string `long:"lang" choice:"en" choice:"fr" default:"en" description:"The language of the words: en or fr."`
}

// Run prints a page with every position of the record.
func (c *PageCommand) Run(con *cli.Console) error {
	var from source
	from.Args.File = c.Args.File
	s, err := from.load(con)
	if err != nil {
		return err
	}
	if s.match.Ply() == 0 {
		return c.Args.File.wrap(errors.New("nothing was played"))
	}
	p := s.preview()
	p.Lang = views.Lang(c.Lang)
	m := onefile.Match{Lang: p.Lang, Table: s.match, Viewer: games.Omniscient, Names: p.Names, Outcome: pages.Ending(p)}
	for _, h := range s.record.Holders() {
		m.Holders = append(m.Holders, views.Holder{Seat: h.Seat, Ply: h.Ply, Name: views.Isolate(h.Name)})
	}
	for _, tag := range []string{"Event", "Site", "Date"} {
		if text := s.record.Tag(tag); text != "" {
			m.Facts = append(m.Facts, text)
		}
	}
	if err := m.Write(context.Background(), con.Out); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}
