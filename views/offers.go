package views

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// offer is an offer within a match that has not been answered by all yet.
type offer struct {
	kind     string // "draw", "undo"
	sentence string // who offers what, or who has not answered
	rest     string // what else there is to know
	answers  []answer
}

// answer is a button that answers an offer.
type answer struct {
	action, path, ply string
	short, label      string // what it says, and in full
}

// standing lists the offers that stand, as the visitor sees them.
func (m Match) standing() []offer {
	if m.past() || m.Result != nil {
		return nil
	}
	var all []offer
	if m.Draw != 0 {
		all = append(all, m.offerOf("draw", m.Draw, m.DrawVotes))
	}
	if m.Undo != 0 {
		all = append(all, m.offerOf("undo", m.Undo, m.UndoVotes))
	}
	return all
}

func (m Match) offerOf(kind string, by games.Seat, v Votes) offer {
	o := offer{kind: kind, sentence: m.offering(kind, by)}
	own := m.isYou(by) && !m.Solo
	accepted := slices.ContainsFunc(v.Agreed, func(seat games.Seat) bool { return m.IsYou(seat) && seat != by })
	asked := slices.ContainsFunc(v.Awaited, m.IsYou)
	switch {
	case own:
		o.sentence = m.t(ownOffers[kind]) + " " + m.unanswered(v.Awaited)
	case accepted:
		o.rest = m.t("offer.accepted") + " " + m.unanswered(v.Awaited)
	case m.many():
		o.rest = m.votes(v)
	case asked && kind == "draw" && m.yours():
		o.rest = m.t("offer.move_declines")
	case asked && kind == "draw":
		o.rest = m.t("offer.until_move")
	}
	for _, text := range []string{"decline " + kind, "accept " + kind} {
		if slices.Contains(m.Offers, text) && !m.Solo {
			o.answers = append(o.answers, m.answerWith(text))
		}
	}
	return o
}

// offering is who offers what.
func (m Match) offering(kind string, by games.Seat) string {
	if kind == "undo" {
		return m.t("match.undo", "Name", m.name(by), "Move", m.takenBack())
	}
	return m.t("match.drew", "Name", m.name(by))
}

// takenBack is the first action that would be taken back, with its number in the
// list of moves: "12. E6-E8".
func (m Match) takenBack() string {
	for _, i := range m.Path {
		if i >= m.Line {
			return strconv.Itoa(m.rounds()[i]) + ". " + m.Log[i].Text
		}
	}
	return ""
}

// unanswered names who has not answered an offer yet.
func (m Match) unanswered(seats []games.Seat) string {
	return m.n("offer.unanswered", len(seats), "Names", m.names(seats))
}

// ownOffers are what the visitor has offered, by kind; answers what the buttons
// do, by the event that they post.
var (
	ownOffers = map[string]string{"draw": "offer.draw.own", "undo": "offer.undo.own"}
	answers   = map[string]string{
		"accept draw": "offer.accept_draw", "decline draw": "offer.decline_draw",
		"accept undo": "offer.accept_undo", "decline undo": "offer.decline_undo",
	}
)

func (p Page) answerWith(action string) answer {
	short := "offer.accept"
	if strings.HasPrefix(action, "decline") {
		short = "offer.decline"
	}
	return answer{action: action, short: p.t(short), label: p.t(answers[action])}
}

// awaited tells whether an offer waits for the visitor's answer.
func (m Match) awaited() bool {
	return m.Result == nil && !m.past() && (slices.ContainsFunc(m.DrawVotes.Awaited, m.IsYou) || slices.ContainsFunc(m.UndoVotes.Awaited, m.IsYou))
}

// done is what the visitor's last post did, in a sentence; "" where there was
// none.
func (m Match) done() string {
	if m.Notice == nil || !m.Notice.Good {
		return ""
	}
	return m.Notice.text(m.Lang)
}

// Rematching is how the offer of a rematch stands.
type Rematching struct {
	By       games.Seat // 0: nobody offers one, or not any more
	Declined games.Seat // who has declined it, 0 nobody
	Votes    Votes
}

// rematching is that in words.
type rematching struct {
	sentence   string // "" where nothing has been offered
	own, asked bool   // the visitor made the offer, or is to answer it
}

func (m Match) rematch() rematching {
	v := m.Rematching
	if v.By == 0 || !m.seated() {
		return rematching{}
	}
	r := rematching{sentence: m.t("rematch.offers", "Name", m.name(v.By)), own: m.isYou(v.By)}
	switch {
	case v.Declined != 0 && r.own:
		return rematching{sentence: m.t("rematch.declined", "Name", m.name(v.Declined))}
	case v.Declined != 0 && m.isYou(v.Declined):
		return rematching{sentence: m.t("rematch.declined_own", "Name", m.name(v.By))}
	case v.Declined != 0:
		return rematching{sentence: m.t("rematch.declined_by", "Name", m.name(v.By), "Other", m.name(v.Declined))}
	case r.own:
		r.sentence = m.t("rematch.own") + " " + m.unanswered(v.Votes.Awaited)
	case slices.ContainsFunc(v.Votes.Awaited, m.isYou):
		r.asked = true
		if m.many() {
			r.sentence += " " + m.votes(v.Votes)
		}
	default:
		r.sentence += " " + m.t("offer.accepted") + " " + m.unanswered(v.Votes.Awaited)
	}
	return r
}

// Offer is an offer in a list that waits for the visitor's answer.
type Offer struct {
	Row  Row
	Kind string // "draw", "undo", "rematch"
	By   games.Seat
	Move string // of "undo": the move to go back to before
	Key  string // idempotency key of the forms
}

// offered is an offer in a sentence or two.
func (p Page) offered(o Offer) string {
	name := o.Row.name(o.By)
	switch o.Kind {
	case "rematch":
		return p.t("rematch.offers", "Name", name)
	case "undo":
		return p.t("match.undo", "Name", name, "Move", o.Move)
	}
	return p.t("match.drew", "Name", name) + " " + p.t("offer.until_move")
}

// answersTo are the two answers to an offer in a list, declining first.
func (p Page) answersTo(o Offer) []answer {
	path, ply := "/m/"+o.Row.ID, strconv.Itoa(o.Row.Ply)
	if o.Kind == "rematch" {
		return []answer{
			{path: path + "/rematch/decline", ply: ply, short: p.t("offer.decline"), label: p.t("rematch.decline")},
			{path: path + "/rematch", ply: ply, short: p.t("offer.accept"), label: p.t("rematch.accept")},
		}
	}
	both := []answer{p.answerWith("decline " + o.Kind), p.answerWith("accept " + o.Kind)}
	for i := range both {
		both[i].path, both[i].ply = path, ply
	}
	return both
}

// awaited is how many matches await the visitor: for a move, or for an answer.
func (m Home) awaited() int {
	ids := make(map[string]bool)
	for _, r := range m.Awaiting {
		ids[r.ID] = true
	}
	for _, o := range m.Offers {
		ids[o.Row.ID] = true
	}
	return len(ids)
}

// EventKey is a surrounding event as the catalogues name it: "offer_undo".
func EventKey(text string) string { return eventKey(text) }
