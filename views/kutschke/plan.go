package kutschke

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// turn puts the steps of the visitor's turn together.
type turn struct{ page }

// plannedStep is a step of the planned turn.
type plannedStep struct {
	number int
	kind   rules.Kind
	text   string // effect, in few words
	why    string // why it is impossible at its place
	open   bool   // an earlier step is impossible
	sooner string // address that swaps it with the previous step; "" for the first
	drop   string // address without it
	said   string // number of the step, for labels
}

// spareActionCard is a picked card that the planned turn does not use.
type spareActionCard struct {
	id    string
	kind  rules.Kind
	href  string // opens its uses, or adds the only one; "" for a card that must wait for the tournament
	on    bool   // its uses are open
	why   string // why it cannot be used now
	label string
}

// cardOption is a way to use a card.
type cardOption struct {
	id, label, detail string
	href              string
	face              string // of the card it is about
	best              bool
}

// fit returns the number of playable steps, without the end of the turn.
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

// uses lists the cards that no step uses, with their possible steps after the playable ones.
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

// adding returns the address with one more step, before the first impossible step, which it may
// make possible, or at the end.
func (p page) adding(line string) string {
	at := len(p.steps)
	if p.PreviewErr != nil {
		at = p.fit()
	}
	return p.Staging(slices.Insert(slices.Clone(p.steps), at, line), "")
}

// planning adds the planned turn: its steps, the cards left, and the uses of the chosen card.
func (p turn) planning(t *views.Table) {
	uses := p.uses()
	t.Panel = planPanel(p, uses)
	t.Status = p.planStatus(uses)
	t.Acts = p.planActs(uses)
}

// plan lists the steps.
func (p turn) plan() []plannedStep {
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
func (p turn) spares(uses []rules.Use) []spareActionCard {
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

// shortWhy returns a short form of a reason, "" for none.
func (p turn) shortWhy(why *games.Illegal) string {
	if key := strings.Replace(why.Key, "kutschke.", "kutschke.brief.", 1); p.Has(key) {
		return p.t(key)
	}
	return p.Refusal(p.worded(why))
}

// choosing lists the possible uses of the chosen card, and asks for one.
func (p turn) choosing(uses []rules.Use) (question string, all []cardOption) {
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

func (p turn) option(k rules.Kind, s rules.Step) cardOption {
	o := cardOption{id: "option-" + strings.ReplaceAll(strings.ToLower(s.Line), " ", "-"), href: p.adding(s.Line), best: s.Best, label: p.stepText(s.Line)}
	switch k {
	case rules.RoundTable:
		o.face, o.label = cards.Adventure(s.Adventure.String()), p.adventure(s.Adventure)
		o.detail = p.t("kutschke.option.adventure", "Place", p.spot(s.Adventure.Place()), "Cost", p.cost(s.Adventure), "Shields", p.shields(s.Adventure.Shields()))
	case rules.Quest:
		o.face, o.label = cards.Adventure(s.Adventure.String()), p.adventure(s.Adventure)
		o.detail = p.t("kutschke.option.pay", "Cards", p.list(views.Each(views.Each(s.Pay, rules.Card.String), p.card)), "Shields", p.shields(s.Adventure.Shields()))
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

// stepOf returns the card that a step uses and the code of its object. ok is false for a name that
// is not in the game, because an address may contain anything.
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

// planStatus describes the planned turn and the cards that would be lost.
func (p turn) planStatus(uses []rules.Use) views.Status {
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
		if !p.ends { // otherwise the refusal of the whole turn gives the reason
			s.Why = p.worded(p.PreviewErr)
		}
	}
	return s
}

// bringing describes the points that steps bring, "Horse, then Quest: +3.", and the new total.
func (p turn) bringing(steps string) (sentence, total string) {
	before, _ := p.me(p.v)
	after, _ := p.me(p.ahead)
	if n := after.Points - before.Points; n > 0 {
		return p.t("kutschke.gain", "Steps", steps, "Shields", n), p.t("kutschke.total", "Total", after.Points)
	}
	return p.t("kutschke.no_gain", "Steps", steps), ""
}

// losing lists the cards that would be lost at the end of the turn, including a Tournament outside
// of Camelot.
func (p turn) losing(uses []rules.Use) string {
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
func (p turn) planActs(uses []rules.Use) []views.Act {
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

// idle reports whether no action is possible.
func (p turn) idle(uses []rules.Use) bool {
	return !slices.ContainsFunc(uses, func(u rules.Use) bool { return len(u.Steps) > 0 })
}

// Form fields about the next turn and stake.
const (
	fieldStep  = "step" // each step of the planned turn, in order; may be empty
	fieldTurn  = "turn" // the round of the planned turn
	fieldBid   = "bid"  // the round of the stake
	fieldStake = "stake"
	fieldCard  = "stake-card"
	fieldAlone = "stake-alone"
)

// Answers of fieldStake and fieldAlone.
const (
	stakeAsk  = ""
	stakeThis = "this" // the cards that are ticked
	stakeNone = "none"
)

// mostSteps is the most steps of a turn.
const mostSteps = 4

// plannedAhead converts the next turn and stake of a form to notation.
func plannedAhead(form url.Values) []string {
	var lines, steps []string
	for _, s := range form[fieldStep] {
		if s = strings.TrimSpace(s); s != "" {
			steps = append(steps, s)
		}
	}
	if len(steps) > 0 {
		lines = append(lines, "round "+form.Get(fieldTurn)+" plan: "+strings.Join(steps, ", "))
	}
	bid := "round " + form.Get(fieldBid) + " bid: "
	if form.Get(fieldStake) == stakeThis {
		lines = append(lines, bid+strings.Join(form[fieldCard], " "))
	}
	switch alone := form.Get(fieldAlone); alone {
	case stakeAsk:
	case stakeNone:
		lines = append(lines, bid)
	default:
		lines = append(lines, bid+alone)
	}
	if more := strings.TrimSpace(form.Get(views.FieldMore)); more != "" {
		lines = append(lines, more)
	}
	return lines
}

// ahead is the part of the wish page about the next turn and stake.
type ahead struct {
	wishPage
	steps []string
	stake string
	cards []string
	alone string
	more  string
}

// ahead returns the stored orders, or the values of a refused form.
func (p wishPage) ahead() ahead {
	a := ahead{wishPage: p}
	if f := p.Form; f != nil && p.Problem != nil {
		a.steps, a.stake, a.cards, a.alone, a.more = f[fieldStep], f.Get(fieldStake), f[fieldCard], f.Get(fieldAlone), f.Get(views.FieldMore)
		return a
	}
	kept, _ := rules.ParseOrders(p.Text)
	rest := rules.Orders{}
	for _, plan := range kept.Plans {
		if steps := plan.Lines[:len(plan.Lines)-1]; a.steps == nil && plan.Round == p.v.NextTurn && len(steps) <= mostSteps {
			a.steps = steps
			if len(steps) == 0 {
				a.steps = []string{doneWord}
			}
		} else {
			rest.Plans = append(rest.Plans, plan)
		}
	}
	for _, b := range kept.Bids {
		if !a.showBid(b) {
			rest.Bids = append(rest.Bids, b)
		}
	}
	a.more = rest.String()
	return a
}

// doneWord is the step that ends a turn: the only one of a plan to do nothing.
const doneWord = "done"

// showBid puts a stake into its field. It returns false if the field is used already. The second
// field is the stake of a knight who is alone.
func (a *ahead) showBid(b rules.BidOrder) bool {
	codes := views.Each(b.Cards, rules.Card.String)
	switch {
	case b.Round != a.v.NextBid:
		return false
	case a.stake == stakeAsk && len(codes) > 1:
		a.stake, a.cards = stakeThis, codes
	case a.alone == stakeAsk && len(codes) == 1:
		a.alone = codes[0]
	case a.alone == stakeAsk && len(codes) == 0:
		a.alone = stakeNone
	default:
		return false
	}
	return true
}

// stepGroup is a kind of steps to choose from.
type stepGroup struct {
	name  string
	steps []views.Option
}

// stepFields returns the lines of the steps, filled up with empty ones.
func (a ahead) stepFields() []string {
	return append(slices.Clone(a.steps), make([]string, max(0, mostSteps-len(a.steps)))...)
}

// groups lists the possible steps of a turn by card, including the chosen one.
func (a ahead) groups(chosen string) []stepGroup {
	var all []stepGroup
	found := chosen == ""
	for _, k := range rules.Kinds() {
		if k == rules.Tournament || !a.mayHave(k) {
			continue
		}
		g := stepGroup{name: a.kind(k)}
		for _, line := range a.stepsOf(k) {
			g.steps = append(g.steps, views.Option{Value: line, Text: a.stepText(line), Chosen: line == chosen})
			found = found || line == chosen
		}
		if len(g.steps) > 0 {
			all = append(all, g)
		}
	}
	end := stepGroup{name: a.t("kutschke.ahead.end"), steps: []views.Option{{Value: doneWord, Text: a.t("kutschke.ahead.done"), Chosen: chosen == doneWord}}}
	if found = found || chosen == doneWord; !found {
		end.steps = append(end.steps, views.Option{Value: chosen, Text: chosen, Chosen: true})
	}
	return append(all, end)
}

// mayHave reports whether the seat has an action card for the turn, or may still pick one.
func (a ahead) mayHave(k rules.Kind) bool {
	if a.v.NextTurn != a.v.Round || !a.Seated() {
		return true
	}
	may := func(c rules.Choice) bool { return c.Kind == k && c.Why == nil }
	return slices.Contains(a.v.Seats[a.You-1].Picked, k) || slices.ContainsFunc(a.v.Choices(), may)
}

// stepsOf lists the lines with which a kind of card may be used on a later turn. The rules decide
// then which are possible.
func (a ahead) stepsOf(k rules.Kind) []string {
	var lines []string
	add := func(parts ...string) { lines = append(lines, k.String()+" "+strings.Join(parts, " ")) }
	switch k {
	case rules.RoundTable:
		for _, adventure := range a.v.Display {
			add(adventure.String())
		}
	case rules.Justice:
		for value := 1; value <= mostValue; value++ {
			add(rules.CardOf(rules.Book, value).String())
		}
	case rules.Quest:
		for _, e := range a.v.Errands() {
			for _, pay := range e.Payments[:min(len(e.Payments), mostPayments)] {
				words := []string{e.Adventure.String()}
				for _, c := range pay {
					words = append(words, c.String())
				}
				add(words...)
			}
		}
	case rules.Horse:
		for _, place := range a.v.Places {
			add(place.String())
		}
	default:
		for value := mostValue; value >= 1; value-- {
			add(strconv.Itoa(value))
		}
	}
	return lines
}

const (
	mostValue    = 3 // of a virtue card
	mostPayments = 4 // to complete one adventure
)

// weapon is a card that can be staked.
type weapon struct {
	code, name string
	chosen     bool
}

// weapons lists the cards that can be staked: the hand, and one of each other kind, because the
// seat may get it.
func (a ahead) weapons() []weapon {
	var all []weapon
	if !a.Seated() || len(a.v.Seats) == 0 {
		return nil
	}
	left := slices.Clone(a.cards)
	add := func(code string) {
		w := weapon{code: code, name: a.card(code)}
		if i := slices.Index(left, code); i >= 0 {
			left, w.chosen = slices.Delete(left, i, i+1), true
		}
		all = append(all, w)
	}
	hand := a.v.Seats[a.You-1].Hand
	for _, virtue := range []rules.Virtue{rules.Sword, rules.Lance} {
		for value := 1; value <= mostValue; value++ {
			c := rules.CardOf(virtue, value)
			for _, held := range hand {
				if held == c {
					add(c.String())
				}
			}
			if !slices.Contains(hand, c) {
				add(c.String())
			}
		}
	}
	for _, code := range left {
		add(code)
	}
	return all
}

// lonely lists the possible stakes of a knight who is alone in the tournament.
func (a ahead) lonely() []views.Option {
	all := []views.Option{
		{Value: stakeAsk, Text: a.t("kutschke.ahead.ask"), Chosen: a.alone == stakeAsk}, {Value: stakeNone, Text: a.t("kutschke.ahead.nothing"), Chosen: a.alone == stakeNone},
	}
	for _, w := range a.weapons() {
		if o := (views.Option{Value: w.code, Text: w.name, Chosen: a.alone == w.code}); !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	return all
}

// decide adds the possible actions of the viewer.
func (p page) decide(t *views.Table) {
	switch p.v.Phase {
	case rules.PhasePick:
		p.picking(t)
	case rules.PhaseAct:
		turn{p}.planning(t)
	case rules.PhaseTourney:
		p.staking(t)
	}
}

// picking adds the choice of an action card.
func (p page) picking(t *views.Table) {
	chosen := ""
	if len(p.steps) > 0 {
		chosen = p.steps[0]
	}
	taken := p.taken(chosen)
	t.Panel = tileList(p, p.tiles(chosen))
	t.Status = views.Status{Sentence: p.t("kutschke.status.pick"), Detail: p.before()}
	for _, c := range p.v.Choices() {
		if c.Kind.String() == p.Probe && c.Why != nil {
			t.Status.Why = p.worded(c.Why)
		}
	}
	confirm := views.Act{ID: "confirm", Label: p.t("kutschke.do.pick"), Icon: "check", Class: "primary", Why: p.t("kutschke.do.pick_first")}
	switch {
	case len(p.steps) == 1 && p.PreviewErr == nil && taken != 0:
		t.Status.Sentence = p.t("kutschke.status.picked", "Card", p.kind(taken))
		t.Status.Detail = p.says(taken)
		confirm.Label, confirm.Actions = p.t("kutschke.do.pick_it", "Card", p.brief(taken)), p.steps
		confirm.Final = true
	case p.PreviewErr != nil:
		t.Status.Why = p.worded(p.PreviewErr)
	}
	if p.Orders {
		t.Acts = append(t.Acts, views.Act{ID: "wishes", Label: p.t("kutschke.wishes"), Href: p.wishing()})
	}
	t.Acts = append(t.Acts, confirm)
}

// staking adds the choice of cards to stake in the tournament.
func (p page) staking(t *views.Table) {
	may, ok := p.v.Stakes()
	if !ok {
		return
	}
	var stake []string
	if len(p.steps) > 0 {
		stake = strings.Fields(p.steps[0])[1:]
	}
	t.Hand = handList(p, p.stakes(may, stake))
	t.Status = views.Status{Sentence: p.t("kutschke.status.stake"), Detail: p.t("kutschke.status.stake_secret"), Why: p.worded(p.PreviewErr)}
	if may.Lone {
		t.Status = views.Status{Sentence: p.t("kutschke.status.lone"), Detail: p.t("kutschke.status.lone_detail"), Why: p.worded(p.PreviewErr)}
	}
	confirm := views.Act{ID: "confirm", Label: p.t("kutschke.do.stake_none"), Icon: "check", Class: "primary", Actions: []string{"bid"}}
	if len(stake) > 0 {
		total := 0
		for _, code := range stake {
			total += int(code[len(code)-1] - '0')
		}
		confirm.Label, confirm.Actions = p.n("kutschke.do.stake", total), p.steps
		if p.PreviewErr == nil {
			t.Status.Sentence = p.t("kutschke.status.staked", "Cards", p.list(views.Each(stake, p.withArticle)), "Total", total)
		}
	}
	if p.PreviewErr != nil {
		confirm.Actions, confirm.Why = nil, p.Refusal(p.worded(p.PreviewErr))
	}
	back := views.Act{ID: "undo", Label: p.t("kutschke.do.clear"), Icon: "back", Why: p.t("kutschke.do.nothing")}
	if len(stake) > 0 {
		back.Href = p.Staging(nil, "")
	}
	t.Acts = []views.Act{back, confirm}
}

// choice describes an action for hints and reviews.
func choice(m views.Match, view games.View, action string, why []games.Fact) views.Choice {
	m = m.CalledShort()
	v, ok := view.(rules.View)
	if !ok {
		return views.Choice{Does: action}
	}
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v}
	c := views.Choice{Why: m.Reasons(why, p.reason)}
	switch verb, rest, _ := strings.Cut(action, " "); verb {
	case doneLine:
		c.Does = p.t("kutschke.choice.done")
	case "pick":
		c.Does, c.Face = p.t("kutschke.choice.pick", "Card", p.withArticle(rest)), cards.ActionChip(m.Lang, rest, 0)
	case "bid":
		c.Does = p.bids(strings.Fields(rest))
	default:
		c.Does = p.does(action)
	}
	return c
}

// does returns a step as an infinitive phrase, with everything that distinguishes it from others.
func (p page) does(line string) string {
	k, code, ok := stepOf(line)
	switch {
	case !ok:
		if kindOf(line) == rules.Tournament {
			return p.t("kutschke.choice.tournament")
		}
		return line
	case k == rules.RoundTable:
		return p.t("kutschke.choice.adventure", "Adventure", p.quoted(code))
	case k == rules.Quest:
		return p.t("kutschke.choice.quest", "Adventure", p.quoted(code), "Cards", p.paid(line))
	}
	return p.stepPhrase(line)
}

// bids returns a stake as an infinitive phrase.
func (p page) bids(codes []string) string {
	if len(codes) == 0 {
		return p.t("kutschke.choice.nothing")
	}
	return p.t("kutschke.choice.stake", "Cards", p.list(views.Each(codes, p.card)))
}
