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
	for _, m := range s.player(at).appendMoves(make([]Move, 0, 32)) {
		lines = append(lines, m.String())
	}
	return lines
}

// appendMoves appends every legal move of the player to a list, in the order of Legal.
func (p player) appendMoves(list []Move) []Move {
	add := func(m Move) {
		if p.check(m) == nil {
			list = append(list, m)
		}
	}
	switch {
	case p.phase == PhaseReact:
		add(Move{Do: Pass})
		add(Move{Do: Cancel, Card: Lancelot})
	case p.phase == PhaseAdapt && p.pending.Has(p.at):
		return appendKeeps(p.groups(p.at), Positions{}, list)
	case p.at != p.active:
	case p.phase == PhaseOpen:
		for _, c := range Colors() {
			add(Move{Do: ChooseColor, Color: c})
		}
	case p.phase == PhaseToken:
		for _, c := range Colors() {
			add(Move{Do: TakeToken, Color: c})
		}
	case p.phase == PhaseTurn:
		for h := p.hands[p.at]; !h.Empty(); {
			c := h.First().kind()
			h = h.Without(pack.ofKind[c])
			list = p.appendPlays(c, list)
		}
		add(Move{Do: EndTurn})
		return p.appendWithdrawals(list)
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

func (p player) appendWithdrawals(list []Move) []Move {
	for c := NoColor; c <= Green; c++ {
		if p.checkWithdraw(c) == nil {
			list = append(list, Move{Do: Withdraw, Color: c})
		}
	}
	return list
}

// appendPlays appends the moves that play a card of the active seat, one for each choice of
// targets.
func (p player) appendPlays(c Card, list []Move) []Move {
	if !c.IsAction() {
		if p.checkPlay(c) == nil {
			list = append(list, Move{Do: PlayCard, Card: c})
		}
		return list
	}
	if c == Lancelot || p.openerOwes() {
		return list
	}
	m := Move{Do: PlayAction, Card: c}
	add := func() {
		if p.checkAction(m) == nil {
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
		for m.Own = 1; m.Own <= Place(p.displays[p.at].n); m.Own++ {
			add()
		}
		return list
	case BreakLance, Riposte, Dodge, KnockDown, Stunned, Outwit:
	default:
		add()
		return list
	}
	for to := range p.around(0) {
		last := Place(p.displays[to].n)
		m.Seat = numberOf(to)
		switch {
		case to == p.at:
		case c == Dodge:
			for m.At = 1; m.At <= last; m.At++ {
				add()
			}
		case c == Outwit && p.in(to):
			for m.Own = StunnedPlace; m.Own <= Place(p.displays[p.at].n); m.Own++ {
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

// check returns why a player that mayAct may not play a move now, nil if it may. The reason
// depends only on facts that the player may see.
func (p player) check(m Move) *cards.Refusal {
	switch p.phase {
	case PhaseOpen:
		if m.Do != ChooseColor {
			return openFirst
		}
		return p.canOpen(p.at, m.Color)
	case PhaseTurn:
		return p.checkTurn(m)
	case PhaseReact:
		return p.checkReact(m)
	case PhaseAdapt:
		return p.checkKeep(m)
	case PhaseToken:
		switch {
		case m.Do != TakeToken:
			return tokenFirst
		case p.tokens[p.at].Has(m.Color):
			return tokenOwned
		}
		return nil
	}
	return gameOver
}

// checkReact allows the player of the action to pass, and the holder of Lancelot to
// cancel it.
func (p player) checkReact(m Move) *cards.Refusal {
	switch {
	case m.Do == Pass && p.at == p.active:
		return nil
	case m.Do != Cancel:
		return actionUnderWay
	case p.at == p.active:
		return lancelotOwn
	case !p.in(p.at):
		return lancelotOut
	case !p.hands[p.at].Has(pack.first[Lancelot]):
		return notHeld
	}
	return nil
}

func (p player) checkKeep(m Move) *cards.Refusal {
	if m.Do != KeepCards {
		return adaptFirst
	}
	groups := p.groups(p.at)
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

func (p player) checkTurn(m Move) *cards.Refusal {
	switch m.Do {
	case PlayCard:
		return p.checkPlay(m.Card)
	case PlayAction:
		if why := p.checkCard(m); why != nil {
			return why
		}
		return p.checkAction(m)
	case EndTurn:
		return p.checkEnd()
	case Withdraw:
		return p.checkWithdraw(m.Color)
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

func (p player) checkPlay(c Card) *cards.Refusal {
	switch {
	case p.hands[p.at].And(pack.ofKind[c]).Empty():
		return notHeld
	case c == Lancelot:
		return lancelotOwn
	case c.IsAction():
		return actionLine
	case c.IsColored() && c.Color() != p.color:
		return wrongColor
	case c == W6 && p.displays[p.at].has(W6):
		return oneMaiden
	}
	return p.checkAdd()
}

// checkAdd refuses a second card for the display of a stunned seat.
func (p player) checkAdd() *cards.Refusal {
	if p.stunned == p.at && p.added > 0 {
		return stunnedAdd
	}
	return nil
}

func (p player) checkEnd() *cards.Refusal {
	best, rival := p.bestRival(p.at)
	switch {
	case p.openerOwes():
		return openerPlaces
	case rival != p.at && p.total(p.at) <= best:
		return endTooLow
	case p.played == 0:
		return endUnplayed
	}
	return nil
}

func (p player) checkWithdraw(token Color) *cards.Refusal {
	chooses := p.displays[p.at].has(W6) && p.tokens[p.at].Len() > 1
	switch {
	case p.openerOwes():
		return openerPlaces
	case chooses && token == NoColor:
		return tokenToChoose
	case !chooses && token != NoColor:
		return tokenUnneeded
	case chooses && !p.tokens[p.at].Has(token):
		return tokenNotOwned
	}
	return nil
}

// checkCard checks an action card regardless of its targets.
func (p player) checkCard(m Move) *cards.Refusal {
	switch {
	case p.hands[p.at].And(pack.ofKind[m.Card]).Empty():
		return notHeld
	case m.Card == Lancelot:
		return lancelotOwn
	case p.openerOwes():
		return openerPlaces
	}
	return nil
}

// checkAction checks the targets of an action card: it must change something.
func (p player) checkAction(m Move) *cards.Refusal {
	weapon := p.color == Red || p.color == Blue || p.color == Yellow
	switch m.Card {
	case Unhorse, ChangeWeapon, DropWeapon:
		switch {
		case m.Card == Unhorse && p.color != Purple:
			return purpleOnly
		case m.Card != Unhorse && !weapon:
			return weaponOnly
		case m.Card == DropWeapon:
			return nil
		case m.Color == Purple || m.Color == Green:
			return turnTo
		case m.Color == p.color:
			return sameColor
		}
	case BreakLance, Riposte, Dodge, KnockDown, Outwit, Stunned:
		return p.checkTarget(m)
	case Retreat:
		switch d := &p.displays[p.at]; {
		case int(m.Own) > int(d.n):
			return noOwnPlace
		case p.shielded(p.at):
			return ownShielded
		case d.n < 2:
			return ownSole
		}
	case Outmaneuver, Charge, Countercharge, Disgrace:
		for of := range seatIndex(p.seats) {
			if !p.losses(m, of).Empty() {
				return nil
			}
		}
		return noEffect
	case Adapt:
		for of := range seatIndex(p.seats) {
			if p.hasDoubles(of) {
				return nil
			}
		}
		return noEffect
	}
	return nil
}

// checkTarget checks an action that names an opponent.
func (p player) checkTarget(m Move) *cards.Refusal {
	to, ok := p.seatOf(m.Seat)
	switch {
	case !ok:
		return noSeat
	case to == p.at:
		return ownTarget
	case m.Card == KnockDown && p.handSize(to) < 1:
		return emptyHand
	case m.Card == KnockDown:
		return nil
	case !p.in(to):
		return targetOut
	case m.Card == Stunned:
		return nil
	case m.Card == Outwit:
		return p.checkOutwit(to, m)
	}
	own, d := &p.displays[p.at], &p.displays[to]
	switch {
	case d.n == 0:
		return targetEmpty
	case m.Card == Dodge && int(m.At) > int(d.n):
		return noPlace
	case p.shielded(to):
		return targetShielded
	case d.n < 2:
		return targetSole
	case m.Card == BreakLance && p.losses(m, to).Empty():
		return noPurple
	case m.Card != Riposte:
		return nil
	case p.shielded(p.at):
		return ownShielded
	case d.at(Place(d.n)) == W6 && own.has(W6):
		return secondMaiden
	}
	return p.checkAdd()
}

// checkOutwit checks an exchange of cards before two seats.
func (p player) checkOutwit(to seatIndex, m Move) *cards.Refusal {
	give, ok := p.cardAt(p.at, m.Own)
	if !ok {
		return noOwnPlace
	}
	take, ok := p.cardAt(to, m.At)
	if !ok {
		return noPlace
	}
	own, their := &p.displays[p.at], &p.displays[to]
	switch gives, takes := m.Own > 0, m.At > 0; {
	case p.shielded(to) && m.At != ShieldPlace:
		return takeShield
	case p.shielded(p.at) && (gives || takes && m.Own != ShieldPlace):
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
		return p.checkAdd()
	}
	return nil
}
