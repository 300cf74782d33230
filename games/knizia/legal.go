package knizia

import "tableronde/games"

// Legal lists the legal lines of a seat: cards in the order of the rules' tables,
// then the end of the turn.
func (s *state) Legal(number games.Seat) []string {
	at, ok := s.seatOf(number)
	if !ok {
		return nil
	}
	moves := s.appendMoves(at, make([]Move, 0, 32))
	if len(moves) == 0 {
		return nil
	}
	lines := make([]string, len(moves))
	for i, m := range moves {
		lines[i] = m.String()
	}
	return lines
}

// appendMoves appends every legal move of a seat to a list, in the order of Legal.
func (s *state) appendMoves(at seatIndex, list []Move) []Move {
	switch s.phase {
	case PhaseReact:
		for _, m := range []Move{{Do: Pass}, {Do: Cancel, Card: Lancelot}} {
			if s.check(at, m) == nil {
				list = append(list, m)
			}
		}
		return list
	case PhaseAdapt:
		if s.pending.has(at) {
			list = s.appendKeeps(at, list)
		}
		return list
	}
	if at != s.active {
		return list
	}
	switch s.phase {
	case PhaseOpen:
		for _, c := range s.openings(at).list() {
			list = append(list, Move{Do: ChooseColor, Color: c})
		}
	case PhaseToken:
		for _, c := range s.missingTokens(at).list() {
			list = append(list, Move{Do: TakeToken, Color: c})
		}
	case PhaseTurn:
		for h := s.hands[at]; !h.empty(); {
			c := h.first().kind()
			h.low &^= kindMasks[c].low
			h.high &^= kindMasks[c].high
			list = s.appendPlays(at, c, list)
		}
		list = s.appendEndings(at, list)
	}
	return list
}

// appendEndings appends the moves that end a seat's turn.
func (s *state) appendEndings(at seatIndex, list []Move) []Move {
	if m := (Move{Do: EndTurn}); s.check(at, m) == nil {
		list = append(list, m)
	}
	return s.withdrawals(at, list)
}

func (s *state) withdrawals(at seatIndex, list []Move) []Move {
	for c := NoColor; c <= Green; c++ {
		if m := (Move{Do: Withdraw, Color: c}); s.checkWithdraw(at, c) == nil {
			list = append(list, m)
		}
	}
	return list
}

// appendPlays appends the moves that play a card of the active seat, one for each choice of
// targets.
func (s *state) appendPlays(at seatIndex, c Card, list []Move) []Move {
	switch {
	case c.IsAction() && c != Lancelot && !s.openerOwes():
		return s.acting(at, c, list)
	case !c.IsAction() && s.checkPlay(at, c) == nil:
		return append(list, Move{Do: PlayCard, Card: c})
	}
	return list
}

func (s *state) acting(at seatIndex, c Card, list []Move) []Move {
	m := Move{Do: PlayAction, Card: c}
	switch c {
	case Unhorse, ChangeWeapon:
		for m.Color = Red; m.Color <= Yellow; m.Color++ {
			list = s.appendIfLegal(at, m, list)
		}
	case BreakLance, Riposte, Dodge, KnockDown, Stunned, Outwit:
		for to := range seatIndex(s.seats) {
			m.Seat = numberOf(to)
			if to != at {
				list = s.appendTargeted(at, to, m, list)
			}
		}
	case Retreat:
		for m.Own = 1; m.Own <= Place(s.displays[at].n); m.Own++ {
			list = s.appendIfLegal(at, m, list)
		}
	default:
		list = s.appendIfLegal(at, m, list)
	}
	return list
}

// appendTargeted appends the moves of an action on a target, for each of its cards if the
// action names one.
func (s *state) appendTargeted(at, to seatIndex, m Move, list []Move) []Move {
	switch m.Card {
	case Dodge:
		for m.At = 1; m.At <= Place(s.displays[to].n); m.At++ {
			list = s.appendIfLegal(at, m, list)
		}
	case Outwit:
		if s.withdrawn.has(to) {
			return list
		}
		for m.Own = StunnedPlace; m.Own <= Place(s.displays[at].n); m.Own++ {
			for m.At = StunnedPlace; m.At <= Place(s.displays[to].n); m.At++ {
				list = s.appendIfLegal(at, m, list)
			}
		}
	default:
		list = s.appendIfLegal(at, m, list)
	}
	return list
}

// appendIfLegal appends an action if it is legal.
func (s *state) appendIfLegal(at seatIndex, m Move, list []Move) []Move {
	if s.checkAction(at, m) == nil {
		list = append(list, m)
	}
	return list
}

// appendKeeps appends every answer of a seat to Adapt: one for each way to keep one card of
// each value.
func (s *state) appendKeeps(at seatIndex, list []Move) []Move {
	groups := s.groups(at)
	choice := make([]int, len(groups))
	for {
		m := Move{Do: KeepCards}
		for i, group := range groups {
			m.Keep.add(group[choice[i]])
		}
		list = append(list, m)
		i := len(groups) - 1
		for ; i >= 0; i-- {
			if choice[i]++; choice[i] < len(groups[i]) {
				break
			}
			choice[i] = 0
		}
		if i < 0 {
			return list
		}
	}
}

// groups returns the positions of equal value in a display, in the order of their
// oldest cards.
func (p *position) groups(at seatIndex) [][]Place {
	var groups [][]Place
	var index [8]int // from 1
	for i, card := range p.displays[at].cards() {
		v := card.kind().Value()
		if index[v] == 0 {
			groups = append(groups, nil)
			index[v] = len(groups)
		}
		groups[index[v]-1] = append(groups[index[v]-1], Place(i+1))
	}
	return groups
}
