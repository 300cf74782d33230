package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// story narrates the events, an entry for each action. A count and a new round begin entries of
// their own.
func story(t views.Storyteller) []views.Entry {
	n := narrator{words: words{t.Lang}, name: t.Name, leads: leadsNext(t.Told[:t.From])}
	if t.Name(1) == t.Name(2) { // one person plays all seats
		n.name = func(seat games.Seat) string { return n.t("shannon.seat", "Number", int(seat)) }
	}
	var all []views.Entry
	for _, told := range t.Told[t.From:] {
		if text := t.Surrounding(told); text != "" {
			all = append(all, views.Entry{From: told.Ply, To: told.Ply, Seat: told.Seat, Text: text, Grave: told.Text == "resign"})
		}
		for _, part := range storyParts(told.Facts) {
			if text := n.sentences(part); text != "" {
				all = append(all, views.Entry{From: told.Ply, To: told.Ply, Seat: told.Seat, Text: text, Grave: isGrave(part)})
			}
		}
	}
	return all
}

// leadsNext reports whether the next card played after some events leads a combat.
func leadsNext(all []views.Told) bool {
	for _, told := range slices.Backward(all) {
		for _, f := range slices.Backward(told.Facts) {
			switch f.Kind {
			case rules.FactCombat:
				return true
			case rules.FactPlays:
				return false
			}
		}
	}
	return false
}

// storyParts cuts the facts of an action before a count, after it, and before a new
// round.
func storyParts(facts []games.Fact) [][]games.Fact {
	var all [][]games.Fact
	from := 0
	for i, f := range facts {
		switch f.Kind {
		case rules.FactCount, rules.FactDealer, rules.FactRound:
			all = append(all, facts[from:i])
			from = i
		}
	}
	return append(all, facts[from:])
}

func isGrave(facts []games.Fact) bool {
	for _, f := range facts {
		switch f.Kind {
		case rules.FactCount, rules.FactWounds, rules.FactWins:
			return true
		}
	}
	return false
}

// narrator turns facts into sentences.
type narrator struct {
	words
	name  func(games.Seat) string
	leads bool // the next card played leads a combat
}

// sentences writes facts in whole sentences.
func (n *narrator) sentences(facts []games.Fact) string {
	var b strings.Builder
	for i := 0; i < len(facts); {
		text, used := n.sentence(facts[i:])
		i += used
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return b.String()
}

// sentence writes the first of some facts, together with the facts that belong to it. used is the
// number of facts written.
func (n *narrator) sentence(facts []games.Fact) (text string, used int) {
	f := facts[0]
	switch f.Kind {
	case rules.FactCombat:
		n.leads = true
		return "", 1
	case rules.FactLife, rules.FactLoses, rules.FactDealer:
		return "", 1 // another fact before or after it includes it
	case rules.FactPlays:
		return n.plays(facts)
	case rules.FactWounds:
		return n.wounded(facts)
	case rules.FactTakes:
		return n.takes(f), 1
	case rules.FactTrades:
		return n.trades(f), 1
	case rules.FactShows:
		return n.shows(facts)
	case rules.FactDraws:
		if len(facts) > 1 && facts[1].Kind == rules.FactFavor {
			return n.t("shannon.story.draws", "Name", n.name(f.Seat), "Power", n.powerOf(facts[1].Word)), 2
		}
	case rules.FactHeals:
		f.Number -= f.Before
	case rules.FactExtra:
		if len(f.Cards) > 0 && f.Cards[0] == rules.Unknown.String() {
			return n.n("shannon.story.extra_unseen", f.Number, "Name", n.name(f.Seat)), 1
		}
	case rules.FactNames, rules.FactNamed:
		f.Word = named[f.Word]
	case rules.FactHero:
		return n.t("shannon.story.hero", "Name", n.name(f.Seat), "Power", n.powerOf(f.Word)), 1
	}
	return n.plain(f), 1
}

// plain writes a fact that stands by itself.
func (n *narrator) plain(f games.Fact) string {
	cards := n.cards(f.Cards)
	if len(f.Cards) == 1 && (f.Kind == rules.FactDishonor || f.Kind == rules.FactReveals) {
		cards = n.withArticle(f.Cards[0])
	}
	return n.n("shannon.story."+f.Kind, f.Number,
		"Name", n.name(f.Seat), "Other", n.name(f.Other), "Cards", cards,
		"Wounds", n.wounds(f.Number), "Power", n.powerOf(f.Word), "Number", f.Number)
}

func (n *narrator) powerOf(id string) string {
	if p := rules.PowerOf(id); p != nil {
		return n.power(p)
	}
	return id
}

// plays writes a play of a card with its declarations.
func (n *narrator) plays(facts []games.Fact) (text string, used int) {
	f := facts[0]
	key := "shannon.story.plays"
	if n.leads {
		key, n.leads = "shannon.story.leads", false
	}
	what := n.withArticle(f.Cards[0])
	if enchanter(f.Cards[0]) {
		what = n.t("shannon.card.valued", "Card", what, "Value", f.Before)
		if f.Word != "" {
			what = n.t("shannon.card.as", "Card", n.withArticle(f.Cards[0]), "Suit", n.t("shannon.suit."+f.Word), "Value", f.Before)
		}
	}
	if f.Number != f.Before {
		what = n.t("shannon.story.worth", "Card", what, "Value", f.Number)
	}
	used = 1
	for ; used < len(facts) && facts[used].Kind == rules.FactDeclares; used++ {
		d := facts[used]
		change := strings.Replace(strings.TrimPrefix(d.Word, "will"), "-", "−", 1)
		what += n.t("shannon.story.declares."+kindOf(d.Word), "Other", n.name(d.Other), "Plus", change)
	}
	return n.t(key, "Name", n.name(f.Seat), "Card", what), used
}

// takes names the loser of a combat, and the recipient of its cards.
func (n *narrator) takes(f games.Fact) string {
	key := views.Either(f.Other != f.Seat, "shannon.story.diverts", "shannon.story.takes")
	return n.n(key, len(f.Cards), "Name", n.name(f.Seat), "Other", n.name(f.Other), "Wounds", n.wounds(f.Number))
}

// wounded writes the wounds that the count costs a knight, and the life left.
func (n *narrator) wounded(facts []games.Fact) (text string, used int) {
	f := facts[0]
	if f.Number == 0 {
		return n.t("shannon.story.unhurt", "Name", n.name(f.Seat)), 1
	}
	life := ""
	used = 1
	if len(facts) > 1 && facts[1].Kind == rules.FactLife && facts[1].Seat == f.Seat {
		life, used = strconv.Itoa(facts[1].Number), 2
	}
	return n.t("shannon.story.wounds", "Name", n.name(f.Seat), "Wounds", n.wounds(f.Number), "Life", life), used
}

// trades writes a trade, with its cards only for viewers who may see them.
func (n *narrator) trades(f games.Fact) string {
	if len(f.Cards) == 2 && f.Cards[0] != rules.Unknown.String() {
		return n.t("shannon.story.trades", "Name", n.name(f.Seat), "Other", n.name(f.Other), "Given", n.card(f.Cards[0]), "Taken", n.card(f.Cards[1]))
	}
	return n.t("shannon.story.trades_unseen", "Name", n.name(f.Seat), "Other", n.name(f.Other))
}

// shows names the favors that are turned face up, all of them together.
func (n *narrator) shows(facts []games.Fact) (text string, used int) {
	var names []string
	for ; used < len(facts) && facts[used].Kind == rules.FactShows; used++ {
		names = append(names, n.powerOf(facts[used].Word))
	}
	return n.n("shannon.story.shows", used, "Names", n.list(names)), used
}
