package knizia

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// story narrates a match turn by turn: the cards of a seat, their effects, and the announced total.
func story(t views.Storyteller) []views.Entry {
	n := narrator{Storyteller: t}
	for _, e := range t.Told[t.From:] {
		n.hear(e)
	}
	n.close()
	return n.entries
}

// narrator collects the events of a turn until it is over.
type narrator struct {
	views.Storyteller
	entries []views.Entry

	turn  views.Entry // the current turn; its Seat is 0 for none
	parts []turnPart
}

// turnPart is a part of a turn: played cards, or an action with its effects.
type turnPart struct {
	opens  string   // the tournament that begins
	cards  []string // codes of the cards played in a row
	action string   // with its target
	came   []string // effects of the action
	leaves string   // the withdrawal that ends the turn, in place of a total
}

// hear adds an event to the story.
func (n *narrator) hear(e views.Told) {
	if text := n.Surrounding(e); text != "" {
		n.close()
		if e.Text == "resign" {
			text = n.T("knizia.story.resigns", "Name", n.Name(e.Seat))
		}
		n.entries = append(n.entries, views.Entry{From: e.Ply, To: e.Ply, Seat: e.Seat, Text: text})
		n.aftermath(e, e.Facts)
		return
	}
	verb, _, _ := strings.Cut(e.Text, " ")
	if verb == "keep" {
		n.kept(e)
		return
	}
	if n.turn.Seat != e.Seat && verb != "lancelot" {
		n.close()
	}
	if n.turn.Seat == 0 {
		n.turn = views.Entry{From: e.Ply, Seat: e.Seat}
	}
	n.turn.To = e.Ply
	for i, f := range e.Facts {
		if n.fact(f) {
			continue
		}
		n.aftermath(e, e.Facts[i:])
		return
	}
}

// fact adds a fact to a seat's turn. It returns false for a fact after the turn.
func (n *narrator) fact(f games.Fact) bool {
	switch f.Kind {
	case rules.FactColor:
		n.parts = append(n.parts, turnPart{opens: n.T("knizia.story.opens", "Tournament", n.T("knizia.by."+f.Word))})
	case rules.FactPlay:
		n.play(f.Cards[0])
	case rules.FactAction:
		n.parts = append(n.parts, turnPart{action: n.action(f)})
	case rules.FactAnnounce:
		n.turn.Text = n.sentence(f.Number)
		n.close()
	case rules.FactWithdraw:
		n.parts = append(n.parts, turnPart{leaves: n.T("knizia.story.withdraws")})
		n.turn.Text = n.sentence(-1)
	case rules.FactTokenReturned:
		n.parts = append(n.parts, turnPart{leaves: n.T("knizia.story.returns", "Color", n.T("knizia.color."+f.Word))})
		n.turn.Text = n.sentence(-1)
	case rules.FactWon, rules.FactToken, rules.FactTokenOwned, rules.FactOver, rules.FactHandShown, rules.FactReshuffle, rules.FactOpens:
		return false
	default:
		if text := n.came(f); text != "" {
			n.add(text)
		}
	}
	return true
}

// withArticle returns a card with its article.
func (n *narrator) withArticle(code string) string {
	if code == rules.Unknown.String() {
		return n.T("knizia.a_card")
	}
	return cards.WithArticle(n.Lang, game, code)
}

func (n *narrator) play(card string) {
	if last := len(n.parts) - 1; last >= 0 && len(n.parts[last].cards) > 0 {
		n.parts[last].cards = append(n.parts[last].cards, card)
		return
	}
	n.parts = append(n.parts, turnPart{cards: []string{card}})
}

// add appends an effect to the last action.
func (n *narrator) add(text string) {
	if len(n.parts) == 0 {
		n.parts = append(n.parts, turnPart{})
	}
	last := &n.parts[len(n.parts)-1]
	last.came = append(last.came, text)
}

// action returns an action card with its target.
func (n *narrator) action(f games.Fact) string {
	card := cards.Label(n.Lang, game, f.Cards[0])
	if f.Other != 0 {
		return n.T("knizia.story.against", "Card", card, "Name", n.Name(f.Other))
	}
	return card
}

// came describes an effect of an action; "" for an obvious effect.
func (n *narrator) came(f games.Fact) string {
	name := n.Name(f.Seat)
	switch f.Kind {
	case rules.FactTurned:
		return n.T("knizia.story.turned", "Tournament", n.T("knizia.to."+f.Word))
	case rules.FactLost:
		return n.T("knizia.story.lost", "Name", name, "Cards", n.List(n.counted(f.Cards)))
	case rules.FactTaken:
		return n.T("knizia.story.taken", "Card", n.withArticle(f.Cards[0]))
	case rules.FactTakenBack:
		return n.T("knizia.story.back", "Card", n.withArticle(f.Cards[0]))
	case rules.FactRobbed:
		return n.T("knizia.story.robbed", "Card", n.withArticle(f.Cards[0]))
	case rules.FactExchanged:
		return n.T("knizia.story.exchanged", "Give", n.withArticle(f.Cards[0]), "Take", n.withArticle(f.Cards[1]))
	case rules.FactCancelled:
		return n.T("knizia.story.cancelled", "Name", name)
	case rules.FactShielded:
		return n.T("knizia.story.shielded")
	case rules.FactStunned:
		return n.T("knizia.story.stunned", "Name", name)
	case rules.FactNoEffect:
		return n.T("knizia.story.nothing")
	case rules.FactChooses:
		if f.Word == "keep" {
			return n.T("knizia.story.chooses", "Name", name)
		}
	case rules.FactKept:
		return n.T("knizia.story.kept", "Name", name, "Cards", n.List(n.counted(f.Cards)))
	}
	return ""
}

// sentence returns the text of the turn so far. A negative total is left out.
func (n *narrator) sentence(total int) string {
	var steps []string
	spoken := false // the total was mentioned
	for i, p := range n.parts {
		last := i == len(n.parts)-1
		var text string
		switch {
		case p.opens != "":
			text = p.opens
		case p.leaves != "":
			text = p.leaves
		case len(p.cards) > 0:
			text, spoken = n.verb(n.List(n.counted(p.cards)), spoken), true
		case p.action != "":
			text, spoken = n.verb(p.action, spoken), true
		}
		if came := strings.Join(p.came, ", "); came != "" {
			switch {
			case text == "":
				text = came
			case last && total < 0:
				text = n.T("knizia.story.came", "What", text, "Came", came)
			default:
				text = n.T("knizia.story.with", "What", text, "Came", came)
			}
		}
		if text != "" {
			steps = append(steps, text)
		}
	}
	text := n.Name(n.turn.Seat) + " " + strings.Join(steps, n.T("knizia.story.then"))
	switch {
	case total >= 0 && len(steps) == 0:
		return n.T("knizia.story.announces", "Name", n.Name(n.turn.Seat), "Total", total)
	case total >= 0:
		return n.T("knizia.story.total", "What", text, "Total", total)
	}
	return views.Stop(text)
}

func (n *narrator) verb(what string, spoken bool) string {
	if spoken {
		return what
	}
	return n.T("knizia.story.plays", "What", what)
}

// counted names cards by their codes. It names equal cards in a row once, with their number.
func (n *narrator) counted(codes []string) []string {
	var all []string
	for i := 0; i < len(codes); {
		same := 1
		for i+same < len(codes) && codes[i+same] == codes[i] {
			same++
		}
		all = append(all, n.several(codes[i], same)...)
		i += same
	}
	return all
}

// several names equal cards: "sword 3", "two sword 3s".
func (n *narrator) several(code string, number int) []string {
	key := "knizia.many." + code[:1]
	if number == 1 || !n.Has(key) {
		return slices.Repeat([]string{n.withArticle(code)}, number)
	}
	return []string{n.T(key, "Count", n.InWords(number), "Value", code[1:])}
}

// close ends the current turn of the story.
func (n *narrator) close() {
	if n.turn.Seat != 0 && (n.turn.Text != "" || len(n.parts) > 0) {
		if n.turn.Text == "" {
			n.turn.Text = n.sentence(-1)
		}
		n.entries = append(n.entries, n.turn)
	}
	n.turn, n.parts = views.Entry{}, nil
}

// kept adds the answer to Adapt.
func (n *narrator) kept(e views.Told) {
	n.close()
	var told []string
	rest := len(e.Facts)
	for i, f := range e.Facts {
		if f.Kind == rules.FactWon || f.Kind == rules.FactOpens || f.Kind == rules.FactDraw {
			rest = i
			break
		}
		if text := n.came(f); text != "" {
			told = append(told, text)
		}
	}
	if len(told) > 0 {
		n.entries = append(n.entries, views.Entry{From: e.Ply, To: e.Ply, Seat: e.Seat, Text: views.Sentence(strings.Join(told, ", ")) + "."})
	}
	n.aftermath(e, e.Facts[rest:])
}

// aftermath adds the events after a turn: a tournament won, a hand shown, the end.
func (n *narrator) aftermath(e views.Told, facts []games.Fact) {
	n.close()
	add := func(seat games.Seat, text string, grave bool) {
		n.entries = append(n.entries, views.Entry{From: e.Ply, To: e.Ply, Seat: seat, Text: text, Grave: grave})
	}
	won := games.Seat(0)
	for i, f := range facts {
		name := n.Name(f.Seat)
		switch f.Kind {
		case rules.FactWon:
			won = f.Seat
			prize := ""
			for _, g := range facts[i+1:] {
				switch {
				case g.Seat != f.Seat:
				case g.Kind == rules.FactChooses:
					prize = " " + n.T("knizia.story.won_end")
				case g.Kind == rules.FactToken:
					prize = " " + n.N("knizia.story.token", g.Number, "Color", n.T("knizia.color."+g.Word))
				case g.Kind == rules.FactTokenOwned:
					prize = " " + n.T("knizia.story.owned", "Color", n.T("knizia.color."+g.Word))
				}
			}
			add(f.Seat, n.T("knizia.story.won", "Name", name, "Tournament", n.T("knizia.won."+f.Word))+prize, true)
		case rules.FactToken:
			if !slices.ContainsFunc(facts[:i], func(g games.Fact) bool { return g.Kind == rules.FactWon }) {
				add(f.Seat, n.N("knizia.story.takes", f.Number, "Name", name, "Color", n.T("knizia.color."+f.Word)), true)
			}
		case rules.FactHandShown:
			text := n.T("knizia.story.shown", "Name", name, "Cards", n.List(n.counted(f.Cards)))
			if len(f.Cards) == 0 {
				text = n.T("knizia.story.shown_none", "Name", name)
			}
			add(f.Seat, text, false)
		case rules.FactOpens:
			if won != 0 && won != f.Seat {
				add(f.Seat, n.T("knizia.story.instead", "Name", name), false)
			}
		case rules.FactReshuffle:
			add(0, n.T("knizia.story.reshuffle"), false)
		case rules.FactOver:
			add(f.Seat, n.N("knizia.story.over", f.Number, "Name", name), true)
		}
	}
}

// lastDrawn returns the card with which the viewer's present turn began, if it was drawn.
func lastDrawn(m *views.Match) string {
	for i := len(m.Told) - 1; i >= 0; i-- {
		e := m.Told[i]
		for _, f := range e.Facts {
			if f.Kind == rules.FactDraw && f.Seat == m.You && len(f.Cards) == 1 {
				return f.Cards[0]
			}
		}
		if e.Seat == m.You {
			return ""
		}
	}
	return ""
}
