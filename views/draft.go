package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Draft is the shown position with the staged move, and the question that the page asks. It has the
// addresses of the page in all its states.
type Draft struct {
	Position
	Staged  string // staged route or list of actions; "" for none
	Laid    *bool  // set by the page that has the link to Probe's text
	Probe   string // touched square or control, "" for none; "all" asks which pieces can move
	Press   string // id of a pressed control that is disabled, to explain it; "" for none
	Confirm string // event that the page asks to confirm, "" for none; "withdraw" closes the table
	Typed   string // text from the move box or a name field, to show again
	Digest  bool   // the rules on one screen lie over the page
	Meant   string // id of the control that the coach of a guided round points at, "" for none
	Key     string // idempotency key of the forms

	Preview    games.View     // after the playable staged actions; View if none is staged
	Fit        int            // number of staged actions that can be played in sequence
	PreviewErr *games.Illegal // why the next staged action cannot be played; nil if all can
}

// askWithdraw is the value of Draft.Confirm that asks whether to close the table.
const askWithdraw = "withdraw"

// Asking reports whether the page asks to confirm an event. Then it offers nothing else.
func (m *Draft) Asking() bool {
	if m.Confirm == askWithdraw {
		return m.Permissions.Withdraw
	}
	return m.Confirm != "" && slices.Contains(m.Offers, m.Confirm)
}

// irrevocable reports whether the event to confirm cannot be undone.
func (m *Draft) irrevocable() bool {
	key := EventKey(m.Confirm)
	return key == "resign" || key == "abort"
}

// Consequence returns a sentence about the effect of the event to confirm.
func (m *Draft) Consequence() string {
	switch key := EventKey(m.Confirm); {
	case m.Many() && key == "resign":
		return m.T("ask.resign.leave")
	case m.Many() && (key == "offer_draw" || key == "offer_undo"):
		return m.T("ask."+key+".all", "Names", m.rivalNames())
	case m.Solo && key == "resign":
		return m.T("ask.resign.solo", "Army", m.Name(m.You))
	default:
		return m.T("ask."+key+".what", "Names", m.rivalNames())
	}
}

// mayAsk reports whether the visitor may ask for a hint: against the computer alone.
func (m *Draft) mayAsk() bool { return m.Bots && m.BotsPlay && m.Yours() && !m.Asking() }

// CanAsk reports whether the page may offer a hint: nothing is staged, and hints are allowed.
func (m *Draft) CanAsk() bool { return m.mayAsk() && m.Staged == "" && m.Probe == "" }

// SteppedBy returns the area in which the arrow keys step through the match: "all" for an earlier
// position and after the end. It is "" while a move is staged or a question is asked, otherwise
// "aside", which is the area beside the board.
func (m *Draft) SteppedBy() string {
	switch {
	case m.Asking():
		return ""
	case m.Past() || m.Result != nil:
		return "all"
	case m.Staged != "" || m.Probe != "":
		return ""
	}
	return "aside"
}

// Steps returns the staged actions.
func (m *Draft) Steps() []string { return SplitSteps(m.Staged) }

// SplitSteps parses a list of staged actions in a query: "play R3;end".
func SplitSteps(staged string) []string {
	var steps []string
	for step := range strings.SplitSeq(staged, ";") {
		if step = strings.Join(strings.Fields(step), " "); step != "" {
			steps = append(steps, step)
		}
	}
	return steps
}

// JoinSteps formats a list of actions so that SplitSteps parses it.
func JoinSteps(steps []string) string { return strings.Join(steps, ";") }

// shownParameter returns the name of the query parameter for the shown position, "" for the present
// one. shownValue returns its value.
func (m *Draft) shownParameter() string {
	switch {
	case m.Again:
		return "again"
	case m.Past():
		return "ply"
	case m.Staged != "":
		return "m"
	}
	return ""
}

func (m *Draft) shownValue() string {
	switch {
	case m.Again:
		return "1"
	case m.Past():
		return strconv.Itoa(m.Shown)
	}
	return m.Staged
}

// withLook returns the address of the page with another look.
func (m *Draft) withLook(l Look) string {
	return m.withParameter(encodeQuery(l.Parameters(m.DefaultSeat())), m.shownParameter(), m.shownValue())
}

// Zoomed returns the address of the page with a part of the board, "" for all of it.
func (m *Draft) Zoomed(part string) string {
	l := m.Look
	l.Zoom = part
	return m.withLook(l)
}

// Picking returns the address of the page with or without the lists of pieces and squares.
func (m *Draft) Picking(on bool) string {
	l := m.Look
	l.Pick = on
	return m.withLook(l)
}

// Flipped returns the address of the page with the next seat's side at the
// bottom.
func (m *Draft) Flipped() string {
	l := m.Look
	l.Bottom = l.Bottom%games.Seat(len(m.Seats)) + 1
	return m.withLook(l)
}

// throughEyes returns the address of the page with the hands as a seat saw them; 0 for all hands.
func (m *Draft) throughEyes(seat games.Seat) string {
	l := m.Look
	l.Eyes = seat
	return m.withLook(l)
}

// listing returns the address of the page with the log listed up to listedMost, or in short.
func (m *Draft) listing(whole bool) string {
	l := m.Look
	if l.See = ""; whole {
		l.See = seeLog
	}
	return m.withLook(l)
}

// Here returns the address of the page without a probe or a confirmation.
func (m *Draft) Here() string {
	return m.withParameter(m.DisplayQuery(), m.shownParameter(), m.shownValue())
}

func (m *Draft) addressWith(more ...Parameter) string {
	return m.withParameter(m.DisplayQueryWith(more...), "", "")
}

// Staging returns the address of the page with staged actions, and with an incomplete choice, ""
// for none.
func (m *Draft) Staging(steps []string, chosen string) string {
	return m.addressWith(Parameter{"m", JoinSteps(steps)}, Parameter{"try", chosen})
}

// Further returns the address of the page with one more action staged.
func (m *Draft) Further(action string) string {
	return m.Staging(append(slices.Clone(m.Steps()), action), "")
}

// Asks returns the address of the page that asks to confirm an event.
func (m *Draft) Asks(what string) string {
	var staged string
	if len(m.Steps()) > 0 {
		staged = m.Staged
	}
	return m.addressWith(Parameter{"ask", what}, Parameter{"m", staged})
}

// Seeing returns the address of the page with another order of the hand or another part of the
// table open.
func (m *Draft) Seeing(sort, see string) string {
	other := *m
	other.Sort, other.See = sort, see
	if m.Past() {
		return other.At(m.Shown)
	}
	return other.Staging(m.Steps(), m.Probe)
}

// Opening returns the address of the page with a panel opened, "" for none.
func (m *Draft) Opening(what string) string {
	return m.addressWith(Parameter{m.shownParameter(), m.shownValue()}, Parameter{"try", what})
}

// Pressing returns the address of the page that explains a disabled control with an id.
func (m *Draft) Pressing(id string) string {
	shown := Parameter{"m", m.Staged}
	if m.Past() {
		shown = Parameter{m.shownParameter(), m.shownValue()}
	}
	return m.addressWith(shown, Parameter{"try", m.Probe}, Parameter{"why", id})
}

// currentPath returns the address of the page in its present state, for reloads.
func (m *Draft) currentPath(t *Table) string {
	switch {
	case t.Here != "":
		return t.Here
	case m.Past():
		return m.Opening(m.Probe)
	case m.Asking():
		return m.Asks(m.Confirm)
	}
	return m.Staging(m.Steps(), m.Probe)
}

// rulesPath returns the address of the game's rules. They link back to the match in its present
// state.
func (m *Draft) rulesPath(t *Table) string { return m.rulesFrom(m.currentPath(t)) }

// rulesFrom returns the address of the game's rules, which link back to a path.
func (m *Draft) rulesFrom(path string) string {
	return "/rules/" + m.Game.ID + "?back=" + url.QueryEscape(path)
}

// withDigest returns the address of a page with the rules on one screen over it.
func withDigest(path string) string {
	return path + Either(strings.Contains(path, "?"), "&", "?") + "rules=1"
}

// requestLink returns the address of the page that asks to confirm an event, and the label of the
// link. At cards, players withdraw from rounds and leave the game.
func (m *Draft) requestLink(t *Table, text string) (href, label string) {
	switch {
	case t.Request != nil:
		return t.Request(text)
	case EventKey(text) == "resign":
		return m.Asks(text), m.T("do.leave")
	}
	return m.Asks(text), m.T("do." + EventKey(text))
}
