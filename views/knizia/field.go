package knizia

import (
	"slices"
	"strconv"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
)

// tableCard is a card on the table, with the link of the viewer's action on it.
type tableCard struct {
	card  rules.Card
	id    string
	label string
	href  string // opens its text, or chooses it as a target
	class string
}

// lay returns a card on the table that opens its text.
func (s *scene) lay(c rules.Card, id, class string) tableCard {
	l := tableCard{card: c, label: s.label(c), id: id, class: class, href: s.read(c, id)}
	if s.origin == id {
		l.class += " opened"
	}
	return l
}

// field draws the public part of the table.
type field struct{ *scene }

// seatLane is the display of one seat.
type seatLane struct {
	seat      games.Seat
	class     string
	name      string
	you       bool
	count     string // number of cards in the hand
	note      string // other facts about the seat
	tokens    []tokenMark
	spoken    string // tokens in words
	total     string // "–" for a seat that is out
	was       string // total before the staged steps, if they change it
	said      string // total in words
	display   []tableCard
	beside    []tableCard // Shield and Stunned
	hand      []tableCard // if everybody sees it
	aim, hint string      // a link to the seat as a target, and its label
	acts      bool
}

type tokenMark struct {
	color string
	owned bool
}

// lanes returns the displays of all seats.
func (s field) lanes() []seatLane {
	return views.Each(s.order(), s.lane)
}

func (s field) lane(number games.Seat) seatLane {
	seat, was := s.ahead.Seats[number-1], s.now.Seats[number-1]
	l := seatLane{
		seat: number, class: "lane", name: s.Name(number), you: s.IsYou(number), count: s.N("knizia.cards", len(seat.Hand)), note: s.note(seat),
		total: "–", acts: s.Acts(number), display: s.display(seat, was), beside: s.beside(seat),
	}
	var owned []string
	for _, c := range rules.Colors() {
		has := slices.Contains(seat.Tokens, c)
		if l.tokens = append(l.tokens, tokenMark{c.String(), has}); has {
			owned = append(owned, s.color(c))
		}
	}
	l.spoken = s.N("knizia.tokens", len(owned), "Colors", s.List(owned))
	started := s.fought()
	if s.decided() {
		l.total = ""
	}
	switch {
	case seat.Resigned || started && !seat.In:
		l.class += " out"
	case l.acts:
		l.class += " act"
	}
	if number == s.You {
		l.class += " own-lane"
	}
	switch {
	case seat.Resigned:
		l.count = ""
	case l.note != "":
		l.count += ","
	}
	if seat.In && started {
		l.total, l.said = strconv.Itoa(seat.Total), s.T("knizia.total", "Total", seat.Total)
		if was.Total != seat.Total && was.In {
			l.was = strconv.Itoa(was.Total)
		}
	}
	if s.Result != nil {
		l.hand = s.shown(number, seat.Hand)
	}
	if s.Meant == "seat-"+strconv.Itoa(int(number)) {
		l.class += " meant"
	}
	l.aim, l.hint = s.aimSeat(number)
	if l.aim != "" {
		l.class += " aimed"
	}
	return l
}

// display returns the row of cards before a seat. Staged cards come last.
func (s field) display(seat, was rules.Seat) []tableCard {
	row := make([]tableCard, len(seat.Display))
	added := seat.Seat == s.You && len(s.steps) > 0
	for i, c := range seat.Display {
		row[i] = s.laid(seat.Seat, rules.Place(i+1), c)
		if added && i >= len(was.Display) {
			row[i].class += " staged"
		}
	}
	return row
}

func (s field) beside(seat rules.Seat) []tableCard {
	var row []tableCard
	if seat.Shield {
		row = append(row, s.laid(seat.Seat, rules.ShieldPlace, rules.Shield))
	}
	if seat.Stunned {
		row = append(row, s.laid(seat.Seat, rules.StunnedPlace, rules.Stunned))
	}
	return row
}

func (s field) laid(seat games.Seat, place rules.Place, c rules.Card) tableCard {
	l := s.lay(c, "at-"+strconv.Itoa(int(seat))+"-"+place.String(), "card")
	if href, label := s.aim(seat, place); href != "" {
		l.href, l.label, l.class = href, label, "card aim"
	} else if s.swapping() && seat == s.You && s.chosen == "outwit "+place.String() {
		l.class = "card given"
	}
	return l
}

// shown returns a hand that everybody sees.
func (s field) shown(seat games.Seat, hand []rules.Card) []tableCard {
	var row []tableCard
	for i, c := range hand {
		if c != rules.Unknown {
			row = append(row, s.lay(c, "open-"+strconv.Itoa(int(seat))+"-"+strconv.Itoa(i), "card crop"))
		}
	}
	return row
}

// hand draws the cards of the visitor.
type hand struct{ *scene }

// heldCard is a card of the visitor's hand.
type heldCard struct {
	tableCard
	hint string // title for the mouse: effect, or why it cannot be played; "" for none
}

// hand returns the visitor's hand in the chosen order. Staged cards stay in their places.
func (s hand) hand() []heldCard {
	left := make(map[rules.Card]int)
	for _, step := range s.steps {
		if m, err := rules.ParseMove(step); err == nil && m.Card != rules.Unknown {
			left[m.Card]++
		}
	}
	mine := slices.Clone(s.now.Hand)
	if s.Sort == "value" {
		slices.SortStableFunc(mine, func(a, b rules.HandCard) int { return b.Card.Value() - a.Card.Value() })
	}
	var all []heldCard
	copies := make(map[rules.Card]int)
	for _, h := range mine {
		copies[h.Card]++
		card := s.heldCard(h.Card, copies[h.Card], left[h.Card] > 0)
		if left[h.Card] > 0 {
			left[h.Card]--
		}
		all = append(all, card)
	}
	return append(all, s.regained(copies)...)
}

// regained returns the cards that the staged steps bring into the hand. shown counts the copies
// before.
func (s hand) regained(shown map[rules.Card]int) []heldCard {
	kept := make(map[rules.Card]int)
	for c, n := range shown {
		kept[c] = n
	}
	for _, step := range s.steps {
		if m, err := rules.ParseMove(step); err == nil && m.Card != rules.Unknown {
			kept[m.Card]--
		}
	}
	var all []heldCard
	for _, h := range s.ahead.Hand {
		if kept[h.Card]--; kept[h.Card] < 0 {
			shown[h.Card]++
			card := s.heldCard(h.Card, shown[h.Card], false)
			card.class += " back"
			all = append(all, card)
		}
	}
	return all
}

// heldCard returns one copy of a card in the hand.
func (s hand) heldCard(c rules.Card, copyOf int, staged bool) heldCard {
	h := heldCard{tableCard: s.lay(c, handPrefix+c.String()+"-"+strconv.Itoa(copyOf), "card"), hint: cardText(s.Lang, c)}
	moves, why := s.playable(c)
	switch {
	case staged:
		h.class, h.href = "card up", s.without(c)
		h.label = s.T("knizia.hand.staged", "Card", h.label)
	case !s.playing() || s.committed() || c == rules.Lancelot:
		h.class += " idle"
	case len(moves) == 0:
		h.class, h.href, h.hint = "card no", s.choose(c.String()), s.Refusal(s.worded(why))
		h.label = s.T("knizia.hand.no", "Card", h.label, "Why", h.hint)
	case len(moves) == 1:
		h.href = s.to(moves[0])
		h.label = s.T("knizia.hand.play", "Card", s.moveLabel(moves[0]))
	default:
		h.href = s.choose(c.String())
		h.label = s.T("knizia.hand.aim", "Card", h.label)
	}
	return h
}

// playable lists the moves that play a card after the staged steps, or returns the reason why there
// are none.
func (s hand) playable(c rules.Card) ([]rules.Move, *games.Illegal) {
	for _, h := range s.ahead.Hand {
		if h.Card == c {
			return h.Moves, h.Why
		}
	}
	return nil, nil
}

// without returns the address without a staged card, and without later staged cards that depend on
// it.
func (s hand) without(c rules.Card) string {
	for i := len(s.steps) - 1; i >= 0; i-- {
		if m, err := rules.ParseMove(s.steps[i]); err == nil && m.Card == c {
			if m.Do == rules.PlayCard && !s.actedSince(i) {
				return s.Staging(slices.Delete(slices.Clone(s.steps), i, i+1), "")
			}
			return s.Staging(s.steps[:i], "")
		}
	}
	return s.Staging(nil, "")
}

func (s hand) actedSince(i int) bool {
	return slices.ContainsFunc(s.steps[i:], func(step string) bool {
		m, err := rules.ParseMove(step)
		return err != nil || m.Do != rules.PlayCard
	})
}

// sorted returns the link that sorts the hand in the other order.
func (s hand) sorted() (href, label string) {
	if s.Sort == "value" {
		return s.Seeing("", s.See), s.T("knizia.sort.color")
	}
	return s.Seeing("value", s.See), s.T("knizia.sort.value")
}
