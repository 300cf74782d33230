package shannon

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tableronde/games"
)

const maxLine = 300 // length of the longest text that is parsed as an action

// lineReader parses the words of a line for a seat.
type lineReader struct {
	seats int
	seat  games.Seat
	text  string
	rest  string // still to read
}

// parse parses a line, in any case and spacing, without checking whether it is legal.
func (s *state) parse(seat games.Seat, text string) (action, *games.Illegal) {
	r := lineReader{seats: s.seats, seat: seat, text: text}
	if len(text) <= maxLine {
		r.rest = text
	}
	a, why := r.action()
	if why == nil && phaseOf[a.kind] != s.phase {
		why = otherPhase.with("text", excerpt(text), "line", s.Default(seat))
	}
	if why != nil && why.Key == malformed.Key {
		why = malformed.with("text", excerpt(text), "line", s.Default(seat))
	}
	return a, why
}

func (r *lineReader) action() (action, *games.Illegal) {
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
	if why == nil && r.more() {
		why = malformed.with("text", excerpt(r.text))
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

// missing returns the refusal of a line that ends too early.
func (r *lineReader) missing() *games.Illegal { return malformed.with("text", excerpt(r.text)) }

func (r *lineReader) power(k PowerKind, unknown refusal) (*Power, *games.Illegal) {
	word := strings.ToLower(r.next())
	if p := PowerOf(word); p != nil && p.Kind == k {
		return p, nil
	}
	if word == "" {
		return nil, r.missing()
	}
	return nil, unknown.with("text", excerpt(word))
}

func (r *lineReader) card() (Card, *games.Illegal) {
	word := r.next()
	if word == "" {
		return Unknown, r.missing()
	}
	if c := cardOf(word); c != Unknown {
		return c, nil
	}
	return Unknown, noCard.with("text", excerpt(word))
}

func (r *lineReader) opponent(word string) (games.Seat, *games.Illegal) {
	if word == "" {
		return 0, r.missing()
	}
	n, err := strconv.ParseUint(word, 10, 8)
	if err != nil || n < 1 || int(n) > r.seats || games.Seat(n) == r.seat {
		return 0, noSeat.with("text", excerpt(word), "seats", strconv.Itoa(r.seats))
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
			return namedTwice.with("text", word)
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
	if p.has == [partCount]bool{} {
		return r.missing()
	}
	return nil
}

// drops parses one or more cards to discard.
func (r *lineReader) drops(p *preparation) *games.Illegal {
	for r.more() && !slices.Contains(partWords[:], strings.ToLower(r.peek())) {
		c, why := r.card()
		if why != nil {
			return why
		}
		if slices.Contains(p.dropped, c) {
			return namedTwice.with("text", c.String())
		}
		p.dropped = append(p.dropped, c)
	}
	slices.Sort(p.dropped)
	if len(p.dropped) == 0 {
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
			return noCard.with("text", excerpt(name))
		}
		if slices.ContainsFunc(a.moves, func(o cardMove) bool { return o.card == m.card }) {
			return namedTwice.with("text", m.card.String())
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
			return namedTwice.with("text", p.declares.word)
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
