package knizia

import (
	"slices"
	"strconv"

	"tableronde/games"
)

// run plays on a state of its own.
type run struct {
	*state
	tale *tale // what happens is told to it, where anybody listens
	err  error // of chance: a record fixes what cannot be
}

// play does what a checked move says.
func (r *run) play(at seat, m Move) {
	switch m.Do {
	case ChooseColor:
		r.chooseColor(m.Color)
	case PlayCard:
		r.place(at, m.Card)
	case PlayAction:
		r.act(at, m)
	case EndTurn:
		r.tell(games.Fact{Kind: FactAnnounce, Seat: numberOf(at), Number: r.total(at)})
		r.startTurn(r.nextOf(r.in(), at))
	case Withdraw:
		r.withdraw(at, m.Color)
	case TakeToken:
		r.gain(at, m.Color)
		r.endTournament(at)
	case Pass:
		r.resolve()
	case Cancel:
		r.cancel(at)
	case KeepCards:
		r.keep(at, m.Keep)
	}
}

// open begins the opening of a tournament, which a seat should open.
func (r *run) open(at seat) {
	r.phase, r.color = PhaseOpen, NoColor
	r.out = r.gone
	r.played, r.added, r.opening = 0, 0, false
	r.drew, r.shown = 0, [maxSeats]hand{}
	r.findOpener(at)
}

// findOpener asks the seats, from the given one clockwise, whether they can
// open; who cannot shows its hand. When nobody can, everybody draws.
func (r *run) findOpener(from seat) {
	r.first, r.opener, r.active = from, from, from
	if r.staged {
		return
	}
	for circle := 0; r.err == nil; circle++ {
		at := from
		for range r.live().len() {
			if r.opts.after && circle == 0 && !r.drew.has(at) {
				r.drew.add(at)
				r.draw(at)
			}
			if r.openings(at) != 0 {
				r.opener, r.active = at, at
				r.tell(games.Fact{Kind: FactOpens, Seat: numberOf(at)})
				return
			}
			r.show(at)
			at = r.nextOf(r.live(), at)
		}
		for range r.live().len() {
			r.draw(at)
			at = r.nextOf(r.live(), at)
		}
	}
}

// openings returns the set of the colors that a seat can open a tournament in.
func (p *position) openings(at seat) colorSet {
	var set colorSet
	for c := Purple; c <= Green; c++ {
		if p.canOpen(at, c) == nil {
			set.add(c)
		}
	}
	return set
}

func (p *position) canOpen(at seat, c Color) *refusal {
	h := p.hands[at]
	switch {
	case c == Purple && p.last == Purple:
		return purpleAgain
	case h.and(supporterMask).empty() && h.and(colorMasks[c]).empty():
		return colorLacked
	}
	return nil
}

// show lets everybody see a hand.
func (r *run) show(at seat) {
	r.shown[at] = r.hands[at]
	for h := r.hands[at]; !h.empty(); {
		r.known[h.pop()] = everybody
	}
	if r.told() {
		r.tellCards(games.Fact{Kind: FactHandShown, Seat: numberOf(at)}, r.hands[at].list())
	}
}

func (r *run) chooseColor(c Color) {
	r.color = c
	r.tell(games.Fact{Kind: FactColor, Seat: numberOf(r.active), Word: c.String()})
	r.opening = true
	if r.opts.after {
		r.phase = PhaseTurn
		return
	}
	at := r.active
	r.phase, r.played, r.added = PhaseTurn, 0, 0
	r.draw(at)
}

// startTurn gives a seat its turn and its card.
func (r *run) startTurn(at seat) {
	r.phase, r.active = PhaseTurn, at
	r.played, r.added, r.opening = 0, 0, false
	r.draw(at)
}

// draw gives a seat the top card of the deck. A deck that has come to its end is
// made anew from the discard pile at once. Who looks ahead draws nothing.
func (r *run) draw(at seat) {
	if r.staged || r.err != nil {
		return
	}
	if r.deck.n == 0 {
		r.reshuffle()
	}
	if r.deck.n == 0 || r.err != nil {
		return
	}
	card := r.deck.pop()
	r.hands[at].add(card)
	r.known[card] = 0
	if r.told() {
		r.tellSecret(games.Fact{Kind: FactDraw, Seat: numberOf(at), Number: int(r.deck.n)}, []id{card}, knower(at))
	}
	if r.deck.n == 0 {
		r.reshuffle()
	}
}

// reshuffle makes a deck of the discard pile, if there is one.
func (r *run) reshuffle() {
	if r.discard.n == 0 {
		return
	}
	cards := slices.Clone(r.discard.cards())
	slices.Sort(cards)
	order, err := games.Deal(&r.chance, deckTag(r.decks+1), cards, id.code)
	if err != nil {
		r.err = err
		return
	}
	r.decks++
	r.deck, r.discard = pile{}, pile{}
	slices.Reverse(order)
	for _, card := range order {
		r.deck.push(card)
	}
	r.tell(games.Fact{Kind: FactReshuffle, Number: len(order)})
}

// deckTag names the order of a deck in a record: the first is "Deck".
func deckTag(n uint16) string {
	if n == 1 {
		return games.TagDeck
	}
	return games.TagDeck + "." + strconv.Itoa(int(n))
}

// place plays a card into the display.
func (r *run) place(at seat, c Card) {
	before := r.total(at)
	card := r.discover(at, c)
	r.displays[at].push(card)
	r.played++
	r.added++
	if r.told() {
		r.tellCards(games.Fact{Kind: FactPlay, Seat: numberOf(at), Number: r.total(at), Before: before}, []id{card})
	}
}

// discover takes a card of a kind out of a hand for all to see. Whoever knew of
// such a card in the hand knows of one less.
func (r *run) discover(at seat, c Card) id {
	copies := r.hands[at].of(c)
	card := copies.pop()
	r.hands[at].drop(card)
	r.forget(card, copies, everybody)
	r.known[card] = 0
	return card
}

// forget tells the viewers given, who see a card leave a hand, from other copies
// of it in that hand: who knew of another copy no longer knows that it is there.
func (r *run) forget(card id, copies hand, who knowers) {
	for rest := who &^ r.known[card]; rest != 0 && !copies.empty(); {
		other := copies.pop()
		hit := r.known[other] & rest
		r.known[other] &^= hit
		rest &^= hit
	}
}

// withdraw takes the active seat out of the tournament.
func (r *run) withdraw(at seat, token Color) {
	r.leave(at, token)
	if in := r.in(); in.len() == 1 {
		r.win(in.first())
		return
	}
	r.startTurn(r.nextOf(r.in(), at))
}

// leave puts what lies before a seat into the discard pile and returns a token
// for a maiden: the one named, or the only one.
func (r *run) leave(at seat, token Color) {
	pays := r.displays[at].maiden() && r.tokens[at] != 0
	r.out.add(at)
	if r.told() {
		fact := games.Fact{Kind: FactWithdraw, Seat: numberOf(at)}
		r.tellCards(fact, r.before(at))
	}
	r.sweep(at)
	if !pays {
		return
	}
	if token == NoColor {
		token = r.surrender(at)
	}
	r.tokens[at].drop(token)
	r.tell(games.Fact{Kind: FactTokenReturned, Seat: numberOf(at), Word: token.String(), Number: r.tokens[at].len()})
}

// before lists what lies before a seat: display, Shield, Stunned.
func (r *run) before(at seat) []id {
	cards := slices.Clone(r.displays[at].cards())
	if r.shield == at {
		cards = append(cards, firsts[Shield])
	}
	if r.stunned == at {
		cards = append(cards, firsts[Stunned])
	}
	return cards
}

// sweep discards what lies before a seat.
func (r *run) sweep(at seat) {
	for _, card := range r.displays[at].cards() {
		r.discard.push(card)
	}
	r.displays[at].clear()
	if r.shield == at {
		r.discard.push(firsts[Shield])
		r.shield = nobody
	}
	if r.stunned == at {
		r.discard.push(firsts[Stunned])
		r.stunned = nobody
	}
}

// win ends the tournament for the last seat in it.
func (r *run) win(at seat) {
	r.last, r.opening = r.color, false
	if r.told() {
		r.tellCards(games.Fact{Kind: FactWon, Seat: numberOf(at), Word: r.color.String()}, r.before(at))
	}
	r.sweep(at)
	r.active, r.played, r.added = at, 0, 0
	switch missing := r.missing(at); {
	case r.color != Purple && r.tokens[at].has(r.color):
		r.tell(games.Fact{Kind: FactTokenOwned, Seat: numberOf(at), Word: r.color.String(), Number: r.tokens[at].len()})
	case r.color != Purple:
		r.gain(at, r.color)
	case missing.len() == 1:
		r.gain(at, missing.list()[0])
	default:
		r.phase = PhaseToken
		r.tell(games.Fact{Kind: FactChooses, Seat: numberOf(at), Word: "token"})
		return
	}
	r.endTournament(at)
}

// missing returns the set of the colors of which a seat owns no token.
func (p *position) missing(at seat) colorSet {
	var set colorSet
	for c := Purple; c <= Green; c++ {
		if !p.tokens[at].has(c) {
			set.add(c)
		}
	}
	return set
}

func (r *run) gain(at seat, c Color) {
	r.tokens[at].add(c)
	r.tell(games.Fact{Kind: FactToken, Seat: numberOf(at), Word: c.String(), Number: r.tokens[at].len()})
}

// endTournament ends the game for a winner with enough tokens, or lets the
// winner of the tournament open the next.
func (r *run) endTournament(at seat) {
	if r.tokens[at].len() >= r.target() {
		r.finish(at)
		return
	}
	r.open(at)
}
