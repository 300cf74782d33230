package records

import (
	"errors"
	"fmt"
	"strings"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/pages"
	"tableronde/views/raster"
)

// draw draws a position with characters. It returns "" for a game without a board.
func draw(view games.View) string {
	switch v := view.(type) {
	case parker.View:
		return drawBoard(v)
	case fmt.Stringer:
		return strings.TrimRight(v.String(), "\n") + "\n"
	default:
		return ""
	}
}

// drawBoard draws a board with seat 1 at the bottom. A piece is the number of its seat and M for a
// man or K for a knight. "." is an empty square, and brackets mark a castle.
func drawBoard(v parker.View) string {
	var b strings.Builder
	board := v.Board()
	for rank := board.Ranks() - 1; rank >= 0; rank-- {
		var row strings.Builder
		fmt.Fprintf(&row, "%2d ", rank+1)
		for file := range board.Files() {
			row.WriteString(drawSquare(v, file, rank))
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	b.WriteString("  ")
	for file := range board.Files() {
		fmt.Fprintf(&b, "   %c", 'A'+file)
	}
	b.WriteString("\n")
	return b.String()
}

// drawSquare draws a square, four characters wide.
func drawSquare(v parker.View, file, rank int) string {
	square, ok := v.Board().At(file, rank)
	if !ok {
		return "    "
	}
	what := " ."
	if p := v.At(square); p != 0 {
		kind := 'M'
		if p.Knight() {
			kind = 'K'
		}
		what = fmt.Sprintf("%d%c", p.Seat(), kind)
	}
	if v.Board().CastleOf(square) != 0 {
		return "[" + what + "]"
	}
	return " " + what + " "
}

// DrawCommand is the command draw.
type DrawCommand struct {
	source
	Bottom int      `long:"bottom" default:"1" value-name:"SEAT" description:"The seat whose side is at the bottom."`
	Theme  string   `long:"theme" choice:"light" choice:"dark" default:"light" description:"The colours: light or dark."`
	Lang   language `long:"lang" default:"en" value-name:"CODE" description:"The language of the words: en, fr or de."`
	Card   bool     `long:"card" description:"Draw the picture that links to a match are previewed with: the board beside the game and the players."`
	PNG    bool     `long:"png" description:"Draw pixels, rather than SVG."`
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
		return fmt.Errorf("--bottom %d is outside the seats 1 to %d", c.Bottom, len(s.seats()))
	}
	svg, width, err := c.draw(s.preview())
	if err != nil {
		return err
	}
	if c.PNG {
		return new(raster.Canvas).PNG(con.Out, svg, width)
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
			return nil, 0, fmt.Errorf("cannot draw %s: it has no picture", p.Game.Name.En)
		}
		return card.SVG(), board.CardWidth, nil
	}
	picture, ok := p.Picture()
	if !ok {
		return nil, 0, fmt.Errorf("cannot draw %s: it has no picture", p.Game.Name.En)
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

// PerftCommand is the command perft.
type PerftCommand struct {
	Game  string `long:"game" description:"The game, as listed by the command games."`
	Depth int    `long:"depth" required:"yes" description:"How many moves the longest sequences have; required."`
	Args  struct {
		File recordFile `positional-arg-name:"<file>" description:"A record to begin at the end of; - is standard input."`
	} `positional-args:"yes"`
	Position string `long:"position" value-name:"TEXT" description:"A position to begin at."`
}

// Validate implements validator.
func (c *PerftCommand) Validate() error {
	switch {
	case c.Game == "" && c.Position == "":
		return errors.New("missing flags: --game=STRING or --position=TEXT")
	case c.Args.File != "" && c.Position != "":
		return errors.New("begin from a record or from --position, not from both")
	case c.Depth < 1:
		return errors.New("--depth must be at least 1")
	}
	return nil
}

// Run prints a line for each depth as soon as it is counted.
func (c *PerftCommand) Run(con *cli.Console) error {
	game, state, seats, err := c.start(con)
	if err != nil {
		return err
	}
	count := func(depth int) (uint64, error) { return perft(state, seats, depth) }
	if parker.BoardOf(game) != nil {
		count = func(depth int) (uint64, error) { return parker.Perft(state, depth), nil }
	}
	for depth := 1; depth <= c.Depth; depth++ {
		n, err := count(depth)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(con.Out, depth, n); err != nil {
			return err
		}
	}
	return nil
}

// start returns the game and the state to count from.
func (c *PerftCommand) start(con *cli.Console) (game string, state games.State, seats int, err error) {
	if c.Args.File == "" && c.Position == "" {
		rules, err := catalog.Find(c.Game, 0)
		if err != nil {
			return "", nil, 0, err
		}
		if rules.Info().Chance {
			return "", nil, 0, fmt.Errorf("%s begins with a deal: count from a record that names a seed or a deck", c.Game)
		}
		state, err := rules.New(games.Setup{})
		return c.Game, state, rules.Info().Seats[0], err
	}
	from := source{Position: c.Position}
	from.Args.File = c.Args.File
	s, err := from.load(con)
	if err != nil {
		return "", nil, 0, err
	}
	if id := s.info.ID; c.Game != "" && id != c.Game {
		other := fmt.Errorf("this is a game of %s, not of %s", id, c.Game)
		if c.Args.File != "" {
			other = c.Args.File.wrap(other)
		}
		return "", nil, 0, other
	}
	return s.info.ID, s.state, len(s.seats()), nil
}

// perft counts the sequences of depth legal actions, for games without a faster counter. Legal
// lists each move once, even if several routes lead there. Results of chance come from the record;
// if one does not fit, perft returns an error.
func perft(s games.State, seats, depth int) (n uint64, err error) {
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		legal := s.Legal(seat)
		if depth == 1 {
			n += uint64(len(legal))
			continue
		}
		for _, action := range legal {
			next, _, err := s.Apply(seat, action)
			if err != nil {
				return 0, fmt.Errorf("seat %d: %s: %w", seat, action, err)
			}
			more, err := perft(next, seats, depth-1)
			if err != nil {
				return 0, err
			}
			n += more
		}
	}
	return n, nil
}
