package clock

import "time"

const day = 24 * time.Hour

// Limits of a Control.
const (
	Shortest = time.Minute    // of a time for each decision, a bank and a cap
	Longest  = 365 * day      // of every duration
	liveEnds = 4 * time.Hour  // controls that give less for the first decision are live
	ceiling  = 10 * 365 * day // of the time left, where no cap is lower
)

// MostDefaults is the number of defaults in a row with which a seat leaves the game,
// unless the control keeps it.
const MostDefaults = 3

// DefaultVacation is the vacation of a seat in a match by correspondence whose
// table does not say otherwise. Live matches have none.
const DefaultVacation = 14 * day

// Control says how much time the seats of a match have: Move for each decision, or
// Bank for all of them; one of the two is positive. The zero Control is not valid.
type Control struct {
	Move time.Duration // for each decision; what is left of it is lost

	Bank      time.Duration // at the start
	Increment time.Duration // added to the bank by each decision
	Cap       time.Duration // the most that an increment fills the bank to; 0 for no cap

	Vacation    time.Duration // of each seat in the whole match, used when its time is
	WeekendsOff bool          // no time runs on Saturday and Sunday, UTC
	KeepsSeats  bool          // a seat stays in the game however many of its decisions are defaults; see MostDefaults

	BotsTakeOver bool // a seat that would leave the game goes to a bot; not with KeepsSeats
}

// Check returns a *FieldError if the control is not valid.
func (c Control) Check() error {
	for _, f := range fields {
		d := *f.of(&c)
		if d == 0 {
			continue
		}
		if err := f.check(d); err != nil {
			return err
		}
	}
	return c.checkTogether(func(f field) bool { return *f.of(&c) != 0 })
}

// checkTogether returns a *FieldError for fields that do not go together.
func (c Control) checkTogether(given func(field) bool) error {
	move, bank := given(fieldMove), given(fieldBank)
	for _, f := range []field{fieldBank, fieldIncrement, fieldCap} {
		if move && given(f) {
			return &FieldError{Field: f.name, Reason: NotWithMove}
		}
	}
	switch {
	case move:
		return nil
	case !bank && (given(fieldIncrement) || given(fieldCap)):
		return &FieldError{Field: fieldBank.name, Reason: Missing}
	case !bank:
		return &FieldError{Field: fieldMove.name, Reason: Missing}
	case given(fieldCap) && c.Cap < c.Bank:
		return &FieldError{Field: fieldCap.name, Reason: BelowBank, Limit: c.Bank}
	}
	return nil
}

// Live reports whether the control is for players who stay at the board: its first
// decision has less than four hours.
func (c Control) Live() bool { return c.Move+c.Bank+c.Increment < liveEnds }

// Allowance returns the most time that a seat can have without grants: that of a
// decision, or the full bank, and all of its vacation. A bank without a cap counts as
// full at what it starts with.
func (c Control) Allowance() time.Duration { return c.Move + max(c.Bank, c.Cap) + c.Vacation }

// start returns the time that a seat has before its first decision.
func (c Control) start() time.Duration { return c.Move + c.Bank }

// afterDecision returns the time left to a seat once it has made a decision that
// it owed, with so much left.
func (c Control) afterDecision(left time.Duration) time.Duration {
	switch {
	case c.Move > 0:
		return c.Move
	case c.Cap > 0:
		return min(left+c.Increment, c.Cap)
	}
	return min(left+c.Increment, ceiling)
}

// IsLow reports whether time is short: from a tenth of the allowance or the last
// hour, whichever comes first. Live clocks have no last hour, since
// all of their time may be less than one. Both durations include the vacation, or
// neither does.
func IsLow(left, allowance time.Duration) bool {
	if left <= allowance/10 {
		return true
	}
	return allowance >= liveEnds && left <= time.Hour
}
