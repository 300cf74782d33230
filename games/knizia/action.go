package knizia

import (
	"math/bits"
	"strconv"

	"tableronde/games"
)

// Verb distinguishes the lines of a record.
type Verb uint8

// The verbs of the notation.
const (
	NoVerb      Verb = iota
	ChooseColor      // "colour red", by the opener
	PlayCard         // "play R3"
	PlayAction       // "dodge 3.2": the action card named by Move.Card
	EndTurn          // "end"
	Withdraw         // "withdraw", "withdraw blue"
	TakeToken        // "token green"
	Pass             // "pass": the action under way takes effect
	Cancel           // "lancelot": the action under way does not
	KeepCards        // "keep 1 3", the answer to Adapt
)

// Place is a card before a seat: a position in its display, 1 being the oldest,
// or one of the status cards beside it.
type Place int8

// Places that are not positions.
const (
	NoPlace      Place = 0
	ShieldPlace  Place = -1
	StunnedPlace Place = -2
)

// String returns the notation: "2", "shield", "stunned".
func (p Place) String() string {
	switch p {
	case NoPlace:
		return ""
	case ShieldPlace:
		return Shield.String()
	case StunnedPlace:
		return Stunned.String()
	}
	return strconv.Itoa(int(p))
}

// Positions is a set of positions in a display, 1 being the oldest card.
type Positions struct{ low, high uint64 }

func (p *Positions) add(at Place) {
	if at < 64 {
		p.low |= 1 << at
	} else {
		p.high |= 1 << (at - 64)
	}
}

// Has reports whether the set holds a position.
func (p Positions) Has(at Place) bool {
	if at < 1 {
		return false
	}
	if at < 64 {
		return p.low>>at&1 != 0
	}
	return p.high>>(at-64)&1 != 0
}

// Len counts the positions.
func (p Positions) Len() int { return bits.OnesCount64(p.low) + bits.OnesCount64(p.high) }

// List returns the positions in ascending order.
func (p Positions) List() []Place {
	list := make([]Place, 0, p.Len())
	for at := Place(1); len(list) < cap(list); at++ {
		if p.Has(at) {
			list = append(list, at)
		}
	}
	return list
}

// Move is a parsed line of a record. Fields that the line does not have are zero.
// Moves are equal if and only if their lines are.
type Move struct {
	Do    Verb
	Card  Card       // of PlayCard, and the action card of PlayAction
	Color Color      // chosen, taken, given back or turned to
	Seat  games.Seat // the target of an action
	At    Place      // the target's card: of Dodge, and the one that Outwit takes
	Own   Place      // the card of the player: of Retreat, and the one that Outwit gives
	Keep  Positions  // of KeepCards
}

// String returns the canonical text of the line.
func (m Move) String() string {
	switch m.Do {
	case ChooseColor:
		return "colour " + m.Color.String()
	case PlayCard:
		return "play " + m.Card.String()
	case PlayAction:
		return m.action()
	case EndTurn:
		return "end"
	case Withdraw:
		if m.Color != NoColor {
			return "withdraw " + m.Color.String()
		}
		return "withdraw"
	case TakeToken:
		return "token " + m.Color.String()
	case Pass:
		return "pass"
	case Cancel:
		return "lancelot"
	case KeepCards:
		return m.keep()
	}
	return ""
}

func (m Move) action() string {
	code := m.Card.String()
	switch m.Card {
	case Unhorse, ChangeWeapon:
		return code + " " + m.Color.String()
	case BreakLance, Riposte, KnockDown, Stunned:
		return code + " " + strconv.Itoa(int(m.Seat))
	case Dodge:
		return code + " " + strconv.Itoa(int(m.Seat)) + "." + m.At.String()
	case Retreat:
		return code + " " + m.Own.String()
	case Outwit:
		return code + " " + m.Own.String() + " " + strconv.Itoa(int(m.Seat)) + "." + m.At.String()
	}
	return code
}

func (m Move) keep() string {
	text := []byte("keep")
	for _, at := range m.Keep.List() {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(at), 10)
	}
	return string(text)
}
