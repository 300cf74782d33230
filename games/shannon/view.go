package shannon

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Phase is a phase of a tournament (§3).
type Phase uint8

// The phases, in their order in a round.
const (
	PhaseHero Phase = iota
	PhasePrepare
	PhaseCombat
	PhaseCount
	PhaseFavor
	PhaseOver
)

var phaseWords = [...]string{"hero", "prepare", "combat", "count", "favour", "over"}

// String returns the word of the phase in a record.
func (p Phase) String() string { return phaseWords[p] }

// View is the part of a tournament that one viewer may see. As JSON it has the keys of the
// rules page; other fields are for the pages. It shares nothing with a state.
//
// Cards hidden from the viewer are Unknown. Knights that still prepare appear as they were
// after the deal. Once the tournament is over everybody sees everything.
type View struct {
	Viewer games.Seat
	Staged bool // the view is one of Stage, in which no seat is to act
	Phase  Phase
	Round  int // from 1; 0 before the first deal
	Combat int // from 1 to 12, also during the count that follows; 0 before the first of a round
	Dealer games.Seat
	Leader games.Seat // of the combat
	Lead   Suit       // the suit to follow; NoSuit before the lead, in an open combat and outside combats
	Open   bool       // the combat is an open one: alchemy was led, and there is no suit to follow
	Auto   bool       // by the options of the match, a play without a choice is made by itself at once
	ToAct  []games.Seat

	Knights []Knight // by seat, from seat 1
	Table   []Played // the cards of the combat, in the order of playing
	Outlook Outlook  // the result of the combat if no more cards were played
	Carry   []Card   // cards of combats that nobody lost; the next loser takes them
	Discard []Card   // of this round: the cards laid aside in preparation, then the rest in its order
	Stock   int      // cards that were not dealt

	FavorDeck    int          // favors still face down
	Shown        []*Power     // favors to choose from
	FavorDiscard []*Power     // in the order in which they came there
	Recipients   []games.Seat // the seats that still choose a favor, in this order: the first one now

	LastCombat *Combat // the last combat that came to its end, of this round or the one before; nil before the first
	LastCount  *Count  // the last count, which is under way in PhaseCount; nil before the first

	Mine   *Mine         // nil for viewers without a seat
	Result *games.Result // nil while the tournament goes on
}

// Knight is a seat as the viewer sees it.
type Knight struct {
	Seat    games.Seat
	Life    int
	History []int // the life at the start, then after the count of each round
	Hero    *Power
	Legend  *Power
	Active  bool // the legend is awake; in the phase of favors it may be so only from the next round
	Favors  []*Power
	Tokens  []Token    // of powers that can be used a number of times
	Sight   games.Seat // the opponent named in preparation, once that is public; 0 for none
	Trade   games.Seat
	Trial   games.Seat
	Placed  bool   // a card lies under Lancelot
	Under   Card   // which one
	Hand    []Card // sorted; one Unknown for each card that is hidden from the viewer
	Pile    []Card // wounds, in the order in which they came
	Wounds  int    // the wounds of the pile unless something changes them

	Preparing  bool // still owes a part of the preparation
	Dishonored bool // is out of the combat under way
	Dishonor   int  // wounds that a dishonor would cost this knight now
	Challenged bool // must play the lowest card in the combat under way
	Resigned   bool // plays on by default decisions, and is ranked last
	Rank       int  // from 1; equal ones share it; as things stand now
}

// Token is a limited power with the uses left in the round.
type Token struct {
	Power *Power
	Left  int
	Of    int
}

// Modifier is a power that changes the value of a card in a combat.
type Modifier struct {
	Power *Power
	Plus  int
}

// Played is a card in a combat.
type Played struct {
	Seat      games.Seat
	Card      Card
	As        Suit       // the suit that it has in the combat; in an open one its own
	Base      int        // printed or chosen value
	Modifiers []Modifier // Base and these make Value, which is at least 0
	Value     int        // final value
	Declared  []Declared // with the card
	Down      bool       // face down as things stand: its value pairs with another, or it is a fox's feint
	Fox       bool       // it is a fox's feint, and pairs with nothing
}

// Declared is a power used with a card.
type Declared struct {
	Power  *Power
	Word   string     // as in the record: "will-3", "redirect 3"
	Target games.Seat // 0 for none
}

// Outlook is the outcome of a combat, or of the cards played so far.
type Outlook struct {
	Loser   games.Seat // 0 if no card is left visible: all are carried over
	Escaped games.Seat // the knight that would have lost without the hunt
	Taker   games.Seat // the knight whose pile gets the cards: the loser, or a named knight
	Wounds  int        // of all cards on the table and carried over, as printed
}

// Combat is a finished combat.
type Combat struct {
	Round, Number int
	Leader        games.Seat
	Lead          Suit
	Table         []Played
	Dishonored    []Dishonor
	Outcome       Outlook
	Taken         []Card     // the cards that went to the pile, or were carried over; after combat 12 discarded
	Riposte       games.Seat // the seat that suffered one, 0 for nobody
	RiposteWounds int
}

// Dishonor is a discard by a knight that could not follow.
type Dishonor struct {
	Seat   games.Seat
	Card   Card
	Wounds int
}

// Mine is the part of a view that only the viewer's seat has.
type Mine struct {
	Seat   games.Seat
	Hand   []HandCard // sorted
	Duty   Duty       // the play that the combat demands of the hand
	Prep   *Preparing // the viewer's preparation; nil outside PhasePrepare and if none is owed
	Moves  *Moving    // nil unless the viewer is to move cards at the count
	Favors []Offer    // to choose from now
	Heroes []Offer    // to choose from now; heroes already taken come with their refusal
	Legal  []string   // as State.Legal
}

// Offer is a power that may be chosen, with the line that chooses it.
type Offer struct {
	Power *Power         // nil for the unseen favor on top of the deck
	Line  string         // "favour raven", "hero arthur"
	Why   *games.Illegal // why it cannot be chosen; nil if it can
}

// Duty is the duty of a hand in a combat.
type Duty uint8

// The duties. Once a suit is led they are known before the seat's turn.
const (
	DutyNone     Duty = iota // outside a combat, after the seat has acted, or before the lead of another
	DutyLead                 // any basic card or enchanter
	DutyAlchemy              // lead with alchemy, of which the whole hand is
	DutyFollow               // the suit or an enchanter, or alchemy for knights who may
	DutyInstead              // no card of the suit: alchemy or an enchanter
	DutyDishonor             // nothing of all that: any card is discarded, or shifts its shape
	DutyFree                 // an open combat: any card
	DutyLowest               // challenged: the lowest of the cards that could be played
)

// HandCard is a card of the viewer's hand, with its legal lines.
type HandCard struct {
	Card      Card
	Lines     []string       // the legal lines that play or discard it now, none out of turn
	Why       *games.Illegal // why the combat does not allow it; nil where it does, and outside combats
	Suits     []Suit         // that an enchanter may be given; none where it takes the suit of the lead
	Least     int            // value that an enchanter may be given; for other cards the printed one
	Most      int
	Value     int        // final value if played without declarations; 0 for enchanters and for a discard
	Modifiers []Modifier // those that make Value of the printed one
	Discards  bool       // it would be discarded in dishonor
	Declare   []Declare  // the possible declarations with it, in the order of writing; none out of turn
}

// Declare is a power that may be declared with a card.
type Declare struct {
	Power   *Power
	Left    int
	Most    int          // of a change of value: from -Most to Most, without 0
	Targets []games.Seat // one of them is named; none where nobody is
}

// Part is a part of the preparation of a round.
type Part uint8

// The parts, in the order in which they are owed.
const (
	PartLancelot Part = iota
	PartSight
	PartTrade
	PartTrial
	PartDiscard
	partCount = int(iota)
)

var partWords = [partCount]string{"lancelot", "sight", "trade", "trial", "discard"}

// String returns the word of the part in the notation.
func (p Part) String() string { return partWords[p] }

// Preparing is the viewer's preparation.
type Preparing struct {
	Owed      []Part // in order; PartDiscard once, however many cards are to go
	Discards  int    // cards still to be discarded once everything else is done
	Opponents []games.Seat
	Places    []Card // cards that may go under Lancelot
	Drops     []Card // cards that may be discarded now

	// Decided already:
	Placed    Card
	Sight     games.Seat
	Trade     games.Seat
	Promised  Card
	Trial     games.Seat
	Discarded []Card
}

// Moving is the choice of cards to move at the count.
type Moving struct {
	Most      int    // cards that may be moved
	Cards     []Card // the viewer's pile, in the order of the table; each card can be moved once
	Opponents []games.Seat
}

// Status is the word for the life of a knight (§1).
type Status uint8

// The words, from the best one.
const (
	Valiant Status = iota
	Sound
	Weakened
	Maimed
)

// StatusOf returns the word for a life.
func StatusOf(life int) Status {
	return Status(min(max((startLife-life)/100, 0), int(Maimed)))
}

// Status returns the word for the life of the knight.
func (k Knight) Status() Status { return StatusOf(k.Life) }

var statusWords = [...]string{"valiant", "sound", "weakened", "maimed"}

// String returns the word in English.
func (s Status) String() string { return statusWords[s] }

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", v.headline())
	for _, p := range v.Table {
		fmt.Fprintf(&b, "  %s\n", p.line())
	}
	if v.Phase == PhaseCombat && len(v.Table) > 0 {
		if v.Outlook.Loser == 0 {
			b.WriteString("  all cards are feinted\n")
		} else {
			fmt.Fprintf(&b, "  %d loses as things stand\n", v.Outlook.Loser)
		}
	}
	if len(v.Carry) > 0 {
		fmt.Fprintf(&b, "Carried over: %s\n", strings.Join(cards.Codes(v.Carry), " "))
	}
	for _, k := range v.Knights {
		b.WriteString(k.lines())
	}
	fmt.Fprintf(&b, "Stock %d, discard: %s\n", v.Stock, orNone(cards.Codes(v.Discard)))
	fmt.Fprintf(&b, "Favors: %d face down, shown: %s", v.FavorDeck, orNone(powerIDs(v.Shown)))
	return b.String()
}

func (v View) headline() string {
	if v.Round == 0 {
		return "Choosing heroes, dealer " + seatText(v.Dealer)
	}
	line := fmt.Sprintf("Round %d, dealer %d", v.Round, v.Dealer)
	switch v.Phase {
	case PhasePrepare:
		return line + ", preparing"
	case PhaseCombat:
		line += fmt.Sprintf(", combat %d led by %d", v.Combat, v.Leader)
		if v.Open {
			return line + ", open"
		}
		if v.Lead != NoSuit {
			return line + ", " + v.Lead.ID()
		}
		return line
	case PhaseCount:
		return line + ", count"
	case PhaseFavor:
		return line + ", favors"
	}
	return line + ", over"
}

func (p Played) line() string {
	line := fmt.Sprintf("%d: %s", p.Seat, p.Card)
	if p.As != p.Card.Suit() {
		line += " as " + p.As.String()
	}
	line += " = " + strconv.Itoa(p.Value)
	for _, d := range p.Declared {
		line += ", " + d.Word
	}
	if p.Down {
		line += " (face down)"
	}
	return line
}

func (k Knight) lines() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d  life %d %s", k.Seat, k.Life, k.Status())
	if k.Hero != nil {
		fmt.Fprintf(&b, "  %s", k.Hero.ID)
		if k.Active {
			fmt.Fprintf(&b, " + %s", k.Legend.ID)
		}
	}
	for _, p := range k.Favors {
		fmt.Fprintf(&b, "  [%s]", p.ID)
	}
	if k.Resigned {
		b.WriteString("  resigned")
	}
	fmt.Fprintf(&b, "\n     hand %s\n", orNone(cards.Codes(k.Hand)))
	fmt.Fprintf(&b, "     pile %s (%d)\n", orNone(cards.Codes(k.Pile)), k.Wounds)
	return b.String()
}

// powerIDs lists the ids of powers.
func powerIDs(list []*Power) []string {
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.ID
	}
	return ids
}

func orNone(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

// tableJSON is a view with the keys of the rules page (§13).
type tableJSON struct {
	Phase   string       `json:"phase"`
	Round   int          `json:"round"`
	Combat  int          `json:"combat"`
	Dealer  games.Seat   `json:"dealer"`
	Leader  games.Seat   `json:"leader"`
	Lead    *string      `json:"lead_suit"`
	Table   []playedJSON `json:"table"`
	Carry   []string     `json:"carry"`
	Discard []string     `json:"discard"`
	Stock   int          `json:"stock"`
	Favors  favorsJSON   `json:"favours"`
	Seats   []seatJSON   `json:"seats"`
}

type playedJSON struct {
	Seat     games.Seat `json:"seat"`
	Card     string     `json:"card"`
	As       string     `json:"as"`
	Value    int        `json:"value"`
	Declared []string   `json:"declared"`
}

type favorsJSON struct {
	Deck    int      `json:"deck"`
	Shown   []string `json:"shown"`
	Discard []string `json:"discard"`
}

type seatJSON struct {
	Life     int                   `json:"life"`
	Hero     *string               `json:"hero"`
	Legend   *string               `json:"legend"`
	Active   bool                  `json:"active"`
	Favors   []string              `json:"favours"`
	Tokens   map[string]int        `json:"tokens"`
	Targets  map[string]games.Seat `json:"targets"`
	Lancelot *string               `json:"lancelot"`
	Hand     []string              `json:"hand"`
	Pile     []string              `json:"pile"`

	Resigned bool `json:"resigned"`
}

// MarshalJSON encodes the view with the keys of the rules page; whether a seat
// has resigned is added.
func (v View) MarshalJSON() ([]byte, error) {
	t := tableJSON{
		Phase: v.Phase.String(), Round: v.Round, Combat: v.Combat, Dealer: v.Dealer, Leader: v.Leader,
		Table: []playedJSON{}, Carry: cards.Codes(v.Carry), Discard: cards.Codes(v.Discard), Stock: v.Stock,
		Favors: favorsJSON{Deck: v.FavorDeck, Shown: powerIDs(v.Shown), Discard: powerIDs(v.FavorDiscard)},
	}
	if v.Lead != NoSuit {
		letter := v.Lead.String()
		t.Lead = &letter
	}
	for _, p := range v.Table {
		j := playedJSON{Seat: p.Seat, Card: p.Card.String(), As: p.As.String(), Value: p.Value, Declared: []string{}}
		for _, d := range p.Declared {
			j.Declared = append(j.Declared, d.Word)
		}
		t.Table = append(t.Table, j)
	}
	for _, k := range v.Knights {
		t.Seats = append(t.Seats, k.json())
	}
	return json.Marshal(t)
}

func (k Knight) json() seatJSON {
	j := seatJSON{
		Life: k.Life, Active: k.Active, Favors: powerIDs(k.Favors), Tokens: map[string]int{},
		Targets: map[string]games.Seat{},
		Hand:    cards.Codes(k.Hand), Pile: cards.Codes(k.Pile), Resigned: k.Resigned,
	}
	if k.Hero != nil {
		j.Hero, j.Legend = &k.Hero.ID, &k.Legend.ID
	}
	for _, t := range k.Tokens {
		j.Tokens[t.Power.ID] = t.Left
	}
	for part, named := range map[Part]games.Seat{PartSight: k.Sight, PartTrade: k.Trade, PartTrial: k.Trial} {
		if named != 0 {
			j.Targets[part.String()] = named
		}
	}
	if k.Placed {
		card := k.Under.String()
		j.Lancelot = &card
	}
	return j
}
