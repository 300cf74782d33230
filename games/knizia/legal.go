package knizia

import (
	"tableronde/games"
	"tableronde/games/cards"
)

// Legal lists the legal lines of a seat: cards in the order of the rules' tables,
// then the end of the turn.
func (s *state) Legal(number games.Seat) []string {
	at, ok := s.seatOf(number)
	if !ok {
		return nil
	}
	var lines []string
	for _, m := range s.appendMoves(at, make([]Move, 0, 32)) {
		lines = append(lines, m.String())
	}
	return lines
}

// appendMoves appends every legal move of a seat to a list, in the order of Legal.
func (s *state) appendMoves(at seatIndex, list []Move) []Move {
	add := func(m Move) {
		if s.check(at, m) == nil {
			list = append(list, m)
		}
	}
	switch {
	case s.phase == PhaseReact:
		add(Move{Do: Pass})
		add(Move{Do: Cancel, Card: Lancelot})
	case s.phase == PhaseAdapt && s.pending.Has(at):
		return appendKeeps(s.groups(at), Positions{}, list)
	case at != s.active:
	case s.phase == PhaseOpen:
		for _, c := range Colors() {
			add(Move{Do: ChooseColor, Color: c})
		}
	case s.phase == PhaseToken:
		for _, c := range Colors() {
			add(Move{Do: TakeToken, Color: c})
		}
	case s.phase == PhaseTurn:
		for h := s.hands[at]; !h.Empty(); {
			c := h.First().kind()
			h = h.Without(pack.ofKind[c])
			list = s.appendPlays(at, c, list)
		}
		add(Move{Do: EndTurn})
		return s.appendWithdrawals(at, list)
	}
	return list
}

// appendKeeps appends every answer to Adapt that keeps some cards and one of each further group.
func appendKeeps(groups [][]Place, keep Positions, list []Move) []Move {
	if len(groups) == 0 {
		return append(list, Move{Do: KeepCards, Keep: keep})
	}
	for _, place := range groups[0] {
		list = appendKeeps(groups[1:], keep.Or(cards.SetOf(place)), list)
	}
	return list
}

func (s *state) appendWithdrawals(at seatIndex, list []Move) []Move {
	for c := NoColor; c <= Green; c++ {
		if s.checkWithdraw(at, c) == nil {
			list = append(list, Move{Do: Withdraw, Color: c})
		}
	}
	return list
}

// appendPlays appends the moves that play a card of the active seat, one for each choice of
// targets.
func (s *state) appendPlays(at seatIndex, c Card, list []Move) []Move {
	if !c.IsAction() {
		if s.checkPlay(at, c) == nil {
			list = append(list, Move{Do: PlayCard, Card: c})
		}
		return list
	}
	if c == Lancelot || s.openerOwes() {
		return list
	}
	m := Move{Do: PlayAction, Card: c}
	add := func() {
		if s.checkAction(at, m) == nil {
			list = append(list, m)
		}
	}
	switch c {
	case Unhorse, ChangeWeapon:
		for m.Color = Red; m.Color <= Yellow; m.Color++ {
			add()
		}
		return list
	case Retreat:
		for m.Own = 1; m.Own <= Place(s.displays[at].n); m.Own++ {
			add()
		}
		return list
	case BreakLance, Riposte, Dodge, KnockDown, Stunned, Outwit:
	default:
		add()
		return list
	}
	for to := range s.around(0) {
		last := Place(s.displays[to].n)
		m.Seat = numberOf(to)
		switch {
		case to == at:
		case c == Dodge:
			for m.At = 1; m.At <= last; m.At++ {
				add()
			}
		case c == Outwit && s.in(to):
			for m.Own = StunnedPlace; m.Own <= Place(s.displays[at].n); m.Own++ {
				for m.At = StunnedPlace; m.At <= last; m.At++ {
					add()
				}
			}
		case c != Outwit:
			add()
		}
	}
	return list
}

// check returns why a seat that mayAct may not play a move now, nil if it may. The reason
// depends only on facts that the seat may see.
func (s *state) check(at seatIndex, m Move) *cards.Refusal {
	switch s.phase {
	case PhaseOpen:
		if m.Do != ChooseColor {
			return openFirst
		}
		return s.canOpen(at, m.Color)
	case PhaseTurn:
		return s.checkTurn(at, m)
	case PhaseReact:
		return s.checkReact(at, m)
	case PhaseAdapt:
		return s.checkKeep(at, m)
	case PhaseToken:
		switch {
		case m.Do != TakeToken:
			return tokenFirst
		case s.tokens[at].Has(m.Color):
			return tokenOwned
		}
		return nil
	}
	return gameOver
}

// checkReact allows the player of the action to pass, and the holder of Lancelot to
// cancel it.
func (s *state) checkReact(at seatIndex, m Move) *cards.Refusal {
	switch {
	case m.Do == Pass && at == s.active:
		return nil
	case m.Do != Cancel:
		return actionUnderWay
	case at == s.active:
		return lancelotOwn
	case !s.in(at):
		return lancelotOut
	case !s.hands[at].Has(pack.first[Lancelot]):
		return notHeld
	}
	return nil
}

func (s *state) checkKeep(at seatIndex, m Move) *cards.Refusal {
	if m.Do != KeepCards {
		return adaptFirst
	}
	groups := s.groups(at)
	for _, group := range groups {
		if cards.SetOf(group...).And(m.Keep).Len() != 1 {
			return keepOneOfEach
		}
	}
	if m.Keep.Len() != len(groups) {
		return keepOneOfEach
	}
	return nil
}

func (s *state) checkTurn(at seatIndex, m Move) *cards.Refusal {
	switch m.Do {
	case PlayCard:
		return s.checkPlay(at, m.Card)
	case PlayAction:
		if why := s.checkCard(at, m); why != nil {
			return why
		}
		return s.checkAction(at, m)
	case EndTurn:
		return s.checkEnd(at)
	case Withdraw:
		return s.checkWithdraw(at, m.Color)
	case ChooseColor:
		return alreadyOpen
	case TakeToken:
		return noToken
	case KeepCards:
		return nothingToKeep
	case Cancel:
		return lancelotOwn
	}
	return noActionUnderWay
}

func (s *state) checkPlay(at seatIndex, c Card) *cards.Refusal {
	switch {
	case s.hands[at].And(pack.ofKind[c]).Empty():
		return notHeld
	case c == Lancelot:
		return lancelotOwn
	case c.IsAction():
		return actionLine
	case c.IsColored() && c.Color() != s.color:
		return wrongColor
	case c == W6 && s.displays[at].has(W6):
		return oneMaiden
	}
	return s.checkAdd(at)
}

// checkAdd refuses a second card for the display of a stunned seat.
func (s *state) checkAdd(at seatIndex) *cards.Refusal {
	if s.stunned == at && s.added > 0 {
		return stunnedAdd
	}
	return nil
}

func (s *state) checkEnd(at seatIndex) *cards.Refusal {
	best, rival := s.bestRival(at)
	switch {
	case s.openerOwes():
		return openerPlaces
	case rival != at && s.total(at) <= best:
		return endTooLow
	case s.played == 0:
		return endUnplayed
	}
	return nil
}

func (s *state) checkWithdraw(at seatIndex, token Color) *cards.Refusal {
	chooses := s.displays[at].has(W6) && s.tokens[at].Len() > 1
	switch {
	case s.openerOwes():
		return openerPlaces
	case chooses && token == NoColor:
		return tokenToChoose
	case !chooses && token != NoColor:
		return tokenUnneeded
	case chooses && !s.tokens[at].Has(token):
		return tokenNotOwned
	}
	return nil
}

// checkCard checks an action card regardless of its targets.
func (s *state) checkCard(at seatIndex, m Move) *cards.Refusal {
	switch {
	case s.hands[at].And(pack.ofKind[m.Card]).Empty():
		return notHeld
	case m.Card == Lancelot:
		return lancelotOwn
	case s.openerOwes():
		return openerPlaces
	}
	return nil
}

// checkAction checks the targets of an action card: it must change something.
func (s *state) checkAction(at seatIndex, m Move) *cards.Refusal {
	weapon := s.color == Red || s.color == Blue || s.color == Yellow
	switch m.Card {
	case Unhorse, ChangeWeapon, DropWeapon:
		switch {
		case m.Card == Unhorse && s.color != Purple:
			return purpleOnly
		case m.Card != Unhorse && !weapon:
			return weaponOnly
		case m.Card == DropWeapon:
			return nil
		case m.Color == Purple || m.Color == Green:
			return turnTo
		case m.Color == s.color:
			return sameColor
		}
	case BreakLance, Riposte, Dodge, KnockDown, Outwit, Stunned:
		return s.checkTarget(at, m)
	case Retreat:
		switch d := &s.displays[at]; {
		case int(m.Own) > int(d.n):
			return noOwnPlace
		case s.shielded(at):
			return ownShielded
		case d.n < 2:
			return ownSole
		}
	case Outmaneuver, Charge, Countercharge, Disgrace:
		for of := range seatIndex(s.seats) {
			if !s.losses(m, of).Empty() {
				return nil
			}
		}
		return noEffect
	case Adapt:
		for of := range seatIndex(s.seats) {
			if s.hasDoubles(of) {
				return nil
			}
		}
		return noEffect
	}
	return nil
}

// checkTarget checks an action that names an opponent.
func (s *state) checkTarget(at seatIndex, m Move) *cards.Refusal {
	to, ok := s.seatOf(m.Seat)
	switch {
	case !ok:
		return noSeat
	case to == at:
		return ownTarget
	case m.Card == KnockDown && s.handSize(to) < 1:
		return emptyHand
	case m.Card == KnockDown:
		return nil
	case !s.in(to):
		return targetOut
	case m.Card == Stunned:
		return nil
	case m.Card == Outwit:
		return s.checkOutwit(at, to, m)
	}
	own, d := &s.displays[at], &s.displays[to]
	switch {
	case d.n == 0:
		return targetEmpty
	case m.Card == Dodge && int(m.At) > int(d.n):
		return noPlace
	case s.shielded(to):
		return targetShielded
	case d.n < 2:
		return targetSole
	case m.Card == BreakLance && s.losses(m, to).Empty():
		return noPurple
	case m.Card != Riposte:
		return nil
	case s.shielded(at):
		return ownShielded
	case d.at(Place(d.n)) == W6 && own.has(W6):
		return secondMaiden
	}
	return s.checkAdd(at)
}

// checkOutwit checks an exchange of cards before two seats.
func (s *state) checkOutwit(at, to seatIndex, m Move) *cards.Refusal {
	give, ok := s.cardAt(at, m.Own)
	if !ok {
		return noOwnPlace
	}
	take, ok := s.cardAt(to, m.At)
	if !ok {
		return noPlace
	}
	own, their := &s.displays[at], &s.displays[to]
	switch gives, takes := m.Own > 0, m.At > 0; {
	case s.shielded(to) && m.At != ShieldPlace:
		return takeShield
	case s.shielded(at) && (gives || takes && m.Own != ShieldPlace):
		return ownShielded
	case give == take:
		return equalCards
	case gives && !takes && own.n < 2:
		return ownSole
	case takes && !gives && their.n < 2:
		return targetSole
	case take == W6 && give != W6 && own.has(W6), give == W6 && take != W6 && their.has(W6):
		return secondMaiden
	case takes && !gives && m.Own != StunnedPlace:
		return s.checkAdd(at)
	}
	return nil
}
