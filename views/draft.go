package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// Draft is the position shown with the move in the making over it, and the question that the page
// asks. It has the addresses of the page in all its states.
type Draft struct {
	Position
	Staged  string // the move in the making, as its route, or a list of actions; "" nothing
	Laid    *bool  // set where the link is on the page that opened the text of Probe
	Probe   string // a square or a control asked about, "" none; "all" asks which pieces can move
	Press   string // id of a control that was pressed though it can do nothing now, "" none: the page says why
	Confirm string // the surrounding event that the page asks to confirm, "" none; "withdraw" closes the table
	Digest  bool   // the rules on one screen lie over the page
	Typed   string // text sent by the move box, or by a field for a name, to be shown again
	Key     string // idempotency key of the forms

	Preview    games.View     // the position after the staged actions that fit; View while none is staged
	Fit        int            // number of staged actions that can be played one after the other
	PreviewErr *games.Illegal // why the staged action after those cannot be played; nil if all can
}

// askWithdraw is the value of Draft.Confirm that asks whether to close the table.
const askWithdraw = "withdraw"

// Asking reports whether the page asks to confirm an event that may be posted. The page offers
// nothing else then.
func (m *Draft) Asking() bool {
	if m.Confirm == askWithdraw {
		return m.Permissions.Withdraw
	}
	return m.Confirm != "" && slices.Contains(m.Offers, m.Confirm)
}

// irrevocable reports whether the event to be confirmed cannot be undone.
func (m *Draft) irrevocable() bool {
	key := EventKey(m.Confirm)
	return key == "resign" || key == "abort"
}

// Consequence describes in general words the effect of the event to be confirmed.
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

// CanAsk reports whether the page may show a hint: nothing is staged, and it can be asked for.
func (m *Draft) CanAsk() bool { return m.mayAsk() && m.Staged == "" && m.Probe == "" }

// SteppedBy returns the area of the page in which the arrow keys step through the match. It is
// "all" for an earlier position and once the match is over. It is "" while a move is in the making
// or a question is asked, and else "aside": outside of the board.
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

// Steps returns the actions that are staged.
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

// shownParameter returns the name of the parameter that selects the shown position, ""
// for the present one; shownValue returns its value.
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

// withLook returns the address of the page as it is shown, with another look.
func (m *Draft) withLook(l Look) string {
	return m.withParameter(encodeQuery(l.Parameters(m.DefaultSeat())), m.shownParameter(), m.shownValue())
}

// Zoomed returns the address of the page as it is shown, with a part of the board,
// "" for all of it.
func (m *Draft) Zoomed(part string) string {
	l := m.Look
	l.Zoom = part
	return m.withLook(l)
}

// Picking returns the address of the page as it is shown, with the lists of pieces
// and squares or without.
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

// throughEyes returns the address of the page as it is shown, with the hands as a seat saw them; 0
// for all hands.
func (m *Draft) throughEyes(seat games.Seat) string {
	l := m.Look
	l.Eyes = seat
	return m.withLook(l)
}

// listing returns the address of the page as it is shown, with the log listed up to listedMost,
// or in short.
func (m *Draft) listing(whole bool) string {
	l := m.Look
	if l.See = ""; whole {
		l.See = seeLog
	}
	return m.withLook(l)
}

// Here returns the address of the page as it is shown, without a probe or a confirmation.
func (m *Draft) Here() string {
	return m.withParameter(m.DisplayQuery(), m.shownParameter(), m.shownValue())
}

func (m *Draft) addressWith(more ...Parameter) string {
	return m.withParameter(m.DisplayQueryWith(more...), "", "")
}

// Staging returns the address of the page with a list of actions staged, and an
// incomplete choice of the viewer's, "" for none.
func (m *Draft) Staging(steps []string, chosen string) string {
	return m.addressWith(Parameter{"m", JoinSteps(steps)}, Parameter{"try", chosen})
}

// Further returns the address of the page with one more action staged.
func (m *Draft) Further(action string) string {
	return m.Staging(append(slices.Clone(m.Steps()), action), "")
}

// Asks returns the address of the page that asks to confirm something.
func (m *Draft) Asks(what string) string {
	var staged string
	if len(m.Steps()) > 0 {
		staged = m.Staged
	}
	return m.addressWith(Parameter{"ask", what}, Parameter{"m", staged})
}

// Seeing returns the page as it is, with the hand sorted in another way or another
// part of the table opened.
func (m *Draft) Seeing(sort, see string) string {
	other := *m
	other.Sort, other.See = sort, see
	if m.Past() {
		return other.At(m.Shown)
	}
	return other.Staging(m.Steps(), m.Probe)
}

// Opening returns the address of the page as it is shown, with something opened
// that changes nothing else; "" closes it.
func (m *Draft) Opening(what string) string {
	return m.addressWith(Parameter{m.shownParameter(), m.shownValue()}, Parameter{"try", what})
}

// Pressing returns the address of the page as it is shown, with the reason why a
// control, named by its id, can do nothing now.
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

// rulesPath returns the address of the rules of the game. They lead back to the match as it is
// shown, with the staged action.
func (m *Draft) rulesPath(t *Table) string {
	return "/rules/" + m.Game.ID + "?back=" + url.QueryEscape(m.currentPath(t))
}

// digestPath returns the address of the page as it is shown, with the rules on one screen over it.
func (m *Draft) digestPath(t *Table) string {
	path := m.currentPath(t)
	return path + Either(strings.Contains(path, "?"), "&", "?") + "rules=1"
}

// requestLink returns the address at which the page asks to confirm an event, and
// the label of the link. At cards one withdraws from rounds, and leaves the game.
func (m *Draft) requestLink(t *Table, text string) (href, label string) {
	switch {
	case t.Request != nil:
		return t.Request(text)
	case EventKey(text) == "resign":
		return m.Asks(text), m.T("do.leave")
	}
	return m.Asks(text), m.T("do." + EventKey(text))
}
