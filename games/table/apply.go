package table

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
)

// apply returns the match after a command of a seat. The match must not be over.
func (m Match) apply(seat games.Seat, c command, at time.Time) (Match, error) {
	if !m.game.holds(seat) {
		return m, refuse("table.seat", numbers{"seat": int(seat), "seats": m.game.setup.Seats})
	}
	next := step{moment: new(moment), offers: m.now.pending(), state: m.state, from: m}
	m.now.followTo(next.moment, Event{Seat: seat, Text: c.String(), At: at})
	if err := next.execute(seat, c); err != nil {
		return m, err
	}
	after := Match{game: m.game, now: next.moment, state: next.state}
	if after.Over() {
		next.draw, next.undo, next.bot = offer{}, offer{}, botOffer{}
	}
	switch kept := next.offers; kept {
	case offers{}:
		next.moment.offers = nil
	case m.now.pending():
	default:
		next.moment.offers = &kept
	}
	if next.pos != m.now.pos {
		m.game.recent.add(m.now.pos, m.state)
	}
	return after, nil
}

// step is an event that is being made.
type step struct {
	*moment // after it
	offers
	state games.State
	from  Match // before it
}

// reach enters a new position of the ruleset. A pending request to take back lapses, since it was
// about another position. A draw offer lapses if the seats that must agree to it change.
func (t *step) reach(state games.State, acted bool) {
	before := t.state
	t.pos = &position{prev: t.pos, at: t.moment, acted: acted, moves: t.pos.moves}
	if acted {
		t.pos.moves++
	}
	if t.pos.keeps() {
		t.pos.state = state
	}
	if acted && t.from.game.hidden && isSecret(before, state, t.event) {
		t.pos.before = before
	}
	t.state = state
	t.undo = offer{}
	if t.draw.by != 0 && setOf(voices(state)...) != setOf(voices(before)...) {
		t.draw = offer{}
	}
}

// execute carries out a command of a seat.
func (t *step) execute(seat games.Seat, c command) error {
	switch c.kind {
	case cmdAction:
		return t.act(seat, c.text)
	case cmdResign, cmdTimeout:
		return t.leave(seat, c.kind)
	case cmdGrant:
		t.bot = botOffer{} // a seat with time left is waited for
		return nil         // the rest is a matter of the clocks
	case cmdOfferBot, cmdAcceptBot, cmdDeclineBot:
		return t.negotiateBot(seat, c)
	case cmdBot, cmdPlayer:
		t.takeOver(seat)
		return nil
	case cmdClaimTimeout:
		return refuse("table.claim", nil) // a log has the time-out
	case cmdAbort, cmdVoid:
		return t.void(c.kind)
	case cmdClaimDraw, cmdOfferDraw, cmdAcceptDraw, cmdDeclineDraw:
		return t.negotiateDraw(seat, c.kind)
	}
	if !t.from.game.undoable {
		return refuse("table.undo.game", nil)
	}
	return t.negotiateUndo(seat, c)
}

// act plays a game action.
func (t *step) act(seat games.Seat, text string) error {
	state, canonical, err := t.state.Apply(seat, text)
	if err != nil {
		return err
	}
	t.event.Text = canonical
	t.barred, t.botBarred = 0, 0
	// A voice that plays on declines an offer that it has neither made nor accepted.
	if !t.draw.agreed.has(seat) && setOf(voices(t.state)...).has(seat) {
		t.refuseDraw()
	}
	t.reach(state, true)
	return nil
}

// leave takes a seat out of the game, by cmdResign or by cmdTimeout.
func (t *step) leave(seat games.Seat, k commandKind) error {
	state, err := t.state.Resign(seat)
	if err != nil {
		return err
	}
	t.reach(state, false)
	if t.bot.by == seat || t.bot.seat == seat {
		t.bot = botOffer{}
	}
	if r := state.Result(); k == cmdTimeout && r != nil {
		late := *r
		late.Reason = games.ReasonTimeout
		t.result = &late
	}
	return nil
}

// movesToAbort is the number of moves after which a match cannot be aborted.
const movesToAbort = 2

// void ends the match without a result: by cmdVoid at any time, by cmdAbort before its second move.
func (t *step) void(k commandKind) error {
	if k == cmdAbort && t.pos.moves >= movesToAbort {
		return refuse("table.abort", nil)
	}
	t.result = &games.Result{Scores: make(map[games.Seat]float64), Winners: []games.Seat{}, Reason: games.ReasonAborted}
	for _, s := range t.from.game.seats() {
		t.result.Scores[s] = 0
	}
	return nil
}

// negotiateDraw claims, offers, accepts or declines a draw.
func (t *step) negotiateDraw(seat games.Seat, k commandKind) error {
	d, ok := t.state.(games.Drawer)
	switch {
	case !ok:
		return refuse("table.draw.game", nil)
	case !setOf(d.Voices()...).has(seat):
		return refuse("table.draw.voice", numbers{"seat": int(seat)})
	}
	switch k {
	case cmdClaimDraw:
		reason, err := d.Claim()
		if err != nil {
			return err
		}
		t.reach(d.Draw(reason), false)
	case cmdOfferDraw:
		switch {
		case t.draw.by == seat:
			return refuse("table.draw.yours", nil)
		case t.draw.agreed.has(seat):
			return refuse("table.draw.accepted", nil)
		case t.draw.by != 0:
			return refuse("table.draw.theirs", numbers{"by": int(t.draw.by)})
		case t.barred.has(seat):
			return refuse("table.draw.again", nil)
		}
		t.draw = offer{by: seat, agreed: setOf(seat)}
	case cmdDeclineDraw:
		if t.draw.by == 0 || t.draw.by == seat {
			return t.draw.answer(seat, "draw")
		}
		t.refuseDraw()
	default:
		if err := t.draw.answer(seat, "draw"); err != nil {
			return err
		}
		if missing := setOf(d.Voices()...) &^ t.draw.agreed; missing == 0 {
			t.reach(d.Draw(games.ReasonAgreement), false)
		}
	}
	return nil
}

func (t *step) refuseDraw() {
	if t.draw.by != 0 {
		t.barred |= setOf(t.draw.by)
	}
	t.draw = offer{}
}

// negotiateUndo asks to take back, accepts or declines that, or takes back for an operator without
// anybody's consent.
func (t *step) negotiateUndo(seat games.Seat, c command) error {
	switch c.kind {
	case cmdOfferUndo:
		switch {
		case t.undo.by == seat:
			return refuse("table.undo.yours", nil)
		case t.undo.by != 0:
			return refuse("table.undo.theirs", numbers{"by": int(t.undo.by), "line": t.undo.line})
		}
		if err := t.checkLine(c.line); err != nil {
			return err
		}
		t.undo = offer{by: seat, agreed: setOf(seat), line: c.line}
		return nil
	case cmdRewind:
		if err := t.checkLine(c.line); err != nil {
			return err
		}
		t.undo.line = c.line
	case cmdDeclineUndo:
		if t.undo.by == 0 || t.undo.by == seat {
			return t.undo.answer(seat, "undo")
		}
		t.undo = offer{}
		return nil
	default:
		if err := t.undo.answer(seat, "undo"); err != nil {
			return err
		}
		for _, s := range t.from.game.seats() {
			if !t.undo.agreed.has(s) {
				return nil
			}
		}
	}
	back := t.from.At(t.undo.line)
	t.pos, t.state = back.now.pos, back.state
	t.draw, t.undo, t.bot = offer{}, offer{}, botOffer{}
	return nil
}

// checkLine refuses a line to which the match cannot go back.
func (t *step) checkLine(line int) error {
	now := t.from.now
	switch {
	case now.ply == 0:
		return refuse("table.undo.start", nil)
	case line >= now.ply:
		return refuse("table.undo.line", numbers{"line": line, "last": now.ply - 1})
	case now.back(line).pos == now.pos:
		return refuse("table.undo.same", numbers{"line": line})
	}
	return nil
}

// command is a parsed event text.
type command struct {
	kind commandKind
	line int // of cmdOfferUndo and cmdRewind

	seat  games.Seat // of cmdOfferBot
	level int        // of cmdOfferBot and cmdBot
	text  string     // of cmdAction, for the ruleset to parse
}

type commandKind uint8

const (
	cmdAction commandKind = iota // an action of the ruleset
	cmdResign
	cmdOfferDraw
	cmdAcceptDraw
	cmdDeclineDraw
	cmdClaimDraw
	cmdOfferUndo // followed by a line
	cmdRewind    // likewise
	cmdAcceptUndo
	cmdDeclineUndo
	cmdAbort
	cmdTimeout
	cmdVoid
	cmdClaimTimeout
	cmdGrant
	cmdAcceptBot
	cmdDeclineBot
	cmdOfferBot // followed by a seat and a level
	cmdBot      // followed by a level
	cmdPlayer
)

// MostLevel is the highest level of bots. No table has more than maxSeat seats.
const (
	MostLevel = 5
	maxSeat   = 62
)

// GrantedTime is the time that a grant adds.
const GrantedTime = 24 * time.Hour

// Table events by an operator, at the first seat to act: the match ends without a result, or goes
// back to the position after a line.
const (
	Void   = "void"
	Rewind = "rewind"
)

// AcceptUndo is the event that takes back moves.
const AcceptUndo = "accept undo"

// Table events about clocks. Play refuses them: the owner of the clocks makes them by TimeOut and
// Grant.
const (
	ClaimTimeout = "claim timeout"
	Grant24h     = "grant 24h"
)

// Surrounding events about a bot that plays on at the seat of somebody who has left. Play refuses
// them: the server has the list of missing players and of bots, and carries them out by
// Replay and SeatBot.
const (
	AcceptBot  = "accept bot"
	DeclineBot = "decline bot"
)

// OfferBot returns the event by which a seat offers that a bot of a level plays on at a seat.
func OfferBot(seat games.Seat, level int) string { return OfferBotTo(seat) + strconv.Itoa(level) }

// OfferBotTo returns the beginning of such an event, which the level ends.
func OfferBotTo(seat games.Seat) string {
	return cmdOfferBot.String() + " " + strconv.Itoa(int(seat)) + " "
}

// IsAboutBot reports whether a text is an offer of a bot or an answer to one.
func IsAboutBot(text string) bool {
	c, err := parseCommand(text)
	return err == nil && (c.kind == cmdOfferBot || c.kind == cmdAcceptBot || c.kind == cmdDeclineBot)
}

// IsTakeOver reports whether by an event a bot or another player plays on at its seat.
func IsTakeOver(text string) bool {
	c, err := parseCommand(text)
	return err == nil && (c.kind == cmdBot || c.kind == cmdPlayer)
}

// commands has the words of every command, and the number of its arguments.
var commands = [...]struct {
	words   string
	numbers int
}{
	cmdResign:       {"resign", 0},
	cmdOfferDraw:    {"offer draw", 0},
	cmdAcceptDraw:   {"accept draw", 0},
	cmdDeclineDraw:  {"decline draw", 0},
	cmdClaimDraw:    {"claim draw", 0},
	cmdOfferUndo:    {"offer undo", 1},
	cmdRewind:       {Rewind, 1},
	cmdAcceptUndo:   {AcceptUndo, 0},
	cmdDeclineUndo:  {"decline undo", 0},
	cmdAbort:        {"abort", 0},
	cmdTimeout:      {"timeout", 0},
	cmdVoid:         {Void, 0},
	cmdClaimTimeout: {ClaimTimeout, 0},
	cmdGrant:        {Grant24h, 0},
	cmdAcceptBot:    {AcceptBot, 0},
	cmdDeclineBot:   {DeclineBot, 0},
	cmdOfferBot:     {"offer bot", 2},
	cmdBot:          {"bot", 1},
	cmdPlayer:       {"player", 0},
}

func (k commandKind) String() string { return commands[k].words }

// String returns the canonical text.
func (c command) String() string {
	switch c.kind {
	case cmdAction:
		return c.text
	case cmdOfferUndo, cmdRewind:
		return fmt.Sprint(c.kind, " ", c.line)
	case cmdOfferBot:
		return OfferBot(c.seat, c.level)
	case cmdBot:
		return fmt.Sprint(c.kind, " ", c.level)
	}
	return c.kind.String()
}

// IsSurrounding reports whether a text is a surrounding event rather than a game
// action.
func IsSurrounding(text string) bool {
	c, err := parseCommand(text)
	return err != nil || c.kind != cmdAction
}

// AsSurrounding returns the canonical text of a surrounding event, "" for any other text.
func AsSurrounding(text string) string {
	c, err := parseCommand(text)
	if err != nil || c.kind == cmdAction {
		return ""
	}
	return c.String()
}

// parseCommand parses a text in any case, spacing and typesetting; see games.Plain. Any text but
// a surrounding event is an action, for the ruleset to parse as it stands. The error is an
// *games.Illegal.
func parseCommand(text string) (command, error) {
	text = games.Plain(text)
	if len(text) > 1 && '0' <= text[1] && text[1] <= '9' { // most moves on boards
		return command{text: text}, nil
	}
	if !beginsCommand(text) {
		return command{text: text}, nil
	}
	plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for k := cmdResign; k <= cmdPlayer; k++ {
		rest, ok := strings.CutPrefix(plain, commands[k].words)
		switch {
		case !ok:
		case commands[k].numbers > 0 && (rest == "" || rest[0] == ' '):
			return parseNumbers(k, strings.Fields(rest))
		case rest == "":
			return command{kind: k}, nil
		}
	}
	return command{text: text}, nil
}

// beginsCommand reports whether a text begins with the first word of a command. Pages ask this
// about every event of a match.
func beginsCommand(text string) bool {
	for word := range strings.FieldsSeq(text) {
		word = strings.ToLower(word)
		for _, c := range commands[cmdResign:] {
			if rest, ok := strings.CutPrefix(c.words, word); ok && (rest == "" || rest[0] == ' ') {
				return true
			}
		}
		break
	}
	return false
}

// parseNumbers parses the numbers that follow the words of a command.
func parseNumbers(k commandKind, fields []string) (command, error) {
	n := make([]int, len(fields))
	bad := len(fields) != commands[k].numbers
	for i, field := range fields {
		number, err := strconv.ParseUint(field, 10, 31)
		n[i], bad = int(number), bad || err != nil
	}
	switch {
	case bad && (k == cmdOfferUndo || k == cmdRewind):
		return command{}, refuse("table.undo.form", nil)
	case k == cmdOfferUndo || k == cmdRewind:
		return command{kind: k, line: n[0]}, nil
	case bad || n[len(n)-1] < 1 || n[len(n)-1] > MostLevel || k == cmdOfferBot && n[0] > maxSeat:
		return command{}, refuse("table.bot.form", numbers{"most": MostLevel})
	case k == cmdOfferBot:
		return command{kind: k, seat: games.Seat(n[0]), level: n[1]}, nil
	}
	return command{kind: k, level: n[0]}, nil
}

// BotOffer is the pending offer that a bot plays on at the seat of a player who has left.
type BotOffer struct {
	By     games.Seat   // the seat that asks, 0 if there is none
	Seat   games.Seat   // at which it would play on
	Level  int          // of the bot
	Agreed []games.Seat // By, and the seats that have accepted
}

// BotOffer returns the pending offer of a bot, the zero value if there is none.
func (m Match) BotOffer() BotOffer {
	o := m.now.pending().bot
	if o.by == 0 {
		return BotOffer{}
	}
	return BotOffer{By: o.by, Seat: o.seat, Level: o.level, Agreed: o.among(m.game.seats()).Agreed}
}

// SeatBot records that a bot of a level plays on at a seat from now on. A seat that has resigned
// returns to the game, if its rules allow that. The error is games.ErrFinished or a *games.Illegal.
func (m Match) SeatBot(seat games.Seat, level int, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: command{kind: cmdBot, level: level}.String(), At: at})
}

// SeatPlayer records that another player plays on at a seat from now on, as SeatBot does for a bot.
func (m Match) SeatPlayer(seat games.Seat, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: cmdPlayer.String(), At: at})
}

// IsOut reports whether a seat has left the game for good by its rules, and whether it may
// still return.
func (m Match) IsOut(seat games.Seat) (out, returns bool) {
	switch s := m.State().(type) {
	case games.Returner:
		_, err := s.Return(seat)
		return err == nil, err == nil
	case games.Drawer:
		return !setOf(s.Voices()...).has(seat), false
	}
	return false, false
}

// negotiateBot offers, accepts or declines a bot.
func (t *step) negotiateBot(seat games.Seat, c command) error {
	switch {
	case c.kind == cmdAcceptBot:
		return t.bot.answer(seat, "bot")
	case c.kind == cmdDeclineBot && t.bot.by == 0:
		return refuse("table.bot.none", nil)
	case c.kind == cmdDeclineBot:
		if seat != t.bot.by { // the seat that offered takes the offer back
			t.botBarred |= setOf(t.bot.seat)
		}
		t.bot = botOffer{}
		return nil
	case !t.from.game.holds(c.seat) || c.seat == seat:
		return refuse("table.bot.nobody", nil)
	case t.bot.by == seat:
		return refuse("table.bot.yours", nil)
	case t.bot.by != 0:
		return refuse("table.bot.theirs", numbers{"by": int(t.bot.by), "seat": int(t.bot.seat)})
	case t.botBarred.has(c.seat):
		return refuse("table.bot.again", numbers{"seat": int(c.seat)})
	}
	t.bot = botOffer{offer: offer{by: seat, agreed: setOf(seat)}, seat: c.seat, level: c.level}
	return nil
}

// takeOver lets a bot or another player play on at a seat.
func (t *step) takeOver(seat games.Seat) {
	if t.bot.seat == seat {
		t.bot = botOffer{}
	}
	if r, ok := t.state.(games.Returner); ok {
		if state, err := r.Return(seat); err == nil {
			t.reach(state, false)
		}
	}
}

// refusals are the sentences that refuse an event. Each has the reason, and the next step.
var refusals = map[string]string{
	"table.seat":          "There is no seat {seat} at this table: its seats are 1 to {seats}.",
	"table.timeout":       "A time-out is for the server to record. To give up, resign.",
	"table.claim":         "Nobody’s time has run out: there is nothing to claim.",
	"table.grant":         "None of the players you may give time to has to decide on a clock.",
	"table.operator":      "Only an operator of the site does this.",
	"table.draw.game":     "This game has no draw by agreement. Play it to its end.",
	"table.draw.voice":    "Seat {seat} has no say in a draw: only seats still in the game agree to one.",
	"table.draw.yours":    "Your draw offer already stands: wait for the answer, or play on.",
	"table.draw.theirs":   "Seat {by} has already offered a draw: accept or decline it.",
	"table.draw.accepted": "You have already accepted the draw: wait for the others, or decline it after all.",
	"table.draw.again":    "Your draw offer was refused: you may offer again after the next move.",
	"table.draw.none":     "No draw is on offer. You may offer one.",
	"table.draw.own":      "You made this draw offer yourself: it is for the others to answer.",
	"table.abort":         "You can cancel a match only before its second move. You may still resign.",
	"table.undo.game":     "Moves cannot be taken back in a game with chance or hidden cards.",
	"table.undo.form":     "Give the number of the line after which to go on.",
	"table.undo.start":    "Nothing has been played yet, so there is nothing to take back.",
	"table.undo.line":     "This match does not have a line {line}: name one from 0 to {last}.",
	"table.undo.same":     "The position after line {line} is the present one: name an earlier line.",
	"table.undo.yours":    "You have already asked to take back: wait for the answer, or play on.",
	"table.undo.theirs":   "Seat {by} has already asked to take back to line {line}: accept or decline that.",
	"table.undo.accepted": "You have already agreed to take back: wait for the others, or decline it after all.",
	"table.undo.none":     "Nobody has asked to take back a move. You may ask for it.",
	"table.undo.own":      "You made this request yourself: it is for the others to answer.",

	"table.bot.form":     "Name a seat and a level from 1 to {most}.",
	"table.bot.nobody":   "Nobody has left a seat there at which the computer might play on.",
	"table.bot.voice":    "You no longer play in this match. Only the players that play on decide this.",
	"table.bot.yours":    "You have asked the others already: wait for their answer, or take your question back.",
	"table.bot.theirs":   "Seat {by} has already asked whether the computer may play on at seat {seat}: accept or decline.",
	"table.bot.again":    "The others did not want the computer at seat {seat}: you may ask again after the next move.",
	"table.bot.none":     "Nobody asks whether the computer may play on for somebody.",
	"table.bot.own":      "You asked this yourself: it is for the others to answer.",
	"table.bot.accepted": "You have agreed already: wait for the others, or decline after all.",

	"table.conditions.form":    "“{text}” is not a conditional move. Write the move of the others, a colon and your answer, as in “F10-F9: E6-E8”.",
	"table.conditions.many":    "There is room for {most} conditional lines: remove some.",
	"table.conditions.deep":    "This conditional line is too long: it can go {most} moves ahead at most.",
	"table.conditions.yours":   "It is your turn: play your move. Conditions are for the moves of others.",
	"table.conditions.over":    "“{text}” cannot be played: the game is over before it.",
	"table.conditions.answer":  "It is your turn where “{text}” stands: your answer comes after a colon.",
	"table.conditions.others":  "It is not your turn where “{text}” stands: the moves of others come before the colon.",
	"table.conditions.illegal": "The rules do not allow “{text}” there.",
	"table.conditions.twice":   "There are two answers to the same moves: {text}.",
}

// Refusals returns the English sentence of every refusal of the table by its key,
// with the names of its arguments in braces.
func Refusals() map[string]string { return maps.Clone(refusals) }

type numbers map[string]int // arguments of a refusal by name

func refuse(key string, args numbers) *games.Illegal {
	var list []string
	for name, n := range args {
		list = append(list, name, strconv.Itoa(n))
	}
	return games.Refusal{Key: key, Text: refusals[key]}.With(list...)
}

func refuseText(key string, args ...string) *games.Illegal {
	return games.Refusal{Key: key, Text: refusals[key]}.With(args...)
}

// seatSet is a set of seats.
type seatSet uint64

func setOf(list ...games.Seat) seatSet {
	var s seatSet
	for _, seat := range list {
		s |= 1 << seat
	}
	return s
}

func (s seatSet) has(seat games.Seat) bool { return s&setOf(seat) != 0 }
