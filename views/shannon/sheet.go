package shannon

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// Names of fields in the form of advance orders.
const (
	fieldRank  = "rank-"  // and a favor, or deck: its place among the preferred ones
	fieldIf    = "if-"    // and the letter of a suit, or lead: the play if that is led
	fieldLow   = "low-"   // and the letter of a suit, "-" and a number: the highest rank for fieldRow
	fieldRow   = "row-"   // named like fieldLow: the answer
	fieldWorst = "worst-" // and a number: the recipient of the most wounding card at the count
)

// whens are the moments for which a card can be chosen: a suit led, an open
// combat (X), one's own lead.
var whens = []string{"S", "A", "O", "T", "X", leadWord}

// mostRanks is the number of answers by rank that the form has for a suit.
const mostRanks = 3

const mostMoves = 4 // the most cards that one knight can move at a count

func favorIDs() []string {
	return views.Each(rules.Favors(), func(f *rules.Power) string { return f.ID })
}

// sheet is the page of a seat's advance orders.
type sheet struct {
	views.Orders
	words
	v    rules.View
	form url.Values // the values of the fields
}

// kept fills in the form with the stored orders.
func (s sheet) kept() url.Values {
	form := url.Values{}
	kept, err := rules.ParseOrders(s.Text, len(s.Seats), s.You, s.v.Round)
	if err != nil {
		form.Set(views.FieldMore, s.Text)
		return form
	}
	for i, p := range kept.Favors {
		id := deckWord
		if p != nil {
			id = p.ID
		}
		form.Set(fieldRank+id, strconv.Itoa(i+1))
	}
	var more []string
	for _, p := range kept.Premoves {
		when := leadWord
		if len(p.Suits) == 1 {
			when = p.Suits[0].String()
		}
		simple := p.Round == s.v.Round && p.Combat == 0 && len(p.Suits) <= 1 && slices.Contains(s.actions(), p.Action)
		switch free := freeRow(form, when); {
		case simple && p.Low == 0 && form.Get(fieldIf+when) == "":
			form.Set(fieldIf+when, p.Action)
		case simple && p.Low > 0 && free != "" && form.Get(fieldIf+when) == "" && when != rules.Alchemy.String():
			form.Set(fieldLow+free, strconv.Itoa(p.Low))
			form.Set(fieldRow+free, p.Action)
		default:
			more = append(more, p.String())
		}
	}
	if m := kept.Moves; m != nil {
		worst := m.Round == s.v.Round && len(m.Moves) > 0 && len(m.Moves) <= mostMoves &&
			!slices.ContainsFunc(m.Moves, func(t rules.MoveTo) bool { return t.Card != rules.Unknown })
		for i, t := range m.Moves {
			if worst {
				form.Set(fieldWorst+strconv.Itoa(i+1), seatID(t.To))
			}
		}
		if !worst {
			more = append(more, m.String())
		}
	}
	form.Set(views.FieldMore, strings.Join(more, "\n"))
	return form
}

// freeRow returns the first row of answers by rank that is empty, "" for none.
func freeRow(form url.Values, when string) string {
	for n := 1; n <= mostRanks; n++ {
		if row := when + "-" + strconv.Itoa(n); form.Get(fieldRow+row) == "" {
			return row
		}
	}
	return ""
}

// rankRow is a row for an answer by rank.
type rankRow struct {
	id, low string
	plays   []views.Option
	used    bool
}

// ranks returns the rows for answers by rank to a suit; none for other moments.
func (s sheet) ranks(when string) []rankRow {
	if when == leadWord || when == rules.Alchemy.String() {
		return nil
	}
	rows := make([]rankRow, mostRanks)
	for i := range rows {
		id := when + "-" + strconv.Itoa(i+1)
		rows[i] = rankRow{id: id, low: s.form.Get(fieldLow + id), plays: s.choices(when, s.form.Get(fieldRow+id)), used: s.form.Get(fieldRow+id) != ""}
	}
	return rows
}

// rankedAny reports whether an answer by rank to a suit is written.
func (s sheet) rankedAny(when string) bool {
	return slices.ContainsFunc(s.ranks(when), func(r rankRow) bool { return r.used })
}

// plays returns the cards of the hand that can be ordered for a moment.
func (s sheet) plays(when string) []views.Option { return s.choices(when, s.form.Get(fieldIf+when)) }

// choices lists the possible plays as options; the chosen one is selected.
func (s sheet) choices(when, chosen string) []views.Option {
	var all []views.Option
	for _, action := range s.actions() {
		l, _ := readLine(action)
		if l.discard || when == leadWord && enchanter(l.card) {
			continue
		}
		label := s.card(l.card)
		if l.value != "" {
			label = s.t("shannon.card.valued", "Card", label, "Value", l.value)
		}
		all = append(all, views.Option{Value: action, Text: label, Chosen: action == chosen})
	}
	return all
}

// discards returns the cards of the hand that can be discarded if the knight cannot follow.
func (s sheet) discards(when string) []views.Option {
	var all []views.Option
	if when == leadWord || when == rules.Alchemy.String() {
		return nil
	}
	for _, action := range s.actions() {
		if l, _ := readLine(action); l.discard {
			all = append(all, views.Option{Value: action, Text: s.card(l.card), Chosen: action == s.form.Get(fieldIf+when)})
		}
	}
	return all
}

// actions returns the plain lines that can be ordered with one's hand.
func (s sheet) actions() []string {
	if s.v.Mine == nil {
		return nil
	}
	var all []string
	for _, c := range s.v.Mine.Hand {
		code := c.Card.String()
		if c.Card.Kind() != rules.Enchanter {
			all = append(all, playLine{card: code}.String())
			continue
		}
		for n := 1; n <= 15; n++ {
			all = append(all, playLine{card: code, value: strconv.Itoa(n)}.String())
		}
	}
	for _, c := range s.v.Mine.Hand {
		all = append(all, playLine{card: c.Card.String(), discard: true}.String())
	}
	return all
}

// moment describes when a card can be ordered.
func (s sheet) moment(when string) string { return s.t("shannon.orders.if." + when) }

// moments leaves out arrows for two knights, who do not play with them.
func (s sheet) moments() []string {
	if len(s.Seats) > 2 {
		return whens
	}
	return slices.DeleteFunc(slices.Clone(whens), func(w string) bool { return w == rules.Arrows.String() })
}

// preference is a favor with its place among the preferred ones.
type preference struct {
	id, name, text string
	sign           string
	rank           string
}

func (s sheet) preferences() []preference {
	var all []preference
	for _, f := range rules.Favors() {
		if len(s.Seats) == 2 && f.ID == "curse-arrows" {
			continue
		}
		all = append(all, preference{id: f.ID, name: s.power(f), text: s.Lang.Of(f.Text), sign: cards.Sign(f.ID), rank: s.form.Get(fieldRank + f.ID)})
	}
	return append(all, preference{id: deckWord, name: s.t("shannon.favour.deck"), text: s.t("shannon.orders.deck"), rank: s.form.Get(fieldRank + deckWord)})
}

// movers are the powers that move cards at the count.
var movers = []string{"questing-beast", "raven"}

// movableCards returns the number of cards that the form asks for: none unless a power of the seat
// moves some, or the stored orders do.
func (s sheet) movableCards() int {
	if s.v.Mine != nil {
		me := s.v.Knights[s.v.Mine.Seat-1]
		for _, p := range append(slices.Clone(me.Favors), me.Legend) {
			if p != nil && (me.Active || p.Kind == rules.Favor) && slices.Contains(movers, p.ID) {
				return mostMoves
			}
		}
	}
	n := mostMoves
	for n > 0 && s.form.Get(fieldWorst+strconv.Itoa(n)) == "" {
		n--
	}
	return n
}

// rivals lists the possible recipients of a most wounding card: nobody, or an opponent.
func (s sheet) rivals(chosen string) []views.Option {
	nobody := views.Option{Text: s.t("shannon.orders.nowhere")}
	return append([]views.Option{nobody}, views.Each(opponents(s.v, s.You), func(seat games.Seat) views.Option {
		return views.Option{Value: seatID(seat), Text: s.Name(seat), Chosen: chosen == seatID(seat)}
	})...)
}

const (
	deckWord = "deck"
	leadWord = "lead"
)
