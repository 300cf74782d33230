package views

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/table"
)

// openOffer is an offer within a match that has not been answered by all yet.
type openOffer struct {
	kind     string // "draw", "undo"
	sentence string // who offers what, or who has not answered
	rest     string // what else there is to know
	answers  []Answer
	bots     []botChoice // bots of which one may be offered
}

// botChoice is a bot that may be offered: the event that does, and its level.
type botChoice struct {
	action string
	level  int
}

// Answer is a button that answers an offer.
type Answer struct {
	Action, Path, Ply string
	Do                string // what a path of several things is to do, "" for one of one
	Short, Label      string // what it says, and in full
}

// openOffers lists the offers that have not been answered by all, as the visitor
// sees them.
func (m *Match) openOffers() []openOffer {
	if m.Past() || m.Result != nil {
		return nil
	}
	var all []openOffer
	if m.Draw != 0 {
		all = append(all, m.offerOf("draw", m.Draw, m.DrawVotes))
	}
	if m.Undo != 0 {
		all = append(all, m.offerOf("undo", m.Undo, m.UndoVotes))
	}
	if m.Bot.By != 0 {
		all = append(all, m.botOffer())
	}
	return append(append(all, m.timeOffers()...), m.leftSeats()...)
}

// botOffer is the offer of a bot for the seat of somebody who has left.
func (m *Match) botOffer() openOffer {
	o := openOffer{kind: "bot", sentence: m.T("offer.bot", "Name", m.Name(m.Bot.By), "Rank", BotRank(m.Lang, m.Bot.Level, 1), "Other", m.Name(m.Bot.Seat)), rest: m.votesText(m.Bot.Votes)}
	own := m.IsYou(m.Bot.By)
	switch {
	case m.IsYou(m.Bot.Seat):
		o.sentence = m.T("offer.bot.you", "Name", m.Name(m.Bot.By), "Rank", BotRank(m.Lang, m.Bot.Level, 1))
	case own:
		o.sentence = m.T("offer.bot.own", "Rank", BotRank(m.Lang, m.Bot.Level, 1), "Other", m.Name(m.Bot.Seat))
	}
	for _, text := range []string{table.DeclineBot, table.AcceptBot} {
		if slices.Contains(m.Offers, text) {
			o.answers = append(o.answers, m.AnswerWith(text))
		}
	}
	if own && len(o.answers) > 0 {
		o.answers[0].Short, o.answers[0].Label = m.T("offer.bot.back"), m.T("offer.bot.back_what")
	}
	return o
}

// leftSeats lists the seats of those who have left and for which the visitor may offer a bot.
func (m *Match) leftSeats() (all []openOffer) {
	for i := range m.Seats {
		seat := games.Seat(i + 1)
		if !slices.ContainsFunc(m.Offers, func(text string) bool { return isOfferFor(text, seat) }) {
			continue
		}
		o := openOffer{kind: "left-" + strconv.Itoa(i+1), sentence: m.T("offer.left", "Name", m.Name(seat)), rest: m.T("offer.left.rest")}
		if m.Rated {
			o.rest += " " + m.T("offer.left.rated", "Name", m.Name(seat))
		}
		for _, level := range Levels {
			o.bots = append(o.bots, botChoice{action: table.OfferBot(seat, level), level: level})
		}
		all = append(all, o)
	}
	return all
}

// isOfferFor reports whether an event offers a bot for a seat.
func isOfferFor(text string, seat games.Seat) bool {
	return slices.ContainsFunc(Levels, func(level int) bool { return text == table.OfferBot(seat, level) })
}

// timeOffers lists what the visitor may do about the time of others, by itself.
func (m *Match) timeOffers() []openOffer {
	o := openOffer{kind: "time"}
	for _, text := range []string{"grant 24h", "claim timeout"} {
		if slices.Contains(m.Offers, text) {
			o.answers = append(o.answers, Answer{Action: text, Short: m.T("do." + EventKey(text)), Label: m.T("do." + EventKey(text))})
		}
	}
	switch {
	case len(o.answers) == 0:
		return nil
	case slices.Contains(m.Offers, "claim timeout"):
		o.sentence, o.rest = m.T("clock.claim", "Names", m.Names(m.lateSeats())), m.T("clock.claim_rest")
	default:
		o.sentence = m.T("clock.grant", "Names", m.Names(m.lateSeats()))
	}
	return []openOffer{o}
}

// lateSeats lists the seats other than the visitor's that owe a decision.
func (m *Match) lateSeats() []games.Seat {
	return slices.DeleteFunc(slices.Clone(m.ToAct), func(seat games.Seat) bool { return seat == m.You })
}

func (m *Match) offerOf(kind string, by games.Seat, v Votes) openOffer {
	o := openOffer{kind: kind, sentence: m.offerText(kind, by)}
	own := m.IsYou(by)
	accepted := slices.ContainsFunc(v.Agreed, func(seat games.Seat) bool { return m.IsYou(seat) && seat != by })
	asked := slices.ContainsFunc(v.Awaited, m.IsYou)
	switch {
	case own:
		o.sentence = m.T(ownOffers[kind]) + " " + m.unansweredNames(v.Awaited)
	case accepted:
		o.rest = m.T("offer.accepted") + " " + m.unansweredNames(v.Awaited)
	case m.Many():
		o.rest = m.votesText(v)
	case asked && kind == "draw" && m.Yours():
		o.rest = m.T("offer.move_declines")
	case asked && kind == "draw":
		o.rest = m.T("offer.until_move")
	}
	for _, text := range []string{"decline " + kind, "accept " + kind} {
		if slices.Contains(m.Offers, text) && !m.Solo {
			o.answers = append(o.answers, m.AnswerWith(text))
		}
	}
	return o
}

// OfferSentences tells what offers stand, for the live region.
func (m *Match) OfferSentences() []string {
	var all []string
	for _, o := range m.openOffers() {
		all = append(all, o.sentence, o.rest)
	}
	return all
}

// RematchSentence returns the state of the offer of a rematch, "" without one.
func (m *Match) RematchSentence() string { return m.rematchState().sentence }

// offerText returns a sentence about who offers what.
func (m *Match) offerText(kind string, by games.Seat) string {
	if kind == "undo" {
		return m.T("match.undo", "Name", m.Name(by), "Move", m.firstTakenBack())
	}
	return m.T("match.drew", "Name", m.Name(by))
}

// firstTakenBack names the first action that would be taken back, with its number
// in the list of moves: "12. E6-E8".
func (m *Match) firstTakenBack() string {
	for _, i := range m.Path {
		if i >= m.Line {
			return strconv.Itoa(m.Rounds()[i]) + ". " + m.Log[i].Text
		}
	}
	return ""
}

// unansweredNames returns the names of those who have not answered an offer.
func (m *Match) unansweredNames(seats []games.Seat) string {
	return m.N("offer.unanswered", len(seats), "Names", m.Names(seats))
}

// ownOffers are what the visitor has offered, by kind; answers what the buttons
// do, by the event that they post.
var (
	ownOffers = map[string]string{"draw": "offer.draw.own", "undo": "offer.undo.own"}
	answers   = map[string]string{
		"accept draw": "offer.accept_draw", "decline draw": "offer.decline_draw",
		"accept undo": "offer.accept_undo", "decline undo": "offer.decline_undo",
		table.AcceptBot: "offer.accept_bot", table.DeclineBot: "offer.decline_bot",
	}
)

// AnswerWith returns the button that answers an offer with an event.
func (p Page) AnswerWith(action string) Answer {
	short := "offer.accept"
	if strings.HasPrefix(action, "decline") {
		short = "offer.decline"
	}
	return Answer{Action: action, Short: p.T(short), Label: p.T(answers[action])}
}

// awaitsAnswer reports whether an offer awaits the visitor's answer.
func (m *Match) awaitsAnswer() bool {
	return m.Result == nil && !m.Past() && (slices.ContainsFunc(m.DrawVotes.Awaited, m.IsYou) || slices.ContainsFunc(m.UndoVotes.Awaited, m.IsYou) ||
		slices.ContainsFunc(m.Bot.Votes.Awaited, m.IsYou))
}

// Done tells in a sentence what the visitor's last post did, "" if there was
// none.
func (m *Match) Done() string {
	if m.Notice == nil || !m.Notice.Good {
		return ""
	}
	return m.Notice.text(m.Lang)
}

// rematchState is the state of the offer of a rematch in words, as the visitor sees
// it.
type rematchState struct {
	sentence   string // "" where nothing has been offered
	own, asked bool   // the visitor made the offer, or is to answer it
}

func (m *Match) rematchState() rematchState {
	v := m.Rematching
	if v.By == 0 || !m.Seated() {
		return rematchState{}
	}
	r := rematchState{sentence: m.T("rematch.offers", "Name", m.Name(v.By)), own: m.HasSeat(v.By)}
	switch {
	case v.Declined != 0 && r.own:
		return rematchState{sentence: m.T("rematch.declined", "Name", m.Name(v.Declined))}
	case v.Declined != 0 && m.HasSeat(v.Declined):
		return rematchState{sentence: m.T("rematch.declined_own", "Name", m.Name(v.By))}
	case v.Declined != 0:
		return rematchState{sentence: m.T("rematch.declined_by", "Name", m.Name(v.By), "Other", m.Name(v.Declined))}
	case r.own:
		r.sentence = m.T("rematch.own") + " " + m.unansweredNames(v.Votes.Awaited)
	case slices.ContainsFunc(v.Votes.Awaited, m.HasSeat):
		r.asked = true
		if m.Many() {
			r.sentence += " " + m.votesText(v.Votes)
		}
	default:
		r.sentence += " " + m.T("offer.accepted") + " " + m.unansweredNames(v.Votes.Awaited)
	}
	return r
}
