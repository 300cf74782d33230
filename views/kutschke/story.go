package kutschke

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// story narrates the events, with an entry for each pass of picking, each turn, each tournament and
// each new round.
func story(t views.Storyteller) []views.Entry {
	n := narrator{words: words{t.Lang}, name: t.Name}
	for _, told := range t.Told[t.From:] {
		if text := t.Surrounding(told); text != "" {
			n.close()
			n.add(told, text, told.Text == "resign")
		}
		n.tell(told)
	}
	n.close()
	return n.all
}

// narrator turns facts into sentences.
type narrator struct {
	words
	name func(games.Seat) string
	all  []views.Entry

	open  views.Entry // the current pass of picking or turn
	pass  int         // number of the current pass, 0 for none
	parts []string    // parts of its sentence: the picks, or the deeds of one knight
	kind  string      // of the last part
	cards []string    // cards that the last part takes or gives back
	score string      // sentence about its points
	tail  []string    // further sentences
}

func (n *narrator) add(told views.Told, text string, grave bool) {
	n.all = append(n.all, views.Entry{From: told.Ply, To: told.Ply, Seat: told.Seat, Text: text, Grave: grave})
}

// begin opens an entry, or continues the open one.
func (n *narrator) begin(told views.Told, pass int) {
	if n.open.From > 0 && (pass != n.pass || pass == 0 && n.open.Seat != told.Seat) {
		n.close()
	}
	if n.open.From == 0 {
		n.open, n.pass = views.Entry{From: told.Ply, Seat: told.Seat}, pass
	}
	if n.open.Seat != told.Seat {
		n.open.Seat = 0
	}
	n.open.To = told.Ply
}

// close ends the open entry.
func (n *narrator) close() {
	if n.open.From > 0 {
		e := n.open
		switch {
		case n.pass > 0:
			e.Text = n.t("kutschke.story.pass", "Pass", n.pass, "Picks", n.list(n.parts))
		case len(n.parts) == 0:
			e.Text = strings.Join(n.tail, " ")
		default:
			text := withoutEmpty([]string{n.t("kutschke.story.turn", "Name", n.name(e.Seat), "Deeds", n.list(n.parts)), n.score})
			e.Text = strings.Join(append(text, n.tail...), " ")
		}
		n.all = append(n.all, e)
	}
	*n = narrator{words: n.words, name: n.name, all: n.all}
}

// tell adds the facts of one action to the story.
func (n *narrator) tell(told views.Told) {
	facts := told.Facts
	for i := 0; i < len(facts); i++ {
		f := facts[i]
		switch f.Kind {
		case rules.FactPick:
			n.begin(told, f.Number)
			n.parts = append(n.parts, n.t("kutschke.story.pick", "Name", n.name(f.Seat), "Card", n.t("kutschke.the."+f.Word)))
		case rules.FactExercise, rules.FactAdventure, rules.FactJustice, rules.FactQuest, rules.FactRide:
			n.begin(told, 0)
			n.deed(f)
		case rules.FactPoints:
			n.score = n.scored(f)
		case rules.FactReached:
			n.tail = append(n.tail, n.scored(f))
		case rules.FactDone:
			n.done(told, f)
		case rules.FactBid:
			if !hasStakes(facts) {
				n.add(told, n.t("kutschke.story.bid", "Name", n.name(f.Seat)), false)
			}
		case rules.FactStake:
			i += n.joust(told, facts[i:]) - 1
		case rules.FactAbsent:
			n.add(told, n.t("kutschke.story.absent", "Name", n.name(f.Seat)), false)
		case rules.FactPhase:
			n.lists(told, f)
		case rules.FactRefill, rules.FactTent, rules.FactRound:
			n.round(told, facts[i:])
			return
		case rules.FactOver:
			n.add(told, n.t("kutschke.story.over."+f.Word, "Name", n.name(f.Seat), "Shields", n.shields(f.Number)), true)
		}
	}
}

func hasStakes(facts []games.Fact) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool { return f.Kind == rules.FactStake })
}

// deed adds a knight's deed to a step. Cards taken in a row share one sentence, and so does
// justice.
func (n *narrator) deed(f games.Fact) {
	if again := f.Kind == n.kind && f.Kind != rules.FactQuest && len(f.Cards) > 0; again {
		n.parts = n.parts[:len(n.parts)-1]
	} else {
		n.kind, n.cards = f.Kind, nil
	}
	for _, c := range f.Cards {
		n.cards = append(n.cards, n.withArticle(c))
	}
	args := []any{"Cards", n.list(n.cards)}
	switch f.Kind {
	case rules.FactRide:
		args = []any{"To", n.t("kutschke.to." + f.Word)}
	case rules.FactAdventure:
		args = []any{"Adventure", n.quoted(f.Word)}
	case rules.FactQuest:
		args = append(args, "Adventure", n.quoted(f.Word), "Shields", n.shields(f.Number))
	}
	n.parts = append(n.parts, n.t("kutschke.story."+f.Kind, args...))
}

// scored describes points, and the reaching of the target.
func (n *narrator) scored(f games.Fact) string {
	if f.Kind == rules.FactReached {
		return n.t("kutschke.story.reached", "Name", n.name(f.Seat))
	}
	return n.t("kutschke.story.points", "Name", n.name(f.Seat), "Shields", n.shields(f.Number))
}

// done ends a turn and names the lost cards.
func (n *narrator) done(told views.Told, f games.Fact) {
	n.begin(told, 0)
	if len(n.parts) == 0 {
		n.tail = append(n.tail, n.t("kutschke.story.idle", "Name", n.name(f.Seat)))
	}
	if len(f.Cards) > 0 {
		n.tail = append(n.tail, n.n("kutschke.story.lost", len(f.Cards), "Cards", n.list(n.counted(f.Cards))))
	}
	n.close()
}

// lists names the knights who ride into the lists.
func (n *narrator) lists(told views.Told, f games.Fact) {
	n.close()
	switch {
	case f.Word != rules.PhaseTourney.String():
	case f.Other == 0:
		n.add(told, n.t("kutschke.story.lone", "Name", n.name(f.Seat)), false)
	default:
		n.add(told, n.t("kutschke.story.lists", "Name", n.name(f.Seat), "Other", n.name(f.Other)), false)
	}
}

// joust narrates a tournament from the stakes to the points, and returns the number of facts used.
func (n *narrator) joust(told views.Told, facts []games.Fact) (used int) {
	var text []string
	for _, f := range facts {
		switch f.Kind {
		case rules.FactStake:
			if len(f.Cards) == 0 {
				text = append(text, n.t("kutschke.story.stakes_nothing", "Name", n.name(f.Seat)))
			} else {
				text = append(text, n.t("kutschke.story.stakes", "Name", n.name(f.Seat), "Cards", n.list(views.Each(f.Cards, n.withArticle)), "Total", f.Number))
			}
		case rules.FactWin, rules.FactTie, rules.FactEmpty:
			text = append(text, n.t("kutschke.story."+f.Kind, "Name", n.name(f.Seat), "Other", n.name(f.Other)))
		case rules.FactPoints, rules.FactReached:
			text = append(text, n.scored(f))
		default:
			n.add(told, strings.Join(text, " "), true)
			return used
		}
		used++
	}
	n.add(told, strings.Join(text, " "), true)
	return used
}

// round narrates the beginning of a round: new adventures, and the tents.
func (n *narrator) round(told views.Told, facts []games.Fact) {
	n.close()
	var text, tail []string
	camp := make([]string, 8)
	lots := false
	for _, f := range facts {
		switch f.Kind {
		case rules.FactRound:
			text = append(text, n.t("kutschke.story.round", "Round", f.Number))
		case rules.FactRefill:
			tail = append(tail, n.n("kutschke.story.refill", len(f.Cards), "Adventures", n.list(views.Each(f.Cards, n.quoted))))
		case rules.FactTent:
			camp[f.Number-1] = n.name(f.Seat)
			lots = lots || f.Word != ""
		}
	}
	order := n.list(withoutEmpty(camp))
	if order != "" {
		tail = append(tail, n.t(views.Either(lots, "kutschke.story.tents_lot", "kutschke.story.tents"), "Names", order))
	}
	n.all = append(n.all, views.Entry{From: told.Ply, To: told.Ply, Text: strings.Join(append(text, tail...), " "), Grave: true})
}

func withoutEmpty(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
}
