package records

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
)

// ReplayCommand is the command replay.
type ReplayCommand struct {
	source
	JSON bool `long:"json" description:"Print one JSON object."`
}

// Validate implements validator.
func (c *ReplayCommand) Validate() error { return c.check() }

// Run prints the position that the record leads to.
func (c *ReplayCommand) Run(con *cli.Console) error {
	s, err := c.load(con)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.printJSON(con.Out)
	}
	_, err = io.WriteString(con.Out, s.describe())
	return err
}

// snapshotJSON is the output of replay --json.
type snapshotJSON struct {
	Game     string                  `json:"game"`
	Version  int                     `json:"version"`
	Plies    int                     `json:"plies"`
	ToAct    []games.Seat            `json:"to_act"`
	Legal    map[games.Seat][]string `json:"legal"`
	Over     bool                    `json:"over"`
	Result   *games.Result           `json:"result"`
	State    games.View              `json:"state"`
	Position string                  `json:"position,omitempty"`
}

func (s snapshot) printJSON(w io.Writer) error {
	p := snapshotJSON{
		Game:     s.info.ID,
		Version:  s.info.Version,
		ToAct:    append([]games.Seat{}, s.ToAct()...),
		Legal:    make(map[games.Seat][]string),
		Over:     s.Result() != nil,
		Result:   s.Result(),
		State:    s.view,
		Position: s.position(),
	}
	if s.record != nil {
		p.Plies = s.match.Ply()
	}
	for _, seat := range s.seats() {
		if legal := s.Legal(seat); len(legal) > 0 {
			p.Legal[seat] = legal
		}
	}
	if p.Result != nil && p.Result.Winners == nil {
		whole := *p.Result
		whole.Winners = []games.Seat{}
		p.Result = &whole
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out.Encode(p)
}

// describe returns the snapshot as readable text.
func (s snapshot) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, version %d\n", s.info.Name.En, s.info.Version)
	if s.record != nil {
		b.WriteString(s.players())
	}
	b.WriteByte('\n')
	if drawing := draw(s.view); drawing != "" {
		b.WriteString(drawing + "\n")
	}
	b.WriteString(s.outlook())
	if text := s.position(); text != "" {
		b.WriteString("Position: " + text + "\n")
	}
	return b.String()
}

// players returns the names of the players, the options of the match, and the numbers of replayed
// and recorded events.
func (s snapshot) players() string {
	var b strings.Builder
	for _, seat := range s.seats() {
		fmt.Fprintf(&b, "%s: %s\n", seatName(s.info, seat), cmp.Or(s.record.Tag(fmt.Sprint("Seat", seat)), "?"))
	}
	setup := s.match.Setup()
	for _, option := range s.info.Options {
		if value, ok := setup.Options[option.ID]; ok {
			fmt.Fprintf(&b, "%s: %s\n", option.Name.En, value)
		}
	}
	fmt.Fprintf(&b, "Ply %d of %d", s.match.Ply(), s.plies)
	if log := s.match.Log(); len(log) > 0 {
		e := log[len(log)-1]
		fmt.Fprintf(&b, ", %d: %s", e.Seat, e.Text)
	}
	b.WriteByte('\n')
	return b.String()
}

// outlook returns the seats to act with the numbers of their legal actions, or the result.
func (s snapshot) outlook() string {
	var b strings.Builder
	if r := s.Result(); r != nil {
		fmt.Fprintf(&b, "Over: %s (%s).", record.Scores(r, len(s.seats())), strings.ReplaceAll(r.Reason, "_", " "))
		for _, winner := range r.Winners {
			fmt.Fprintf(&b, " %s wins.", seatName(s.info, winner))
		}
		b.WriteByte('\n')
	}
	for _, seat := range s.ToAct() {
		legal := s.Legal(seat)
		fmt.Fprintf(&b, "%s is to act: %s.\n", seatName(s.info, seat), cli.Count(len(legal), "legal action"))
	}
	if s.record == nil {
		return b.String()
	}
	if by := s.match.DrawOffer().By; by != 0 {
		fmt.Fprintf(&b, "%s offers a draw.\n", seatName(s.info, by))
	}
	if o := s.match.UndoOffer(); o.By != 0 {
		fmt.Fprintf(&b, "%s asks to go back to the position after line %d.\n", seatName(s.info, o.By), o.Line)
	}
	return b.String()
}

// seatName returns "1 White", or "1" if seats have no name.
func seatName(info games.Info, seat games.Seat) string {
	if i := int(seat) - 1; i < len(info.Armies) {
		return fmt.Sprint(seat, " ", info.Armies[i].En)
	}
	return fmt.Sprint(seat)
}

// VerifyCommand is the command verify.
type VerifyCommand struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" description:"The record of a finished match; - is standard input."`
	} `positional-args:"yes" required:"yes"`
}

// Run prints the proofs in a record. It returns an error if a proof fails, or if the record has
// none.
func (c *VerifyCommand) Run(con *cli.Console) error {
	r, err := c.Args.File.read(con.In)
	if err != nil {
		return err
	}
	proved, fault := r.Verify(catalog.Find)
	if _, err := io.WriteString(con.Out, describeProof(proved)); err != nil {
		return err
	}
	if fault != nil {
		return c.Args.File.wrap(fault)
	}
	return nil
}

// describeProof returns a line for each proven fact.
func describeProof(v record.Verified) string {
	var b strings.Builder
	if v.Commitment != "" {
		fmt.Fprintf(&b, "The secret is the one that was committed to: its SHA-256 is %s.\n", v.Commitment)
	}
	if v.Seed {
		fmt.Fprintf(&b, "The seed follows from the secret, the match %s and %s.\n", v.Match, contributors(v.Contributors))
	}
	if v.Decided != nil {
		fmt.Fprintf(&b, "What chance decided is what the seed gives: %s.\n", strings.Join(v.Decided, ", "))
	}
	if v.Result != "" {
		fmt.Fprintf(&b, "With that, %s can be played and lead to the result %s.\n", cli.Count(v.Lines, "line"), v.Result)
	}
	return b.String()
}

func contributors(seats []games.Seat) string {
	switch len(seats) {
	case 0:
		return "no contributions"
	case 1:
		return fmt.Sprintf("the contribution of seat %d", seats[0])
	}
	list := make([]string, len(seats))
	for i, seat := range seats {
		list[i] = fmt.Sprint(seat)
	}
	last := len(list) - 1
	return fmt.Sprintf("the contributions of seats %s and %s", strings.Join(list[:last], ", "), list[last])
}

// ImportCommand is the command import.
type ImportCommand struct {
	Args struct {
		File recordFile `positional-arg-name:"<file>" description:"A record or a bare list of moves, as books print it; - is standard input."`
	} `positional-args:"yes" required:"yes"`
	Game    string `long:"game" description:"The game, as listed by the command games."`
	Guess   bool   `long:"guess" description:"Find out which game it is."`
	Partial bool   `long:"partial" description:"Print the playable part of a text that breaks off; it is an error all the same."`
}

// Validate implements validator.
func (c *ImportCommand) Validate() error {
	switch {
	case c.Game == "" && !c.Guess:
		return errors.New("missing flags: --game=STRING or --guess")
	case c.Game != "" && c.Guess:
		return errors.New("--game and --guess can't be used together")
	}
	return nil
}

// Run prints the record of the match in canonical form.
func (c *ImportCommand) Run(con *cli.Console) error {
	rules := catalog.All()
	if !c.Guess {
		named, err := catalog.Find(c.Game, 0)
		if err != nil {
			return err
		}
		rules = []games.Ruleset{named}
	}
	from, err := c.Args.File.open(con.In)
	if err != nil {
		return err
	}
	defer from.Close()
	got, err := record.Import(from, rules...)
	if got.Record != nil && (err == nil || c.Partial) {
		if _, err := io.WriteString(con.Out, got.Record.String()); err != nil {
			return err
		}
	}
	if err != nil {
		return c.Args.File.wrap(err)
	}
	return nil
}
