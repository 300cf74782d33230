package knizia

import (
	"slices"
	"strconv"

	"tableronde/games"
)

// run plays moves on a state that it owns.
type run struct {
	*state
	recorder *factRecorder // nil if nobody asks for the facts
	err      error         // of chance, if a record fixes an impossible result
}

// play carries out a legal move.
func (r *run) play(at seatIndex, m Move) {
	switch m.Do {
	case ChooseColor:
		r.chooseColor(m.Color)
	case PlayCard:
		r.placeCard(at, m.Card)
	case PlayAction:
		r.act(at, m)
	case EndTurn:
		r.record(games.Fact{Kind: FactAnnounce, Seat: numberOf(at), Number: r.total(at)})
		r.startTurn(r.nextOf(r.inTournament(), at))
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

// openTournament starts a tournament that a seat should open.
func (r *run) openTournament(at seatIndex) {
	r.phase, r.color = PhaseOpen, NoColor
	r.withdrawn = r.resigned
	r.tournament++
	r.turns = [maxSeats]uint16{}
	r.played, r.added, r.opening = 0, 0, false
	r.haveDrawn, r.shown = 0, [maxSeats]hand{}
	r.findOpener(at)
}

// findOpener finds the first seat clockwise that can open. A seat that cannot shows its
// hand; if no seat can, all draw a card.
func (r *run) findOpener(from seatIndex) {
	r.firstAsked, r.opener, r.active = from, from, from
	if r.staged {
		r.uncovered = r.opts.drawFirst
		return
	}
	for circle := 0; r.err == nil; circle++ {
		at := from
		for range r.inGame().len() {
			if r.opts.drawFirst && circle == 0 && !r.haveDrawn.has(at) {
				r.haveDrawn.add(at)
				r.draw(at)
			}
			if r.openings(at) != 0 {
				r.opener, r.active = at, at
				r.record(games.Fact{Kind: FactOpens, Seat: numberOf(at)})
				return
			}
			r.showHand(at)
			at = r.nextOf(r.inGame(), at)
		}
		for range r.inGame().len() {
			r.draw(at)
			at = r.nextOf(r.inGame(), at)
		}
	}
}

// openings returns the colors in which a seat can open a tournament.
func (p *position) openings(at seatIndex) colorSet {
	var set colorSet
	for c := Purple; c <= Green; c++ {
		if p.canOpen(at, c) == nil {
			set.add(c)
		}
	}
	return set
}

func (p *position) canOpen(at seatIndex, c Color) *refusal {
	h := p.hands[at]
	switch {
	case c == Purple && p.last == Purple:
		return purpleAgain
	case h.and(supporterMask).empty() && h.and(colorMasks[c]).empty():
		return colorLacked
	}
	return nil
}

// showHand shows a hand to everybody.
func (r *run) showHand(at seatIndex) {
	r.shown[at] = r.hands[at]
	for h := r.hands[at]; !h.empty(); {
		r.known[h.pop()] = allKnowers
	}
	if r.recording() {
		r.recordCards(games.Fact{Kind: FactHandShown, Seat: numberOf(at)}, r.hands[at].list())
	}
}

func (r *run) chooseColor(c Color) {
	r.color = c
	r.record(games.Fact{Kind: FactColor, Seat: numberOf(r.active), Word: c.String()})
	r.opening = true
	r.turns[r.active]++
	if r.opts.drawFirst {
		r.phase = PhaseTurn
		return
	}
	at := r.active
	r.phase, r.played, r.added = PhaseTurn, 0, 0
	r.draw(at)
}

// startTurn starts the turn of a seat, which draws a card.
func (r *run) startTurn(at seatIndex) {
	r.phase, r.active = PhaseTurn, at
	r.turns[at]++
	r.played, r.added, r.opening = 0, 0, false
	r.draw(at)
}

// draw gives a seat the top card of the deck. An empty deck is replaced at once by the
// shuffled discard pile. In a look ahead nothing is drawn.
func (r *run) draw(at seatIndex) {
	if r.staged || r.err != nil {
		r.uncovered = r.staged
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
	if r.recording() {
		r.recordSecret(games.Fact{Kind: FactDraw, Seat: numberOf(at), Number: int(r.deck.n)}, []cardID{card}, knower(at))
	}
	if r.deck.n == 0 {
		r.reshuffle()
	}
}

// reshuffle makes the discard pile the new deck, if there is one.
func (r *run) reshuffle() {
	if r.discard.n == 0 {
		return
	}
	cards := slices.Clone(r.discard.cards())
	slices.Sort(cards)
	order, err := games.Deal(&r.chance, deckTag(r.decks+1), cards, cardID.code)
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
	r.record(games.Fact{Kind: FactReshuffle, Number: len(order)})
}

// deckTag returns the tag of the order of a deck: the first is "Deck".
func deckTag(n uint16) string {
	if n == 1 {
		return games.TagDeck
	}
	return games.TagDeck + "." + strconv.Itoa(int(n))
}

// placeCard plays a card to the display.
func (r *run) placeCard(at seatIndex, c Card) {
	before := r.total(at)
	card := r.playOpenly(at, c)
	r.displays[at].push(card)
	r.played++
	r.added++
	if r.recording() {
		r.recordCards(games.Fact{Kind: FactPlay, Seat: numberOf(at), Number: r.total(at), Before: before}, []cardID{card})
	}
}

// playOpenly removes a card of a kind from a hand in the open. Viewers who knew of such
// a card in the hand know of one less.
func (r *run) playOpenly(at seatIndex, c Card) cardID {
	copies := r.hands[at].of(c)
	card := copies.pop()
	r.hands[at].drop(card)
	r.forget(card, copies, allKnowers)
	r.known[card] = 0
	return card
}

// forget updates the knowledge of viewers who see a card leave a hand: those who knew
// of another copy there no longer know that it is.
func (r *run) forget(card cardID, copies hand, who knowers) {
	for rest := who &^ r.known[card]; rest != 0 && !copies.empty(); {
		other := copies.pop()
		hit := r.known[other] & rest
		r.known[other] &^= hit
		rest &^= hit
	}
}

// withdraw takes the active seat out of the tournament.
func (r *run) withdraw(at seatIndex, token Color) {
	r.leaveTournament(at, token)
	if in := r.inTournament(); in.len() == 1 {
		r.winTournament(in.first())
		return
	}
	r.startTurn(r.nextOf(r.inTournament(), at))
}

// leaveTournament discards the cards before a seat and gives back a token for a maiden: the named
// one, or the only one.
func (r *run) leaveTournament(at seatIndex, token Color) {
	pays := r.displays[at].hasMaiden() && r.tokens[at] != 0
	r.withdrawn.add(at)
	if r.recording() {
		fact := games.Fact{Kind: FactWithdraw, Seat: numberOf(at)}
		r.recordCards(fact, r.cardsBefore(at))
	}
	r.discardAll(at)
	if !pays {
		return
	}
	if token == NoColor {
		token = r.defaultToken(at)
	}
	r.tokens[at].drop(token)
	r.record(games.Fact{Kind: FactTokenReturned, Seat: numberOf(at), Word: token.String(), Number: r.tokens[at].len()})
}

// cardsBefore lists the cards before a seat: display, Shield, Stunned.
func (r *run) cardsBefore(at seatIndex) []cardID {
	cards := slices.Clone(r.displays[at].cards())
	if r.shield == at {
		cards = append(cards, firstOfKind[Shield])
	}
	if r.stunned == at {
		cards = append(cards, firstOfKind[Stunned])
	}
	return cards
}

// discardAll discards the cards before a seat.
func (r *run) discardAll(at seatIndex) {
	for _, card := range r.displays[at].cards() {
		r.discard.push(card)
	}
	r.displays[at].clear()
	if r.shield == at {
		r.discard.push(firstOfKind[Shield])
		r.shield = nobody
	}
	if r.stunned == at {
		r.discard.push(firstOfKind[Stunned])
		r.stunned = nobody
	}
}

// winTournament ends the tournament for the last seat in it.
func (r *run) winTournament(at seatIndex) {
	r.last, r.opening = r.color, false
	if r.recording() {
		r.recordCards(games.Fact{Kind: FactWon, Seat: numberOf(at), Word: r.color.String()}, r.cardsBefore(at))
	}
	r.discardAll(at)
	r.active, r.played, r.added = at, 0, 0
	switch missing := r.missingTokens(at); {
	case r.color != Purple && r.tokens[at].has(r.color):
		r.record(games.Fact{Kind: FactTokenOwned, Seat: numberOf(at), Word: r.color.String(), Number: r.tokens[at].len()})
	case r.color != Purple:
		r.gain(at, r.color)
	case missing.len() == 1:
		r.gain(at, missing.list()[0])
	default:
		r.phase = PhaseToken
		r.record(games.Fact{Kind: FactChooses, Seat: numberOf(at), Word: "token"})
		return
	}
	r.endTournament(at)
}

// missingTokens returns the colors of which a seat has no token.
func (p *position) missingTokens(at seatIndex) colorSet {
	var set colorSet
	for c := Purple; c <= Green; c++ {
		if !p.tokens[at].has(c) {
			set.add(c)
		}
	}
	return set
}

func (r *run) gain(at seatIndex, c Color) {
	r.tokens[at].add(c)
	r.record(games.Fact{Kind: FactToken, Seat: numberOf(at), Word: c.String(), Number: r.tokens[at].len()})
}

// endTournament ends the game if the winner has enough tokens, else the winner opens
// the next tournament.
func (r *run) endTournament(at seatIndex) {
	if r.tokens[at].len() >= r.tokensToWin() {
		r.finish(at)
		return
	}
	r.openTournament(at)
}
