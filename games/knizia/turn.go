package knizia

import (
	"slices"

	"tableronde/games"
	"tableronde/games/cards"
)

// run plays moves on a state that it owns.
type run struct {
	*state
	recorder *cards.Recorder // nil if nobody asks for the facts
	err      error           // of chance, if a record fixes an impossible result
}

// record records a fact, with cards that only some viewers may see.
func (r *run) record(f games.Fact, see knowers, ids ...cardID) {
	if r.recorder == nil {
		return
	}
	viewer := r.recorder.Viewer
	for _, card := range ids {
		code := card.String()
		if viewer != games.Omniscient && see&knowerOf(viewer) == 0 {
			code = Unknown.String()
		}
		f.Cards = append(f.Cards, code)
	}
	r.recorder.Add(f)
}

// play carries out a legal move.
func (r *run) play(at seatIndex, m Move) {
	switch m.Do {
	case ChooseColor:
		r.color, r.phase, r.opening = m.Color, PhaseTurn, true
		r.turns[at]++
		r.recorder.Add(games.Fact{Kind: FactColor, Seat: numberOf(at), Word: m.Color.String()})
		if !r.opts.drawFirst {
			r.draw(at)
		}
	case PlayCard:
		r.placeCard(at, m.Card)
	case PlayAction:
		r.act(at, m)
	case EndTurn:
		if r.recorder != nil {
			r.recorder.Add(games.Fact{Kind: FactAnnounce, Seat: numberOf(at), Number: r.total(at)})
		}
		r.startTurn(r.next(at, r.withdrawn))
	case Withdraw:
		r.leaveTournament(at, m.Color)
		if winner := r.lastBut(r.withdrawn); winner != nobody {
			r.winTournament(winner)
			return
		}
		r.startTurn(r.next(at, r.withdrawn))
	case TakeToken:
		r.gain(at, m.Color)
		r.endTournament(at)
	case Pass:
		r.resolve()
	case Cancel:
		r.discard.push(r.playOpenly(at, Lancelot))
		r.discard.push(r.underWayCard)
		r.recorder.Add(games.Fact{Kind: FactCancelled, Seat: numberOf(at), Other: numberOf(r.active),
			Cards: []string{r.underWay.Card.String()}})
		r.resume()
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
	r.haveDrawn, r.shown = seatSet{}, [maxSeats]hand{}
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
		for at := range r.around(from) {
			if r.resigned.Has(at) {
				continue
			}
			if r.opts.drawFirst && circle == 0 && !r.haveDrawn.Has(at) {
				r.haveDrawn.Add(at)
				r.draw(at)
			}
			if !r.openings(at).Empty() {
				r.opener, r.active = at, at
				r.recorder.Add(games.Fact{Kind: FactOpens, Seat: numberOf(at)})
				return
			}
			r.shown[at] = r.hands[at]
			for card := range r.hands[at].All() {
				r.known[card] = allKnowers
			}
			if r.recorder != nil {
				r.record(games.Fact{Kind: FactHandShown, Seat: numberOf(at)}, allKnowers, r.hands[at].List()...)
			}
		}
		for at := range r.around(from) {
			if !r.resigned.Has(at) {
				r.draw(at)
			}
		}
	}
}

// openings returns the colors in which a seat can open a tournament.
func (p *position) openings(at seatIndex) (set colorSet) {
	for c := Purple; c <= Green; c++ {
		if p.canOpen(at, c) == nil {
			set.Add(c)
		}
	}
	return set
}

func (p *position) canOpen(at seatIndex, c Color) *cards.Refusal {
	switch fit := p.hands[at].And(pack.supporters.Or(pack.ofColor[c])); {
	case c == Purple && p.last == Purple:
		return purpleAgain
	case fit.Empty():
		return colorLacked
	}
	return nil
}

// startTurn starts the turn of a seat, which draws a card.
func (r *run) startTurn(at seatIndex) {
	r.phase, r.active = PhaseTurn, at
	r.turns[at]++
	r.played, r.added, r.opening = 0, 0, false
	r.draw(at)
}

// draw gives a seat the top card of the deck. The shuffled discard pile replaces an empty
// deck at once. In a look ahead nothing is drawn.
func (r *run) draw(at seatIndex) {
	if r.staged || r.err != nil {
		r.uncovered = r.staged
		return
	}
	r.refill()
	if r.deck.n == 0 || r.err != nil {
		return
	}
	card := r.deck.take(Place(r.deck.n))
	r.hands[at].Add(card)
	r.known[card] = 0
	r.record(games.Fact{Kind: FactDraw, Seat: numberOf(at), Number: int(r.deck.n)}, knower(at), card)
	r.refill()
}

// refill makes the discard pile the new deck if the old one is used up.
func (r *run) refill() {
	if r.deck.n > 0 || r.discard.n == 0 {
		return
	}
	if r.err = r.shuffle(cards.SetOf(r.discard.cards()...)); r.err == nil {
		r.discard = row{}
		r.recorder.Add(games.Fact{Kind: FactReshuffle, Number: int(r.deck.n)})
	}
}

// placeCard plays a card to the display.
func (r *run) placeCard(at seatIndex, c Card) {
	before := r.total(at)
	card := r.playOpenly(at, c)
	r.displays[at].push(card)
	r.played++
	r.added++
	if r.recorder != nil {
		r.record(games.Fact{Kind: FactPlay, Seat: numberOf(at), Number: r.total(at), Before: before}, allKnowers, card)
	}
}

// playOpenly removes a card of a kind from a hand in the open. Viewers who had seen such cards
// in the hand then count one less.
func (r *run) playOpenly(at seatIndex, c Card) cardID {
	card := r.hands[at].And(pack.ofKind[c]).First()
	r.removeCard(at, card, allKnowers)
	r.known[card] = 0
	return card
}

// removeCard removes a card from a hand before some viewers. Where such a viewer has not seen
// this copy there, but another one, the removed card may be the other: it becomes hidden again.
func (r *run) removeCard(at seatIndex, card cardID, who knowers) {
	r.hands[at].Remove(card)
	unsure := who &^ r.known[card]
	for other := range r.hands[at].And(pack.ofKind[card.kind()]).All() {
		hit := r.known[other] & unsure
		r.known[other] &^= hit
		unsure &^= hit
	}
}

// leaveTournament discards the cards before a seat and gives back a token for a maiden: the named
// one, or the last in the order of the rules.
func (r *run) leaveTournament(at seatIndex, token Color) {
	pays := r.displays[at].has(W6) && !r.tokens[at].Empty()
	r.withdrawn.Add(at)
	r.discardAll(at, games.Fact{Kind: FactWithdraw, Seat: numberOf(at)})
	if !pays {
		return
	}
	if token == NoColor {
		token = r.defaultToken(at)
	}
	r.tokens[at].Remove(token)
	r.recorder.Add(games.Fact{Kind: FactTokenReturned, Seat: numberOf(at), Word: token.String(),
		Number: r.tokens[at].Len()})
}

// discardAll discards the cards before a seat, status cards last, and records them with a
// fact.
func (r *run) discardAll(at seatIndex, f games.Fact) {
	from := r.discard.n
	for _, card := range r.displays[at].cards() {
		r.discard.push(card)
	}
	r.displays[at] = row{}
	if r.shield == at {
		r.discard.push(pack.first[Shield])
		r.shield = nobody
	}
	if r.stunned == at {
		r.discard.push(pack.first[Stunned])
		r.stunned = nobody
	}
	r.record(f, allKnowers, r.discard.cards()[from:]...)
}

// winTournament ends the tournament for the last seat in it.
func (r *run) winTournament(at seatIndex) {
	r.last, r.opening = r.color, false
	r.discardAll(at, games.Fact{Kind: FactWon, Seat: numberOf(at), Word: r.color.String()})
	r.active, r.played, r.added = at, 0, 0
	switch missing := r.missingTokens(at); {
	case r.color != Purple && r.tokens[at].Has(r.color):
		r.recorder.Add(games.Fact{Kind: FactTokenOwned, Seat: numberOf(at), Word: r.color.String(),
			Number: r.tokens[at].Len()})
	case r.color != Purple:
		r.gain(at, r.color)
	case missing.Len() == 1:
		r.gain(at, missing.First())
	default:
		r.phase = PhaseToken
		r.recorder.Add(games.Fact{Kind: FactChooses, Seat: numberOf(at), Word: "token"})
		return
	}
	r.endTournament(at)
}

// missingTokens returns the colors of which a seat has no token.
func (p *position) missingTokens(at seatIndex) colorSet {
	return cards.SetOf(Colors()...).Without(p.tokens[at])
}

func (r *run) gain(at seatIndex, c Color) {
	r.tokens[at].Add(c)
	r.recorder.Add(games.Fact{Kind: FactToken, Seat: numberOf(at), Word: c.String(), Number: r.tokens[at].Len()})
}

// endTournament ends the game if the winner has enough tokens, else the winner opens
// the next tournament.
func (r *run) endTournament(at seatIndex) {
	if r.tokens[at].Len() >= r.tokensToWin() {
		r.finish(at)
		return
	}
	r.openTournament(at)
}

func (r *run) finish(at seatIndex) {
	r.phase, r.winner, r.active = PhaseOver, at, at
	r.recorder.Add(games.Fact{Kind: FactOver, Seat: numberOf(at), Word: r.Result().Reason, Number: r.tokens[at].Len()})
}

// resign takes a seat out of the game: it leaves the tournament as by a withdrawal,
// and its hand is discarded.
func (r *run) resign(at seatIndex) {
	phase := r.phase
	playing := phase == PhaseTurn || phase == PhaseReact || phase == PhaseAdapt
	left := playing && r.in(at)
	r.recorder.Add(games.Fact{Kind: FactResign, Seat: numberOf(at)})
	r.resigned.Add(at)
	if left {
		r.leaveTournament(at, NoColor)
	}
	r.withdrawn.Add(at)
	r.pending.Remove(at)
	r.answered.Remove(at)
	for card := range r.hands[at].All() {
		r.discard.push(card)
	}
	r.hands[at], r.shown[at] = hand{}, hand{}
	switch winner := r.lastBut(r.withdrawn); {
	case r.lastBut(r.resigned) != nobody:
		r.setAside()
		r.byResignation = true
		r.finish(r.lastBut(r.resigned))
	case left && winner != nobody:
		r.setAside()
		r.winTournament(winner)
	case phase == PhaseOpen && at == r.active:
		r.findOpener(r.next(at, r.resigned))
	case phase == PhaseToken && at == r.active:
		r.openTournament(r.next(at, r.resigned))
	case (phase == PhaseTurn || phase == PhaseReact) && at == r.active:
		r.setAside()
		r.startTurn(r.next(at, r.withdrawn))
	case phase == PhaseReact && numberOf(at) == r.underWay.Seat:
		r.targetResigned = true
	case phase == PhaseAdapt && r.pending.Empty():
		r.applyAdapt()
	}
}

// setAside discards the action card under way, if there is one, without effect.
func (r *run) setAside() {
	if r.phase == PhaseReact || r.phase == PhaseAdapt {
		r.discard.push(r.underWayCard)
		r.clearAction()
	}
}

// defaultToken returns the token that a seat gives back by default: the last one in the
// order of the rules.
func (p *position) defaultToken(at seatIndex) Color {
	list := p.tokens[at].List()
	if len(list) == 0 {
		return NoColor
	}
	return list[len(list)-1]
}

// Default returns the line that is played for a seat whose time is up: the opener
// chooses the color of most of its cards, a turn ends if it can and otherwise in
// withdrawal, and for Adapt the oldest card of each value is kept.
func (s *state) Default(number games.Seat) string {
	at, ok := s.seatOf(number)
	if !ok || !slices.Contains(s.ToAct(), number) {
		return ""
	}
	return s.player(at).defaultMove().String()
}

// defaultMove is Default as a Move. Ties are broken in the order of the rules; the opener
// places the lowest card that it may, a colored one before a supporter.
func (p player) defaultMove() Move {
	switch p.phase {
	case PhaseOpen:
		best, most := NoColor, -1
		for c := range p.openings(p.at).All() {
			if n := p.hands[p.at].And(pack.ofColor[c]).Len(); n > most {
				best, most = c, n
			}
		}
		return Move{Do: ChooseColor, Color: best}
	case PhaseToken:
		return Move{Do: TakeToken, Color: p.missingTokens(p.at).First()}
	case PhaseReact:
		return Move{Do: Pass}
	case PhaseAdapt:
		return Move{Do: KeepCards, Keep: p.preferredKeep(p.at, KeepOldest)}
	}
	end := Move{Do: EndTurn}
	switch {
	case p.openerOwes():
		best := Unknown
		for card := range p.hands[p.at].All() {
			c := card.kind()
			if !c.IsAction() && p.checkPlay(c) == nil && (best == Unknown || c.Value() < best.Value()) {
				best = c
			}
		}
		return Move{Do: PlayCard, Card: best}
	case p.check(end) == nil:
		return end
	case p.displays[p.at].has(W6) && p.tokens[p.at].Len() > 1:
		return Move{Do: Withdraw, Color: p.defaultToken(p.at)}
	}
	return Move{Do: Withdraw}
}
