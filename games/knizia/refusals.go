package knizia

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
)

// refusal is a reason to refuse a line.
type refusal games.Refusal

// Every refusal of the package. The arguments are card codes ({card}), colors
// ({color}, {other}), numbers of seats ({seat}, {seats}), places ({place}),
// totals ({own}, {best}), legal lines ({move}) and the typed text ({text}).
var (
	malformed       = &refusal{"knizia.malformed", "notation", "“{text}” is not an action of this game. Possible now: {move}."}
	noSeat          = &refusal{"knizia.no_seat", "notation", "There is no seat {seat} at this table of {seats}."}
	noPlace         = &refusal{"knizia.no_place", "notation", "There is no card {place} before seat {seat}."}
	noOwnPlace      = &refusal{"knizia.no_own_place", "notation", "There is no card {place} before you."}
	notHeld         = &refusal{"knizia.not_held", "hidden", "You do not hold {card}."}
	gameOver        = &refusal{"knizia.finished", "end", "The game is over."}
	alreadyResigned = &refusal{"knizia.resigned", "end.resignation", "You have resigned already."}

	otherTurn   = &refusal{"knizia.waiting", "turn", "It is the turn of seat {seat}."}
	openFirst   = &refusal{"knizia.open_first", "opening", "Choose the colour of the tournament first: {move}."}
	alreadyOpen = &refusal{"knizia.opened", "opening", "The colour of this tournament is chosen already."}
	tokenFirst  = &refusal{"knizia.token_first", "token", "Choose your token first: {move}."}
	noToken     = &refusal{"knizia.no_token", "token", "There is no token to choose now."}
	tokenOwned  = &refusal{"knizia.token_owned", "token", "You own the {color} token already."}
	purpleAgain = &refusal{"knizia.purple_again", "opening", "The last tournament ended in purple: this one begins in another colour."}
	colorLacked = &refusal{"knizia.color_lacked", "opening", "To open in {color} you need a {color} card or a supporter."}

	openerPlaces     = &refusal{"knizia.opener_places", "opening.card", "You open this tournament: place a card of its colour or a supporter first."}
	wrongColor       = &refusal{"knizia.wrong_color", "turn.play", "{card} is {other}, and the tournament is {color}."}
	oneMaiden        = &refusal{"knizia.one_maiden", "turn.maiden", "There is a maiden in your display already, and no second one may join her."}
	stunnedAdd       = &refusal{"knizia.stunned", "actions.status", "You are stunned: only one card a turn goes to your display, and it lies there."}
	actionLine       = &refusal{"knizia.action_line", "notation", "{card} is an action card, played by its own line: {move}."}
	endTooLow        = &refusal{"knizia.end_too_low", "turn.end", "You have {own}, and seat {seat} has {best}: your total must be higher than every other."}
	endUnplayed      = &refusal{"knizia.end_unplayed", "turn.end", "Play at least one card before you end your turn, or withdraw."}
	tokenToChoose    = &refusal{"knizia.token_to_choose", "withdrawal", "A maiden is in your display: name the token that you give back, as in {move}."}
	tokenUnneeded    = &refusal{"knizia.token_unneeded", "withdrawal", "There is no token to choose: withdraw without naming one."}
	tokenNotOwned    = &refusal{"knizia.token_not_owned", "withdrawal", "You do not own the {color} token."}
	actionUnderWay   = &refusal{"knizia.under_way", "lancelot", "An action card is on the table; wait until it has taken effect."}
	noActionUnderWay = &refusal{"knizia.nothing_under_way", "lancelot", "No action card is on the table."}
	lancelotOwn      = &refusal{"knizia.lancelot_own", "lancelot", "Lancelot answers an action of somebody else, never in one’s own turn."}
	lancelotOut      = &refusal{"knizia.lancelot_out", "lancelot", "Whoever has withdrawn from the tournament cannot use Lancelot."}
	adaptFirst       = &refusal{"knizia.adapt_first", "actions.adapt", "Choose what you keep first: {move}."}
	nothingToKeep    = &refusal{"knizia.nothing_to_keep", "actions.adapt", "You have nothing to choose for Adapt now."}
	keepOneOfEach    = &refusal{"knizia.keep_one_of_each", "actions.adapt", "Keep exactly one card of each value, as in {move}."}
	purpleOnly       = &refusal{"knizia.purple_only", "actions.color", "{card} needs a purple tournament, and this one is {color}."}
	weaponOnly       = &refusal{"knizia.weapon_only", "actions.color", "{card} needs a red, blue or yellow tournament, and this one is {color}."}
	turnTo           = &refusal{"knizia.turn_to", "actions.color", "{card} turns the tournament red, blue or yellow, not {other}."}
	sameColor        = &refusal{"knizia.same_color", "actions.color", "The tournament is {color} already."}
	ownTarget        = &refusal{"knizia.own_target", "actions", "{card} is played on an opponent, not on yourself."}
	targetOut        = &refusal{"knizia.target_out", "actions", "Seat {seat} has withdrawn from the tournament."}
	targetEmpty      = &refusal{"knizia.target_empty", "actions", "Seat {seat} has no display yet."}
	targetSole       = &refusal{"knizia.target_sole", "actions.sole", "Seat {seat} has a single card in its display, which it keeps."}
	ownSole          = &refusal{"knizia.own_sole", "actions.sole", "Your display may not be emptied: you need two cards for this."}
	targetShielded   = &refusal{"knizia.target_shielded", "actions.shield", "A Shield protects the display of seat {seat}."}
	ownShielded      = &refusal{"knizia.own_shielded", "actions.shield", "Your Shield stops your own action cards as well."}
	noPurple         = &refusal{"knizia.no_purple", "actions.break_lance", "There is no purple card in the display of seat {seat}."}
	emptyHand        = &refusal{"knizia.empty_hand", "actions.knock_down", "Seat {seat} has no card in its hand."}
	noEffect         = &refusal{"knizia.no_effect", "actions", "{card} would change nothing now."}
	secondMaiden     = &refusal{"knizia.second_maiden", "turn.maiden", "That would put a second maiden into a display."}
	equalCards       = &refusal{"knizia.equal_cards", "actions.outwit", "Exchanging two equal cards would change nothing."}
	takeShield       = &refusal{"knizia.take_shield", "actions.outwit", "Seat {seat} is shielded: only its Shield can be taken."}
	noTarget         = &refusal{"knizia.no_target", "actions", "{card} has nobody and nothing to act on now."}
)

var allRefusals = []refusal{
	*malformed, *noSeat, *noPlace, *noOwnPlace, *notHeld, *gameOver, *alreadyResigned,
	*otherTurn, *openFirst, *alreadyOpen, *tokenFirst, *noToken, *tokenOwned, *purpleAgain, *colorLacked,
	*openerPlaces, *wrongColor, *oneMaiden, *stunnedAdd, *actionLine, *endTooLow, *endUnplayed,
	*tokenToChoose, *tokenUnneeded, *tokenNotOwned, *actionUnderWay, *noActionUnderWay, *lancelotOwn, *lancelotOut,
	*adaptFirst, *nothingToKeep, *keepOneOfEach, *purpleOnly, *weaponOnly, *turnTo, *sameColor,
	*ownTarget, *targetOut, *targetEmpty, *targetSole, *ownSole, *targetShielded, *ownShielded,
	*noPurple, *emptyHand, *noEffect, *secondMaiden, *equalCards, *takeShield, *noTarget,
	*sheetLong, *sheetRow, *sheetWhen, *sheetQualifier, *sheetNumber, *sheetTwice, *sheetChoice,
	*withdrawWhen, *ordersTime, *planLine, *planColor, *planCard, *planMany,
}

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return games.Sentences(allRefusals) }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return games.Sections(allRefusals) }

// with formats the refusal; args alternate names and values. Arguments that the
// sentence does not name are dropped.
func (r *refusal) with(args ...string) *games.Illegal {
	return games.Refusal(*r).With(args...)
}

// excerpt returns the beginning of a typed text, for a refusal.
func excerpt(text string) string {
	const most = 40
	runes := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "�")), " "))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

// explain formats the refusal of a move of a seat in this state. All arguments are
// known to the seat.
func (s *state) explain(why *refusal, at seatIndex, m Move) *games.Illegal {
	best, rival := s.bestRival(at)
	args := []string{
		"seat", strconv.Itoa(int(m.Seat)), "seats", strconv.Itoa(int(s.seats)),
		"card", m.Card.String(), "color", s.color.String(), "other", m.Card.Color().String(),
		"own", strconv.Itoa(s.total(at)), "best", strconv.Itoa(best),
	}
	like := m
	switch why {
	case openFirst, tokenFirst, adaptFirst: // whatever was tried, something else is owed
		like = Move{}
	}
	if strings.Contains(why.Text, "{move}") {
		args = append(args, "move", s.example(at, like))
	}
	switch why {
	case endTooLow:
		args[1] = strconv.Itoa(int(rival) + 1)
	case otherTurn:
		args[1] = strconv.Itoa(int(s.active) + 1)
	case tokenOwned, colorLacked, tokenNotOwned:
		args[7] = m.Color.String()
	case turnTo:
		args[9] = m.Color.String()
	case noOwnPlace:
		args = append(args, "place", m.Own.String())
	case noPlace:
		args = append(args, "place", m.At.String())
	}
	return why.with(args...)
}

// example returns a legal line of a seat, preferably one with the same card or verb as
// a move.
func (s *state) example(at seatIndex, like Move) string {
	moves := s.appendMoves(at, nil)
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
