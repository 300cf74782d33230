package records

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tableronde/cmd/internal/cli"
	"tableronde/games"
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

// describe returns the snapshot as text for people.
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

// players returns who plays, and how many events were played.
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

// outlook returns who is to act, or how the match ended.
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
	if by := s.match.DrawOffer(); by != 0 {
		fmt.Fprintf(&b, "%s offers a draw.\n", seatName(s.info, by))
	}
	if by, line := s.match.UndoOffer(); by != 0 {
		fmt.Fprintf(&b, "%s asks to go back to the position after line %d.\n", seatName(s.info, by), line)
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
