package knizia

// check returns why a seat that mayAct may not play a move now, nil if it may. The
// reason depends only on what the seat may know.
func (s *state) check(at seatIndex, m Move) *refusal {
	switch s.phase {
	case PhaseOpen:
		return s.checkOpen(at, m)
	case PhaseTurn:
		return s.checkTurn(at, m)
	case PhaseReact:
		return s.checkReact(at, m)
	case PhaseAdapt:
		return s.checkKeep(at, m)
	case PhaseToken:
		return s.checkToken(at, m)
	}
	return gameOver
}

func (s *state) checkOpen(at seatIndex, m Move) *refusal {
	if m.Do != ChooseColor {
		return openFirst
	}
	return s.canOpen(at, m.Color)
}

func (s *state) checkToken(at seatIndex, m Move) *refusal {
	switch {
	case m.Do != TakeToken:
		return tokenFirst
	case s.tokens[at].has(m.Color):
		return tokenOwned
	}
	return nil
}

// checkReact allows the player of the action to pass, and the holder of Lancelot to
// cancel it.
func (s *state) checkReact(at seatIndex, m Move) *refusal {
	switch {
	case m.Do == Pass && at == s.active:
		return nil
	case m.Do != Cancel:
		return actionUnderWay
	case at == s.active:
		return lancelotOwn
	case s.withdrawn.has(at):
		return lancelotOut
	case !s.hands[at].has(firstOfKind[Lancelot]):
		return notHeld
	}
	return nil
}

func (s *state) checkKeep(at seatIndex, m Move) *refusal {
	if m.Do != KeepCards {
		return adaptFirst
	}
	var values uint8
	d := &s.displays[at]
	for _, p := range m.Keep.List() {
		if int(p) > int(d.n) {
			return keepOneOfEach
		}
		value := d.at(p).kind().Value()
		if values>>value&1 != 0 {
			return keepOneOfEach
		}
		values |= 1 << value
	}
	if values != d.values() {
		return keepOneOfEach
	}
	return nil
}

// values returns the set of the values in a display.
func (d *display) values() (set uint8) {
	for _, card := range d.cards() {
		set |= 1 << card.kind().Value()
	}
	return set
}

// openerOwes reports whether the opener still has to place its first card.
func (p *position) openerOwes() bool { return p.opening && p.added == 0 }

func (s *state) checkTurn(at seatIndex, m Move) *refusal {
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

func (s *state) checkPlay(at seatIndex, c Card) *refusal {
	switch {
	case s.hands[at].of(c).empty():
		return notHeld
	case c == Lancelot:
		return lancelotOwn
	case c.IsAction():
		return actionLine
	case c.IsColored() && c.Color() != s.color:
		return wrongColor
	case c == W6 && s.displays[at].hasMaiden():
		return oneMaiden
	}
	return s.checkAdd(at)
}

// checkAdd refuses a second card for the display of a stunned seat.
func (s *state) checkAdd(at seatIndex) *refusal {
	if s.stunned == at && s.added > 0 {
		return stunnedAdd
	}
	return nil
}

func (s *state) checkEnd(at seatIndex) *refusal {
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

func (s *state) checkWithdraw(at seatIndex, token Color) *refusal {
	chooses := s.displays[at].hasMaiden() && s.tokens[at].len() > 1
	switch {
	case s.openerOwes():
		return openerPlaces
	case chooses && token == NoColor:
		return tokenToChoose
	case !chooses && token != NoColor:
		return tokenUnneeded
	case chooses && !s.tokens[at].has(token):
		return tokenNotOwned
	}
	return nil
}

// checkCard checks an action card regardless of its targets.
func (s *state) checkCard(at seatIndex, m Move) *refusal {
	switch {
	case s.hands[at].of(m.Card).empty():
		return notHeld
	case m.Card == Lancelot:
		return lancelotOwn
	case s.openerOwes():
		return openerPlaces
	}
	return nil
}

// checkAction checks the targets of an action card: it must change something.
func (s *state) checkAction(at seatIndex, m Move) *refusal {
	switch m.Card {
	case Unhorse, ChangeWeapon, DropWeapon:
		return s.checkColor(m)
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
		if !s.anyLoss(m) {
			return noEffect
		}
	case Adapt:
		if !s.anyDouble() {
			return noEffect
		}
	}
	return nil
}

func (s *state) checkColor(m Move) *refusal {
	weapon := s.color == Red || s.color == Blue || s.color == Yellow
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
	return nil
}

// checkTarget checks an action that names an opponent.
func (s *state) checkTarget(at seatIndex, m Move) *refusal {
	to, ok := s.seatOf(m.Seat)
	switch {
	case !ok:
		return noSeat
	case to == at:
		return ownTarget
	case m.Card == KnockDown:
		if s.handSize(to) < 1 {
			return emptyHand
		}
		return nil
	case s.withdrawn.has(to):
		return targetOut
	case m.Card == Stunned:
		return nil
	case m.Card == Outwit:
		return s.checkOutwit(at, to, m)
	}
	d := &s.displays[to]
	switch {
	case d.n == 0:
		return targetEmpty
	case m.Card == Dodge && int(m.At) > int(d.n):
		return noPlace
	case s.shielded(to):
		return targetShielded
	case d.n < 2:
		return targetSole
	case m.Card == BreakLance && !d.hasPurple():
		return noPurple
	case m.Card == Riposte:
		return s.checkRiposte(at, d.at(Place(d.n)))
	}
	return nil
}

// hasPurple reports whether a purple card is in a display.
func (d *display) hasPurple() bool {
	for _, card := range d.cards() {
		if card.kind().Color() == Purple {
			return true
		}
	}
	return false
}

// checkRiposte checks the effect of the taken card on the active seat's display.
func (s *state) checkRiposte(at seatIndex, taken cardID) *refusal {
	switch {
	case s.shielded(at):
		return ownShielded
	case taken.kind() == W6 && s.displays[at].hasMaiden():
		return secondMaiden
	}
	return s.checkAdd(at)
}

// checkOutwit checks an exchange of cards before two seats.
func (s *state) checkOutwit(at, to seatIndex, m Move) *refusal {
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
	case take == W6 && give != W6 && own.hasMaiden(), give == W6 && take != W6 && their.hasMaiden():
		return secondMaiden
	case takes && !gives && m.Own != StunnedPlace:
		return s.checkAdd(at)
	}
	return nil
}

// cardAt returns the card at a place before a seat, if there is one.
func (p *position) cardAt(at seatIndex, place Place) (c Card, ok bool) {
	switch place {
	case ShieldPlace:
		return Shield, p.shield == at
	case StunnedPlace:
		return Stunned, p.stunned == at
	}
	d := &p.displays[at]
	if place < 1 || int(place) > int(d.n) {
		return Unknown, false
	}
	return d.at(place).kind(), true
}
