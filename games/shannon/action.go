package shannon

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tableronde/games"
	"tableronde/games/cards"
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
	for _, c := range Cards() {
		texts[c] = actionWords[k] + " " + c.String()
	}
	return texts
}

// enchanterTexts are the lines that play an enchanter, by card, suit and value.
var enchanterTexts = func() (texts [5][Alchemy][16]string) {
	for c := range enchanterCards.All() {
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
	for part := range Part(partCount) {
		if !p.has[part] {
			continue
		}
		b = append(b, part.String())
		switch part {
		case PartLancelot:
			b = append(b, card(p.placed))
		case PartTrade:
			b = append(b, seatText(p.targets[part]), card(p.promised))
		case PartDiscard:
			for _, c := range p.dropped {
				b = append(b, card(c))
			}
		default:
			b = append(b, seatText(p.targets[part]))
		}
	}
	return strings.Join(b, " ")
}

const maxLine = 300 // length of the longest text that is parsed as an action

// lineReader parses the words of a line for a seat.
type lineReader struct {
	seats int
	seat  games.Seat
	text  string
	rest  string // still to read
}

// parseAction parses a line, in any case and spacing, for a seat of a number of seats.
func parseAction(text string, seats int, seat games.Seat) (action, *games.Illegal) {
	r := lineReader{seats: seats, seat: seat, text: text}
	if len(text) <= maxLine {
		r.rest = text
	}
	return r.action()
}

func (r *lineReader) action() (a action, why *games.Illegal) {
	word := strings.ToLower(r.next())
	if word == "favor" {
		word = actionWords[actFavor]
	}
	kind := slices.Index(actionWords[:], word)
	if kind < 0 {
		return a, r.missing()
	}
	a.kind = actionKind(kind)
	switch a.kind {
	case actHero:
		a.power, why = r.power(Hero, noHero)
	case actFavor:
		if a.power, why = r.power(Favor, noFavor); why != nil && why.Args["text"] == deckWord {
			why = nil
		}
	case actPrepare:
		why = r.prepare(&a.prepare)
	case actMove:
		why = r.moves(&a)
	case actDiscard:
		a.card, why = r.card()
	case actPlay:
		why = r.play(&a)
	}
	if why == nil && r.more() {
		why = r.missing()
	}
	return a, why
}

// more skips spaces and reports whether a word is left.
func (r *lineReader) more() bool {
	r.rest = strings.TrimSpace(r.rest)
	return r.rest != ""
}

// peek returns the next word, "" at the end.
func (r *lineReader) peek() string {
	if !r.more() {
		return ""
	}
	if i := strings.IndexFunc(r.rest, unicode.IsSpace); i >= 0 {
		return r.rest[:i]
	}
	return r.rest
}

// next consumes and returns the next word, "" at the end.
func (r *lineReader) next() string {
	word := r.peek()
	r.rest = r.rest[len(word):]
	return word
}

// missing returns the refusal of a line that ends too early, or too late.
func (r *lineReader) missing() *games.Illegal { return malformed.With("text", excerpt(r.text)) }

func (r *lineReader) power(k PowerKind, unknown *cards.Refusal) (*Power, *games.Illegal) {
	word := strings.ToLower(r.next())
	if p := PowerOf(word); p != nil && p.Kind == k {
		return p, nil
	}
	if word == "" {
		return nil, r.missing()
	}
	return nil, unknown.With("text", excerpt(word))
}

func (r *lineReader) card() (Card, *games.Illegal) {
	word := r.next()
	if word == "" {
		return Unknown, r.missing()
	}
	if c := cardOf(word); c != Unknown {
		return c, nil
	}
	return Unknown, noCard.With("text", excerpt(word))
}

func (r *lineReader) opponent(word string) (games.Seat, *games.Illegal) {
	if word == "" {
		return 0, r.missing()
	}
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil || n < 1 || int(n) > r.seats || games.Seat(n) == r.seat {
		return 0, noSeat.With("text", excerpt(word), "seats", r.seats)
	}
	return games.Seat(n), nil
}

func (r *lineReader) prepare(p *preparation) *games.Illegal {
	for r.more() {
		word := strings.ToLower(r.next())
		part := Part(slices.Index(partWords[:], word))
		if int(part) >= partCount {
			return r.missing()
		}
		if p.has[part] {
			return namedTwice.With("text", word)
		}
		p.has[part] = true
		var why *games.Illegal
		switch part {
		case PartLancelot:
			p.placed, why = r.card()
		case PartDiscard: // one or more cards
			for why == nil && r.more() && !slices.Contains(partWords[:], strings.ToLower(r.peek())) {
				var c Card
				if c, why = r.card(); slices.Contains(p.dropped, c) {
					why = namedTwice.With("text", c.String())
				}
				p.dropped = append(p.dropped, c)
			}
			if slices.Sort(p.dropped); len(p.dropped) == 0 {
				return r.missing()
			}
		default:
			if p.targets[part], why = r.opponent(r.next()); why == nil && part == PartTrade {
				p.promised, why = r.card()
			}
		}
		if why != nil {
			return why
		}
	}
	if p.has == [partCount]bool{} {
		return r.missing()
	}
	return nil
}

func (r *lineReader) moves(a *action) *games.Illegal {
	for r.more() {
		word := r.next()
		name, to, _ := strings.Cut(word, ">")
		m := cardMove{card: cardOf(name)}
		if m.card == Unknown {
			return noCard.With("text", excerpt(name))
		}
		if slices.ContainsFunc(a.moves, func(o cardMove) bool { return o.card == m.card }) {
			return namedTwice.With("text", m.card.String())
		}
		var why *games.Illegal
		if m.to, why = r.opponent(to); why != nil {
			return why
		}
		a.moves = append(a.moves, m)
	}
	slices.SortFunc(a.moves, func(x, y cardMove) int { return int(x.card) - int(y.card) })
	return nil
}

func (r *lineReader) play(a *action) *games.Illegal {
	name, as, given := strings.Cut(r.next(), "=")
	if name == "" {
		return r.missing()
	}
	if a.card = cardOf(name); a.card == Unknown {
		return noCard.With("text", excerpt(name))
	}
	if given {
		if a.card.Kind() != Enchanter {
			return plainValue.With("card", a.card.String())
		}
		if len(as) > 0 && suitOf(as[0]) != NoSuit {
			a.suit, as = suitOf(as[0]), as[1:]
		}
		if n, err := strconv.ParseUint(as, 10, 8); err == nil && n <= 15 {
			a.value = int8(n)
		}
	}
	for r.more() {
		if why := r.declaration(&a.declared); why != nil {
			return why
		}
	}
	return nil
}

// declaration parses one declaration after a card.
func (r *lineReader) declaration(d *declarations) *games.Illegal {
	word := strings.ToLower(r.next())
	for _, p := range byUse {
		rest, ok := strings.CutPrefix(word, p.declares.word)
		if !ok || rest != "" && p.declares.amount == 0 {
			continue
		}
		if d.has(p.declares.use) {
			return namedTwice.With("text", p.declares.word)
		}
		d.made |= 1 << p.declares.use
		if p.declares.amount > 0 {
			n, err := strconv.ParseInt(rest, 10, 8)
			if err != nil || rest[0] != '+' && rest[0] != '-' {
				return noWord.With("text", excerpt(word))
			}
			d.change = int8(n)
		}
		if p.declares.target {
			named, why := r.opponent(r.next())
			d.targets[p.declares.use] = uint8(named)
			return why
		}
		return nil
	}
	return noWord.With("text", excerpt(word))
}
