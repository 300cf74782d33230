package views

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/table"
)

// OpenOffers are the offers in a match that wait for answers.
type OpenOffers struct {
	Draw games.Seat // seat that offers a draw, 0 for none
	Undo games.Seat // seat that asks to take back, 0 for none
	Line int        // line of the log to which play would return

	DrawVotes, UndoVotes Votes

	Bot BotOffer // for the seat of a player who left
}

// BotOffer is an offer to seat a bot for a missing player.
type BotOffer struct {
	By, Seat games.Seat // 0 without an offer
	Level    int
	Votes    Votes
}

// Votes lists the seats that have accepted a pending offer, and those that have not answered.
type Votes struct{ Agreed, Awaited []games.Seat }

// openOffer is an offer in a match that some seats have not answered.
type openOffer struct {
	kind     string // "draw" or "undo"
	sentence string // names the offer and the player who made it, or the players to answer
	rest     string // further facts
	answers  []Answer
	bots     []botChoice // bots that may be offered
}

// botChoice is a bot that may be offered, with the event that offers it.
type botChoice struct {
	action string
	level  int
}

// Answer is a button that answers an offer.
type Answer struct {
	Action, Path, Ply string
	Do                string // the act, at a path with several acts; otherwise ""
	Short, Label      string // the words on the button, and its full label
}

// open lists the pending offers as the visitor sees them.
func (o *OpenOffers) open(m *Position) []openOffer {
	if m.Past() || m.Result != nil {
		return nil
	}
	var all []openOffer
	if o.Draw != 0 {
		all = append(all, m.pending("draw", m.T("match.drew", "Name", m.Name(o.Draw)), o.Draw, o.DrawVotes))
	}
	if o.Undo != 0 {
		all = append(all, m.pending("undo", m.T("match.undo", "Name", m.Name(o.Undo), "Move", m.numberedMove(o.Line)), o.Undo, o.UndoVotes))
	}
	if o.Bot.By != 0 {
		all = append(all, o.Bot.pending(m))
	}
	return append(append(all, m.timeOffers()...), m.leftSeats()...)
}

// pending returns the offer as the visitor sees it.
func (b BotOffer) pending(m *Position) openOffer {
	o := openOffer{kind: "bot", sentence: m.T("offer.bot", "Name", m.Name(b.By), "Rank", BotCalled(m.Lang, b.Level, 1), "Other", m.Name(b.Seat)), rest: m.votesText(b.Votes)}
	own := m.IsYou(b.By)
	switch {
	case m.IsYou(b.Seat):
		o.sentence = m.T("offer.bot.you", "Name", m.Name(b.By), "Rank", BotCalled(m.Lang, b.Level, 1))
	case own:
		o.sentence = m.T("offer.bot.own", "Rank", BotCalled(m.Lang, b.Level, 1), "Other", m.Name(b.Seat))
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

// leftSeats lists the seats left by their players for which the visitor may offer a bot.
func (m *Position) leftSeats() (all []openOffer) {
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
	return strings.HasPrefix(text, table.OfferBotTo(seat))
}

// timeOffers lists the visitor's possible actions about the time of others, as one offer.
func (m *Position) timeOffers() []openOffer {
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

// pending returns an offer of a draw or to take back, as the visitor sees it.
func (m *Position) pending(kind, sentence string, by games.Seat, v Votes) openOffer {
	o := openOffer{kind: kind, sentence: sentence}
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

// OfferSentences returns sentences about the open offers, for the live region.
func (o *OpenOffers) OfferSentences(m *Position) []string {
	var all []string
	for _, one := range o.open(m) {
		all = append(all, one.sentence, one.rest)
	}
	return all
}

// numberedMove returns the first action after a line of the log with its number in the list of
// moves: "12. E6-E8".
func (m *Position) numberedMove(line int) string {
	for _, i := range m.Path {
		if i >= line {
			return strconv.Itoa(m.Rounds()[i]) + ". " + m.Log[i].Text
		}
	}
	return ""
}

// ownOffers are the catalog keys of the visitor's own offers, by kind. answers are the keys of the
// buttons, by the event that they post.
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
	short := Either(strings.HasPrefix(action, "decline"), "offer.decline", "offer.accept")
	return Answer{Action: action, Short: p.T(short), Label: p.T(answers[action])}
}

// awaitsAnswer reports whether an offer waits for the visitor's answer.
func (o *OpenOffers) awaitsAnswer(m *Position) bool {
	return m.Result == nil && !m.Past() && slices.ContainsFunc(slices.Concat(o.DrawVotes.Awaited, o.UndoVotes.Awaited, o.Bot.Votes.Awaited), m.IsYou)
}
