package records

import (
	"fmt"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/pages"
	"tableronde/views/raster"
)

// DrawCommand is the command draw.
type DrawCommand struct {
	source
	Bottom int    `long:"bottom" default:"1" value-name:"SEAT" description:"The seat whose side is at the bottom."`
	Theme  string `long:"theme" choice:"light" choice:"dark" default:"light" description:"The colours: light or dark."`
	Lang   string `long:"lang" choice:"en" choice:"fr" default:"en" description:"The language of the words: en or fr."`
	Card   bool   `long:"card" description:"Draw the picture that links to a match are previewed with: the board beside the game and the players."`
	PNG    bool   `long:"png" description:"Draw pixels, rather than SVG."`
}

// Validate implements validator.
func (c *DrawCommand) Validate() error { return c.check() }

// pixels is the width of a square in a PNG of a board, in pixels.
const pixels = 60

// Run prints the picture.
func (c *DrawCommand) Run(con *cli.Console) error {
	s, err := c.load(con)
	if err != nil {
		return err
	}
	if c.Bottom < 1 || c.Bottom > len(s.seats()) {
		return fmt.Errorf("there is no seat %d to be at the bottom: the seats are 1 to %d", c.Bottom, len(s.seats()))
	}
	svg, width, err := c.draw(s.preview())
	if err != nil {
		return err
	}
	if c.PNG {
		return raster.PNG(con.Out, svg, width)
	}
	_, err = con.Out.Write(svg)
	return err
}

// draw returns the drawing and its width in pixels.
func (c *DrawCommand) draw(p pages.Preview) (svg []byte, width int, err error) {
	p.Lang, p.Theme, p.Bottom = views.Lang(c.Lang), board.Theme(c.Theme), games.Seat(c.Bottom)
	if c.Card {
		card, ok := p.Card()
		if !ok {
			return nil, 0, fmt.Errorf("there is no picture of %s", p.Game.Name.En)
		}
		return card.SVG(), board.CardWidth, nil
	}
	picture, ok := p.Picture()
	if !ok {
		return nil, 0, fmt.Errorf("there is no picture of %s", p.Game.Name.En)
	}
	return picture.SVG(), picture.Width(pixels), nil
}

// preview returns the content of the picture.
func (s snapshot) preview() pages.Preview {
	p := pages.Preview{Game: s.info, View: s.view, ToAct: s.ToAct(), Result: s.Result()}
	if s.record == nil {
		return p
	}
	for _, seat := range s.seats() {
		p.Names = append(p.Names, s.record.Tag(fmt.Sprint("Seat", seat)))
	}
	if e, ok := s.match.Last(); ok {
		p.Last = e.Text
	}
	return p
}
