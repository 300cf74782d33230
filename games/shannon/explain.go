package shannon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
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
	WhyWounds    = "wounds"     // the card brings Number wounds to whoever takes it
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

// lowValue is the value from which a card may well win a combat.
const lowValue = 6

// usualWounds are those of a card that is not poison.
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

// explainer collects what speaks for an action.
type explainer struct {
	now, ahead View
	facts      []games.Fact
}

// Explain lists facts that tell an action from others.
func (v View) Explain(ahead games.View, action string) []games.Fact {
	after, ok := ahead.(View)
	words := strings.Fields(action)
	if !ok || v.Mine == nil || after.Mine == nil || len(words) < 2 && action != "prepare" && action != "move" {
		return nil
	}
	e := explainer{now: v, ahead: after}
	switch words[0] {
	case "play":
		code, _, _ := strings.Cut(words[1], "=")
		e.plays(cardOf(code))
	case "discard":
		e.drops(cardOf(words[1]))
	case "hero", "favour":
		e.gains(PowerOf(words[1]))
	case "prepare":
		e.prepares(words[1:])
	case "move":
		e.moves()
	}
	return e.facts
}

func (e *explainer) add(f games.Fact) { e.facts = append(e.facts, f) }

func (e *explainer) seat() games.Seat { return e.now.Mine.Seat }

// plays tells of a card that is played.
func (e *explainer) plays(c Card) {
	i := slices.IndexFunc(e.ahead.Table, func(p Played) bool { return p.Seat == e.seat() })
	if i < 0 || c == Unknown {
		return
	}
	p := e.ahead.Table[i]
	e.outcome(p)
	for _, d := range p.Declared {
		left := 0
		for _, t := range e.ahead.Knights[e.seat()-1].Tokens {
			if t.Power == d.Power {
				left = t.Left
			}
		}
		e.add(games.Fact{Kind: WhySpends, Word: d.Power.ID, Number: left})
	}
	if open := !e.last() && (len(e.ahead.Table) == 1 || e.ahead.Outlook.Loser == e.seat()); open && p.As != NoSuit && !p.Fox && !e.reversed() {
		lower, all := e.unseen(p.As, p.Value)
		e.add(games.Fact{Kind: WhyLower, Word: p.As.String(), Number: lower, Before: all})
	}
	if c.Wounds() > usualWounds {
		e.add(games.Fact{Kind: WhyWounds, Number: c.Wounds()})
	}
	e.leaves(c)
}

// last reports whether everybody has acted in the combat.
func (e *explainer) last() bool {
	acted := len(e.ahead.Table)
	for _, k := range e.ahead.Knights {
		if k.Dishonored {
			acted++
		}
	}
	return acted == len(e.ahead.Knights)
}

// reversed reports whether the highest card loses.
func (e *explainer) reversed() bool {
	return slices.ContainsFunc(e.ahead.Table, func(p Played) bool {
		return slices.ContainsFunc(p.Declared, func(d Declared) bool { return d.Word == useWords[useReversal] })
	})
}

// outcome tells how the combat ends with a card, or stands after it.
func (e *explainer) outcome(p Played) {
	o := e.ahead.Outlook
	end := func(kind string, seat games.Seat) { e.add(games.Fact{Kind: kind, Seat: seat, Number: o.Wounds}) }
	switch last, own := e.last(), o.Loser == e.seat(); {
	case last && o.Loser == 0:
		end(WhyCarried, 0)
	case last && own && o.Taker == e.seat():
		end(WhyLoses, 0)
	case last && own:
		end(WhyDiverts, o.Taker)
	case last && o.Taker == e.seat():
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
		e.add(f)
	}
	if p.Down && !p.Fox {
		e.add(games.Fact{Kind: WhyPairs})
	}
}

// unseen counts the cards of a suit that the viewer has not seen in this round, and of these the lower
// ones.
func (e *explainer) unseen(suit Suit, value int) (lower, all int) {
	seen := setOf(e.now.Discard...).or(setOf(e.now.Carry...))
	for _, k := range e.now.Knights {
		seen = seen.or(setOf(k.Pile...)).or(setOf(k.Hand...)).or(setOf(k.Under))
	}
	for _, p := range e.ahead.Table {
		seen.add(p.Card)
	}
	for c := range ofSuit[suit].without(seen).all() {
		if all++; c.Value() < value {
			lower++
		}
	}
	return lower, all
}

// leaves tells what a card leaves in the hand.
func (e *explainer) leaves(c Card) {
	var kept, alike []Card
	for _, h := range e.now.Mine.Hand {
		if h.Card == c {
			continue
		}
		if kept = append(kept, h.Card); h.Card.Suit() == c.Suit() {
			alike = append(alike, h.Card)
		}
	}
	switch {
	case c.Suit() == NoSuit:
	case len(alike) > 0:
		e.keeps(WhyKeepsSuit, alike)
	default:
		e.add(games.Fact{Kind: WhyVoid, Word: c.Suit().String()})
	}
	e.keeps(WhyKeeps, kept)
}

// keeps tells which cards stay in hand.
func (e *explainer) keeps(kind string, kept []Card) {
	kept = slices.DeleteFunc(slices.Clone(kept), func(c Card) bool { return c == Unknown || c.Kind() == Enchanter })
	slices.SortStableFunc(kept, func(a, b Card) int { return cmp.Compare(b.Value(), a.Value()) })
	if len(kept) > 0 {
		e.add(games.Fact{Kind: kind, Cards: codesOf(kept[:min(2, len(kept))])})
	}
}

// drops tells of a discard in dishonor.
func (e *explainer) drops(c Card) {
	lower := 0
	for _, h := range e.now.Mine.Hand {
		if h.Card.Value() < c.Value() {
			lower++
		}
	}
	e.add(games.Fact{Kind: WhyLowerLeft, Number: lower})
	e.leaves(c)
}

// gains tells of a hero or of a favor, nil for the unseen one.
func (e *explainer) gains(p *Power) {
	if p == nil {
		e.add(games.Fact{Kind: WhyUnseen, Number: e.now.FavorDeck})
		return
	}
	e.add(games.Fact{Kind: WhyPower, Word: p.ID})
	if p.Limited() {
		e.add(games.Fact{Kind: WhyUses, Number: p.Uses(len(e.now.Knights))})
	}
	if p.Partner != nil {
		e.add(games.Fact{Kind: WhyLegend, Word: p.Partner.ID, Number: p.Partner.Threshold})
	}
}

// moves tells of cards that go to the piles of others at the count.
func (e *explainer) moves() {
	wounds := func(v View, seat games.Seat) int { return v.Knights[seat-1].Wounds }
	if less := wounds(e.now, e.seat()) - wounds(e.ahead, e.seat()); less > 0 {
		e.add(games.Fact{Kind: WhyMoves, Number: less})
	} else {
		e.add(games.Fact{Kind: WhyStays, Number: wounds(e.now, e.seat())})
	}
	for _, k := range e.now.Knights {
		if after := wounds(e.ahead, k.Seat); after > k.Wounds {
			e.add(games.Fact{Kind: WhyHurts, Seat: k.Seat, Number: after})
		}
	}
}

// prepares tells of a preparation, given its words.
func (e *explainer) prepares(words []string) {
	var kept []Card
	for _, h := range e.now.Mine.Hand {
		if !slices.Contains(words, h.Card.String()) {
			kept = append(kept, h.Card)
		}
	}
	count := func(suit Suit) (n int) {
		for _, c := range kept {
			if c.Suit() == suit {
				n++
			}
		}
		return n
	}
	if i := slices.Index(words, partWords[PartDiscard]); i >= 0 {
		e.aside(words[i+1:], kept, count)
	}
	for i, word := range words[:max(0, len(words)-1)] {
		switch word {
		case partWords[PartLancelot]:
			suit := cardOf(words[i+1]).Suit()
			e.add(games.Fact{Kind: WhyUnder, Word: suit.String(), Number: count(suit)})
		case partWords[PartSight], partWords[PartTrade], partWords[PartTrial]:
			if n, err := strconv.Atoi(words[i+1]); err == nil && n >= 1 && n <= len(e.now.Knights) {
				e.add(games.Fact{Kind: WhyTarget, Seat: games.Seat(n), Number: e.now.Knights[n-1].Life})
			}
		}
	}
	e.keeps(WhyKeeps, kept)
}

// aside tells of cards that are laid aside, which leave others in the hand.
func (e *explainer) aside(codes []string, kept []Card, count func(Suit) int) {
	sheds := games.Fact{Kind: WhySheds}
	for _, code := range codes {
		c := cardOf(code)
		if c.Wounds() > usualWounds {
			sheds.Cards = append(sheds.Cards, code)
			sheds.Number += c.Wounds()
		}
	}
	if sheds.Number > 0 {
		e.add(sheds)
	}
	for _, code := range codes {
		if suit := cardOf(code).Suit(); suit != NoSuit && count(suit) == 0 {
			e.add(games.Fact{Kind: WhyVoid, Word: suit.String()})
			break
		}
	}
	low := 0
	for _, c := range kept {
		if c.Kind() != Enchanter && c.Value() < lowValue {
			low++
		}
	}
	e.add(games.Fact{Kind: WhyLowLeft, Number: low})
}
