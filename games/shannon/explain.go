package shannon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// The kinds of Fact that View.Explain lists. Seat, Number, Before, Cards and Word of a Fact are
// named where a kind has them; a suit is its letter, a power its id.
const (
	WhyLoses     = "loses"      // the viewer loses the combat, and Number wounds come
	WhySpared    = "spared"     // Seat loses it, and Number wounds come
	WhyDiverts   = "diverts"    // the viewer loses it, and Number wounds go to Seat
	WhyReceives  = "receives"   // Seat loses it, and Number wounds come to the viewer
	WhyCarried   = "carried"    // nobody loses it: Number wounds await the next loser
	WhyPairs     = "pairs"      // the card pairs with one of the same value
	WhyLowest    = "lowest"     // the viewer would lose as things stand, with Number wounds
	WhyAbove     = "above"      // Seat would, with a card of the value Number, which is lower
	WhyBelow     = "below"      // Seat would, with a card of the value Number, as the highest loses
	WhyLower     = "lower"      // of Before cards of the suit Word that the viewer has not seen, Number are lower
	WhySpends    = "spends"     // it uses the power Word, and leaves Number uses
	WhyWounds    = "wounds"     // the card brings Number wounds to its taker
	WhyVoid      = "void"       // no card of the suit Word stays in hand
	WhyKeepsSuit = "keeps_suit" // Cards stay in hand, the highest of the suit that is played
	WhyKeeps     = "keeps"      // Cards stay in hand, the highest
	WhyLowerLeft = "lower_left" // Number lower cards stay in hand
	WhyPower     = "power"      // the power Word is gained
	WhyUses      = "uses"       // it can be used Number times a round
	WhyLegend    = "legend"     // the legend Word comes with it, which awakes at Number life, from the start for 0
	WhyUnseen    = "unseen"     // it is one of Number favors that nobody has seen
	WhySheds     = "sheds"      // laid aside, Cards wound nobody: Number wounds
	WhyLowLeft   = "low_left"   // Number cards below lowValue stay in hand
	WhyUnder     = "under"      // at the count, everybody discards cards of the suit Word, of which Number stay in hand
	WhyTarget    = "target"     // Seat has Number life
	WhyMoves     = "moves"      // the viewer's pile has Number wounds less
	WhyHurts     = "hurts"      // the pile of Seat has Number wounds then
	WhyStays     = "stays"      // the viewer's pile stays at Number wounds
)

// lowValue is the value from which a card has a good chance to win a combat.
const lowValue = 6

// usualWounds is the number of wounds of a card that is not poison.
const usualWounds = 5

// Moment returns the moment of the tournament; Step is the number of a combat, and Turn the place
// of the viewer in it.
func (v View) Moment() games.Moment {
	m := games.Moment{Phase: v.Phase.String(), Round: v.Round}
	if v.Phase == PhaseCombat {
		n := len(v.Knights)
		m.Step, m.Seats = v.Combat, n
		if v.Viewer >= 1 {
			m.Turn = (int(v.Viewer)-int(v.Leader)+n)%n + 1
		}
	}
	return m
}

// explainer collects the reasons for an action.
type explainer struct {
	cards.Recorder
	now, ahead View
	seat       games.Seat
}

// Explain lists facts that distinguish an action from others.
func (v View) Explain(ahead games.View, action string) []games.Fact {
	after, ok := ahead.(View)
	words := strings.Fields(action)
	if !ok || v.Mine == nil || after.Mine == nil || len(words) < 2 && action != "prepare" && action != "move" {
		return nil
	}
	e := explainer{now: v, ahead: after, seat: v.Mine.Seat}
	switch words[0] {
	case "play":
		code, _, _ := strings.Cut(words[1], "=")
		e.play(cardOf(code))
	case "discard":
		c := cardOf(words[1])
		e.AddIf(true, WhyLowerLeft, len(e.kept(func(other Card) bool { return other.Value() >= c.Value() })))
		e.leaves(c)
	case "hero", "favour":
		e.gain(PowerOf(words[1]))
	case "prepare":
		e.prepare(words[1:])
	case "move":
		e.move()
	}
	return e.Facts
}

// play explains a card that is played.
func (e *explainer) play(c Card) {
	i := slices.IndexFunc(e.ahead.Table, func(p Played) bool { return p.Seat == e.seat })
	if i < 0 || c == Unknown {
		return
	}
	p := e.ahead.Table[i]
	acted := len(e.ahead.Table)
	for _, k := range e.ahead.Knights {
		if k.Dishonored {
			acted++
		}
	}
	last := acted == len(e.ahead.Knights)
	e.outcome(p, last)
	for _, d := range p.Declared {
		left := 0
		for _, t := range e.ahead.Knights[e.seat-1].Tokens {
			if t.Power == d.Power {
				left = t.Left
			}
		}
		e.Add(games.Fact{Kind: WhySpends, Word: d.Power.ID, Number: left})
	}
	reversed := slices.ContainsFunc(e.ahead.Table, func(p Played) bool {
		return slices.ContainsFunc(p.Declared, func(d Declared) bool { return d.Word == declarables[useReverse].word })
	})
	open := !last && (len(e.ahead.Table) == 1 || e.ahead.Outlook.Loser == e.seat)
	if open && p.As != NoSuit && !p.Fox && !reversed {
		lower, all := e.unseen(p.As, p.Value)
		e.Add(games.Fact{Kind: WhyLower, Word: p.As.String(), Number: lower, Before: all})
	}
	e.AddIf(c.Wounds() > usualWounds, WhyWounds, c.Wounds())
	e.leaves(c)
}

// outcome explains how the combat ends with a card, the last of it, or stands after it.
func (e *explainer) outcome(p Played, last bool) {
	o := e.ahead.Outlook
	end := func(kind string, seat games.Seat) { e.Add(games.Fact{Kind: kind, Seat: seat, Number: o.Wounds}) }
	switch own := o.Loser == e.seat; {
	case last && o.Loser == 0:
		end(WhyCarried, 0)
	case last && own && o.Taker == e.seat:
		end(WhyLoses, 0)
	case last && own:
		end(WhyDiverts, o.Taker)
	case last && o.Taker == e.seat:
		end(WhyReceives, o.Loser)
	case last:
		end(WhySpared, o.Loser)
	case len(e.ahead.Table) == 1 || o.Loser == 0:
	case own:
		end(WhyLowest, 0)
	default:
		i := slices.IndexFunc(e.ahead.Table, func(other Played) bool { return other.Seat == o.Loser })
		f := games.Fact{Kind: WhyAbove, Seat: o.Loser, Number: e.ahead.Table[i].Value}
		if f.Number > p.Value {
			f.Kind = WhyBelow
		}
		e.Add(f)
	}
	e.AddIf(p.Down && !p.Fox, WhyPairs, 0)
}

// unseen counts the cards of a suit that the viewer has not seen in this round, and of these the lower
// ones.
func (e *explainer) unseen(suit Suit, value int) (lower, all int) {
	seen := cards.SetOf(slices.Concat(e.now.Discard, e.now.Carry)...)
	for _, k := range e.now.Knights {
		seen = seen.Or(cards.SetOf(slices.Concat(k.Pile, k.Hand)...))
		seen.Add(k.Under)
	}
	for _, p := range e.ahead.Table {
		seen.Add(p.Card)
	}
	for c := range ofSuit[suit].Without(seen).All() {
		if all++; c.Value() < value {
			lower++
		}
	}
	return lower, all
}

// kept lists the viewer's hand without the cards that go.
func (e *explainer) kept(goes func(Card) bool) (list []Card) {
	for _, h := range e.now.Mine.Hand {
		if !goes(h.Card) {
			list = append(list, h.Card)
		}
	}
	return list
}

// ofSuitIn returns the cards of a list of a suit.
func ofSuitIn(list []Card, suit Suit) []Card {
	return slices.DeleteFunc(slices.Clone(list), func(c Card) bool { return c.Suit() != suit })
}

// leaves adds facts about the cards that stay in the hand without a card.
func (e *explainer) leaves(gone Card) {
	kept := e.kept(func(c Card) bool { return c == gone })
	alike := ofSuitIn(kept, gone.Suit())
	switch {
	case gone.Suit() == NoSuit:
	case len(alike) > 0:
		e.keeps(WhyKeepsSuit, alike)
	default:
		e.Add(games.Fact{Kind: WhyVoid, Word: gone.Suit().String()})
	}
	e.keeps(WhyKeeps, kept)
}

// keeps adds the two highest of the cards that stay in hand.
func (e *explainer) keeps(kind string, kept []Card) {
	kept = slices.DeleteFunc(slices.Clone(kept), func(c Card) bool { return c == Unknown || c.Kind() == Enchanter })
	slices.SortStableFunc(kept, func(a, b Card) int { return cmp.Compare(b.Value(), a.Value()) })
	if len(kept) > 0 {
		e.Add(games.Fact{Kind: kind, Cards: cards.Codes(kept[:min(2, len(kept))])})
	}
}

// gain explains a hero or a favor, nil for the unseen one.
func (e *explainer) gain(p *Power) {
	if p == nil {
		e.AddIf(true, WhyUnseen, e.now.FavorDeck)
		return
	}
	e.Add(games.Fact{Kind: WhyPower, Word: p.ID})
	e.AddIf(p.Limited(), WhyUses, p.Uses(len(e.now.Knights)))
	if p.Partner != nil {
		e.Add(games.Fact{Kind: WhyLegend, Word: p.Partner.ID, Number: p.Partner.Threshold})
	}
}

// move explains moves of cards to the piles of others at the count.
func (e *explainer) move() {
	now, ahead := e.now.Knights, e.ahead.Knights
	own := now[e.seat-1].Wounds
	less := own - ahead[e.seat-1].Wounds
	e.AddIf(less > 0, WhyMoves, less)
	e.AddIf(less <= 0, WhyStays, own)
	for i, k := range now {
		if after := ahead[i].Wounds; after > k.Wounds {
			e.Add(games.Fact{Kind: WhyHurts, Seat: k.Seat, Number: after})
		}
	}
}

// prepare explains a preparation, given its words.
func (e *explainer) prepare(words []string) {
	kept := e.kept(func(c Card) bool { return slices.Contains(words, c.String()) })
	if i := slices.Index(words, PartDiscard.String()); i >= 0 {
		e.layAside(words[i+1:], kept)
	}
	for i, word := range words[:max(0, len(words)-1)] {
		switch word {
		case PartLancelot.String():
			suit := cardOf(words[i+1]).Suit()
			e.Add(games.Fact{Kind: WhyUnder, Word: suit.String(), Number: len(ofSuitIn(kept, suit))})
		case PartSight.String(), PartTrade.String(), PartTrial.String():
			if n, err := strconv.Atoi(words[i+1]); err == nil && n >= 1 && n <= len(e.now.Knights) {
				e.Add(games.Fact{Kind: WhyTarget, Seat: games.Seat(n), Number: e.now.Knights[n-1].Life})
			}
		}
	}
	e.keeps(WhyKeeps, kept)
}

// layAside explains cards that are laid aside, and cards that are kept.
func (e *explainer) layAside(codes []string, kept []Card) {
	sheds, void := games.Fact{Kind: WhySheds}, NoSuit
	for _, code := range codes {
		c := cardOf(code)
		if c.Wounds() > usualWounds {
			sheds.Cards = append(sheds.Cards, code)
			sheds.Number += c.Wounds()
		}
		if void == NoSuit && len(ofSuitIn(kept, c.Suit())) == 0 {
			void = c.Suit()
		}
	}
	if sheds.Number > 0 {
		e.Add(sheds)
	}
	if void != NoSuit {
		e.Add(games.Fact{Kind: WhyVoid, Word: void.String()})
	}
	low := 0
	for _, c := range kept {
		if c.Kind() != Enchanter && c.Value() < lowValue {
			low++
		}
	}
	e.AddIf(true, WhyLowLeft, low)
}
