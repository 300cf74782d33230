package knizia

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// bar asks the visitor for a decision, and shows the state of the match.
type bar struct{ *scene }

// status returns the texts of the bar for players.
func (s bar) status() views.Status {
	switch {
	case s.now.Phase == rules.PhaseReact && s.WindowEnds != nil && s.now.Active != s.You:
		return views.Status{Sentence: s.T("knizia.react"), Detail: s.effect()}
	case s.now.Phase == rules.PhaseReact && s.WindowEnds != nil:
		return views.Status{Sentence: s.T("knizia.react.own"), Detail: s.effect()}
	case !s.Yours():
		return views.Status{}
	case s.now.Phase == rules.PhaseAdapt:
		return views.Status{Sentence: s.T("knizia.keep.ask"), Detail: s.T("knizia.keep.help")}
	}
	st := s.sentence()
	switch {
	case s.PreviewErr != nil:
		st.Why = s.worded(s.PreviewErr)
	case st.Why == nil && st.Detail == "":
		st.Detail = s.detail()
	}
	return st
}

// sentence describes the staged steps, or the next decision.
func (s bar) sentence() views.Status {
	a := s.ahead
	switch {
	case a.Phase == rules.PhaseToken:
		st := views.Status{Sentence: s.T("knizia.token.ask"), Detail: s.T("knizia.token.help")}
		if s.Options["colour"] == "after" {
			st.Detail = s.T("knizia.open.then")
		}
		return st
	case a.Phase == rules.PhaseOpen && a.Stops:
		token, _ := rules.ParseMove(s.steps[0])
		return views.Status{Sentence: s.T("knizia.token.staged", "Color", s.color(token.Color)), Detail: s.T("knizia.open.then")}
	case a.Phase == rules.PhaseOpen:
		return views.Status{Sentence: s.T("knizia.open.ask"), Detail: s.T("knizia.open.help")}
	case s.settled():
		token, _ := rules.ParseMove(s.steps[0])
		return views.Status{Sentence: s.T("knizia.open.both", "Color", s.color(token.Color), "Tournament", s.T("knizia.by."+a.Color.String())), Detail: s.T("knizia.open.then")}
	case s.choosing():
		return views.Status{Sentence: s.T("knizia.open.staged", "Tournament", s.T("knizia.tournament."+a.Color.String())), Detail: s.T("knizia.open.then")}
	case s.leaving():
		return views.Status{Sentence: s.T("knizia.withdraw.ask"), Detail: s.leaves()}
	case s.aiming():
		return views.Status{Sentence: s.aimed(), Detail: cards.Text(s.Lang, game, s.chosenCode())}
	case len(s.steps) > 0:
		return views.Status{Sentence: s.staged(), Why: s.worded(s.refusal())}
	}
	return views.Status{Sentence: s.toPlay(), Why: s.worded(s.refusal())}
}

// aimed asks for the target of the chosen action.
func (s bar) aimed() string {
	card := s.label(rules.ParseCard(s.chosenCode()))
	switch m := s.targets()[0]; {
	case m.Color != rules.NoColor:
		return s.T("knizia.aim.color", "Card", card)
	case m.Card == rules.Retreat:
		return s.T("knizia.aim.own", "Card", card)
	case m.Card == rules.Outwit && !s.swapping():
		return s.T("knizia.aim.own", "Card", card)
	case m.Card == rules.Dodge || m.Card == rules.Outwit:
		return s.T("knizia.aim.theirs", "Card", card)
	}
	return s.T("knizia.aim.seat", "Card", card)
}

// staged describes the staged steps and the total that they lead to.
func (s bar) staged() string {
	var labels []string
	before, sure := s.before()
	for i, step := range s.steps {
		m, err := rules.ParseMove(step)
		switch {
		case err != nil:
		case sure && m.Do == rules.PlayAction && i == len(s.steps)-1:
			labels = append(labels, s.moveLabelIn(before, m))
		default:
			labels = append(labels, s.withArticle(m.Card))
		}
	}
	total := s.ahead.Seats[s.You-1].Total
	text := strings.Join(labels, ", ")
	if high, whose := bestTotal(s.ahead, s.You); whose != 0 {
		return s.T("knizia.staged", "Moves", views.Sentence(text), "Total", total, "Best", high)
	}
	return s.T("knizia.staged.alone", "Moves", views.Sentence(text), "Total", total)
}

// detail lists the other effects of the staged steps or, without any, the limits and chances of the
// player on turn. Then it describes the last card.
func (s bar) detail() string {
	var parts []string
	if s.ahead.Seats[s.You-1].Stunned {
		key := "knizia.turn.stunned"
		if s.ahead.Added > 0 {
			key += "_full"
		}
		parts = append(parts, s.T(key))
	}
	if len(s.steps) == 0 {
		if card := lastDrawn(s.Match); card != "" {
			parts = append(parts, s.T("knizia.turn.drawn", "Card", cards.WithArticle(s.Lang, game, card)))
		}
		if len(parts) == 0 {
			return s.T("knizia.turn.help")
		}
		return strings.Join(parts, " ")
	}
	parts = append(parts, s.changes()...)
	if m, err := rules.ParseMove(s.steps[len(s.steps)-1]); err == nil && (m.Do == rules.PlayAction || m.Card == rules.W6) {
		parts = append(parts, cardText(s.Lang, m.Card))
	}
	return strings.Join(parts, " · ")
}

// changes lists the effects of the staged steps, except on the visitor's own total.
func (s bar) changes() []string {
	var parts []string
	if s.ahead.Color != s.now.Color {
		parts = append(parts, s.T("knizia.would.turn", "Tournament", s.T("knizia.tournament."+s.ahead.Color.String())))
	}
	for i, seat := range s.ahead.Seats {
		if was := s.now.Seats[i].Total; seat.Total != was && seat.Seat != s.You && s.now.Seats[i].In {
			parts = append(parts, s.T("knizia.would.total", "Name", s.Name(seat.Seat), "Was", was, "Total", seat.Total))
		}
	}
	if s.hides() {
		parts = append(parts, s.T("knizia.would.hidden"))
	}
	return parts
}

// lastCode returns the card of the last step.
func (s bar) lastCode() string {
	word, _, _ := strings.Cut(s.steps[len(s.steps)-1], " ")
	return word
}

// hides reports whether the effect of the last step is hidden until it is played.
func (s bar) hides() bool {
	code := s.lastCode()
	return code == rules.KnockDown.String() || code == rules.Adapt.String()
}

// toPlay describes the turn and the total needed to stay.
func (s bar) toPlay() string {
	high, whose := bestTotal(s.ahead, s.You)
	switch own := s.ahead.Seats[s.You-1].Total; {
	case s.ahead.Opening:
		return s.T("knizia.turn.opening")
	case whose == 0 || high == 0:
		return s.T("knizia.turn.first")
	case own > high:
		return s.T("knizia.turn.leading", "Own", own, "Best", high)
	}
	return s.T("knizia.turn.behind", "Own", s.ahead.Seats[s.You-1].Total, "Best", high, "Name", s.Name(whose))
}

// leaves describes the cost of withdrawing from the tournament.
func (s bar) leaves() string {
	own := s.now.Seats[s.You-1]
	n := len(own.Display)
	text := s.N("knizia.withdraw.cards", n)
	if n == 0 {
		text = s.T("knizia.withdraw.nothing")
	}
	if s.now.End.Withdraw[0].Color != rules.NoColor {
		return text + " " + s.T("knizia.withdraw.token")
	}
	for _, c := range own.Display {
		if c == rules.W6 && len(own.Tokens) == 1 {
			return text + " " + s.T("knizia.withdraw.only", "Color", s.color(own.Tokens[0]))
		}
	}
	return text
}

// acts returns the buttons of a player who may act, nil for others.
func (s bar) acts() []views.Act {
	if !s.Yours() || s.Asking() {
		return nil
	}
	a := s.ahead
	switch {
	case s.now.Phase == rules.PhaseAdapt:
		return s.keepActs()
	case s.choosing():
		return s.openActs()
	case s.leaving():
		return s.leaveActs()
	case s.aiming():
		return []views.Act{{ID: "restart", Label: s.T("knizia.cancel"), Icon: "back", Href: s.back()}}
	case a.End == nil && len(s.steps) == 0:
		return nil
	}
	return s.turnActs()
}

// back links to the page before the choice of the card that needs a target.
func (s bar) back() string {
	if s.swapping() {
		return s.choose(rules.Outwit.String())
	}
	return s.Staging(s.steps, "")
}

func (s bar) turnActs() []views.Act {
	back := views.Act{ID: "restart", Label: s.T("knizia.undo"), Icon: "back", Why: s.T("knizia.undo.none")}
	if len(s.steps) > 0 {
		back.Href = s.Staging(s.steps[:len(s.steps)-1], "")
	}
	acts := []views.Act{back}
	if !s.acting() && s.now.Phase == rules.PhaseTurn {
		acts = append(acts, s.leaveAct())
	}
	if s.committed() {
		send := s.playAct("confirm", "primary")
		send.Final = true
		return append(acts, send)
	}
	end := views.Act{ID: "confirm", Label: s.T("knizia.end"), Icon: "check", Class: "primary"}
	if e := s.ahead.End; e != nil {
		end.Detail = s.T("knizia.announces", "Total", e.Total)
		if end.Actions = append(append(end.Actions, s.steps...), "end"); e.Why != nil {
			end.Actions, end.Why = nil, s.Refusal(s.worded(e.Why))
			switch end.Detail = ""; {
			case s.ahead.Opening || e.Total > e.Best:
				end.Detail = s.T("knizia.unplayed")
			case e.Rival != 0:
				end.Detail = s.T("knizia.short", "Own", e.Total, "Name", s.Name(e.Rival), "Best", e.Best)
			}
		}
	}
	switch {
	case !s.acting():
		return append(acts, end)
	case len(end.Actions) == 0:
		end.ID, end.Class, end.Icon = "end", "", ""
		return append(acts, end, s.playAct("confirm", "primary"))
	}
	return append(acts, s.playAct("play", ""), end)
}

// playAct plays the staged steps without ending the turn, so that the player sees the effect of an
// action.
func (s bar) playAct(id, class string) views.Act {
	act := views.Act{ID: id, Label: s.T("knizia.play"), Class: class, Actions: s.steps}
	if class != "" {
		act.Icon = "check"
	}
	if m, err := rules.ParseMove(s.steps[len(s.steps)-1]); err == nil {
		act.Detail = s.label(m.Card)
	}
	return act
}

func (s bar) leaveAct() views.Act {
	act := views.Act{ID: "withdraw", Label: s.T("knizia.withdraw"), Href: s.Staging(nil, "withdraw")}
	if e := s.now.End; e == nil || len(e.Withdraw) == 0 {
		act.Href = ""
		if e != nil && e.WhyStay != nil {
			act.Why = s.Refusal(s.worded(e.WhyStay))
		}
	}
	return act
}

// leaveActs returns the answers to the question of withdrawing, the safe one first.
func (s bar) leaveActs() []views.Act {
	acts := []views.Act{{ID: "restart", Label: s.T("knizia.withdraw.stay"), Href: s.Staging(nil, "")}}
	for _, m := range s.now.End.Withdraw {
		act := views.Act{ID: "leave-" + m.Color.String(), Label: s.T("knizia.withdraw"), Class: "danger", Actions: []string{m.String()}}
		if m.Color != rules.NoColor {
			act.Detail = s.T("knizia.withdraw.with", "Color", s.color(m.Color))
		}
		acts = append(acts, act)
	}
	return acts
}

// openActs returns the button that confirms a token and a color.
func (s bar) openActs() []views.Act {
	confirm := views.Act{ID: "confirm", Label: s.T("knizia.choose"), Class: "primary", Icon: "check", Why: s.T("knizia.open.ask")}
	if len(s.steps) == 0 {
		return []views.Act{confirm}
	}
	confirm.Actions = s.steps
	confirm.Label = s.T("knizia.confirm")
	if m, err := rules.ParseMove(s.steps[len(s.steps)-1]); err == nil {
		confirm.Detail = s.moveLabel(m)
	}
	return []views.Act{{ID: "restart", Label: s.T("knizia.undo"), Icon: "back", Href: s.Staging(s.steps[:len(s.steps)-1], "")}, confirm}
}

// keepActs returns the button that confirms the cards kept with Adapt.
func (s bar) keepActs() []views.Act {
	k := s.now.Keep
	if k == nil || len(k.Kept) > 0 {
		return nil
	}
	return []views.Act{{ID: "confirm", Label: s.T("knizia.keep"), Icon: "check", Class: "primary", Actions: []string{s.keeping().String()}}}
}

// keeping returns the answer to Adapt chosen so far. By default it keeps the oldest card of each
// value.
func (s bar) keeping() rules.Move {
	k := s.now.Keep
	m, err := rules.ParseMove(s.chosen)
	if err != nil || m.Do != rules.KeepCards {
		return k.Oldest
	}
	for _, group := range k.Groups {
		n := 0
		for _, place := range group {
			if m.Keep.Has(place) {
				n++
			}
		}
		if n != 1 {
			return k.Oldest
		}
	}
	if m.Keep.Len() != len(k.Groups) {
		return k.Oldest
	}
	return m
}

// instead returns the answer to Adapt that keeps another card of a group.
func (s bar) instead(group []rules.Place, place rules.Place) string {
	var kept []string
	for _, other := range s.keeping().Keep.List() {
		for _, g := range group {
			if g == other {
				other = place
			}
		}
		kept = append(kept, other.String())
	}
	return s.Staging(nil, "keep "+strings.Join(kept, " "))
}

// panel returns the choice that replaces the hand in the bar, nil for none.
func (s bar) panel() templ.Component {
	if s.Asking() {
		return nil
	}
	switch v := s.now; {
	case v.Phase == rules.PhaseReact && s.WindowEnds != nil && v.Active != s.You && v.Seats[s.You-1].In:
		return interruptPanel(s.scene)
	case v.Keep != nil:
		return keepForm(s)
	case !s.Yours():
		return nil
	case s.settled():
		return nil
	case s.choosing():
		return colorChoices(s)
	case s.aiming():
		return targetPanel(s)
	}
	return nil
}

// colorPick is a color to choose for a tournament or a token.
type colorPick struct {
	rules.Choice
	label  string // name of its weapon
	color  string
	why    string // short reason why it cannot be chosen
	href   string
	chosen bool
}

func (s bar) picks() []colorPick {
	from, steps := s.ahead, s.steps
	if s.now.Phase == rules.PhaseOpen || len(s.ahead.Choose) == 0 || s.ahead.Stops {
		from, steps = s.now, nil
	}
	var all []colorPick
	for _, c := range from.Choose {
		p := colorPick{Choice: c, label: s.T("knizia.weapon." + c.Color.String()), color: s.color(c.Color)}
		if c.Why != nil {
			p.why = s.T(strings.Replace(c.Why.Key, "knizia.", "knizia.pick.", 1))
		}
		p.chosen = slices.Contains(s.steps, c.Line)
		if c.Why == nil {
			p.href = s.Staging(append(slices.Clone(steps), c.Line), "")
		}
		all = append(all, p)
	}
	return all
}

// turns returns the colors to which the chosen action card can change the tournament.
func (s bar) turns() []colorPick {
	var all []colorPick
	for _, m := range s.targets() {
		if m.Color != rules.NoColor {
			all = append(all, colorPick{
				Choice: rules.Choice{Color: m.Color, Line: m.String()}, label: s.T("knizia.weapon." + m.Color.String()), color: s.color(m.Color), href: s.to(m),
			})
		}
	}
	return all
}

// isKept reports whether the answer to Adapt keeps the card at a place.
func (s bar) isKept(answer rules.Move, place rules.Place) bool {
	if k := s.now.Keep; len(k.Kept) > 0 {
		return slices.Contains(k.Kept, place)
	}
	return answer.Keep.Has(place)
}

func (s bar) keepLabel(answer rules.Move, place rules.Place) string {
	card := s.label(cardAt(s.now, s.You, place))
	if s.isKept(answer, place) {
		return s.T("knizia.keep.kept", "Card", card, "Place", place.String())
	}
	return s.T("knizia.keep.dropped", "Card", card, "Place", place.String())
}

// aims lists the seats that are possible targets of the chosen action card.
func (s bar) aims() []views.Act {
	var acts []views.Act
	for _, m := range s.targets() {
		if m.Seat == 0 || m.At != rules.NoPlace || m.Own != rules.NoPlace {
			continue
		}
		detail := ""
		if m.Card == rules.Riposte {
			detail = s.label(newest(s.ahead, m.Seat))
		}
		acts = append(acts, views.Act{ID: "aim-" + strconv.Itoa(int(m.Seat)), Label: s.Name(m.Seat), Detail: detail, Href: s.to(m)})
	}
	return acts
}
