package shannon

import (
	"strings"
	"unicode/utf8"

	"tableronde/games"
)

// refusal is a reason to refuse an action, orders or a setup.
type refusal games.Refusal

// Every refusal of the game. The arguments are cards ({card}, {cards}), suits by
// their letter ({suit}), seats ({seat}), words of the notation ({word}, {line}),
// powers by their id ({power}), numbers and the typed text ({text}). They depend only
// on what the refused seat may know.
var (
	malformed       = refusal{"shannon.why.malformed", "notation", "“{text}” is not an action here. One is written like this: {line}."}
	noCard          = refusal{"shannon.why.no_card", "notation", "“{text}” is not a card: one is written like S8, X3, M1 or P2."}
	noSeat          = refusal{"shannon.why.no_seat", "notation", "“{text}” is not an opponent: name a seat from 1 to {seats} other than your own."}
	noWord          = refusal{"shannon.why.no_word", "notation", "“{text}” is not a declaration."}
	namedTwice      = refusal{"shannon.why.twice", "notation", "“{text}” stands twice on the line."}
	otherPhase      = refusal{"shannon.why.phase", "notation", "“{text}” is for another time. What you can do now is written like this: {line}."}
	alreadyResigned = refusal{"shannon.why.resigned", "clock", "You have resigned already; fixed decisions play on for you."}
	notHeld         = refusal{"shannon.why.not_held", "combat", "{card} is not in your hand."}

	noHero    = refusal{"shannon.why.no_hero", "setup.hero", "There is no hero “{text}”."}
	heroTaken = refusal{"shannon.why.hero_taken", "setup.hero", "{power} is taken already."}

	partDone    = refusal{"shannon.why.part_done", "prepare", "“{word}” is not, or no longer, a part of your preparation. You still owe “{line}”."}
	partOrder   = refusal{"shannon.why.part_order", "prepare", "“{line}” comes before “{word}”."}
	placeBasic  = refusal{"shannon.why.place_enchanter", "prepare.lancelot", "{card} is an enchanter and cannot go under Lancelot."}
	tooMany     = refusal{"shannon.why.discard_many", "prepare.discard", "You are to discard {most}, not {count}."}
	dropPledged = refusal{"shannon.why.discard_promised", "prepare.discard", "{card} is promised in a trade and cannot be discarded."}

	leadAlchemy    = refusal{"shannon.why.lead_alchemy", "combat.lead", "Alchemy may be led only by a hand of nothing else; lead {cards}."}
	followSuit     = refusal{"shannon.why.follow", "combat.follow", "You hold cards of the suit led ({suit}): play {cards}."}
	followInstead  = refusal{"shannon.why.instead", "combat.follow", "Without a card of the suit led ({suit}), alchemy or an enchanter must be played: {cards}."}
	mustDiscard    = refusal{"shannon.why.must_discard", "combat.dishonour", "You can follow neither with the suit led ({suit}) nor with alchemy nor with an enchanter: discard a card, like {line}."}
	noDiscard      = refusal{"shannon.why.no_discard", "combat.dishonour", "You have cards to play, so nothing is discarded: play {cards}."}
	plainValue     = refusal{"shannon.why.value_fixed", "combat.enchanters", "Only Merlin and the Apprentice are given a value: {card} has its own."}
	enchanterValue = refusal{"shannon.why.value_range", "combat.enchanters", "An enchanter is given a value from 1 to 15: {line}."}
	enchanterSuit  = refusal{"shannon.why.suit_missing", "combat.enchanters", "Name a basic suit in play for the enchanter: {line}."}
	enchanterLed   = refusal{"shannon.why.suit_led", "combat.enchanters", "The enchanter takes the suit led and is written without one: {line}."}

	notOwned       = refusal{"shannon.why.not_owned", "combat.declare", "“{word}” belongs to {power}, which you do not have."}
	usedUp         = refusal{"shannon.why.used_up", "combat.declare", "“{word}” is used up for this round."}
	leadOnly       = refusal{"shannon.why.lead_only", "combat.declare", "“{word}” is declared with a card that leads."}
	changeRange    = refusal{"shannon.why.change_range", "combat.declare", "“{word}” changes a value by 1 to {most}, up or down: {line}."}
	shiftNothing   = refusal{"shannon.why.shift_nothing", "combat.declare", "You have cards to play, so none shifts its shape."}
	boundDeclare   = refusal{"shannon.why.challenged_declares", "combat.challenge", "You are challenged: no declarations in this combat."}
	boundLowest    = refusal{"shannon.why.challenged_lowest", "combat.challenge", "You are challenged: of the cards that you could play, it must be the lowest, {cards}."}
	boundEnchanter = refusal{"shannon.why.challenged_value", "combat.challenge", "You are challenged: an enchanter is worth 1, {line}."}

	moveMany    = refusal{"shannon.why.move_many", "count.moves", "You may move up to {most}, not {count}."}
	moveNotHeld = refusal{"shannon.why.move_not_held", "count.moves", "{card} is not in your pile."}

	noFavor     = refusal{"shannon.why.no_favour", "favours.choose", "There is no favour “{text}”."}
	favorHidden = refusal{"shannon.why.favour_not_shown", "favours.choose", "{power} does not lie face up: choose {line}."}
	favorNone   = refusal{"shannon.why.favour_deck_empty", "favours.choose", "There is no unseen favour left: choose {line}."}

	heroesBoth  = refusal{"shannon.why.heroes_chosen", "setup", "A record that names the heroes cannot have them chosen as well."}
	heroesCount = refusal{"shannon.why.heroes_count", "setup", "The record names {count} heroes for {seats} knights."}
	heroesTwice = refusal{"shannon.why.heroes_twice", "setup", "The record names {power} twice."}
	dealerRange = refusal{"shannon.why.dealer", "setup", "The first dealer is a seat from 1 to {seats}, not “{text}”."}

	ordersLine   = refusal{"shannon.why.orders_line", "orders", "“{text}” is not an order. One is written like “{line}”."}
	ordersMany   = refusal{"shannon.why.orders_many", "orders", "There can be no more than {most} orders."}
	ordersWhen   = refusal{"shannon.why.orders_when", "orders", "“{text}” does not say when: after “if”, name suits by their letters, or “lead”."}
	ordersLow    = refusal{"shannon.why.orders_low", "orders", "“{text}” is no value that the lowest card could have: low<= takes a number from 1 to {most}."}
	ordersCombat = refusal{"shannon.why.orders_combat", "orders", "There is no combat {text}: a round has 12."}
	ordersAction = refusal{"shannon.why.orders_action", "orders", "“{text}” cannot be ordered for a combat: name a card to play or to discard."}
)

var allRefusals = []refusal{
	malformed, noCard, noSeat, noWord, namedTwice, otherPhase, alreadyResigned, notHeld,
	noHero, heroTaken,
	partDone, partOrder, placeBasic, tooMany, dropPledged,
	leadAlchemy, followSuit, followInstead, mustDiscard, noDiscard, plainValue, enchanterValue, enchanterSuit, enchanterLed,
	notOwned, usedUp, leadOnly, changeRange, shiftNothing, boundDeclare, boundLowest, boundEnchanter,
	moveMany, moveNotHeld,
	noFavor, favorHidden, favorNone,
	heroesBoth, heroesCount, heroesTwice, dealerRange,
	ordersLine, ordersMany, ordersWhen, ordersLow, ordersCombat, ordersAction,
}

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return games.Sentences(allRefusals) }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return games.Sections(allRefusals) }

// with formats the refusal; args alternate names and values.
func (r refusal) with(args ...string) *games.Illegal {
	return games.Refusal(r).With(args...)
}

const maxExcerpt = 40 // characters of what was typed that a refusal quotes

// excerpt returns the beginning of a typed text on one line, for a refusal.
func excerpt(text string) string {
	short := strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError || r == 0x7f {
			return -1
		}
		return r
	}, text[:min(len(text), 4*maxExcerpt)])
	if runes := []rune(short); len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt]) + "…"
	}
	return short
}

// cardList joins cards for a refusal.
func cardList(cards set) string { return strings.Join(codesOf(cards.cards()), ", ") }
