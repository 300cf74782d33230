package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// actionKind tells the lines of a record apart by their first word.
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

// phaseOf is when a line of a kind is played.
var phaseOf = [...]Phase{PhaseHero, PhasePrepare, PhaseCombat, PhaseCombat, PhaseCount, PhaseFavor}

// action is a line of a record, understood.
type action struct {
	kind     actionKind
	power    *Power // a hero, or a favor; nil for the unseen one
	card     Card
	value    int8 // that an enchanter is given
	suit     Suit // that an enchanter is given, where it has a choice
	declared declarations
	prepare  preparation
	moves    []move // sorted by card
}

// playTexts and discardTexts are the lines of each card without anything more.
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
	for c := range enchanters.all() {
		for s := NoSuit; s < Alchemy; s++ {
			for v := range texts[0][0] {
				texts[c-firstEnchanter][s][v] = playTexts[c] + "=" + s.String() + strconv.Itoa(v)
			}
		}
	}
	return texts
}()

const firstEnchanter = Card(76)

// enchanterText is the line that plays an enchanter.
func enchanterText(c Card, s Suit, value int) string {
	return enchanterTexts[c-firstEnchanter][s][value]
}

// String is the canonical text of the line.
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

func (m move) String() string { return m.card.String() + ">" + seatText(m.to) }

func seatText(s games.Seat) string { return strconv.Itoa(int(s)) }

// String writes declarations as they stand after a card, with a space before
// each.
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

// word writes one declaration.
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

// String is the line of a preparation.
func (p preparation) String() string { return p.text(Card.String) }

// text writes a preparation with its cards written as told.
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

const maxLine = 300 // length of text beyond which nothing is an action

// reader reads the words of a line for a seat.
type reader struct {
	seats int
	seat  games.Seat
	text  string
	words []string // still to read
	line  string   // an example of what could stand there instead
}

// read understands a line, in any case and spacing, without asking whether it is
// legal.
func (s *state) read(seat games.Seat, text string) (action, *games.Illegal) {
	r := reader{seats: s.seats, seat: seat, text: text}
	if len(text) <= maxLine {
		r.words = strings.Fields(text)
	}
	a, why := r.action()
	if why == nil && phaseOf[a.kind] != s.phase {
		why = otherPhase.with("text", excerpt(text), "line", s.Default(seat))
	}
	if why != nil && why.Key == malformed.key {
		why = malformed.with("text", excerpt(text), "line", s.Default(seat))
	}
	return a, why
}

func (r *reader) action() (action, *games.Illegal) {
	word := strings.ToLower(r.next())
	if word == "favor" {
		word = actionWords[actFavor]
	}
	kind := slices.Index(actionWords[:], word)
	if kind < 0 {
		return action{}, malformed.with("text", excerpt(r.text))
	}
	a := action{kind: actionKind(kind)}
	var why *games.Illegal
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
	if why == nil && len(r.words) > 0 {
		why = malformed.with("text", excerpt(r.text))
	}
	return a, why
}

// next takes the next word, "" at the end.
func (r *reader) next() string {
	if len(r.words) == 0 {
		return ""
	}
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

// missing is the refusal of a line that ends too early.
func (r *reader) missing() *games.Illegal { return malformed.with("text", excerpt(r.text)) }

func (r *reader) power(k PowerKind, unknown refusal) (*Power, *games.Illegal) {
	word := strings.ToLower(r.next())
	if p := PowerOf(word); p != nil && p.Kind == k {
		return p, nil
	}
	if word == "" {
		return nil, r.missing()
	}
	return nil, unknown.with("text", excerpt(word))
}

func (r *reader) card() (Card, *games.Illegal) {
	word := r.next()
	if word == "" {
		return Unknown, r.missing()
	}
	if c := cardOf(word); c != Unknown {
		return c, nil
	}
	return Unknown, noCard.with("text", excerpt(word))
}

func (r *reader) opponent(word string) (games.Seat, *games.Illegal) {
	if word == "" {
		return 0, r.missing()
	}
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil || n < 1 || int(n) > r.seats || games.Seat(n) == r.seat {
		return 0, noSeat.with("text", excerpt(word), "seats", strconv.Itoa(r.seats))
	}
	return games.Seat(n), nil
}

func (r *reader) prepare(p *preparation) *games.Illegal {
	for len(r.words) > 0 {
		word := strings.ToLower(r.next())
		part := Part(slices.Index(partWords[:], word))
		if int(part) >= parts {
			return r.missing()
		}
		if p.has[part] {
			return twice.with("text", word)
		}
		p.has[part] = true
		var why *games.Illegal
		switch part {
		case PartLancelot:
			p.placed, why = r.card()
		case PartDiscard:
			why = r.drops(p)
		default:
			if p.targets[part], why = r.opponent(r.next()); why == nil && part == PartTrade {
				p.promised, why = r.card()
			}
		}
		if why != nil {
			return why
		}
	}
	if p.has == [parts]bool{} {
		return r.missing()
	}
	return nil
}

// drops reads the cards to discard, one or more.
func (r *reader) drops(p *preparation) *games.Illegal {
	for len(r.words) > 0 && !slices.Contains(partWords[:], strings.ToLower(r.words[0])) {
		c, why := r.card()
		if why != nil {
			return why
		}
		if slices.Contains(p.dropped, c) {
			return twice.with("text", c.String())
		}
		p.dropped = append(p.dropped, c)
	}
	slices.Sort(p.dropped)
	if len(p.dropped) == 0 {
		return r.missing()
	}
	return nil
}

func (r *reader) moves(a *action) *games.Illegal {
	for len(r.words) > 0 {
		word := r.next()
		name, to, _ := strings.Cut(word, ">")
		m := move{card: cardOf(name)}
		if m.card == Unknown {
			return noCard.with("text", excerpt(name))
		}
		if slices.ContainsFunc(a.moves, func(o move) bool { return o.card == m.card }) {
			return twice.with("text", m.card.String())
		}
		var why *games.Illegal
		if m.to, why = r.opponent(to); why != nil {
			return why
		}
		a.moves = append(a.moves, m)
	}
	slices.SortFunc(a.moves, func(x, y move) int { return int(x.card) - int(y.card) })
	return nil
}

func (r *reader) play(a *action) *games.Illegal {
	name, as, given := strings.Cut(r.next(), "=")
	if name == "" {
		return r.missing()
	}
	if a.card = cardOf(name); a.card == Unknown {
		return noCard.with("text", excerpt(name))
	}
	if given {
		if a.card.Kind() != Enchanter {
			return plainValue.with("card", a.card.String())
		}
		if len(as) > 0 && suitOf(as[0]) != NoSuit {
			a.suit, as = suitOf(as[0]), as[1:]
		}
		if n, err := strconv.ParseUint(as, 10, 8); err == nil && n <= 15 {
			a.value = int8(n)
		}
	}
	for len(r.words) > 0 {
		if why := r.declaration(&a.declared); why != nil {
			return why
		}
	}
	return nil
}

// declaration reads one declaration after a card.
func (r *reader) declaration(d *declarations) *games.Illegal {
	word := strings.ToLower(r.next())
	for _, p := range byUse {
		rest, ok := strings.CutPrefix(word, p.declares.word)
		if !ok || rest != "" && p.declares.amount == 0 {
			continue
		}
		if d.has(p.declares.use) {
			return twice.with("text", p.declares.word)
		}
		d.made |= 1 << p.declares.use
		if p.declares.amount > 0 {
			n, err := strconv.ParseInt(rest, 10, 8)
			if err != nil || rest[0] != '+' && rest[0] != '-' {
				return noWord.with("text", excerpt(word))
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
	return noWord.with("text", excerpt(word))
}
