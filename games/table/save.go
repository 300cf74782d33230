package table

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"tableronde/games"
)

// savedFormat is the number of the format of Save.
const savedFormat = 1

var errNotSaved = errors.New("the saved state does not follow from the events of the match")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The byte that Save writes for an event has its effect on the position, and flags.
const (
	savedAction = iota // a game action led to a new position
	savedOther         // another event led to a new position
	savedStay          // the position stayed as it was
	savedBack          // back to the position after a named event

	savedPosition = 3  // mask
	savedOffers   = 4  // the offers have changed
	savedResult   = 8  // the match has ended, and not by the rules of the game
	savedBot      = 16 // with savedOffers: some of them are about bots
)

// Save returns the moments of the match and its state, for Restore. It returns nil for a match
// that has to be replayed: one of a game with hidden parts, or whose states are no games.Saver. It
// holds neither texts nor times of events.
func (m Match) Save() []byte {
	state, ok := m.state.(games.Saver)
	if !ok || m.game.hidden {
		return nil
	}
	info := m.game.rules.Info()
	out := binary.AppendUvarint([]byte{savedFormat}, uint64(m.now.ply))
	out = games.AppendText(out, info.ID)
	out = binary.AppendUvarint(out, uint64(info.Version))
	var sum logSum
	for _, t := range m.now.momentsAfter(0) {
		sum.add(t.event)
		out = t.appendSaved(out)
	}
	out = binary.LittleEndian.AppendUint32(out, sum.sum)
	out = games.AppendText(out, state.Save())
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// logSum is a checksum of the seats and texts of events.
type logSum struct {
	sum    uint32
	buffer []byte
}

func (s *logSum) add(e Event) {
	s.buffer = append(append(binary.AppendVarint(s.buffer[:0], int64(e.Seat)), e.Text...), 0)
	s.sum = crc32.Update(s.sum, castagnoli, s.buffer)
}

func (t *moment) appendSaved(out []byte) []byte {
	code := byte(savedBack)
	switch {
	case t.pos == t.prev.pos:
		code = savedStay
	case t.pos.at == t && t.pos.acted:
		code = savedAction
	case t.pos.at == t:
		code = savedOther
	}
	was, now := t.prev.pending(), t.pending()
	if now != was {
		code |= savedOffers
	}
	aboutBot := now != was && (now.bot != botOffer{} || now.botBarred != 0)
	if aboutBot {
		code |= savedBot
	}
	if t.result != nil {
		code |= savedResult
	}
	out = append(out, code)
	if code&savedPosition == savedBack {
		out = binary.AppendUvarint(out, uint64(t.pos.at.ply))
	}
	if now != was {
		for _, n := range [...]uint64{uint64(now.draw.by), uint64(now.draw.agreed),
			uint64(now.undo.by), uint64(now.undo.agreed), uint64(now.undo.line), uint64(now.barred)} {
			out = binary.AppendUvarint(out, n)
		}
	}
	if aboutBot {
		for _, n := range [...]uint64{uint64(now.bot.by), uint64(now.bot.agreed), uint64(now.bot.seat), uint64(now.bot.level), uint64(now.botBarred)} {
			out = binary.AppendUvarint(out, n)
		}
	}
	if t.result != nil {
		text, err := json.Marshal(t.result)
		if err != nil {
			panic(err) // of numbers and words
		}
		out = games.AppendText(out, text)
	}
	return out
}

// Restore returns a match after the first events of its log, from the bytes that Save returned
// at that ply. The error is games.ErrSavedFormat, or another one for bytes that are damaged or
// belong to another match.
func Restore(rules games.Ruleset, setup games.Setup, log []Event, saved []byte) (Match, error) {
	m, err := New(rules, setup)
	if err != nil {
		return Match{}, err
	}
	first, ok := m.state.(games.Saver)
	body := len(saved) - crc32.Size
	if !ok || m.game.hidden || body < 0 || crc32.Checksum(saved[:body], castagnoli) != binary.LittleEndian.Uint32(saved[body:]) {
		return Match{}, errNotSaved
	}
	r, info := savedReader{games.NewSavedReader(saved[:body])}, rules.Info()
	if r.Number(math.MaxUint8) != savedFormat {
		return Match{}, games.ErrSavedFormat
	}
	plies := r.Number(uint64(len(log)))
	if string(r.Text()) != info.ID || r.Number(math.MaxInt32) != uint64(info.Version) {
		return Match{}, games.ErrSavedFormat
	}
	if r.Failed() {
		return Match{}, errNotSaved
	}
	if err := r.moments(&m, log[:plies]); err != nil {
		return Match{}, err
	}
	if m.state, err = first.Load(r.Text()); err != nil {
		return Match{}, fmt.Errorf("load state: %w", err)
	}
	if r.Failed() || r.Left() > 0 {
		return Match{}, errNotSaved
	}
	m.now.pos.state = m.state
	return m, nil
}

// savedReader reads the bytes that Save has written.
type savedReader struct{ *games.SavedReader }

// moments reads the moments after the events of a log, which share the memory of one
// list, into a match at its start.
func (r *savedReader) moments(m *Match, log []Event) error {
	moments, positions, used := make([]moment, len(log)), make([]position, len(log)), 0
	var sum logSum
	for i, e := range log {
		sum.add(e)
		t, code := &moments[i], r.Number(math.MaxUint8)
		m.now.followTo(t, e)
		switch code & savedPosition {
		case savedAction, savedOther:
			p := &positions[used]
			used++
			*p = position{prev: t.pos, at: t, acted: code&savedPosition == savedAction, moves: t.pos.moves}
			if p.acted {
				p.moves++
			}
			t.pos = p
		case savedBack:
			t.pos = m.now.back(int(r.Number(uint64(i)))).pos
		}
		if code&savedOffers != 0 {
			t.offers = r.offers(code&savedBot != 0)
		}
		if code&savedResult != 0 {
			if err := json.Unmarshal(r.Text(), &t.result); err != nil {
				return err
			}
		}
		if r.Failed() {
			return errNotSaved
		}
		m.now = t
	}
	if stored := r.Bytes(crc32.Size); r.Failed() || binary.LittleEndian.Uint32(stored) != sum.sum {
		return errNotSaved
	}
	return nil
}

// offers reads offers, with or without those about bots, and returns nil if none are pending.
func (r *savedReader) offers(bot bool) *offers {
	seat := func() games.Seat { return games.Seat(r.Number(64)) }
	seats := func() seatSet { return seatSet(r.Number(math.MaxUint64)) }
	o := offers{draw: offer{by: seat(), agreed: seats()}}
	o.undo = offer{by: seat(), agreed: seats(), line: int(r.Number(math.MaxInt32))}
	o.barred = seats()
	if bot {
		o.bot = botOffer{offer: offer{by: seat(), agreed: seats()}, seat: seat(), level: int(r.Number(MostLevel))}
		o.botBarred = seats()
	}
	if o == (offers{}) {
		return nil
	}
	return &o
}
