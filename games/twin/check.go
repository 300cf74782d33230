package twin

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"tableronde/games"
)

// Check compares everything that the viewer can get from the twins of a pair, and lists
// the differences. Which actions it tries is random.
func (t Table) Check(rng *rand.Rand, p Pair) (leaks []error) {
	c := checker{Table: t, Pair: p, rng: rng}
	c.compareViews("View", p.A.State.View(p.Viewer), p.B.State.View(p.Viewer))
	c.equal("ToAct", p.A.State.ToAct(), p.B.State.ToAct())
	c.equal("Legal", p.A.State.Legal(p.Viewer), p.B.State.Legal(p.Viewer))
	c.equal("Result", p.A.State.Result(), p.B.State.Result())
	c.comparePast()
	c.comparePostings()
	if p.Viewer >= 1 {
		words := c.actionsToTry()
		c.compareDefaults()
		c.compareResults(words)
		c.compareStaged(words)
		c.compareListed()
	}
	return c.leaks
}

// checker collects the differences between two twins.
type checker struct {
	Table
	Pair
	rng   *rand.Rand
	leaks []error
}

func (c *checker) leak(what, diff string) {
	if diff != "" {
		c.leaks = append(c.leaks, fmt.Errorf("%s differs between twins for viewer %d: %s", what, c.Viewer, diff))
	}
}

func (c *checker) equal(what string, a, b any) { c.leak(what, difference(a, b)) }

// compareViews compares two views: their fields, their JSON and their pictures.
func (c *checker) compareViews(what string, a, b games.View) {
	c.equal(what, a, b)
	one, errA := json.Marshal(a)
	other, errB := json.Marshal(b)
	if err := errors.Join(errA, errB); err != nil {
		c.leak(what, err.Error())
	}
	c.equal(what+" as JSON", string(one), string(other))
	if picture, ok := a.(fmt.Stringer); ok {
		c.equal(what+" as text", picture.String(), fmt.Sprint(b))
	}
}

// checkedTales is the number of last steps whose stories are compared.
const checkedTales = 20

// comparePast compares the log, and the consequences of its last lines.
func (c *checker) comparePast() {
	for i, a := range c.A.Past {
		b := c.B.Past[i]
		if a.Action != Resign {
			c.equal(fmt.Sprintf("Veil of “%s”", a.Action), veiledAction(c.A.State, c.Viewer, a),
				veiledAction(c.B.State, c.Viewer, b))
		}
		if i >= len(c.A.Past)-checkedTales {
			c.equal(fmt.Sprintf("Tell of “%s”", a.Action), toldTo(c.Viewer, a), toldTo(c.Viewer, b))
		}
	}
}

func veiledAction(s games.State, viewer games.Seat, step Step) string {
	if v, ok := s.(games.Veiler); ok {
		return v.Veil(viewer, step.Seat, step.Before, step.Action)
	}
	return step.Action
}

func toldTo(viewer games.Seat, step Step) []games.Fact {
	if t, ok := step.Before.(games.Reporter); ok {
		return t.Tell(viewer, step.Seat, step.Action)
	}
	return nil
}

// comparePostings compares the postings of the server, without orders and with the viewer's.
func (c *checker) comparePostings() {
	c.compareFollow("", "Follow")
	if c.Orders == nil || c.Viewer < 1 {
		return
	}
	text := c.Orders(c.rng, c.A.State, c.Viewer)
	a, canRead := c.A.State.(games.Follower)
	b, _ := c.B.State.(games.Follower)
	if !canRead {
		return
	}
	for range 2 {
		one, errA := a.ReadOrders(c.Viewer, text)
		other, errB := b.ReadOrders(c.Viewer, text)
		c.equal("ReadOrders", one, other)
		c.equal("the refusal of ReadOrders", errorText(errA), errorText(errB))
		if errA == nil && errB == nil {
			c.compareFollow(one, "Follow with orders")
		}
		text = c.Orders(c.rng, c.B.State, c.Viewer)
	}
}

func (c *checker) compareFollow(orders, what string) {
	a, follows := c.A.State.(games.Follower)
	b, _ := c.B.State.(games.Follower)
	if !follows {
		return
	}
	give := func(seat games.Seat) string {
		if seat == c.Viewer {
			return orders
		}
		return ""
	}
	one, okA := a.Follow(give)
	other, okB := b.Follow(give)
	if c.Auto && (!okA || one.Seat != c.Viewer && !one.Interruptible) &&
		(!okB || other.Seat != c.Viewer && !other.Interruptible) {
		return
	}
	for _, p := range []*games.Posting{&one, &other} {
		if p.Seat != c.Viewer && !p.Interruptible {
			p.Action = "" // depends on the seat's cards
		}
	}
	c.equal(what, okA, okB)
	c.equal(what, one, other)
}

// compareDefaults compares the default actions of the viewer.
func (c *checker) compareDefaults() {
	a, ok := c.A.State.(games.Defaulter)
	if b, _ := c.B.State.(games.Defaulter); ok && slices.Contains(c.A.State.ToAct(), c.Viewer) &&
		slices.Contains(c.B.State.ToAct(), c.Viewer) {
		c.equal("Default", a.Default(c.Viewer), b.Default(c.Viewer))
	}
}

// triedActions is the number of actions of each kind that a viewer tries.
const triedActions = 6

// actionsToTry lists actions for the viewer to try: some that are legal for a seat in
// either twin, some that have been played, and mixtures of these.
func (c *checker) actionsToTry() []string {
	var known []string
	for _, side := range []Side{c.A, c.B} {
		for seat := games.Seat(1); seat <= maxSeats; seat++ {
			known = append(known, c.sample(side.State.Legal(seat))...)
		}
		for range min(triedActions, len(side.Past)) {
			known = append(known, side.Past[c.rng.IntN(len(side.Past))].Action)
		}
	}
	words := append(c.sample(c.A.State.Legal(c.Viewer)), c.sample(known)...)
	words = append(words, "", "resign", "?")
	for range triedActions {
		if len(known) > 0 {
			words = append(words, mixTexts(c.rng, known[c.rng.IntN(len(known))], known[c.rng.IntN(len(known))]))
		}
	}
	return words
}

// maxSeats is at least the number of seats of any game.
const maxSeats = 6

// sample returns some random elements of a list.
func (c *checker) sample(list []string) []string {
	list = slices.Clone(list)
	c.rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list[:min(len(list), triedActions)]
}

// mixTexts combines two texts: it exchanges or drops a word.
func mixTexts(rng *rand.Rand, a, b string) string {
	words, others := strings.Fields(a), strings.Fields(b)
	if len(words) == 0 || len(others) == 0 {
		return a + b
	}
	i := rng.IntN(len(words))
	if rng.IntN(4) == 0 {
		return strings.Join(slices.Delete(words, i, i+1), " ")
	}
	words[i] = others[rng.IntN(len(others))]
	return strings.Join(words, " ")
}

// compareResults compares the results of actions, legal or not.
func (c *checker) compareResults(words []string) {
	for _, text := range words {
		_, one, errA := c.A.State.Apply(c.Viewer, text)
		_, other, errB := c.B.State.Apply(c.Viewer, text)
		c.equal(fmt.Sprintf("the refusal of “%s”", text), errorText(errA), errorText(errB))
		if errA == nil && errB == nil {
			c.equal(fmt.Sprintf("the canonical text of “%s”", text), one, other)
		}
	}
	_, errA := c.A.State.Resign(c.Viewer)
	_, errB := c.B.State.Resign(c.Viewer)
	c.equal("the refusal of a resignation", errorText(errA), errorText(errB))
}

// errorText returns every part of an error that a person may read.
func errorText(err error) any {
	var illegal *games.Illegal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &illegal):
		return []any{err.Error(), *illegal}
	}
	return err.Error()
}

// compareStaged compares the views of staged actions.
func (c *checker) compareStaged(words []string) {
	a, ok := c.A.State.(games.Stager)
	b, _ := c.B.State.(games.Stager)
	if !ok {
		return
	}
	reasons := false
	for range 4 {
		var list []string
		if legal := c.A.State.Legal(c.Viewer); len(legal) > 0 && c.rng.IntN(4) > 0 {
			list = append(list, legal[c.rng.IntN(len(legal))])
		}
		for range c.rng.IntN(3) {
			list = append(list, words[c.rng.IntN(len(words))])
		}
		viewA, fitA, errA := a.Stage(c.Viewer, list)
		viewB, fitB, errB := b.Stage(c.Viewer, list)
		what := fmt.Sprintf("Stage of “%s”", strings.Join(list, ", "))
		c.compareViews(what, viewA, viewB)
		c.equal("how much fits of "+what, fitA, fitB)
		c.equal("the refusal of "+what, errorText(errA), errorText(errB))
		if !reasons && len(list) == 1 && fitA == 1 {
			reasons = true
			c.compareReasons(list[0], viewA, viewB)
		}
	}
}

// compareReasons compares the reasons for an action, given the views after it.
func (c *checker) compareReasons(action string, a, b games.View) {
	one, explains := c.A.State.View(c.Viewer).(games.Explainer)
	other, _ := c.B.State.View(c.Viewer).(games.Explainer)
	if !explains {
		return
	}
	c.equal("Moment", one.Moment(), other.Moment())
	c.equal(fmt.Sprintf("what speaks for “%s”", action), one.Explain(a, action), other.Explain(b, action))
}

// compareListed compares the outcomes of an action after which Stage goes on. Such an action
// has uncovered nothing, so its outcomes are the same to the viewer.
func (c *checker) compareListed() {
	a, ok := c.A.State.(games.Stager)
	if !ok {
		return
	}
	for _, action := range c.sample(c.A.State.Legal(c.Viewer)) {
		one, other := outcomes(c.A.State, c.Viewer, action), outcomes(c.B.State, c.Viewer, action)
		if len(one) == 0 || len(other) == 0 {
			continue
		}
		for _, next := range c.sample(one[0].Legal(c.Viewer)) {
			if _, fit, _ := a.Stage(c.Viewer, []string{action, next}); fit < 2 {
				continue
			}
			for _, s := range append(one, other...) {
				c.compareViews(fmt.Sprintf("a list that goes on after “%s” with “%s”", action, next), one[0].View(c.Viewer), s.View(c.Viewer))
			}
		}
	}
}

// outcomes lists the states that an action of a seat can lead to: the one that the server
// goes on to by itself, then those after an interrupt by another seat.
func outcomes(s games.State, seat games.Seat, action string) []games.State {
	next, _, err := s.Apply(seat, action)
	if err != nil {
		return nil
	}
	all := []games.State{next}
	f, follows := next.(games.Follower)
	if !follows {
		return all
	}
	p, ok := f.Follow(func(games.Seat) string { return "" })
	if !ok || !p.Interruptible {
		return all
	}
	if after, _, err := next.Apply(p.Seat, p.Action); err == nil {
		all[0] = after
	}
	for other := games.Seat(1); other <= maxSeats; other++ {
		if other == p.Seat {
			continue
		}
		for _, text := range next.Legal(other) {
			if after, _, err := next.Apply(other, text); err == nil {
				all = append(all, after)
			}
		}
	}
	return all
}

// difference returns the first place where two values differ, "" if there is none. It
// includes unexported fields, since a method of a view may show them.
func difference(a, b any) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return firstDifference(reflect.ValueOf(a), reflect.ValueOf(b), "")
}

// firstDifference returns the first place where two values differ that are not deeply equal.
func firstDifference(a, b reflect.Value, path string) string {
	here := fmt.Sprintf("%s: %s and %s", strings.TrimPrefix(path, "."), format(a), format(b))
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return here
	}
	var inside string
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !a.IsNil() && !b.IsNil() {
			inside = differAt(a.Elem(), b.Elem(), path)
		}
	case reflect.Struct:
		for i := 0; i < a.NumField() && inside == ""; i++ {
			inside = differAt(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < min(a.Len(), b.Len()) && inside == ""; i++ {
			inside = differAt(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		keys := a.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
		for i := 0; i < len(keys) && inside == ""; i++ {
			inside = differAt(a.MapIndex(keys[i]), b.MapIndex(keys[i]), fmt.Sprintf("%s[%v]", path, keys[i]))
		}
	}
	if inside != "" {
		return inside
	}
	return here
}

// differAt returns the first difference of parts of values at a path, "" if they are equal.
func differAt(a, b reflect.Value, path string) string {
	if a.IsValid() && b.IsValid() && deepEqual(a, b) {
		return ""
	}
	return firstDifference(a, b, path)
}

// deepEqual is reflect.DeepEqual for values from unexported fields.
func deepEqual(a, b reflect.Value) bool {
	if a.Comparable() && b.Comparable() && a.Equal(b) {
		return true
	}
	if a.CanInterface() && b.CanInterface() {
		return reflect.DeepEqual(a.Interface(), b.Interface())
	}
	return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

const maxShown = 200 // bytes

func format(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	text := fmt.Sprintf("%+v", v)
	if v.Kind() == reflect.String {
		text = fmt.Sprintf("%q", v)
	}
	if len(text) > maxShown {
		text = text[:maxShown] + "…"
	}
	return text
}
