// Package shannon renders Le Tournoi de Camelot: its table, its story and its rules. It uses only
// facts that the viewer may see.
package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

// styles are the style sheets of the pages of the game.
var styles = []string{"cards.css", game + ".css"}

const game = "shannon"

// words has the sentences of a page in one language.
type words struct{ lang locale.Lang }

func (w words) t(key string, args ...any) string { return locale.T(w.lang, key, args...) }

func (w words) n(key string, n int, args ...any) string {
	return locale.N(w.lang, key, n, args...)
}

// list joins words: "a, b and c".
func (w words) list(items []string) string { return locale.And(w.lang, items) }

// suit returns the name of a suit within a sentence.
func (w words) suit(s rules.Suit) string { return w.t("shannon.suit." + s.String()) }

// card names a card by its code within a sentence: "swords 8", "Merlin".
func (w words) card(code string) string {
	if code == rules.Unknown.String() {
		return w.t("shannon.card.hidden")
	}
	return cards.Label(w.lang, game, code)
}

// withArticle names a card as the object of a play: "the 8 of swords", "the Apprentice".
func (w words) withArticle(code string) string {
	if code == rules.Unknown.String() {
		return w.t("shannon.card.hidden")
	}
	return cards.WithArticle(w.lang, game, code)
}

// cards names several cards; hidden ones are counted.
func (w words) cards(codes []string) string {
	var names []string
	hidden := 0
	for _, code := range codes {
		if code == rules.Unknown.String() {
			hidden++
		} else {
			names = append(names, w.card(code))
		}
	}
	if hidden > 0 {
		names = append(names, w.n("shannon.card.hidden_many", hidden))
	}
	return w.list(names)
}

// became names a card with the value of an enchanter: "Merlin as sorcery 11".
func (w words) became(c rules.Played) string {
	name := w.card(c.Card.String())
	switch {
	case c.Card.Kind() == rules.Enchanter && c.As != rules.NoSuit:
		return w.t("shannon.card.as", "Card", name, "Suit", w.suit(c.As), "Value", c.Base)
	case c.Card.Kind() == rules.Enchanter:
		return w.t("shannon.card.valued", "Card", name, "Value", c.Base)
	}
	return name
}

// described returns a card with its wounds, as a screen reader says it.
func (w words) described(c rules.Card) string {
	if c == rules.Unknown {
		return w.t("shannon.card.hidden")
	}
	text := w.card(c.String()) + ", " + w.wounds(c.Wounds())
	if c.Poison() {
		text += ", " + w.t("shannon.card.poison")
	}
	return text
}

// power returns the name of a hero, a legend or a favor.
func (w words) power(p *rules.Power) string { return w.lang.Of(p.Name) }

// state returns the word for an amount of life.
func (w words) state(life int) string {
	return w.t("shannon.state." + strconv.Itoa(4-min(max(life-1, 0)/100, 3)))
}

// wounds returns "10 wounds".
func (w words) wounds(n int) string { return w.n("shannon.card.wounds", n) }

// signed formats a change of a value: "+3", "−2".
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

func seatID(s games.Seat) string { return strconv.Itoa(int(s)) }

// worded returns a refusal with the page's names for cards, suits and powers. Refusals about the
// notation keep the codes.
func (w words) worded(why *games.Illegal) *games.Illegal {
	return views.Reworded(why, func(name, value string) string {
		switch name {
		case "suit":
			if letter := "shannon.suit." + value; locale.Has(w.lang, letter) {
				return w.t(letter)
			}
		case "card", "cards":
			return w.oneOf(strings.Split(value, ", "), w.card)
		case "power":
			if p := rules.PowerOf(value); p != nil {
				return w.power(p)
			}
		case "word":
			return w.declaration(value)
		case "line":
			if !notational[why.Key] {
				return w.oneOf(strings.Split(value, ", "), w.line)
			}
		}
		return value
	})
}

// notational are the refusals that explain the notation.
var notational = map[string]bool{
	"shannon.why.malformed": true, "shannon.why.phase": true, "shannon.why.orders_line": true,
}

// declaration names a declaration, or a part of a preparation, by its power.
func (w words) declaration(word string) string {
	if id, ok := named[word]; ok {
		return w.power(rules.PowerOf(id))
	}
	if key := "shannon.token." + kindOf(word); locale.Has(w.lang, key) {
		return w.t(key)
	}
	if key := "shannon.part." + word; locale.Has(w.lang, key) {
		return w.t(key)
	}
	return word
}

// oneOf names several alternatives: "a, b or c".
func (w words) oneOf(items []string, name func(string) string) string {
	return locale.Or(w.lang, views.Each(items, name))
}

// line describes a line of the notation in a few words.
func (w words) line(text string) string {
	if l, ok := readLine(text); ok {
		return w.played(l)
	}
	if favor, ok := strings.CutPrefix(text, "favour "); ok {
		if p := rules.PowerOf(favor); p != nil {
			return w.power(p)
		}
		return w.t("shannon.favour.unseen")
	}
	if change, ok := strings.CutPrefix(text, "will"); ok {
		return strings.Replace(change, "-", "−", 1)
	}
	return w.declaration(text)
}

// played names a card, with the suit and value of an enchanter.
func (w words) played(l playLine) string {
	name := w.withArticle(l.card)
	switch {
	case l.suit != "":
		return w.t("shannon.card.as", "Card", name, "Suit", w.t("shannon.suit."+l.suit), "Value", l.value)
	case l.value != "":
		return w.t("shannon.card.valued", "Card", name, "Value", l.value)
	}
	return name
}

// named are the powers behind the parts of a preparation that name an opponent.
var named = map[string]string{"sight": "second-sight", "trade": "forced-trade", "trial": "trial"}

// reason describes a reason for an action, as a clause without a subject.
func (p page) reason(f games.Fact) string {
	var power, suit string
	switch f.Kind {
	case rules.WhyPower:
		if power := rules.PowerOf(f.Word); power != nil {
			return strings.TrimSuffix(p.Lang.Of(power.Text), ".")
		}
	case rules.WhySpends, rules.WhyLegend:
		if named := rules.PowerOf(f.Word); named != nil {
			power = p.power(named)
		}
	case rules.WhyLower, rules.WhyVoid, rules.WhyUnder:
		suit = p.t("shannon.suit." + f.Word)
	}
	names := views.Each(f.Cards, p.withArticle)
	name := ""
	if f.Seat > 0 {
		name = p.Name(f.Seat)
	}
	return p.Counted("shannon.reason."+f.Kind, f.Number, "Name", name, "Number", f.Number, "Before", f.Before,
		"Wounds", p.wounds(f.Number), "Cards", p.list(names), "Suit", suit, "Power", power)
}

// combats is the number of combats of a round.
const combats = 12

// moment names the moment of the match at which a decision was made.
func moment(m views.Match, at games.Moment) string {
	kind := at.Phase
	switch {
	case kind != rules.PhaseCombat.String():
	case at.Turn == 1:
		kind = "lead"
	case at.Turn == at.Seats:
		kind = "last"
	default:
		kind = "follow"
	}
	if key := "shannon.moment." + kind; m.Has(key) {
		return m.T(key, "Round", at.Round, "Step", at.Step, "Of", combats)
	}
	return ""
}

// Kinds of readings, apart from a weapon by its code and a power by its id. A knight has a hero, a
// legend and favors. The card of a knight is in the combat or in the one before. The number of the
// seat follows.
const (
	readKnight = "knight"
	readPlayed = "played"
	readEnded  = "ended"
)

// short returns the name of a power without titles, for little space.
func (p page) short(power *rules.Power) string {
	if power == nil {
		return ""
	}
	if power.Kind == rules.Hero {
		return p.t("shannon.hero." + power.ID)
	}
	return p.power(power)
}

// reading returns the text that the visitor has opened, nil for none. A tried card that cannot be
// played counts as opened.
func (p page) reading() *views.Reading {
	if p.text.Code != "" || p.Asking() {
		return p.Opened(p.text, p.read)
	}
	if p.v.Mine == nil || p.v.Phase != rules.PhaseCombat || !p.Yours() {
		return nil
	}
	c := p.held(p.Probe)
	if c == nil || c.Why == nil {
		return nil
	}
	r := p.readWeapon(c.Card)
	r.Origin, r.Close = "card-"+c.Card.String(), p.Opening("")
	return r
}

func (p page) read(code string) *views.Reading {
	if kind := strings.TrimRight(code, "0123456789"); kind != code {
		seat, _ := strconv.Atoi(code[len(kind):]) // any other text names no knight
		switch kind {
		case readKnight:
			return p.readKnight(games.Seat(seat))
		case readPlayed:
			return p.readPlayed(p.ahead.Table, games.Seat(seat))
		case readEnded:
			if p.ahead.LastCombat != nil {
				return p.readPlayed(p.ahead.LastCombat.Table, games.Seat(seat))
			}
			return nil
		}
	}
	if power := rules.PowerOf(code); power != nil {
		return &views.Reading{Name: p.power(power), Face: p.powerFace(power, true), Text: p.Lang.Of(power.Text)}
	}
	c, err := rules.ParseCard(code)
	if err != nil || c == rules.Unknown {
		return nil
	}
	r := p.readWeapon(c)
	if p.v.Mine != nil {
		if held := p.held(code); held != nil {
			r.Now, r.Why = p.playability(*held)
		}
	}
	return r
}

// playability returns a sentence if a card of the viewer's hand can be played now, or the reason why
// it cannot. Both are empty outside of combats.
func (p page) playability(c rules.HandCard) (now, why string) {
	switch {
	case p.v.Phase != rules.PhaseCombat || p.Result != nil || p.Past():
	case c.Why != nil:
		return "", p.Refusal(p.worded(c.Why))
	case !slices.Contains(p.v.ToAct, p.You):
		return "", p.t("fault.not_your_turn")
	case len(c.Lines) > 0:
		return p.t("reading.now"), ""
	}
	return "", ""
}

// reads returns the address that opens a text; origin is the id of the link.
func (p page) reads(code, origin string) string { return p.Opens(p.text, code, origin) }

// readWeapon returns the text of a weapon card.
func (p page) readWeapon(c rules.Card) *views.Reading {
	return &views.Reading{Name: views.Sentence(p.card(c.String())), Face: cards.Shannon(c.String(), cards.Play{}), Text: p.weaponText(c), Rule: "/rules/" + game + "#" + weaponRule(c)}
}

// weaponText describes the effect of a weapon card in a combat, and its wounds.
func (w words) weaponText(c rules.Card) string {
	code := c.String()
	switch c.Kind() {
	case rules.Enchanter:
		return cards.Text(w.lang, game, code)
	case rules.Alchemic:
		return w.t("shannon.read.alchemy", "Value", c.Value(), "Wounds", w.wounds(c.Wounds()))
	}
	key := views.Either(c.Poison(), "shannon.read.poison", "shannon.read.basic")
	return w.t(key, "Value", c.Value(), "Suit", w.t("shannon.the."+c.Suit().String()), "Wounds", w.wounds(c.Wounds()))
}

// readKnight returns all public facts about a knight: the state, the hero, the legend and the
// favors with their texts; nil for an unknown seat.
func (p page) readKnight(seat games.Seat) *views.Reading {
	if seat < 1 || int(seat) > len(p.v.Knights) {
		return nil
	}
	of := p.v.Knights[seat-1]
	k := p.knight(of)
	facts := []string{p.t("shannon.life", "Life", k.life) + " · " + k.state, p.n("shannon.pile", k.pile)}
	if k.holds != "" {
		facts = append(facts, k.holds)
	}
	r := &views.Reading{Name: k.name, Lines: []string{strings.Join(append(facts, k.marks...), " · ")}}
	all := abilities{p}
	r.Lines = append(r.Lines, all.bound(of)...)
	for _, o := range all.powersOf(of) {
		r.Cards = append(r.Cards, views.CardText{Face: o.face, Name: o.name, Note: o.note, Text: o.text})
	}
	return r
}

// readPlayed returns the card of a knight in a combat, with the modifiers of its value; nil if the
// knight has played none.
func (p page) readPlayed(table []rules.Played, seat games.Seat) *views.Reading {
	c, ok := playedBy(table, seat)
	if !ok {
		return nil
	}
	r := p.readWeapon(c.Card)
	r.Name = p.t("shannon.read.played", "Name", p.name(seat), "Card", p.became(c))
	r.Face = cards.Shannon(c.Card.String(), drawn(c))
	if how := (combat{p}).how(c); how != "" && len(c.Modifiers) > 0 {
		r.Lines = append(r.Lines, p.t("shannon.read.value", "How", how))
	}
	if c.Down {
		r.Lines = append(r.Lines, p.t(views.Either(c.Fox, "shannon.read.fox", "shannon.read.feint")))
	}
	told := map[*rules.Power]bool{}
	add := func(power *rules.Power, note string) {
		if !told[power] {
			r.Cards = append(r.Cards, views.CardText{Face: p.powerFace(power, true), Name: p.power(power), Note: note, Text: p.Lang.Of(power.Text)})
		}
		told[power] = true
	}
	for _, d := range c.Declared {
		note := ""
		if d.Target != 0 {
			note = p.name(d.Target)
		}
		add(d.Power, note)
	}
	for _, m := range c.Modifiers {
		add(m.Power, signed(m.Plus))
	}
	return r
}

// powerFace returns the card of a power.
func (p page) powerFace(power *rules.Power, awake bool) string {
	switch power.Kind {
	case rules.Hero:
		return cards.Hero(p.lang, power.ID)
	case rules.Legend:
		return cards.Legend(p.lang, power.ID, awake)
	}
	return cards.Favour(p.lang, power.ID)
}

// weaponRule returns the section of the rules about a weapon card.
func weaponRule(c rules.Card) string {
	switch c.Kind() {
	case rules.Enchanter:
		return "combat.enchanters"
	case rules.Alchemic:
		return "combat.lead"
	}
	return "combat.follow"
}

// playLine is the play of a card in the notation: "play M1=O11 +3 redirect 2". An unfinished line
// may lack the suit and the value of an enchanter.
type playLine struct {
	card     string
	suit     string // that an enchanter takes, "" following
	value    string // of an enchanter, "" otherwise
	declared []string
	discard  bool
}

// declarations are the kinds of declarations, in the order in which they are written. A kind that
// names an opponent, and Divine Will, has several forms.
var declarations = []string{"+3", "will", "fox", "redirect", "hunt", "reversal", "challenge", "shapeshift"}

// readLine parses "play …" and "discard …"; ok is false for any other text.
func readLine(text string) (l playLine, ok bool) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return l, false
	}
	switch words[0] {
	case "discard":
		return playLine{card: words[1], discard: true}, len(words) == 2
	case "play":
	default:
		return l, false
	}
	var as string
	l.card, as, _ = strings.Cut(words[1], "=")
	if as != "" {
		if i := strings.IndexAny(as, "0123456789"); i >= 0 {
			l.suit, l.value = as[:i], as[i:]
		} else {
			l.suit = as
		}
	}
	for i := 2; i < len(words); i++ {
		word := words[i]
		if (word == "redirect" || word == "challenge") && i+1 < len(words) {
			i++
			word += " " + words[i]
		}
		l.declared = append(l.declared, word)
	}
	return l, true
}

// String writes the line in its canonical order.
func (l playLine) String() string {
	if l.discard {
		return "discard " + l.card
	}
	var b strings.Builder
	b.WriteString("play ")
	b.WriteString(l.card)
	if l.suit != "" || l.value != "" {
		b.WriteString("=")
		b.WriteString(l.suit)
		b.WriteString(l.value)
	}
	for _, kind := range declarations {
		for _, d := range l.declared {
			if kindOf(d) == kind {
				b.WriteString(" ")
				b.WriteString(d)
			}
		}
	}
	return b.String()
}

// kindOf returns the power that a declaration uses: "will-3" is "will".
func kindOf(declaration string) string {
	if strings.HasPrefix(declaration, "will") {
		return "will"
	}
	kind, _, _ := strings.Cut(declaration, " ")
	return kind
}

// enchanter reports whether a card is Merlin or the Apprentice.
func enchanter(card string) bool {
	return strings.HasPrefix(card, "M") || strings.HasPrefix(card, "P")
}

// with returns the line with a declaration in place of any other by the same power.
func (l playLine) with(declaration string) playLine {
	l = l.without(kindOf(declaration))
	l.declared = append(l.declared, declaration)
	return l
}

// without returns the line without the declaration by a power.
func (l playLine) without(kind string) playLine {
	l.declared = slices.DeleteFunc(slices.Clone(l.declared), func(d string) bool { return kindOf(d) == kind })
	return l
}

// has reports whether the line has a declaration.
func (l playLine) has(declaration string) bool { return slices.Contains(l.declared, declaration) }
