package kutschke

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// plannedStep is a step of the turn that is being put together.
type plannedStep struct {
	number int
	kind   rules.Kind
	text   string // what it does, in few words
	why    string // why it does not fit at its place of the list
	open   bool   // it comes after one that does not fit
	sooner string // where it changes places with the one before; "" for the first
	drop   string // where it is taken out
	said   string // which step it is, for labels
}

// spareActionCard is a picked card that the turn does not use yet.
type spareActionCard struct {
	id    string
	kind  rules.Kind
	href  string // leads to its choices, or adds it at once; "" for one that waits for the tournament
	on    bool   // its choices are open
	why   string // why nothing can be done with it at this point
	label string
}

// cardOption is a way to use a card.
type cardOption struct {
	id, label, detail string
	href              string
	face              string // of the card it is about
	best              bool
}

// fit returns how many steps fit, the end of the turn not counted.
func (p page) fit() int { return min(p.Fit, len(p.steps)) }

// kindOf returns the card that a line uses.
func kindOf(line string) rules.Kind {
	word, _, _ := strings.Cut(line, " ")
	for _, k := range rules.Kinds() {
		if strings.EqualFold(k.String(), word) {
			return k
		}
	}
	return 0
}

// uses lists the cards that no step of the list uses, with what can be done at
// the point up to which the list fits.
func (p page) uses() []rules.Use {
	uses := p.ahead.Uses()
	for _, step := range p.steps[p.fit():] {
		i := slices.IndexFunc(uses, func(u rules.Use) bool { return u.Kind == kindOf(step) })
		if i >= 0 {
			uses = slices.Delete(uses, i, i+1)
		}
	}
	return uses
}

// adding returns the address with one more step: at the end of the list, or before
// the first step that does not fit, which it may mend.
func (p page) adding(line string) string {
	at := len(p.steps)
	if p.PreviewErr != nil {
		at = p.fit()
	}
	return p.Staging(slices.Insert(slices.Clone(p.steps), at, line), "")
}

// plan lists the steps.
func (p page) plan() []plannedStep {
	var all []plannedStep
	for i, step := range p.steps {
		s := plannedStep{number: i + 1, kind: kindOf(step), text: p.stepText(step), open: p.PreviewErr != nil && i > p.fit()}
		s.said = p.t("kutschke.plan.step", "Number", i+1, "Step", p.stepPhrase(step))
		if p.PreviewErr != nil && i == p.fit() {
			s.why = p.shortWhy(p.PreviewErr)
		}
		if i > 0 {
			s.sooner = p.Staging(swapped(p.steps, i-1, i), "")
		}
		s.drop = p.Staging(slices.Delete(slices.Clone(p.steps), i, i+1), "")
		all = append(all, s)
	}
	return all
}

func swapped(steps []string, i, j int) []string {
	steps = slices.Clone(steps)
	steps[i], steps[j] = steps[j], steps[i]
	return steps
}

// spares lists the cards that the turn does not use yet.
func (p page) spares(uses []rules.Use) []spareActionCard {
	var all []spareActionCard
	seen := map[rules.Kind]int{}
	for _, u := range uses {
		s := spareActionCard{kind: u.Kind, on: u.Kind.String() == p.Probe, label: p.kind(u.Kind), id: "spare-" + u.Kind.String()}
		if seen[u.Kind]++; seen[u.Kind] > 1 {
			s.id += "-" + seatID(games.Seat(seen[u.Kind]))
			s.on = false
		}
		switch {
		case u.Kind == rules.Tournament:
			s.why = p.t("kutschke.spare.tournament")
			if me, ok := p.me(p.ahead); ok && me.At != rules.Camelot {
				s.why = p.t("kutschke.spare.tournament_away")
			}
		case u.Why != nil:
			s.why = p.shortWhy(u.Why)
			s.href = p.Staging(p.steps, u.Kind.String())
		case len(u.Steps) == 1:
			s.href = p.adding(u.Steps[0].Line)
			s.label = p.t("kutschke.spare.add", "Card", s.label, "Step", p.stepPhrase(u.Steps[0].Line))
		case s.on:
			s.href = p.Staging(p.steps, "")
		default:
			s.href = p.Staging(p.steps, u.Kind.String())
		}
		if s.why != "" {
			s.label = p.t("kutschke.tile.no", "Tile", s.label, "Why", s.why)
		}
		all = append(all, s)
	}
	return all
}

// shortWhy returns a reason in few words, where there are any.
func (p page) shortWhy(why *games.Illegal) string {
	if key := strings.Replace(why.Key, "kutschke.", "kutschke.brief.", 1); p.Has(key) {
		return p.t(key)
	}
	return p.Refusal(p.worded(why))
}

// choosing lists what can be done with the card that is chosen, and asks for it.
func (p page) choosing(uses []rules.Use) (question string, all []cardOption) {
	for _, u := range uses {
		if u.Kind.String() != p.Probe || len(u.Steps) < 2 {
			continue
		}
		for _, s := range u.Steps {
			all = append(all, p.option(u.Kind, s))
		}
		return p.t("kutschke.ask." + u.Kind.String()), all
	}
	return "", nil
}

func (p page) option(k rules.Kind, s rules.Step) cardOption {
	o := cardOption{id: "option-" + strings.ReplaceAll(strings.ToLower(s.Line), " ", "-"), href: p.adding(s.Line), best: s.Best, label: p.stepText(s.Line)}
	switch k {
	case rules.RoundTable:
		o.face, o.label = cards.Adventure(s.Adventure.String()), p.adventure(s.Adventure)
		o.detail = p.t("kutschke.option.adventure", "Place", p.spot(s.Adventure.Place()), "Cost", p.cost(s.Adventure), "Shields", p.shields(s.Adventure.Shields()))
	case rules.Quest:
		o.face, o.label = cards.Adventure(s.Adventure.String()), p.adventure(s.Adventure)
		o.detail = p.t("kutschke.option.pay", "Cards", p.list(namesOf(p.card, s.Pay)), "Shields", p.shields(s.Adventure.Shields()))
	case rules.Horse:
		o.face = cards.Place(s.Place.String())
		for _, spot := range p.ahead.Circle() {
			if spot.Place == s.Place {
				o.detail = p.n("kutschke.places", spot.Distance)
			}
		}
	default:
		o.face = cards.Virtue(s.Card.String())
	}
	return o
}

// stepOf returns the card that a step uses and what it does with it. An address may
// hold anything: ok is false for what names nothing in the game.
func stepOf(line string) (k rules.Kind, code string, ok bool) {
	parts := strings.Fields(line)
	if k = kindOf(line); k == 0 || len(parts) < 2 {
		return 0, "", false
	}
	switch code = strings.ToLower(parts[1]); k {
	case rules.Horse:
		return k, code, cards.PlaceCharge(code) != ""
	case rules.RoundTable, rules.Quest:
		return k, code, cards.Adventure(code) != ""
	}
	if code = strings.ToUpper(code); k.Virtue() != 0 {
		code = k.Virtue().String() + code
	}
	return k, code, len(code) == 2 && cards.Virtue(code) != ""
}

// stepText returns a step without the card that it uses: "sword 2", "Dark Forest".
func (w words) stepText(line string) string {
	k, code, ok := stepOf(line)
	if !ok {
		return line
	}
	switch k {
	case rules.Horse:
		return w.t("kutschke.map." + code)
	case rules.Quest:
		if paid := w.paid(line); paid != "" {
			return w.t("kutschke.plan.quest", "Adventure", cards.Label(w.lang, game, code), "Cards", paid)
		}
	}
	return cards.Label(w.lang, game, code)
}

// stepPhrase returns a step within a sentence: "ride to the Dark Forest".
func (w words) stepPhrase(line string) string {
	k, code, ok := stepOf(line)
	if !ok {
		return line
	}
	switch k {
	case rules.ExerciseSword, rules.ExerciseLance, rules.ExerciseDragon, rules.ExerciseBook:
		return w.t("kutschke.phrase.exercise", "Card", w.withArticle(code))
	case rules.Justice:
		return w.t("kutschke.phrase.justice", "Card", w.withArticle(code))
	case rules.RoundTable:
		return w.t("kutschke.phrase.table")
	case rules.Quest:
		return w.t("kutschke.phrase.quest")
	case rules.Horse:
		return w.t("kutschke.phrase.horse", "To", w.t("kutschke.to."+code))
	}
	return line
}

// planStatus says what the turn does so far, and what would be lost.
func (p page) planStatus(uses []rules.Use) views.Status {
	s := views.Status{Sentence: p.t("kutschke.status.act"), Detail: p.t("kutschke.status.act_detail")}
	switch {
	case len(p.steps) == 0 && p.idle(uses):
		s.Sentence, s.Detail = p.t("kutschke.status.dead"), p.losing(uses)
	case !slices.ContainsFunc(uses, func(u rules.Use) bool { return u.Kind == rules.Horse }):
		s.Detail = p.t("kutschke.status.act_on_foot")
	}
	if p.ends && len(p.steps) == 0 {
		s.Sentence, s.Detail = p.t("kutschke.status.idle"), p.losing(uses)
	}
	if len(p.steps) > 0 {
		var used []string
		for _, step := range p.steps {
			if k := kindOf(step); k != 0 {
				used = append(used, p.brief(k))
			}
		}
		var total string
		s.Sentence, total = p.bringing(strings.Join(used, p.t("kutschke.then")))
		s.Detail = total + p.losing(uses)
	}
	for _, u := range uses {
		if u.Kind.String() == p.Probe && u.Why != nil {
			s.Why = p.worded(u.Why)
		}
	}
	if p.PreviewErr != nil && p.fit() < len(p.steps) {
		s.Sentence = p.t("kutschke.status.unfit", "Number", p.fit()+1)
		if !p.ends { // else the refusal of the whole turn says why
			s.Why = p.worded(p.PreviewErr)
		}
	}
	return s
}

// bringing says what some steps bring in points, "Horse, then Quest: +3.", and how
// many that makes.
func (p page) bringing(steps string) (sentence, total string) {
	before, _ := p.me(p.v)
	after, _ := p.me(p.ahead)
	if n := after.Points - before.Points; n > 0 {
		return p.t("kutschke.gain", "Steps", steps, "Shields", n), p.t("kutschke.total", "Total", after.Points)
	}
	return p.t("kutschke.no_gain", "Steps", steps), ""
}

// losing lists the cards that the end of the turn would lose, a Tournament away from Camelot
// among them.
func (p page) losing(uses []rules.Use) string {
	var lost []string
	me, _ := p.me(p.ahead)
	for _, u := range uses {
		if u.Kind != rules.Tournament || me.At != rules.Camelot {
			lost = append(lost, u.Kind.String())
		}
	}
	if len(lost) == 0 {
		return p.t("kutschke.status.all_used")
	}
	return p.n("kutschke.losing", len(lost), "Cards", p.list(p.counted(lost)))
}

// planActs returns the buttons of the turn.
func (p page) planActs(uses []rules.Use) []views.Act {
	back := views.Act{ID: "undo", Label: p.t("kutschke.do.undo"), Icon: "back", Why: p.t("kutschke.do.nothing")}
	confirm := views.Act{ID: "confirm", Label: p.t("kutschke.do.send"), Icon: "check", Class: "primary"}
	switch n := len(p.steps); {
	case p.PreviewErr != nil:
		back.Href = p.Staging(p.steps[:max(n-1, 0)], "")
		confirm.Why = p.Refusal(p.worded(p.PreviewErr))
	case n > 0:
		back.Href = p.Staging(p.steps[:n-1], "")
		confirm.Actions = append(slices.Clone(p.steps), doneLine)
	case p.ends:
		back.Href = p.Staging(nil, "")
		confirm.Label, confirm.Actions = p.t("kutschke.do.end"), []string{doneLine}
	case p.idle(uses):
		confirm.Label, confirm.Actions = p.t("kutschke.do.end"), []string{doneLine}
	default:
		confirm.Label, confirm.Href, confirm.Class = p.t("kutschke.do.end"), p.Staging([]string{doneLine}, ""), ""
	}
	if p.Probe != "" {
		back.Href = p.Staging(p.steps, "")
	}
	return []views.Act{back, confirm}
}

// idle reports whether nothing can be done.
func (p page) idle(uses []rules.Use) bool {
	return !slices.ContainsFunc(uses, func(u rules.Use) bool { return len(u.Steps) > 0 })
}
