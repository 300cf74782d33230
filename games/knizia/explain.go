package knizia

import (
	"cmp"
	"slices"

	"tableronde/games"
)

// The kinds of Fact that View.Explain lists. Seat, Number, Before, Cards and Word of a Fact are
// named where a kind has them; "the total" is that of a display.
const (
	WhyWins        = "wins"            // it wins the game
	WhyWouldWin    = "would_win"       // to win this tournament would win the game
	WhyHandsGame   = "hands_game"      // it lets Seat win the game
	WhyNear        = "near"            // Seat needs but the token of this tournament, and stays in it
	WhyHandsOver   = "hands_over"      // only Seat stays in the tournament
	WhyLeads       = "leads"           // the total is Number, the best of the others Before, which is less
	WhyShort       = "short"           // the total is Number short of the lead
	WhyAway        = "away"            // before it, the total was Number short of the lead
	WhyKeepsHere   = "keeps_here"      // Cards stay in hand, the best that fit the tournament
	WhyLastFit     = "last_fit"        // no card in hand fits the tournament then
	WhyKeepsLater  = "keeps_later"     // Cards stay in hand, the best for tournaments to come
	WhyHandEmpty   = "hand_empty"      // no card for displays stays in hand
	WhyMaiden      = "maiden"          // with a maiden in the display, withdrawing would cost a token
	WhyTokensLeft  = "tokens_left"     // Number tokens stay
	WhyFits        = "fits"            // Number cards in hand have the color, and are worth Before
	WhyTokenLacks  = "token_lacks"     // the token of the color is still to be won
	WhyTokenHeld   = "token_held"      // the token of the color is won already
	WhyToGo        = "to_go"           // Number tokens are to be won after it
	WhyLowers      = "lowers"          // the total of Seat falls from Before to Number
	WhyLowersAll   = "lowers_all"      // Number displays of others lose Before together
	WhyRaises      = "raises"          // the total of Seat rises from Before to Number
	WhyCosts       = "costs"           // the own total falls by Number
	WhyRobs        = "robs"            // it takes one of the Number cards in hand of Seat
	WhyShields     = "shields"         // the own display is shielded then
	WhyUnshields   = "unshields"       // that of Seat is no longer
	WhyStuns       = "stuns"           // Seat may add but one card a turn
	WhyFrees       = "frees"           // Seat, or the viewer for 0, is no longer stunned
	WhyReturns     = "returns"         // Cards come back to the hand
	WhySuffers     = "suffers"         // the own total falls from Before to Number
	WhySaves       = "saves"           // the own total stays Before, instead of Number
	WhyRobbed      = "robbed"          // one of Number cards in hand is lost
	WhySavesCard   = "saves_card"      // it is not
	WhyUntouched   = "untouched"       // what is let pass changes nothing of the viewer's
	WhyHoldsDown   = "holds_down"      // Seat would rise to Number
	WhyHelps       = "helps"           // Seat would fall to Number
	WhyDenies      = "denies"          // Seat has played its card in vain
	WhyKeepsLance  = "keeps_lancelot"  // Lancelot stays in hand
	WhySpendsLance = "spends_lancelot" // it does not
	WhySupporters  = "supporters"      // Number supporters stay in the display
	WhyNewest      = "newest"          // Cards, one card, is the newest of the display then
)

// Moment returns the moment of the game; Round is the number of the tournament.
func (v View) Moment() games.Moment {
	m := games.Moment{Phase: v.Phase.String(), Round: v.Tournament, Word: v.Color.String()}
	for _, s := range v.Seats {
		if s.In {
			m.Seats++
		}
	}
	return m
}

// explainer collects what speaks for a move.
type explainer struct {
	now, ahead View
	own        Seat // in now
	after      Seat // in ahead
	facts      []games.Fact
}

// Explain lists facts that tell an action from others.
func (v View) Explain(ahead games.View, action string) []games.Fact {
	after, ok := ahead.(View)
	if !ok || v.Viewer < 1 || int(v.Viewer) > len(v.Seats) {
		return nil
	}
	e := explainer{now: v, ahead: after, own: v.Seats[v.Viewer-1], after: after.Seats[v.Viewer-1]}
	if action == "" {
		e.passes()
		return e.facts
	}
	m, why := ParseMove(action)
	if why != nil {
		return nil
	}
	switch m.Do {
	case ChooseColor:
		e.opens(m.Color)
	case TakeToken:
		e.takes(m.Color)
	case PlayCard:
		e.plays(m.Card)
	case PlayAction:
		e.acts(m)
	case EndTurn:
		e.standing()
		e.stakes()
		e.keepsHere()
	case Withdraw:
		e.leaves(m.Color)
	case Cancel:
		e.cancels()
	case KeepCards:
		e.keeps(m.Keep)
	}
	return e.facts
}

func (e *explainer) add(f games.Fact) { e.facts = append(e.facts, f) }

// addIf adds a fact of a kind and a number if it holds.
func (e *explainer) addIf(holds bool, kind string, number int) {
	if holds {
		e.add(games.Fact{Kind: kind, Number: number})
	}
}

// others lists the other seats that are in the tournament.
func (e *explainer) others() (seats []Seat) {
	for _, s := range e.now.Seats {
		if s.In && s.Seat != e.now.Viewer {
			seats = append(seats, s)
		}
	}
	return seats
}

// best returns the highest total of the others in the tournament, after what the move does.
func (e *explainer) best() (best int) {
	for _, s := range e.others() {
		best = max(best, e.ahead.Seats[s.Seat-1].After)
	}
	return best
}

// standing tells how the own display compares with the others after the move.
func (e *explainer) standing() {
	total, best := e.after.After, e.best()
	if total > best {
		e.add(games.Fact{Kind: WhyLeads, Number: total, Before: best})
	} else {
		e.add(games.Fact{Kind: WhyShort, Number: best + 1 - total})
	}
}

// needsOnly reports whether a seat would win the game by the token of a color.
func (e *explainer) needsOnly(s Seat, c Color) bool {
	return len(s.Tokens) == e.now.Target-1 && c != NoColor && (c == Purple || !slices.Contains(s.Tokens, c))
}

// stakes tells if the tournament could win the game.
func (e *explainer) stakes() {
	e.addIf(e.needsOnly(e.own, e.ahead.Color), WhyWouldWin, 0)
}

// weapons lists the kinds of cards for displays in hand after the move, the most valuable first:
// those that fit a color, or all for NoColor.
func (e *explainer) weapons(color Color) []Card {
	var list []Card
	for _, c := range e.after.Hand {
		if c != Unknown && !c.IsAction() && (color == NoColor || c.IsSupporter() || c.Color() == color) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Card) int { return cmp.Compare(b.Value(), a.Value()) })
	return slices.Compact(list)
}

// mostNamed is how many cards are named at most.
const mostNamed = 2

func codesOf(cards []Card) (codes []string) {
	for _, c := range cards[:min(len(cards), mostNamed)] {
		codes = append(codes, c.String())
	}
	return codes
}

// keepsHere tells what stays in hand for the tournament.
func (e *explainer) keepsHere() {
	if fit := e.weapons(e.ahead.Color); len(fit) > 0 {
		e.add(games.Fact{Kind: WhyKeepsHere, Cards: codesOf(fit)})
		return
	}
	e.add(games.Fact{Kind: WhyLastFit})
}

// fits tells how many cards in hand have a color.
func (e *explainer) fits(c Color) {
	f := games.Fact{Kind: WhyFits}
	for _, card := range e.own.Hand {
		if card.Color() == c {
			f.Number++
			f.Before += card.Value()
		}
	}
	e.add(f)
}

// opens tells of the color of a tournament.
func (e *explainer) opens(c Color) {
	e.addIf(e.needsOnly(e.own, c), WhyWouldWin, 0)
	e.fits(c)
	held := slices.Contains(e.own.Tokens, c)
	e.addIf(!held, WhyTokenLacks, 0)
	e.addIf(held, WhyTokenHeld, 0)
}

// takes tells of a token that the winner of a purple tournament takes.
func (e *explainer) takes(c Color) {
	left := e.now.Target - len(e.own.Tokens) - 1
	e.addIf(left <= 0, WhyWins, 0)
	e.fits(c)
	e.addIf(left > 0, WhyToGo, left)
}

// plays tells of a card that goes to the display.
func (e *explainer) plays(c Card) {
	e.standing()
	e.addIf(c == W6 && len(e.own.Tokens) > 0 && !slices.Contains(e.own.Display, W6), WhyMaiden, 0)
	e.keepsHere()
	e.stakes()
}

// acts tells of an action card.
func (e *explainer) acts(m Move) {
	e.lowers()
	switch m.Card {
	case KnockDown:
		e.add(games.Fact{Kind: WhyRobs, Seat: m.Seat, Number: len(e.now.Seats[m.Seat-1].Hand)})
	case Retreat:
		if at := int(m.Own); at >= 1 && at <= len(e.own.Display) {
			e.add(games.Fact{Kind: WhyReturns, Cards: []string{e.own.Display[at-1].String()}})
		}
	case Unhorse, ChangeWeapon, DropWeapon:
		e.fits(e.ahead.Color)
	}
	e.status()
	if lost := e.own.Total - e.after.After; m.Card != Retreat {
		e.addIf(lost > 0, WhyCosts, lost)
	}
	e.standing()
}

// lowers tells which displays of others change, the one that falls most or rises most.
func (e *explainer) lowers() {
	most, least, fallen, sum := games.Fact{Kind: WhyLowers}, games.Fact{Kind: WhyRaises}, 0, 0
	for _, s := range e.others() {
		after := e.ahead.Seats[s.Seat-1].After
		drop := s.Total - after
		if drop > 0 {
			fallen++
			sum += drop
		}
		if drop > most.Before-most.Number {
			most.Seat, most.Number, most.Before = s.Seat, after, s.Total
		}
		if -drop > least.Number-least.Before {
			least.Seat, least.Number, least.Before = s.Seat, after, s.Total
		}
	}
	if most.Seat > 0 {
		e.add(most)
	}
	if fallen > 1 {
		e.add(games.Fact{Kind: WhyLowersAll, Number: fallen, Before: sum})
	}
	if least.Seat > 0 {
		e.add(least)
	}
}

// status tells of the status cards that change.
func (e *explainer) status() {
	e.addIf(e.after.Shield && !e.own.Shield, WhyShields, 0)
	e.addIf(e.own.Stunned && !e.after.Stunned, WhyFrees, 0)
	for _, s := range e.others() {
		switch after := e.ahead.Seats[s.Seat-1]; {
		case s.Shield && !after.Shield:
			e.add(games.Fact{Kind: WhyUnshields, Seat: s.Seat})
		case after.Stunned && !s.Stunned:
			e.add(games.Fact{Kind: WhyStuns, Seat: s.Seat})
		case s.Stunned && !after.Stunned:
			e.add(games.Fact{Kind: WhyFrees, Seat: s.Seat})
		}
	}
}

// leaves tells of a withdrawal, which may give a token back.
func (e *explainer) leaves(token Color) {
	others := e.others()
	for _, s := range others {
		if e.needsOnly(s, e.now.Color) {
			kind := WhyNear
			if len(others) == 1 {
				kind = WhyHandsGame
			}
			e.add(games.Fact{Kind: kind, Seat: s.Seat})
			break
		}
	}
	if token != NoColor {
		e.add(games.Fact{Kind: WhyTokensLeft, Number: len(e.own.Tokens) - 1})
		e.fits(token)
	}
	if kept := e.weapons(NoColor); len(kept) > 0 {
		e.add(games.Fact{Kind: WhyKeepsLater, Cards: codesOf(kept)})
	} else {
		e.add(games.Fact{Kind: WhyHandEmpty})
	}
	if len(others) == 1 {
		e.add(games.Fact{Kind: WhyHandsOver, Seat: others[0].Seat})
	}
	best := 0
	for _, s := range others {
		best = max(best, s.Total)
	}
	e.addIf(best >= e.own.Total, WhyAway, best+1-e.own.Total)
}

// keeps tells of what stays after Adapt.
func (e *explainer) keeps(kept Positions) {
	supporters, newest := 0, ""
	for i, c := range e.own.Display {
		if kept.Has(Place(i + 1)) {
			newest = c.String()
			if c.IsSupporter() {
				supporters++
			}
		}
	}
	e.add(games.Fact{Kind: WhySupporters, Number: supporters})
	if newest != "" {
		e.add(games.Fact{Kind: WhyNewest, Cards: []string{newest}})
	}
}
