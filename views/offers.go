package views

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/table"
)

// openOffer is an offer within a match that has not been answered by all yet.
type openOffer struct {
	kind     string // "draw", "undo"
	sentence string // names the offer and its player, or the players who have not answered
	rest     string // the other facts
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
	Do                string // the act at a path that serves several, "" at others
	Short, Label      string // the words of the button, and in full
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

// leftSeats lists the seats that their players have left and for which the visitor may offer a bot.
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

// timeOffers lists the visitor's possible actions about the time of others, as one offer.
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

// OfferSentences returns sentences about the open offers, for the live region.
func (m *Match) OfferSentences() []string {
	var all []string
	for _, o := range m.openOffers() {
		all = append(all, o.sentence, o.rest)
	}
	return all
}

// RematchSentence returns the state of the offer of a rematch, "" without one.
func (m *Match) RematchSentence() string { return m.rematchState().sentence }

// offerText returns a sentence that names the player and the offer.
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

// unansweredNames returns the names of the players at seats, who have not answered an offer.
func (m *Match) unansweredNames(seats []games.Seat) string {
	return m.N("offer.unanswered", len(seats), "Names", m.Names(seats))
}

// ownOffers are the keys of the sentences about the visitor's own offers, by kind; answers are the
// keys of the buttons, by the event that they post.
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

// Done returns a sentence about the effect of the visitor's last post, "" if there was none.
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

// actionGroup is a section of the actions of a match other than its moves.
type actionGroup struct {
	name  string // for its id
	title string // key of its heading
	rows  []actionRow
}

// actionRow is one line of a section: a link, or a form.
type actionRow struct {
	id       string // of the link, "" none
	icon     string
	label    string
	href     string
	download bool
	alarm    bool            // it cannot be undone, and somebody loses by it
	form     templ.Component // shown in place of the link; nil for a link
}

// actionGroups lists the actions of a match other than its moves, in sections.
func (m *Match) actionGroups(t *Table) []actionGroup {
	game, end := m.requestRows(t)
	if m.Orders {
		game = append([]actionRow{{id: "orders", icon: "orders", label: m.ordersTitle(t), href: m.Address() + "/orders"}}, game...)
	}
	if m.takesBack() {
		game = append([]actionRow{{form: takeBack(m)}}, game...)
	}
	rules := actionRow{id: "rules", icon: "rules", label: m.T("match.rules"), href: m.rulesPath(t) + "#" + m.ruleSection(t)}
	return withoutEmpty(
		actionGroup{"game", "match.section.game", append(game, rules)},
		actionGroup{"board", "match.section.board", fieldRows(t)},
		actionGroup{"match", "match.section.match", m.matchRows()},
		actionGroup{"end", "match.section.end", end},
	)
}

// fieldRows lists the links to other views of the field.
func fieldRows(t *Table) []actionRow {
	rows := make([]actionRow, len(t.Rows))
	for i, act := range t.Rows {
		rows[i] = actionRow{id: act.ID, icon: act.Icon, label: act.Label, href: act.Href}
	}
	return rows
}

// requestRows splits the rows of the events that the visitor may request into
// those after which the game goes on and those that end it.
func (m *Match) requestRows(t *Table) (game, end []actionRow) {
	if m.Result != nil {
		return nil, nil
	}
	for _, text := range m.requestEvents() {
		key := EventKey(text)
		row := actionRow{icon: requestIcons[key]}
		row.href, row.label = m.requestLink(t, text)
		if key == "resign" || key == "abort" {
			row.alarm = key == "resign"
			end = append(end, row)
		} else {
			game = append(game, row)
		}
	}
	return game, end
}

// withoutEmpty drops the sections without rows.
func withoutEmpty(groups ...actionGroup) []actionGroup {
	return slices.DeleteFunc(groups, func(g actionGroup) bool { return len(g.rows) == 0 })
}

// requestIcons are the icons of the events that are confirmed before they are
// posted, by EventKey.
var requestIcons = map[string]string{
	"offer_draw": "equal", "claim_draw": "equal", "offer_undo": "back", "resign": "flag", "abort": "cross",
}

// remarksRow links to the visitor's notes about the match and the position shown.
func (m *Match) remarksRow() actionRow {
	return actionRow{id: "notes", icon: "list", label: m.T("remarks.title"), href: m.Address() + "/notes" + m.atPast()}
}

// atPast returns the query that names the position shown, "" for the present one.
func (m *Match) atPast() string { return Either(m.Past(), "?ply="+strconv.Itoa(m.Shown), "") }

// matchRows lists the links about the match: its messages, notes, position, deal, record, review,
// collections and sharing, its cup, and the match before.
func (m *Match) matchRows() []actionRow {
	var rows []actionRow
	if m.Talks {
		label := m.T("talk.title")
		if m.Unread > 0 {
			label = m.N("talk.count", m.Unread)
		}
		rows = append(rows, actionRow{id: "messages", icon: "list", label: label, href: m.Address() + "/messages"})
	}
	if m.Started && !m.Nameless() && (!m.Talks || m.Past()) { // else the page of messages leads there
		rows = append(rows, m.remarksRow())
	}
	if position := m.Options["position"]; position != "" {
		rows = append(rows, actionRow{id: "study", icon: "squares", label: m.T("study.from"), href: SetupPath(position)})
	}
	if m.Fair.Commitment != "" {
		rows = append(rows, actionRow{id: "deal", icon: "check", label: m.T("fair.title"), href: m.Address() + "/deal"})
	}
	if m.Result != nil || m.Started && !m.Game.Hidden {
		rows = append(rows, actionRow{id: "record", icon: "download", label: m.T("match.record"), href: m.Address() + "/record", download: true})
	}
	if m.Started && (m.Public || !m.Game.Hidden) {
		rows = append(rows, actionRow{id: "elsewhere", icon: "watch", label: m.T("elsewhere.link"), href: m.Address() + "/elsewhere" + m.atPast()})
	}
	if m.Reviewable() {
		rows = append(rows, actionRow{id: "review-row", icon: "watch", label: m.T("review.link"), href: m.Address() + "/review"})
	}
	if m.Result != nil && m.Viewed == "" {
		rows = append(rows, actionRow{id: "keep-row", icon: "list", label: m.T("keep.title"), href: m.Address() + "/keep" + Either(m.In != "", "?in="+m.In, "")})
	}
	if m.Result != nil && m.Seated() {
		rows = append(rows, actionRow{id: "share", icon: "watch", label: m.T("share.open"), href: m.Address() + "/share"})
	}
	if m.Cup != "" {
		rows = append(rows, actionRow{id: "cup-of", icon: "list", label: m.T("cups.one"), href: "/cups/" + m.Cup})
	}
	if m.RematchOf != "" {
		rows = append(rows, actionRow{id: "before", icon: "prev", label: m.T("match.before"), href: "/m/" + m.RematchOf})
	}
	return rows
}

// Act is a button at the foot of the bar. It leads to a page, posts actions, or only gives the
// reason why it does neither.
type Act struct {
	ID      string // stable: the focus stays on it. "confirm" is the chief one
	Label   string
	Detail  string // a few words under the label
	Icon    string
	Class   string   // "primary", "danger"
	Href    string   // leads there
	Actions []string // or posts these, all or nothing
	Why     string   // why neither is possible now
	Final   bool     // nothing can be added to Actions: they may be sent without a tap
}
