package knizia

import (
	"slices"

	"tableronde/games"
)

// View returns what a viewer may know. When the game is over, everybody sees
// everything.
func (s *state) View(viewer games.Seat) games.View {
	all := viewer == games.Omniscient || s.phase == PhaseOver && !s.staged
	v := View{
		Phase: s.phase, Color: s.color, Active: numberOf(s.active), Opener: numberOf(s.opener),
		LastColor: s.last, Target: s.tokensToWin(), Deck: int(s.deck.n), Discard: kindsOf(s.discard.cards()),
		Viewer: viewer, Dealer: numberOf(s.dealer), Result: s.Result(), Window: int(s.opts.window.Seconds()),
		Staged: s.staged, Stops: s.uncovered, Played: int(s.played), Added: int(s.added), Opening: s.openerOwes(),
		Shown: s.viewShown(), Tournament: int(s.tournament),
	}
	after := s
	if s.phase == PhaseReact || s.phase == PhaseAdapt {
		after = s.undisturbed()
		v.UnderWay = s.viewUnderWay(viewer)
	}
	for at := range seatIndex(s.seats) {
		v.Seats = append(v.Seats, s.viewSeat(at, all || numberOf(at) == viewer, after))
	}
	if all {
		v.Draws = kindsOf(s.deck.cards())
		slices.Reverse(v.Draws)
	}
	if at, ok := s.seatOf(viewer); ok {
		s.fillOwn(at, &v)
	}
	return v
}

func (s *state) viewSeat(at seatIndex, open bool, after *state) Seat {
	v := Seat{
		In: s.inTournament().has(at), Display: kindsOf(s.displays[at].cards()), Total: s.total(at),
		Shield: s.shield == at, Stunned: s.stunned == at, Tokens: s.tokens[at].list(),
		Resigned: s.resigned.has(at), Seat: numberOf(at), Pending: s.pending.has(at), After: after.total(at), Touched: s.displays[at] != after.displays[at],
	}
	if !open {
		v.Hand = unknownCards(s.handSize(at))
		return v
	}
	v.Hand = kindsOf(s.hands[at].list())
	if s.unseen[at] > 0 {
		v.Hand = append(v.Hand, unknownCards(int(s.unseen[at]))...)
	}
	return v
}

func (s *state) viewUnderWay(viewer games.Seat) *UnderWay {
	u := &UnderWay{Seat: numberOf(s.active), Line: s.underWay.String(), Move: s.underWay}
	if s.phase == PhaseAdapt {
		u.Pending = s.ToAct()
		return u
	}
	u.Effect = s.predictEffect(viewer)
	return u
}

// predictEffect lists the consequences of the action under way if it is not cancelled,
// as far as they do not depend on chance or on others.
func (s *state) predictEffect(viewer games.Seat) []games.Fact {
	r := run{state: s.copy(), recorder: &factRecorder{}}
	r.staged = true
	r.resolve()
	return r.recorder.factsFor(viewer)
}

func (s *state) viewShown() []Shown {
	var shown []Shown
	at := s.firstAsked
	for range s.seats {
		if h := s.shown[at]; !h.empty() {
			shown = append(shown, Shown{Seat: numberOf(at), Hand: kindsOf(h.list())})
		}
		at = s.after(at)
	}
	return shown
}

// fillOwn fills in the part of the view that only its seat has.
func (s *state) fillOwn(at seatIndex, v *View) {
	v.Moves = s.appendMoves(at, nil)
	next := s.momentOf(at)
	v.NextTurn, v.NextTournament = next.turn, next.tournament
	for h := s.hands[at]; !h.empty(); {
		c := h.pop().kind()
		if n := len(v.Hand); n > 0 && v.Hand[n-1].Card == c {
			v.Hand = append(v.Hand, v.Hand[n-1])
			continue
		}
		card := HandCard{Card: c}
		for _, m := range v.Moves {
			if m.Card == c {
				card.Moves = append(card.Moves, m)
			}
		}
		if len(card.Moves) == 0 {
			card.Why = s.whyNot(at, c)
		}
		v.Hand = append(v.Hand, card)
	}
	switch own := at == s.active; {
	case s.phase == PhaseOpen && own:
		v.Choose = s.choices(at, ChooseColor)
	case s.phase == PhaseToken && own:
		v.Choose = s.choices(at, TakeToken)
	case s.phase == PhaseTurn && own:
		v.End = s.ending(at)
	case s.phase == PhaseAdapt && (s.pending.has(at) || s.answered.has(at)):
		v.Keep = &Keeping{Groups: s.groups(at), Oldest: Move{Do: KeepCards, Keep: s.preferredKeep(at, KeepOldest)}}
		if s.answered.has(at) {
			v.Keep.Kept = s.answers[at].List()
		}
	case s.phase == PhaseReact:
		v.Cancel = !own && s.checkReact(at, Move{Do: Cancel}) == nil
	}
}

// choices lists the five colors for a seat that chooses one.
func (s *state) choices(at seatIndex, do Verb) []Choice {
	var all []Choice
	for c := Purple; c <= Green; c++ {
		m := Move{Do: do, Color: c}
		choice := Choice{Color: c, Line: m.String()}
		if why := s.check(at, m); why != nil {
			choice.Why = s.explain(why, at, m)
		}
		all = append(all, choice)
	}
	return all
}

// ending returns the ways in which the active seat may end its turn.
func (s *state) ending(at seatIndex) *Ending {
	best, rival := s.bestRival(at)
	e := &Ending{Total: s.total(at), Best: best, Rival: numberOf(rival), Withdraw: s.withdrawals(at, nil)}
	if why := s.checkEnd(at); why != nil {
		e.Why = s.explain(why, at, Move{Do: EndTurn})
	}
	if len(e.Withdraw) == 0 {
		m := Move{Do: Withdraw}
		e.WhyStay = s.explain(s.checkWithdraw(at, NoColor), at, m)
	}
	return e
}

// whyNot returns the reason why a card of a seat's hand cannot be played now.
func (s *state) whyNot(at seatIndex, c Card) *games.Illegal {
	m := Move{Do: PlayCard, Card: c}
	if c.IsAction() {
		m.Do = PlayAction
	}
	switch {
	case s.phase == PhaseOver:
		return gameOver.with()
	case s.phase == PhaseReact && c == Lancelot:
		return s.explain(s.checkReact(at, Move{Do: Cancel}), at, m)
	case s.phase == PhaseAdapt && s.pending.has(at):
		return s.explain(adaptFirst, at, Move{})
	case s.phase == PhaseAdapt:
		return s.explain(actionUnderWay, at, m)
	case at != s.active:
		return s.explain(otherTurn, at, m)
	case s.phase != PhaseTurn:
		return s.explain(s.check(at, m), at, Move{})
	case !c.IsAction():
		return s.explain(s.checkPlay(at, c), at, m)
	}
	if why := s.checkCard(at, m); why != nil {
		return s.explain(why, at, m)
	}
	why, m := s.whyNoAction(at, m)
	return s.explain(why, at, m)
}

// whyNoAction returns the reason why an action card has no legal choice of targets, and
// a choice to which it applies: the common reason of all opponents, or noTarget.
func (s *state) whyNoAction(at seatIndex, m Move) (*refusal, Move) {
	switch m.Card {
	case Retreat:
		if m.Own = 1; s.displays[at].n == 0 {
			return ownSole, m
		}
		return s.checkAction(at, m), m
	case Unhorse, ChangeWeapon:
		if m.Color = Red; s.color == Red {
			m.Color = Blue
		}
		return s.checkAction(at, m), m
	case BreakLance, Riposte, Dodge, KnockDown, Stunned:
	case Outwit:
		return noTarget, m
	default:
		return s.checkAction(at, m), m
	}
	var common *refusal
	var of Move
	for to := range seatIndex(s.seats) {
		if to == at || s.withdrawn.has(to) && m.Card != KnockDown {
			continue
		}
		m.Seat, m.At = numberOf(to), NoPlace
		if m.Card == Dodge {
			m.At = 1
		}
		why := s.checkAction(at, m)
		if common != nil && why != common {
			return noTarget, m
		}
		common, of = why, m
	}
	if common == nil {
		return noTarget, m
	}
	return common, of
}
