package clock

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// Limits of a Control.
const (
	Shortest = time.Minute    // of a time for each decision, a bank and a cap
	Longest  = 365 * day      // of every duration
	liveEnds = 4 * time.Hour  // a control that gives less for the first decision is live
	ceiling  = 10 * 365 * day // of the time left, unless a cap is lower
)

// MostDefaults is the number of defaults in a row after which a seat leaves the game, unless the
// control keeps it.
const MostDefaults = 3

// DefaultVacation is the vacation of a seat in a match by correspondence whose
// table does not say otherwise. Live matches have none.
const DefaultVacation = 14 * day

// Control is the time of the seats of a match: Move for each decision, or Bank for all of them; one
// of the two is positive. The zero Control is not valid.
type Control struct {
	Move time.Duration // for each decision; time left over is lost

	Bank      time.Duration // at the start
	Increment time.Duration // added to the bank by each decision
	Cap       time.Duration // the most that the bank may have after an increment; 0 for no cap

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

// checkTogether returns a *FieldError for fields that exclude or need each other.
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

// Live reports whether the control is for players who stay at the board: the time for the first
// decision is less than four hours.
func (c Control) Live() bool { return c.Move+c.Bank+c.Increment < liveEnds }

// Allowance returns the most time that a seat can have without grants: the time of a decision, or
// the full bank, plus the whole vacation. A bank without a cap is full with the time at the start.
func (c Control) Allowance() time.Duration { return c.Move + max(c.Bank, c.Cap) + c.Vacation }

// IsLow reports whether time is short: a tenth of the allowance or one hour is left, whichever
// comes first. For live clocks only the tenth counts, since all of their time may be less than an
// hour. Both durations include the vacation, or neither does.
func IsLow(left, allowance time.Duration) bool {
	if left <= allowance/10 {
		return true
	}
	return allowance >= liveEnds && left <= time.Hour
}

// field is a duration of a Control in its JSON form.
type field struct {
	name  string
	of    func(*Control) *time.Duration
	least time.Duration
}

var (
	fieldMove      = field{"move", func(c *Control) *time.Duration { return &c.Move }, Shortest}
	fieldBank      = field{"bank", func(c *Control) *time.Duration { return &c.Bank }, Shortest}
	fieldIncrement = field{"increment", func(c *Control) *time.Duration { return &c.Increment }, 0}
	fieldCap       = field{"cap", func(c *Control) *time.Duration { return &c.Cap }, Shortest}
	fieldVacation  = field{"vacation", func(c *Control) *time.Duration { return &c.Vacation }, 0}

	fields = []field{fieldMove, fieldBank, fieldIncrement, fieldCap, fieldVacation}
)

// The words of "weekends" and "defaults" in the JSON form.
const (
	weekendsOn     = "on" // the usual one
	weekendsOff    = "off"
	defaultsResign = "resign" // the usual one
	defaultsStay   = "stay"
	defaultsBot    = "bot"
)

// Defaults lists the treatments of a seat that leaves its decisions to the game, in the words
// of the JSON form. The usual one comes first.
func Defaults() []string { return []string{defaultsResign, defaultsStay, defaultsBot} }

// SetDefaults chooses one of Defaults, "" for the usual one. It returns false for any other word.
func (c *Control) SetDefaults(text string) bool {
	switch text {
	case "", defaultsResign:
	case defaultsStay:
		c.KeepsSeats = true
	case defaultsBot:
		c.BotsTakeOver = true
	default:
		return false
	}
	return true
}

// check returns a *FieldError for a duration that is out of the field's range.
func (f field) check(d time.Duration) error {
	switch {
	case d < f.least:
		return &FieldError{Field: f.name, Reason: TooShort, Limit: f.least}
	case d > Longest:
		return &FieldError{Field: f.name, Reason: TooLong, Limit: Longest}
	}
	return nil
}

// Reason is why a field of a Control is refused.
type Reason string

// The reasons of a FieldError.
const (
	BadForm     Reason = "form"          // not a Go duration and not one of its words; without a field: not an object
	Unknown     Reason = "unknown"       // no field of that name
	Missing     Reason = "missing"       // both "move" and "bank" are missing, or "bank" is missing for an increment or a cap
	NotWithMove Reason = "not_with_move" // the field is for a bank only
	TooShort    Reason = "short"         // less than Limit
	TooLong     Reason = "long"          // more than Limit
	BelowBank   Reason = "below_bank"    // a cap below Limit, the bank at the start
)

// FieldError is the refusal of a Control: the field, by its name in JSON, and the reason.
type FieldError struct {
	Field  string // empty if the whole is not an object
	Reason Reason
	Limit  time.Duration // of TooShort, TooLong and BelowBank
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return "clock: not a JSON object"
	}
	return fmt.Sprintf("clock: %q %s", e.Field, e.why())
}

// why returns the reason as the end of a sentence that begins with the name of the field.
func (e *FieldError) why() string {
	switch {
	case e.Reason == BadForm && e.Field == "weekends":
		return fmt.Sprintf("is neither %q nor %q", weekendsOn, weekendsOff)
	case e.Reason == BadForm && e.Field == "defaults":
		return fmt.Sprintf("is none of %q", Defaults())
	case e.Reason == Missing && e.Field == fieldMove.name:
		return `or "bank" is missing`
	case e.Limit != 0 || e.Reason == TooShort:
		return reasonWords[e.Reason] + formatDuration(e.Limit)
	}
	return reasonWords[e.Reason]
}

var reasonWords = map[Reason]string{
	BadForm:     `is not a duration such as "72h" or "90s"`,
	Unknown:     "is not a field of a clock",
	Missing:     "is missing",
	NotWithMove: `does not go with "move"`,
	TooShort:    "is shorter than ",
	TooLong:     "is longer than ",
	BelowBank:   "is less than the bank of ",
}

// MarshalJSON writes the control as API.md has it: {"move":"72h"}, or
// {"bank":"240h","increment":"36h","cap":"240h"}, without a cap if there is none.
// "vacation", "weekends" and "defaults" follow only where they are not the default.
func (c Control) MarshalJSON() ([]byte, error) {
	var out struct {
		Move      string `json:"move,omitempty"`
		Bank      string `json:"bank,omitempty"`
		Increment string `json:"increment,omitempty"`
		Cap       string `json:"cap,omitempty"`
		Vacation  string `json:"vacation,omitempty"`
		Weekends  string `json:"weekends,omitempty"`
		Defaults  string `json:"defaults,omitempty"`
	}
	if c.Move > 0 {
		out.Move = formatDuration(c.Move)
	} else {
		out.Bank, out.Increment = formatDuration(c.Bank), formatDuration(c.Increment)
	}
	if c.Cap > 0 {
		out.Cap = formatDuration(c.Cap)
	}
	if c.Vacation != c.defaultVacation() {
		out.Vacation = formatDuration(c.Vacation)
	}
	if c.WeekendsOff {
		out.Weekends = weekendsOff
	}
	switch {
	case c.KeepsSeats:
		out.Defaults = defaultsStay
	case c.BotsTakeOver:
		out.Defaults = defaultsBot
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the JSON form that MarshalJSON writes, durations in any form that
// time.ParseDuration accepts. Absent fields mean: increment 0, no cap, the default vacation
// (DefaultVacation, none for live controls), weekends "on", so that time runs on them, and
// defaults "resign". The error is a *FieldError for a field that is unknown, malformed or not
// valid; the control is then unchanged.
func (c *Control) UnmarshalJSON(data []byte) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil || given == nil {
		return &FieldError{Reason: BadForm}
	}
	isGiven := func(f field) bool { return given[f.name] != nil }
	var read Control
	for _, f := range fields {
		if !isGiven(f) {
			continue
		}
		var text *string
		if err := json.Unmarshal(given[f.name], &text); err != nil || text == nil {
			return &FieldError{Field: f.name, Reason: BadForm}
		}
		d, err := time.ParseDuration(*text)
		if err != nil {
			return &FieldError{Field: f.name, Reason: BadForm}
		}
		if err := f.check(d); err != nil {
			return err
		}
		*f.of(&read) = d
	}
	switch string(given["weekends"]) {
	case "", strconv.Quote(weekendsOn):
	case strconv.Quote(weekendsOff):
		read.WeekendsOff = true
	default:
		return &FieldError{Field: "weekends", Reason: BadForm}
	}
	if raw := string(given["defaults"]); raw == `""` || !read.SetDefaults(strings.Trim(raw, `"`)) {
		return &FieldError{Field: "defaults", Reason: BadForm}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		known := func(f field) bool { return f.name == name }
		if name != "weekends" && name != "defaults" && !slices.ContainsFunc(fields, known) {
			return &FieldError{Field: name, Reason: Unknown}
		}
	}
	if err := read.checkTogether(isGiven); err != nil {
		return err
	}
	if !isGiven(fieldVacation) {
		read.Vacation = read.defaultVacation()
	}
	*c = read
	return nil
}

// defaultVacation returns the vacation of a table that does not specify one.
func (c Control) defaultVacation() time.Duration {
	if c.Live() {
		return 0
	}
	return DefaultVacation
}

// formatDuration writes a Go duration without units that are zero at its end: 72h,
// not 72h0m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Pace is a control that the form of a new table offers by name.
type Pace struct {
	ID      string // never changes; the words are in the catalogues of package views
	Control Control
}

// DefaultPace is the ID of the pace that the form proposes.
const DefaultPace = "bank-10d"

// Paces lists the paces of the form: a time for each decision, then
// banks, then live ones, the fastest of each kind first. The caller owns the list.
func Paces() []Pace { return slices.Clone(paces) }

// FindPace returns the pace with an ID; ok is false if there is none.
func FindPace(id string) (p Pace, ok bool) {
	for _, p := range paces {
		if p.ID == id {
			return p, true
		}
	}
	return Pace{}, false
}

var paces = []Pace{
	{"move-1d", movePace(1*day, DefaultVacation)},
	{"move-2d", movePace(2*day, DefaultVacation)},
	{"move-3d", movePace(3*day, DefaultVacation)},
	{"move-5d", movePace(5*day, DefaultVacation)},
	{"move-7d", movePace(7*day, DefaultVacation)},
	{"move-14d", movePace(14*day, 0)}, // and no vacation
	{"bank-5d", bankPace(5*day, 18*time.Hour)},
	{"bank-10d", bankPace(10*day, 36*time.Hour)},
	{"bank-20d", bankPace(20*day, 72*time.Hour)},
	{"live-3-2", livePace(3, 2)},
	{"live-5-5", livePace(5, 5)},
	{"live-10-10", livePace(10, 10)},
	{"live-15-15", livePace(15, 15)},
	{"live-30-30", livePace(30, 30)},
}

func movePace(move, vacation time.Duration) Control {
	return Control{Move: move, Vacation: vacation}
}

func bankPace(bank, increment time.Duration) Control {
	return Control{Bank: bank, Increment: increment, Cap: bank, Vacation: DefaultVacation}
}

func livePace(minutes, seconds time.Duration) Control {
	return Control{Bank: minutes * time.Minute, Increment: seconds * time.Second}
}
