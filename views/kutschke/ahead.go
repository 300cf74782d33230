package kutschke

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// The fields of the form about the turn and the stake to come.
const (
	fieldStep  = "step" // each step of the planned turn, in order; a field may be left empty
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

// mostSteps is how many steps a turn can have.
const mostSteps = 4

// plannedAhead formats what a submitted form says of the turn and the stake.
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

// ahead is the part of the wish page about the turn and the stake to come.
type ahead struct {
	wishPage
	steps []string
	stake string
	cards []string
	alone string
	more  string
}

// ahead returns what is kept, or what a refused form said.
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

// showBid shows a stake in its field; false if that is taken. The second is that for a
// knight alone.
func (a *ahead) showBid(b rules.BidOrder) bool {
	codes := make([]string, len(b.Cards))
	for i, c := range b.Cards {
		codes[i] = c.String()
	}
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
	steps []stepOption
}

type stepOption struct{ line, text string }

// stepFields returns the lines of the steps, with empty ones as long as there is room.
func (a ahead) stepFields() []string {
	return append(slices.Clone(a.steps), make([]string, max(0, mostSteps-len(a.steps)))...)
}

// groups lists the steps that a turn may have, by the card that they use, with one that is
// chosen already.
func (a ahead) groups(chosen string) []stepGroup {
	var all []stepGroup
	found := chosen == ""
	for _, k := range rules.Kinds() {
		if k == rules.Tournament || !a.mayHave(k) {
			continue
		}
		g := stepGroup{name: a.kind(k)}
		for _, line := range a.stepsOf(k) {
			g.steps = append(g.steps, stepOption{line, a.stepText(line)})
			found = found || line == chosen
		}
		if len(g.steps) > 0 {
			all = append(all, g)
		}
	}
	end := stepGroup{name: a.t("kutschke.ahead.end"), steps: []stepOption{{doneWord, a.t("kutschke.ahead.done")}}}
	if found = found || chosen == doneWord; !found {
		end.steps = append(end.steps, stepOption{chosen, chosen})
	}
	return append(all, end)
}

// mayHave reports whether the seat has an action card in the turn, or may still pick it.
func (a ahead) mayHave(k rules.Kind) bool {
	if a.v.NextTurn != a.v.Round || !a.Seated() {
		return true
	}
	may := func(c rules.Choice) bool { return c.Kind == k && c.Why == nil }
	return slices.Contains(a.v.Seats[a.You-1].Picked, k) || slices.ContainsFunc(a.v.Choices(), may)
}

// stepsOf lists the lines that use a kind of card, as far as one can tell beforehand.
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
	mostPayments = 4 // offered for one adventure
)

// weapon is a card that may be staked.
type weapon struct {
	code, name string
	chosen     bool
}

// weapons lists the cards that may be staked: those of the hand, and one of each other kind,
// which the seat may have by then.
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

// lonely lists what a knight alone in the tournament may stake.
func (a ahead) lonely() []stepOption {
	all := []stepOption{{stakeAsk, a.t("kutschke.ahead.ask")}, {stakeNone, a.t("kutschke.ahead.nothing")}}
	for _, w := range a.weapons() {
		if o := (stepOption{w.code, w.name}); !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	return all
}
