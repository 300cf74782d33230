package knizia

import (
	"cmp"
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// The kinds of Fact that View.Explain lists. Seat, Number, Before, Cards and Word of a Fact
// are named where a kind has them; "the total" is a display's.
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
	WhyUnshields   = "unshields"       // the display of Seat is no longer shielded
	WhyStuns       = "stuns"           // Seat may add but one card a turn
	WhyFrees       = "frees"           // Seat, or the viewer for 0, is no longer stunned
	WhyReturns     = "returns"         // Cards come back to the hand
	WhySuffers     = "suffers"         // the own total falls from Before to Number
	WhySaves       = "saves"           // the own total stays Before, instead of Number
	WhyRobbed      = "robbed"          // one of Number cards in hand is lost
	WhySavesCard   = "saves_card"      // it is not
	WhyUntouched   = "untouched"       // an action let pass changes nothing of the viewer's
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

// explainer collects the reasons for a move.
type explainer struct {
	cards.Recorder
	now, ahead View
	own        Seat   // in now
	after      Seat   // in ahead
	others     []Seat // in now, the other seats that are in the tournament
}

// Explain lists facts that distinguish an action from others.
func (v View) Explain(ahead games.View, action string) []games.Fact {
	after, ok := ahead.(View)
	if !ok || v.Viewer < 1 || int(v.Viewer) > len(v.Seats) {
		return nil
	}
	e := explainer{now: v, ahead: after, own: v.Seats[v.Viewer-1], after: after.Seats[v.Viewer-1]}
	for _, s := range v.Seats {
		if s.In && s.Seat != v.Viewer {
			e.others = append(e.others, s)
		}
	}
	m, why := ParseMove(action)
	switch {
	case action == "":
		e.underWay(false)
	case why != nil:
		return nil
	case m.Do == Cancel:
		e.underWay(true)
	default:
		e.move(m)
	}
	return e.Facts
}

// move explains a move of the viewer's turn, or an answer to Adapt.
func (e *explainer) move(m Move) {
	switch m.Do {
	case ChooseColor:
		e.wouldWin(m.Color)
		e.fits(m.Color)
		held := slices.Contains(e.own.Tokens, m.Color)
		e.AddIf(!held, WhyTokenLacks, 0)
		e.AddIf(held, WhyTokenHeld, 0)
	case TakeToken:
		left := e.now.Target - len(e.own.Tokens) - 1
		e.AddIf(left <= 0, WhyWins, 0)
		e.fits(m.Color)
		e.AddIf(left > 0, WhyToGo, left)
	case PlayCard:
		e.standing()
		e.AddIf(m.Card == W6 && len(e.own.Tokens) > 0 && !slices.Contains(e.own.Display, W6), WhyMaiden, 0)
		e.keeps(WhyKeepsHere, e.ahead.Color, WhyLastFit)
		e.wouldWin(e.ahead.Color)
	case PlayAction:
		e.act(m)
	case EndTurn:
		e.standing()
		e.wouldWin(e.ahead.Color)
		e.keeps(WhyKeepsHere, e.ahead.Color, WhyLastFit)
	case Withdraw:
		e.leave(m.Color)
	case KeepCards:
		supporters, newest := 0, ""
		for i, c := range e.own.Display {
			if m.Keep.Has(Place(i + 1)) {
				newest = c.String()
				if c.IsSupporter() {
					supporters++
				}
			}
		}
		e.AddIf(true, WhySupporters, supporters)
		if newest != "" {
			e.Add(games.Fact{Kind: WhyNewest, Cards: []string{newest}})
		}
	}
}

// standing compares the viewer's display with the others after the move.
func (e *explainer) standing() {
	total, best := e.after.After, 0
	for _, s := range e.others {
		best = max(best, e.ahead.Seats[s.Seat-1].After)
	}
	if total > best {
		e.Add(games.Fact{Kind: WhyLeads, Number: total, Before: best})
	} else {
		e.Add(games.Fact{Kind: WhyShort, Number: best + 1 - total})
	}
}

// needsOnly reports whether a seat would win the game by the token of a color.
func (e *explainer) needsOnly(s Seat, c Color) bool {
	return len(s.Tokens) == e.now.Target-1 && c != NoColor && (c == Purple || !slices.Contains(s.Tokens, c))
}

// wouldWin adds whether a tournament of a color could win the game.
func (e *explainer) wouldWin(c Color) { e.AddIf(e.needsOnly(e.own, c), WhyWouldWin, 0) }

// keeps adds the two most valuable kinds of cards for displays that stay in hand, which fit a
// color, or all for NoColor; or else that there are none.
func (e *explainer) keeps(kind string, color Color, none string) {
	var list []Card
	for _, c := range e.after.Hand {
		if c != Unknown && !c.IsAction() && (color == NoColor || c.IsSupporter() || c.Color() == color) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		e.AddIf(true, none, 0)
		return
	}
	slices.SortStableFunc(list, func(a, b Card) int { return cmp.Compare(b.Value(), a.Value()) })
	list = slices.Compact(list)
	e.Add(games.Fact{Kind: kind, Cards: cards.Codes(list[:min(len(list), 2)])})
}

// fits counts the cards in hand of a color.
func (e *explainer) fits(c Color) {
	f := games.Fact{Kind: WhyFits}
	for _, card := range e.own.Hand {
		if card.Color() == c {
			f.Number++
			f.Before += card.Value()
		}
	}
	e.Add(f)
}

// act explains an action card.
func (e *explainer) act(m Move) {
	e.lowers()
	switch m.Card {
	case KnockDown:
		e.Add(games.Fact{Kind: WhyRobs, Seat: m.Seat, Number: len(e.now.Seats[m.Seat-1].Hand)})
	case Retreat:
		if at := int(m.Own); at >= 1 && at <= len(e.own.Display) {
			e.Add(games.Fact{Kind: WhyReturns, Cards: []string{e.own.Display[at-1].String()}})
		}
	case Unhorse, ChangeWeapon, DropWeapon:
		e.fits(e.ahead.Color)
	}
	e.AddIf(e.after.Shield && !e.own.Shield, WhyShields, 0)
	e.AddIf(e.own.Stunned && !e.after.Stunned, WhyFrees, 0)
	for _, s := range e.others {
		switch after := e.ahead.Seats[s.Seat-1]; {
		case s.Shield && !after.Shield:
			e.Add(games.Fact{Kind: WhyUnshields, Seat: s.Seat})
		case after.Stunned && !s.Stunned:
			e.Add(games.Fact{Kind: WhyStuns, Seat: s.Seat})
		case s.Stunned && !after.Stunned:
			e.Add(games.Fact{Kind: WhyFrees, Seat: s.Seat})
		}
	}
	lost := e.own.Total - e.after.After
	e.AddIf(lost > 0 && m.Card != Retreat, WhyCosts, lost)
	e.standing()
}

// lowers adds the display of another that falls most, how many fall, and the one that rises
// most.
func (e *explainer) lowers() {
	most, least, fallen, sum := games.Fact{Kind: WhyLowers}, games.Fact{Kind: WhyRaises}, 0, 0
	for _, s := range e.others {
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
		e.Add(most)
	}
	if fallen > 1 {
		e.Add(games.Fact{Kind: WhyLowersAll, Number: fallen, Before: sum})
	}
	if least.Seat > 0 {
		e.Add(least)
	}
}

// leave explains a withdrawal, which may give a token back.
func (e *explainer) leave(token Color) {
	near := slices.IndexFunc(e.others, func(s Seat) bool { return e.needsOnly(s, e.now.Color) })
	switch {
	case near >= 0 && len(e.others) == 1:
		e.Add(games.Fact{Kind: WhyHandsGame, Seat: e.others[near].Seat})
	case near >= 0:
		e.Add(games.Fact{Kind: WhyNear, Seat: e.others[near].Seat})
	}
	if token != NoColor {
		e.AddIf(true, WhyTokensLeft, len(e.own.Tokens)-1)
		e.fits(token)
	}
	e.keeps(WhyKeepsLater, NoColor, WhyHandEmpty)
	if len(e.others) == 1 {
		e.Add(games.Fact{Kind: WhyHandsOver, Seat: e.others[0].Seat})
	}
	best := 0
	for _, s := range e.others {
		best = max(best, s.Total)
	}
	e.AddIf(best >= e.own.Total, WhyAway, best+1-e.own.Total)
}

// underWay explains the effect of the action under way, or with stopped the effect that
// Lancelot prevents.
func (e *explainer) underWay(stopped bool) {
	u := e.now.UnderWay
	robbed := u != nil && u.Move.Card == KnockDown && u.Move.Seat == e.now.Viewer && len(e.own.Hand) > 0
	suffers := games.Fact{Kind: WhySuffers, Number: e.own.After, Before: e.own.Total}
	switch {
	case e.own.After < e.own.Total:
		if stopped {
			suffers.Kind = WhySaves
		}
		e.Add(suffers)
	case robbed && stopped:
		e.AddIf(true, WhySavesCard, 0)
	case robbed:
		e.AddIf(true, WhyRobbed, len(e.own.Hand))
	case stopped:
		e.denies()
	default:
		e.AddIf(true, WhyUntouched, 0)
	}
	if stopped {
		e.AddIf(true, WhySpendsLance, 0)
		return
	}
	e.lowers()
	e.AddIf(true, WhyKeepsLance, 0)
}

// denies adds the gains and losses of other seats that Lancelot prevents.
func (e *explainer) denies() {
	acting := e.now.Active
	if rises := e.now.Seats[acting-1]; rises.After > rises.Total {
		e.Add(games.Fact{Kind: WhyHoldsDown, Seat: acting, Number: rises.After})
		return
	}
	e.Add(games.Fact{Kind: WhyDenies, Seat: acting})
	i := slices.IndexFunc(e.others, func(s Seat) bool { return s.Seat != acting && s.After < s.Total })
	if i >= 0 {
		e.Add(games.Fact{Kind: WhyHelps, Seat: e.others[i].Seat, Number: e.others[i].After})
	}
}
