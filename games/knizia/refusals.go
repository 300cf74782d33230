package knizia

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

var refusals = cards.NewRefusals("knizia.")

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return refusals.Sentences() }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return refusals.Sections() }

// Every refusal of the package. The arguments are card codes ({card}), colors
// ({color}, {other}), numbers of seats ({seat}, {seats}), places ({place}),
// totals ({own}, {best}), legal lines ({move}) and the typed text ({text}).
var (
	malformed       = refusals.Add("malformed", "notation", "“{text}” is not an action of this game. Possible now: {move}.")
	noSeat          = refusals.Add("no_seat", "notation", "There is no seat {seat} at this table: name one from 1 to {seats}.")
	noPlace         = refusals.Add("no_place", "notation", "There is no card {place} before seat {seat}.")
	noOwnPlace      = refusals.Add("no_own_place", "notation", "There is no card {place} before you.")
	notHeld         = refusals.Add("not_held", "hidden", "You do not hold {card}.")
	gameOver        = refusals.Add("finished", "end", "The game is over.")
	alreadyResigned = refusals.Add("resigned", "end.resignation", "You have resigned already.")

	otherTurn   = refusals.Add("waiting", "turn", "It is the turn of seat {seat}.")
	openFirst   = refusals.Add("open_first", "opening", "Choose the colour of the tournament first: {move}.")
	alreadyOpen = refusals.Add("opened", "opening", "The colour of this tournament is chosen already.")
	tokenFirst  = refusals.Add("token_first", "token", "Choose your token first: {move}.")
	noToken     = refusals.Add("no_token", "token", "There is no token to choose now.")
	tokenOwned  = refusals.Add("token_owned", "token", "You own the {color} token already: choose another.")
	purpleAgain = refusals.Add("purple_again", "opening", "The last tournament ended in purple: choose another colour for this one.")
	colorLacked = refusals.Add("color_lacked", "opening", "To open in {color} you need a {color} card or a supporter.")

	openerPlaces     = refusals.Add("opener_places", "opening.card", "You open this tournament: place a card of its colour or a supporter first.")
	wrongColor       = refusals.Add("wrong_color", "turn.play", "{card} is {other}, and the tournament is {color}.")
	oneMaiden        = refusals.Add("one_maiden", "turn.maiden", "Your display already has a maiden, and may have only one.")
	stunnedAdd       = refusals.Add("stunned", "actions.status", "You are stunned: you add only one card a turn to your display, and you have done so.")
	actionLine       = refusals.Add("action_line", "notation", "{card} is an action card, played by its own line: {move}.")
	endTooLow        = refusals.Add("end_too_low", "turn.end", "You have {own}, and seat {seat} has {best}: your total must be higher than every other.")
	endUnplayed      = refusals.Add("end_unplayed", "turn.end", "Play at least one card before you end your turn, or withdraw.")
	tokenToChoose    = refusals.Add("token_to_choose", "withdrawal", "A maiden is in your display: name the token that you give back, as in {move}.")
	tokenUnneeded    = refusals.Add("token_unneeded", "withdrawal", "There is no token to choose: withdraw without naming one.")
	tokenNotOwned    = refusals.Add("token_not_owned", "withdrawal", "You do not own the {color} token.")
	actionUnderWay   = refusals.Add("under_way", "lancelot", "An action card is on the table. Wait until it has taken effect.")
	noActionUnderWay = refusals.Add("nothing_under_way", "lancelot", "No action card is on the table.")
	lancelotOwn      = refusals.Add("lancelot_own", "lancelot", "It is your turn. Lancelot only answers an action of another player.")
	lancelotOut      = refusals.Add("lancelot_out", "lancelot", "You have withdrawn from the tournament, so you cannot use Lancelot.")
	adaptFirst       = refusals.Add("adapt_first", "actions.adapt", "Choose what you keep first: {move}.")
	nothingToKeep    = refusals.Add("nothing_to_keep", "actions.adapt", "You have nothing to choose for Adapt now.")
	keepOneOfEach    = refusals.Add("keep_one_of_each", "actions.adapt", "Keep exactly one card of each value, as in {move}.")
	purpleOnly       = refusals.Add("purple_only", "actions.color", "{card} needs a purple tournament, and this one is {color}.")
	weaponOnly       = refusals.Add("weapon_only", "actions.color", "{card} needs a red, blue or yellow tournament, and this one is {color}.")
	turnTo           = refusals.Add("turn_to", "actions.color", "{card} turns the tournament red, blue or yellow, not {other}.")
	sameColor        = refusals.Add("same_color", "actions.color", "The tournament is {color} already.")
	ownTarget        = refusals.Add("own_target", "actions", "{card} is played on an opponent, not on yourself.")
	targetOut        = refusals.Add("target_out", "actions", "Seat {seat} has withdrawn from the tournament: choose another seat.")
	targetEmpty      = refusals.Add("target_empty", "actions", "Seat {seat} has no display yet: choose another seat.")
	targetSole       = refusals.Add("target_sole", "actions.sole", "Seat {seat} keeps the only card in its display: choose another seat.")
	ownSole          = refusals.Add("own_sole", "actions.sole", "Your display may not be emptied: you need two cards for this.")
	targetShielded   = refusals.Add("target_shielded", "actions.shield", "A Shield protects the display of seat {seat}: choose another seat.")
	ownShielded      = refusals.Add("own_shielded", "actions.shield", "Your Shield stops your own action cards as well.")
	noPurple         = refusals.Add("no_purple", "actions.break_lance", "The display of seat {seat} has no purple card: choose another seat.")
	emptyHand        = refusals.Add("empty_hand", "actions.knock_down", "Seat {seat} has no card in its hand: choose another seat.")
	noEffect         = refusals.Add("no_effect", "actions", "{card} would change nothing now: play another card.")
	secondMaiden     = refusals.Add("second_maiden", "turn.maiden", "That would put a second maiden into a display: choose another card.")
	equalCards       = refusals.Add("equal_cards", "actions.outwit", "Exchanging two equal cards would change nothing: choose different ones.")
	takeShield       = refusals.Add("take_shield", "actions.outwit", "Seat {seat} is shielded: only its Shield can be taken.")
	noTarget         = refusals.Add("no_target", "actions", "{card} has nobody and nothing to act on now.")
)

// Refusals of advance orders. The arguments are the typed text ({text}) and the bounds of
// numbers ({low}, {high}).
var (
	sheetLong      = refusals.Add("sheet_long", "lancelot.orders", "Your orders are too long. Write at most {high} characters.")
	sheetRow       = refusals.Add("sheet_row", "lancelot.orders", "Lancelot cannot answer “{text}”. Name an action card that he can cancel.")
	sheetWhen      = refusals.Add("sheet_when", "lancelot.orders", "Say when to cancel {card}: never, me or any, not “{text}”.")
	sheetQualifier = refusals.Add("sheet_qualifier", "lancelot.orders", "“{text}” is not a condition. Write minLoss=4, onlyIfLeading or maxIn=2.")
	sheetNumber    = refusals.Add("sheet_number", "lancelot.orders", "“{text}” needs a number from {low} to {high}.")
	sheetTwice     = refusals.Add("sheet_twice", "lancelot.orders", "Your orders have two lines for {text}. Remove one.")
	withdrawWhen   = refusals.Add("withdraw_when", "ahead.withdraw", "“{text}” is not a reason to withdraw. Write withdraw, withdraw total>=18, withdraw beaten or withdraw tokens>=4.")
	ordersTime     = refusals.Add("orders_time", "ahead", "You cannot leave orders for “{text}”. Name the tournament {low} or {high}, or write always.")
	planLine       = refusals.Add("plan_line", "ahead.turn", "A planned turn reads like {line}, not “{text}”.")
	planColor      = refusals.Add("plan_color", "ahead.turn", "Name the colour of the tournament that the turn is planned for, as in {line}.")
	planCard       = refusals.Add("plan_card", "ahead.turn", "You cannot plan {card} in a tournament of {color}. Plan cards of its colour and supporters only.")
	planMany       = refusals.Add("plan_many", "ahead.turn", "There is room for {high} planned turns. Remove one first.")
	sheetChoice    = refusals.Add("sheet_choice", "actions.adapt", "For Adapt say ask, oldest, newest, colour-first or supporter-first, not “{text}”.")
)

// excerpt returns the beginning of a typed text, for a refusal.
func excerpt(text string) string {
	return cards.Excerpt(strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " "))
}

// explain formats the refusal of a move of a seat in this state; it is nil for none. All
// arguments are known to the seat.
func (p player) explain(why *cards.Refusal, m Move) *games.Illegal {
	if why == nil {
		return nil
	}
	best, rival := p.bestRival(p.at)
	args := []any{
		"seat", m.Seat, "seats", p.seats, "card", m.Card, "color", p.color, "other", m.Card.Color(), "own", p.total(p.at), "best", best,
	}
	like := m
	switch why {
	case openFirst, tokenFirst, adaptFirst: // the seat first owes another action, whatever it tried
		like = Move{}
	case endTooLow:
		args = append(args, "seat", numberOf(rival))
	case otherTurn:
		args = append(args, "seat", numberOf(p.active))
	case tokenOwned, colorLacked, tokenNotOwned:
		args = append(args, "color", m.Color)
	case turnTo:
		args = append(args, "other", m.Color)
	case noOwnPlace:
		args = append(args, "place", m.Own)
	case noPlace:
		args = append(args, "place", m.At)
	}
	if strings.Contains(why.Text, "{move}") {
		args = append(args, "move", p.example(like))
	}
	return why.With(args...)
}

// example returns a legal line of a seat, preferably one with the same card or verb as
// a move.
func (p player) example(like Move) string {
	moves := p.appendMoves(nil)
	alike := func(m Move) bool {
		return like.Card != Unknown && m.Card == like.Card || like.Card == Unknown && m.Do == like.Do
	}
	if i := slices.IndexFunc(moves, alike); i >= 0 {
		return moves[i].String()
	}
	if len(moves) == 0 || like.Card.IsAction() {
		return like.Card.String()
	}
	return moves[0].String()
}
