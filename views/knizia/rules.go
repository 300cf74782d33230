package knizia

import (
	"cmp"
	"strconv"
	"strings"

	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// sections are the sections of the rules. Refusals refer to them.
var sections = []string{
	"aim",
	"cards",
	"opening",
	"opening.card",
	"turn",
	"turn.play",
	"turn.maiden",
	"turn.end",
	"withdrawal",
	"token",
	"actions",
	"actions.sole",
	"actions.color",
	"actions.unhorse",
	"actions.change_weapon",
	"actions.drop_weapon",
	"actions.break_lance",
	"actions.riposte",
	"actions.dodge",
	"actions.retreat",
	"actions.knock_down",
	"actions.outmaneuver",
	"actions.charge",
	"actions.countercharge",
	"actions.disgrace",
	"actions.adapt",
	"actions.outwit",
	"actions.shield",
	"actions.status",
	"lancelot",
	"lancelot.orders",
	"ahead",
	"ahead.withdraw",
	"ahead.turn",
	"hidden",
	"end",
	"end.resignation",
	"options",
	"fair",
	"notation",
	"sources",
}

// chapters returns the rules of the game.
func chapters(m views.Rules) []views.Chapter {
	all := make([]views.Chapter, 0, len(sections))
	for _, id := range sections {
		c := m.Section(id, "")
		code := strings.TrimPrefix(id, "actions.")
		switch e, ok := examples[code]; {
		case id == "aim":
			c.Body = rulesDefs()
		case id == "cards":
			c.Body = cardStock(m)
		case code == "status":
			c.Body = actionExample(m, "stunned", e)
		case ok:
			c.Body = actionExample(m, code, e)
		case rules.ParseCard(code).IsAction():
			c.Body = plainAction(m, code)
		}
		all = append(all, c)
	}
	return all
}

// rule returns the section of the rules about the current choice or question.
func (s *scene) rule() string {
	switch {
	case s.Result != nil:
		return "end"
	case s.now.Phase == rules.PhaseReact:
		return "lancelot"
	case s.now.Phase == rules.PhaseAdapt:
		return "actions.adapt"
	case s.chosen == "withdraw":
		return "withdrawal"
	}
	code := s.chosenCode()
	if code == "" && len(s.steps) > 0 {
		code, _, _ = strings.Cut(s.steps[len(s.steps)-1], " ")
	}
	if section := actionSection(code); section != "" {
		return section
	}
	switch s.ahead.Phase {
	case rules.PhaseToken:
		return "token"
	case rules.PhaseOpen:
		return "opening"
	}
	return views.Either(s.choosing(), "opening.card", "turn")
}

// actionSection returns the section about an action card, "" for other cards.
func actionSection(code string) string {
	if code == "lancelot" {
		return code
	}
	for _, id := range sections {
		if id == "actions."+code || id == "actions.status" && code == "stunned" {
			return id
		}
	}
	return ""
}

// exampleCards is an example of an action card: the displays of two knights before and after it.
type exampleCards struct {
	from, to string       // weapon before and after, "" if it does not matter
	lanes    [2][2]string // Marcel's display before and after, then Danielle's
}

// examples are the action cards that change displays or the weapon.
var examples = map[string]exampleCards{
	"unhorse":       {from: "purple", to: "red", lanes: [2][2]string{{"P3 W2", "P3 W2"}, {"P5 P4", "P5 P4"}}},
	"change_weapon": {from: "red", to: "blue", lanes: [2][2]string{{"R3", "R3"}, {"R4", "R4"}}},
	"drop_weapon":   {from: "red", to: "green", lanes: [2][2]string{{"R3 W2", "R3 W2"}, {"R5 R4", "R5 R4"}}},
	"break_lance":   {from: "purple", lanes: [2][2]string{{"P3", "P3"}, {"W2 P5 P7", "W2"}}},
	"riposte":       {from: "blue", lanes: [2][2]string{{"B2", "B2 B4"}, {"B3 B4", "B3"}}},
	"dodge":         {from: "yellow", lanes: [2][2]string{{"Y3", "Y3"}, {"Y4 Y3 W2", "Y3 W2"}}},
	"retreat":       {from: "red", lanes: [2][2]string{{"R3 W6", "R3"}, {"R5 R5", "R5 R5"}}},
	"outmaneuver":   {from: "red", lanes: [2][2]string{{"R3", "R3"}, {"W3 R5", "W3"}}},
	"charge":        {from: "red", lanes: [2][2]string{{"R4 W2", "R4"}, {"R5 W2 W2", "R5"}}},
	"countercharge": {from: "red", lanes: [2][2]string{{"R3 W3", "R3 W3"}, {"R5 R5", "R5"}}},
	"disgrace":      {from: "red", lanes: [2][2]string{{"R3 W3", "R3"}, {"W3 W2 W6", "W3"}}},
	"adapt":         {from: "red", lanes: [2][2]string{{"R4 R4", "R4"}, {"R3 R4 W3", "R4 W3"}}},
	"outwit":        {from: "blue", lanes: [2][2]string{{"B2", "B5"}, {"B5", "B2"}}},
	"shield":        {from: "red", lanes: [2][2]string{{"R3 R4", "R3 R4 shield"}, {"R5 R4", "R5 R4"}}},
	"status":        {from: "red", lanes: [2][2]string{{"R3", "R3"}, {"R5", "R5 stunned"}}},
}

// exampleDisplay is the display of one knight in an example.
type exampleDisplay struct {
	name          string
	before, after []rules.Card
	was, is       string // totals
}

func (e exampleCards) rows(m views.Rules) []exampleDisplay {
	then := cmp.Or(e.to, e.from)
	rows := make([]exampleDisplay, 2)
	for i, lane := range e.lanes {
		rows[i] = exampleDisplay{name: m.T([]string{"knizia.example.you", "knizia.example.other"}[i]), before: parsed(lane[0]), after: parsed(lane[1])}
		rows[i].was, rows[i].is = strconv.Itoa(totalOf(rows[i].before, e.from)), strconv.Itoa(totalOf(rows[i].after, then))
	}
	return rows
}

func parsed(codes string) []rules.Card {
	return views.Each(strings.Fields(codes), rules.ParseCard)
}

// totalOf returns the total of a display in a tournament of the given color.
func totalOf(display []rules.Card, color string) int {
	total := 0
	for _, c := range display {
		switch {
		case c.IsAction():
		case color == rules.Green.String():
			total++
		default:
			total += c.Value()
		}
	}
	return total
}

// totalText formats the sum of a display.
func totalText(display []rules.Card, color string) string {
	return strconv.Itoa(totalOf(display, color))
}

func cardLabel(m views.Rules, c rules.Card) string { return cards.Label(m.Lang, game, c.String()) }
