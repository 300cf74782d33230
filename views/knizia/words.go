package knizia

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

const game = "knizia"

// styles are the style sheets of the pages of the game.
var styles = []string{"cards.css", game + ".css"}

// label returns the name of a card. withArticle returns it with its article.
func (s *scene) label(c rules.Card) string { return cards.Label(s.Lang, game, c.String()) }

func (s *scene) withArticle(c rules.Card) string { return cards.WithArticle(s.Lang, game, c.String()) }

func (s *scene) color(c rules.Color) string { return s.T("knizia.color." + c.String()) }

// headline returns the page's heading: the tournament, the player who must open one, or the end of
// the match.
func (s *scene) headline() string {
	v := s.ahead
	switch {
	case s.decided():
		return s.T("knizia.over")
	case v.Phase == rules.PhaseToken:
		return s.T("knizia.headline.token", "Name", s.Name(v.Active))
	case v.Color == rules.NoColor && s.IsYou(v.Active):
		return s.T("knizia.headline.open_you")
	case v.Color == rules.NoColor:
		return s.T("knizia.headline.open", "Name", s.Name(v.Active))
	}
	return s.T("knizia.tournament." + v.Color.String())
}

// facts returns the words beside the name of the game.
func (s *scene) facts() string {
	facts := s.N("knizia.target", s.now.Target)
	if s.Options["shield"] == "opponents" {
		facts += " · " + s.T("knizia.fact.shield")
	}
	if s.Options["colour"] == "after" {
		facts += " · " + s.T("knizia.fact.colour")
	}
	return facts
}

// beat returns the total to beat, in words; "" for none.
func (s *scene) beat() string {
	v := s.ahead
	if !s.fought() || v.Phase == rules.PhaseToken {
		return ""
	}
	high, whose := 0, games.Seat(0)
	for _, seat := range v.Seats {
		if seat.In && seat.Total > high {
			high, whose = seat.Total, seat.Seat
		}
	}
	if whose == 0 {
		return s.T("knizia.beat.none")
	}
	return s.T("knizia.beat", "Total", high)
}

// note returns the state of a seat, in addition to the number of its cards.
func (s *scene) note(seat rules.Seat) string {
	switch {
	case seat.Resigned:
		return s.T("knizia.note.resigned")
	case s.decided() && s.Result != nil && slices.Contains(s.Result.Winners, seat.Seat):
		return s.T("knizia.note.won")
	case !s.fought():
		return ""
	case !seat.In:
		return s.T("knizia.note.out")
	case s.ahead.Phase == rules.PhaseToken:
		return ""
	case seat.Pending:
		return s.T("knizia.note.pending")
	case len(seat.Display) == 0:
		return s.T("knizia.note.fresh")
	}
	if high, _ := bestTotal(s.ahead, seat.Seat); seat.Total > high {
		return s.T("knizia.note.leads")
	}
	return ""
}

// worded translates the names of cards, colors and seats in a refusal.
func (s *scene) worded(why *games.Illegal) *games.Illegal {
	e := views.Reworded(why, func(name, value string) string {
		switch name {
		case "card":
			return cards.Label(s.Lang, game, value)
		case "color", "other":
			if c := rules.ParseColor(value); c != rules.NoColor {
				return s.color(c)
			}
		case "seat":
			if n, err := strconv.Atoi(value); err == nil {
				return s.Name(games.Seat(n))
			}
		case "move":
			return s.lineLabel(value)
		}
		return value
	})
	if e != nil {
		if key := strings.Replace(e.Key, "knizia.", "knizia.why.", 1); s.Has(key) {
			e.Key = key
		}
	}
	return e
}

// lineLabel returns a line of the record in words.
func (s *scene) lineLabel(line string) string {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "play":
		return cards.WithArticle(s.Lang, game, strings.ToUpper(rest))
	case "colour":
		return s.T("knizia.tournament." + rest)
	case "end":
		return s.T("knizia.end")
	case "withdraw":
		return s.T("knizia.withdraw")
	case "token":
		return s.T("knizia.token", "Color", s.T("knizia.color."+rest))
	}
	if m, err := rules.ParseMove(line); err == nil {
		return s.moveLabel(m)
	}
	if c := rules.ParseCard(word); c != rules.Unknown {
		return s.label(c)
	}
	return line
}

// moveLabel returns a move in words, with its targets.
func (s *scene) moveLabel(m rules.Move) string { return s.moveLabelIn(s.ahead, m) }

// moveLabelIn works like moveLabel, for a move in another view.
func (s *scene) moveLabelIn(v rules.View, m rules.Move) string {
	switch m.Do {
	case rules.PlayCard:
		return s.label(m.Card)
	case rules.ChooseColor:
		return s.T("knizia.tournament." + m.Color.String())
	case rules.TakeToken:
		return s.T("knizia.token", "Color", s.color(m.Color))
	case rules.EndTurn:
		return s.T("knizia.end")
	case rules.Withdraw:
		return s.T("knizia.withdraw")
	}
	card := s.label(m.Card)
	switch m.Card {
	case rules.Unhorse, rules.ChangeWeapon:
		return s.T("knizia.move.color", "Card", card, "Color", s.color(m.Color))
	case rules.BreakLance, rules.KnockDown, rules.Stunned:
		return s.T("knizia.move.seat", "Card", card, "Name", s.Name(m.Seat))
	case rules.Riposte:
		return s.T("knizia.move.card", "Card", card, "Name", s.Name(m.Seat), "Target", s.withArticle(newest(v, m.Seat)))
	case rules.Dodge:
		return s.T("knizia.move.card", "Card", card, "Name", s.Name(m.Seat), "Target", s.withArticle(cardAt(v, m.Seat, m.At)))
	case rules.Retreat:
		return s.T("knizia.move.own", "Card", card, "Own", s.withArticle(cardAt(v, s.You, m.Own)))
	case rules.Outwit:
		return s.T("knizia.move.swap", "Card", card, "Own", s.withArticle(cardAt(v, s.You, m.Own)), "Name", s.Name(m.Seat), "Target", s.withArticle(cardAt(v, m.Seat, m.At)))
	}
	return card
}

func newest(v rules.View, seat games.Seat) rules.Card {
	if seat < 1 || int(seat) > len(v.Seats) {
		return rules.Unknown
	}
	return cardAt(v, seat, rules.Place(len(v.Seats[seat-1].Display)))
}

// reason describes a fact in favor of a move, as a clause without a subject.
func (s *scene) reason(f games.Fact) string {
	kind := f.Kind
	switch {
	case kind == rules.WhyLeads && f.Before == 0:
		kind = "leads_first"
	case kind == rules.WhyFrees && f.Seat == 0:
		kind = "frees_own"
	}
	names := views.Each(f.Cards, func(code string) string { return s.withArticle(rules.ParseCard(code)) })
	return s.Counted("knizia.reason."+kind, f.Number, "Name", s.Name(f.Seat), "Number", f.Number, "Before", f.Before, "Cards", s.List(names))
}

// moment returns the moment of a decision in words.
func moment(m views.Match, at games.Moment) string {
	key := "knizia.moment." + at.Phase
	if !m.Has(key) {
		return ""
	}
	return m.N(key, at.Seats, "Round", at.Round, "Color", m.T("knizia.color."+at.Word))
}

// read returns the address of the page with a card's text open. If the same link opened it, the
// address closes it.
func (s *scene) read(c rules.Card, id string) string {
	return s.Opens(views.Read{Code: s.open.String(), Origin: s.origin, Chosen: s.chosen}, c.String(), id)
}

// reading returns the open text, nil for none.
func (s *scene) reading() *views.Reading {
	if s.open == rules.Unknown {
		return nil
	}
	r := &views.Reading{
		Name: views.Sentence(s.label(s.open)), Text: cardText(s.Lang, s.open), Face: face(s.Lang, s.open), Rule: "/rules/" + game + "#" + ruleSection(s.open),
		Origin: s.origin, Inline: strings.HasPrefix(s.origin, pilePrefix), Close: s.Opening(s.chosen),
	}
	if s.refusal() != nil {
		r.Close, r.Rule = s.Opening(""), "" // the refusal has a link to a rule
	} else if strings.HasPrefix(s.origin, handPrefix) {
		r.Now, r.Why = s.playability(s.open)
	}
	if s.open == rules.Lancelot && s.Orders {
		r.More = views.Act{ID: "reading-orders", Label: s.T("orders.title"), Href: s.Address() + "/orders"}
	}
	return r
}

// playability returns a sentence if a card of the visitor's hand can be played now, or the reason why
// it cannot. Both are empty in an earlier position.
func (s *scene) playability(c rules.Card) (now, why string) {
	moves, refusal := (hand{s}).playable(c)
	switch {
	case s.Past() || s.Result != nil:
	case refusal != nil:
		return "", s.Refusal(s.worded(refusal))
	case len(moves) > 0:
		return s.T("reading.now"), ""
	}
	return "", ""
}

// cardText describes the effect of a card.
func cardText(lang locale.Lang, c rules.Card) string {
	if c.IsAction() {
		return cards.Text(lang, game, c.String())
	}
	key := "knizia.text." + c.String()
	if !locale.Has(lang, key) {
		key = "knizia.text." + c.String()[:1]
	}
	return locale.T(lang, key, "Value", c.Value())
}

// ruleSection returns the section of the rules about a card.
func ruleSection(c rules.Card) string {
	switch {
	case c == rules.Lancelot:
		return "lancelot"
	case c == rules.Stunned:
		return "actions.status"
	case c.IsAction():
		return "actions." + c.String()
	case c == rules.W6:
		return "turn.maiden"
	}
	return "turn.play"
}

// handPrefix is the prefix of the ids of cards in the visitor's hand.
const handPrefix = "hand-"

// pilePrefix is the prefix of the ids of cards in the discard pile.
const pilePrefix = "pile-"

func pileID(i int) string { return pilePrefix + strconv.Itoa(i) }

// face draws a card.
func face(lang locale.Lang, c rules.Card) string {
	if c == rules.Unknown {
		return cards.Back()
	}
	return cards.Knizia(lang, c.String())
}
