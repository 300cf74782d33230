package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/record"
	"tableronde/games/table"
)

type replayCmd struct {
	File recordFile `arg:"" help:"The record; - is standard input."`
	Ply  *int       `help:"Print the position after so many lines, rather than the last one." placeholder:"N"`
	JSON bool       `name:"json" help:"Print one JSON object."`
}

// Run plays the whole record, whichever position is asked for: one that breaks
// off is an error.
func (c *replayCmd) Run(con *console) error {
	r, err := c.File.read(con.in)
	if err != nil {
		return err
	}
	m, err := r.Match(catalog.Find)
	if err != nil {
		return c.File.wrap(err)
	}
	last := m.Ply()
	if c.Ply != nil {
		if *c.Ply < 0 || *c.Ply > last {
			return c.File.wrap(fmt.Errorf("there is no ply %d: the record has %d", *c.Ply, last))
		}
		m = m.At(*c.Ply)
	}
	if c.JSON {
		return printJSON(con.out, m)
	}
	_, err = io.WriteString(con.out, describe(r, m, last))
	return err
}

// position is what replay --json prints.
type position struct {
	Game    string                  `json:"game"`
	Version int                     `json:"version"`
	Plies   int                     `json:"plies"`
	ToAct   []games.Seat            `json:"to_act"`
	Legal   map[games.Seat][]string `json:"legal"`
	Over    bool                    `json:"over"`
	Result  *games.Result           `json:"result"`
	State   games.View              `json:"state"`
}

func printJSON(w io.Writer, m table.Match) error {
	info := m.Ruleset().Info()
	p := position{
		Game:    info.ID,
		Version: info.Version,
		Plies:   m.Ply(),
		ToAct:   append([]games.Seat{}, m.ToAct()...),
		Legal:   make(map[games.Seat][]string),
		Over:    m.Over(),
		Result:  m.Result(),
		State:   m.State().View(games.Open),
	}
	for _, seat := range seatsOf(m) {
		if legal := m.Legal(seat); len(legal) > 0 {
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

// describe tells a person how a match stands that goes on for last plies.
func describe(r *record.Record, m table.Match, last int) string {
	var b strings.Builder
	info, setup := m.Ruleset().Info(), m.Setup()
	fmt.Fprintf(&b, "%s, version %d\n", info.Name.En, info.Version)
	for _, seat := range seatsOf(m) {
		fmt.Fprintf(&b, "%s: %s\n", seatName(info, seat), cmp.Or(r.Tag(fmt.Sprint("Seat", seat)), "?"))
	}
	for _, option := range info.Options {
		if value, ok := setup.Options[option.ID]; ok {
			fmt.Fprintf(&b, "%s: %s\n", option.Name.En, value)
		}
	}
	fmt.Fprintf(&b, "Ply %d of %d", m.Ply(), last)
	if log := m.Log(); len(log) > 0 {
		e := log[len(log)-1]
		fmt.Fprintf(&b, ", %d: %s", e.Seat, e.Text)
	}
	b.WriteString("\n\n")
	if drawing := draw(m.State().View(games.Open)); drawing != "" {
		b.WriteString(drawing + "\n")
	}
	b.WriteString(outlook(m))
	return b.String()
}

// outlook is what comes next: who is to act, or how it ended.
func outlook(m table.Match) string {
	var b strings.Builder
	info := m.Ruleset().Info()
	if r := m.Result(); r != nil {
		fmt.Fprintf(&b, "Over: %s (%s).", record.Scores(r, m.Setup().Seats), strings.ReplaceAll(r.Reason, "_", " "))
		for _, winner := range r.Winners {
			fmt.Fprintf(&b, " %s wins.", seatName(info, winner))
		}
		b.WriteByte('\n')
	}
	for _, seat := range m.ToAct() {
		legal := m.Legal(seat)
		fmt.Fprintf(&b, "%s is to act: %s.\n", seatName(info, seat), count(len(legal), "legal action"))
	}
	if by := m.DrawOffer(); by != 0 {
		fmt.Fprintf(&b, "%s offers a draw.\n", seatName(info, by))
	}
	if by, line := m.UndoOffer(); by != 0 {
		fmt.Fprintf(&b, "%s asks to go back to the position after line %d.\n", seatName(info, by), line)
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// seatName is "1 White", or "1" where seats have no name.
func seatName(info games.Info, seat games.Seat) string {
	if i := int(seat) - 1; i < len(info.Armies) {
		return fmt.Sprint(seat, " ", info.Armies[i].En)
	}
	return fmt.Sprint(seat)
}

func seatsOf(m table.Match) []games.Seat {
	seats := make([]games.Seat, m.Setup().Seats)
	for i := range seats {
		seats[i] = games.Seat(i + 1)
	}
	return seats
}
