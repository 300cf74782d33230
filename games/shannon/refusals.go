package shannon

import (
	"strings"
	"unicode/utf8"

	"tableronde/games/cards"
)

var refusals = cards.NewRefusals("shannon.why.")

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return refusals.Sentences() }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return refusals.Sections() }

// Every refusal of the game. The arguments are cards ({card}, {cards}), suits by their letter
// ({suit}), seats ({seat}), words of the notation ({word}, {line}), powers by their id
// ({power}), numbers and the typed text ({text}). They depend only on facts that the refused
// seat may see.
var (
	malformed       = refusals.Add("malformed", "notation", "“{text}” is not an action here. Write it like this: {line}.")
	noCard          = refusals.Add("no_card", "notation", "“{text}” is not a card. Write it like S8, X3, M1 or P2.")
	noSeat          = refusals.Add("no_seat", "notation", "“{text}” is not an opponent: name a seat from 1 to {seats} other than your own.")
	noWord          = refusals.Add("no_word", "notation", "“{text}” is not a declaration: leave it out.")
	namedTwice      = refusals.Add("twice", "notation", "“{text}” stands twice on the line: leave one out.")
	otherPhase      = refusals.Add("phase", "notation", "“{text}” is not possible now. Write, for instance, {line}.")
	alreadyResigned = refusals.Add("resigned", "clock", "You have already resigned. Fixed decisions play on for you.")
	notHeld         = refusals.Add("not_held", "combat", "{card} is not in your hand.")

	noHero    = refusals.Add("no_hero", "setup.hero", "There is no hero “{text}”: choose another.")
	heroTaken = refusals.Add("hero_taken", "setup.hero", "{power} is taken already: choose another hero.")

	partDone    = refusals.Add("part_done", "prepare", "“{word}” is already done, or no part of your preparation. You still owe “{line}”.")
	partOrder   = refusals.Add("part_order", "prepare", "“{line}” comes before “{word}”.")
	placeBasic  = refusals.Add("place_enchanter", "prepare.lancelot", "{card} is an enchanter and cannot go under Lancelot: choose another card.")
	tooMany     = refusals.Add("discard_many", "prepare.discard", "You are to discard {most}, not {count}.")
	dropPledged = refusals.Add("discard_promised", "prepare.discard", "{card} is promised in a trade and cannot be discarded.")

	leadAlchemy    = refusals.Add("lead_alchemy", "combat.lead", "You may lead alchemy only if you hold nothing else. Lead {cards}.")
	followSuit     = refusals.Add("follow", "combat.follow", "You hold cards of the suit led ({suit}): play {cards}.")
	followInstead  = refusals.Add("instead", "combat.follow", "Without a card of the suit led ({suit}), alchemy or an enchanter must be played: {cards}.")
	mustDiscard    = refusals.Add("must_discard", "combat.dishonour", "You can follow neither with the suit led ({suit}) nor with alchemy nor with an enchanter. Discard a card, like {line}.")
	noDiscard      = refusals.Add("no_discard", "combat.dishonour", "You have cards to play, so nothing is discarded: play {cards}.")
	plainValue     = refusals.Add("value_fixed", "combat.enchanters", "Only Merlin and the Apprentice are given a value: {card} has its own.")
	enchanterValue = refusals.Add("value_range", "combat.enchanters", "An enchanter is given a value from 1 to 15: {line}.")
	enchanterSuit  = refusals.Add("suit_missing", "combat.enchanters", "Name a basic suit in play for the enchanter: {line}.")
	enchanterLed   = refusals.Add("suit_led", "combat.enchanters", "The enchanter takes the suit led and is written without one: {line}.")

	notOwned       = refusals.Add("not_owned", "combat.declare", "“{word}” belongs to {power}, which you do not have.")
	usedUp         = refusals.Add("used_up", "combat.declare", "“{word}” is used up for this round.")
	leadOnly       = refusals.Add("lead_only", "combat.declare", "“{word}” is declared with a card that leads.")
	changeRange    = refusals.Add("change_range", "combat.declare", "“{word}” changes a value by 1 to {most}, up or down: {line}.")
	shiftNothing   = refusals.Add("shift_nothing", "combat.declare", "You have cards to play, so you cannot shift the shape of one.")
	boundDeclare   = refusals.Add("challenged_declares", "combat.challenge", "You are challenged: no declarations in this combat.")
	boundLowest    = refusals.Add("challenged_lowest", "combat.challenge", "You are challenged: of the cards that you could play, it must be the lowest, {cards}.")
	boundEnchanter = refusals.Add("challenged_value", "combat.challenge", "You are challenged: an enchanter is worth 1, {line}.")

	moveMany    = refusals.Add("move_many", "count.moves", "You may move up to {most}, not {count}.")
	moveNotHeld = refusals.Add("move_not_held", "count.moves", "{card} is not in your pile.")

	noFavor     = refusals.Add("no_favour", "favours.choose", "There is no favour “{text}”: choose another.")
	favorHidden = refusals.Add("favour_not_shown", "favours.choose", "{power} does not lie face up: choose {line}.")
	favorNone   = refusals.Add("favour_deck_empty", "favours.choose", "There is no unseen favour left: choose {line}.")

	heroesBoth  = refusals.Add("heroes_chosen", "setup", "This record names the heroes, but also says that they are chosen. Remove one of the two.")
	heroesCount = refusals.Add("heroes_count", "setup", "The record names {count} heroes for {seats} knights: name one for each.")
	heroesTwice = refusals.Add("heroes_twice", "setup", "The record names {power} twice: each knight has another hero.")
	dealerRange = refusals.Add("dealer", "setup", "The first dealer is a seat from 1 to {seats}, not “{text}”.")

	ordersLine   = refusals.Add("orders_line", "orders", "“{text}” is not an order. Write it like “{line}”.")
	ordersMany   = refusals.Add("orders_many", "orders", "There can be no more than {most} orders: remove some.")
	ordersWhen   = refusals.Add("orders_when", "orders", "“{text}” does not say when: after “if”, name suits by their letters, or “lead”.")
	ordersLow    = refusals.Add("orders_low", "orders", "The lowest card cannot have the value “{text}”: low<= takes a number from 1 to {most}.")
	ordersCombat = refusals.Add("orders_combat", "orders", "A round has 12 combats: {text} is too high or too low.")
	ordersAction = refusals.Add("orders_action", "orders", "“{text}” cannot be ordered for a combat: name a card to play or to discard.")
)

// excerpt returns the beginning of a typed text on one line, for a refusal.
func excerpt(text string) string {
	return cards.Excerpt(strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError || r == 0x7f {
			return -1
		}
		return r
	}, text[:min(len(text), 160)])) // bytes, enough for an excerpt
}

// cardList joins cards for a refusal.
func cardList(list set) string { return strings.Join(cards.Codes(list.List()), ", ") }
