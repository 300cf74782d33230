package shannon

import (
	"strconv"
	"strings"

	"tableronde/games"
)

// actionKind distinguishes the lines of a record by their first word.
type actionKind uint8

const (
	actHero actionKind = iota
	actPrepare
	actPlay
	actDiscard
	actMove
	actFavor
)

var actionWords = [...]string{"hero", "prepare", "play", "discard", "move", "favour"}

const deckWord = "deck" // instead of a favor: the unseen one on top

// phaseOf is the phase in which a kind of line is played.
var phaseOf = [...]Phase{PhaseHero, PhasePrepare, PhaseCombat, PhaseCombat, PhaseCount, PhaseFavor}

// action is a parsed line of a record.
type action struct {
	kind     actionKind
	power    *Power // a hero, or a favor; nil for the unseen one
	card     Card
	value    int8 // that an enchanter is given
	suit     Suit // that an enchanter is given, if it has a choice
	declared declarations
	prepare  preparation
	moves    []cardMove // sorted by card
}

// playTexts and discardTexts are the lines of each card without declarations.
var (
	playTexts    = textsOf(actPlay)
	discardTexts = textsOf(actDiscard)
)

func textsOf(k actionKind) [deckSize + 1]string {
	var texts [deckSize + 1]string
	for c := range allCards.all() {
		texts[c] = actionWords[k] + " " + c.String()
	}
	return texts
}

// enchanterTexts are the lines that play an enchanter, by card, suit and value.
var enchanterTexts = func() (texts [5][Alchemy][16]string) {
	for c := range enchanterCards.all() {
		for s := NoSuit; s < Alchemy; s++ {
			for v := range texts[0][0] {
				texts[c-firstEnchanter][s][v] = playTexts[c] + "=" + s.String() + strconv.Itoa(v)
			}
		}
	}
	return texts
}()

const firstEnchanter = Card(76)

// enchanterText returns the line that plays an enchanter.
func enchanterText(c Card, s Suit, value int) string {
	return enchanterTexts[c-firstEnchanter][s][value]
}

// String returns the canonical text of the line.
func (a action) String() string {
	switch a.kind {
	case actPrepare:
		return a.prepare.String()
	case actPlay:
		if a.card.Kind() == Enchanter {
			return enchanterText(a.card, a.suit, int(a.value)) + a.declared.String()
		}
		return playTexts[a.card] + a.declared.String()
	case actDiscard:
		return discardTexts[a.card]
	case actMove:
		text := actionWords[actMove]
		for _, m := range a.moves {
			text += " " + m.String()
		}
		return text
	}
	if a.power == nil {
		return actionWords[a.kind] + " " + deckWord
	}
	return actionWords[a.kind] + " " + a.power.ID
}

func (m cardMove) String() string { return m.card.String() + ">" + seatText(m.to) }

func seatText(s games.Seat) string { return strconv.Itoa(int(s)) }

// String returns declarations as they follow a card, each after a space.
func (d declarations) String() string {
	if d.made == 0 {
		return ""
	}
	var b strings.Builder
	for p := range d.each {
		b.WriteString(" " + d.word(p.declares))
	}
	return b.String()
}

// word returns the text of one declaration.
func (d declarations) word(p *declaration) string {
	switch {
	case p.amount > 0 && d.change > 0:
		return p.word + "+" + strconv.Itoa(int(d.change))
	case p.amount > 0:
		return p.word + strconv.Itoa(int(d.change))
	case p.target:
		return p.word + " " + strconv.Itoa(int(d.targets[p.use]))
	}
	return p.word
}

// String returns the line of a preparation.
func (p preparation) String() string { return p.text(Card.String) }

// text returns the line of a preparation with its cards formatted by a function.
func (p preparation) text(card func(Card) string) string {
	b := []string{actionWords[actPrepare]}
	if p.has[PartLancelot] {
		b = append(b, PartLancelot.String(), card(p.placed))
	}
	for part := PartSight; part <= PartTrial; part++ {
		if p.has[part] {
			b = append(b, part.String(), seatText(p.targets[part]))
			if part == PartTrade {
				b = append(b, card(p.promised))
			}
		}
	}
	if p.has[PartDiscard] {
		b = append(b, PartDiscard.String())
		for _, c := range p.dropped {
			b = append(b, card(c))
		}
	}
	return strings.Join(b, " ")
}
