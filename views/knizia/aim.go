package knizia

import (
	"strconv"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
)

// aim returns the address to which a card before a seat leads while a target is being
// chosen, and what the choice is called; "" where it is none.
func (s *scene) aim(seat games.Seat, place rules.Place) (href, label string) {
	if !s.aiming() {
		return "", ""
	}
	for _, m := range s.targets() {
		switch {
		case seat == s.You && m.Own == place && m.Card == rules.Retreat:
			return s.to(m), s.moveLabel(m)
		case seat == s.You && m.Own == place && m.Card == rules.Outwit && !s.swapping():
			return s.choose("outwit " + place.String()), s.T("knizia.aim.give", "Card", s.withArticle(cardAt(s.ahead, s.You, place)))
		case seat == m.Seat && m.At == place && (m.Card == rules.Dodge || m.Card == rules.Outwit && s.swapping()):
			return s.to(m), s.moveLabel(m)
		case seat == m.Seat && m.At == rules.NoPlace && s.hits(m, place):
			return s.to(m), s.moveLabel(m)
		}
	}
	return "", ""
}

// hits reports whether an action on a seat takes the card at a place.
func (s *scene) hits(m rules.Move, at rules.Place) bool {
	display := s.ahead.Seats[m.Seat-1].Display
	switch m.Card {
	case rules.Riposte:
		return int(at) == len(display)
	case rules.BreakLance:
		return at > 0 && display[at-1].Color() == rules.Purple
	}
	return false
}

// aimSeat returns where a seat leads that can be chosen as a whole.
func (s *scene) aimSeat(seat games.Seat) (href, label string) {
	if !s.aiming() {
		return "", ""
	}
	for _, m := range s.targets() {
		if m.Seat == seat && m.At == rules.NoPlace {
			return s.to(m), s.moveLabel(m)
		}
	}
	return "", ""
}

// aims lists the seats that the action card chosen can be played against.
func (s *scene) aims() []views.Act {
	var acts []views.Act
	for _, m := range s.targets() {
		if m.Seat == 0 || m.At != rules.NoPlace || m.Own != rules.NoPlace {
			continue
		}
		detail := ""
		if m.Card == rules.Riposte {
			detail = s.label(newest(s.ahead, m.Seat))
		}
		acts = append(acts, views.Act{ID: "aim-" + strconv.Itoa(int(m.Seat)), Label: s.Name(m.Seat), Detail: detail, Href: s.to(m)})
	}
	return acts
}
