// Package parker holds the rules of the Camelot family of George S. Parker: Camelot, Chivalry,
// Cam and Camette for two, Chivalry, Grand Camelot and both forms of Grand Cam for four. One
// engine plays them all; the files in boards hold their differences as data.
//
// # Sources
//
// The French texts that the site began with govern. Where they are silent, the
// official rules, answers and recorded games of the World Camelot Federation
// decide, and where both are silent a ruling of our own.
//
// Reconstructed from figures in the texts, since the pictures are lost: the board of Grand Cam
// with 97 squares (a square of nine by nine with four castle bumps of three and one; the
// Federation's board with 93 squares is the same without the corners), and the seating at
// four-handed Chivalry, with the setup of the Federation and the colors of the texts. The
// standard setup of Grand Camelot is read off a diagram said to be the Federation's; the setup
// of 1932 is Parker Brothers'.
//
// Our own rulings: a draw may be claimed at the fourth occurrence of a position
// and after 50 rounds without a capture or an entry into a goal castle; a seat
// that cannot move passes at a table of four; in a drawn game of four-handed
// Chivalry alone, a seat that had lost its army scores nothing; a team whose one
// partner has resigned resigns when the other loses the last piece.
//
// # Moves
//
// A move is a plain move, a canter, a jump or a knight's charge. Its result counts: routes
// that leave the same position are one move. The canonical text of a move is the route with
// the fewest landing squares, and among several the first in byte order.
package parker

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tableronde/games"
)

// ruleset is one game of the family.
type ruleset struct{ b *Board }

// Rulesets lists the games of the family, Camelot first.
func Rulesets() []games.Ruleset {
	all := make([]games.Ruleset, len(allBoards))
	for i, b := range allBoards {
		all[i] = ruleset{b}
	}
	return all
}

const setupOption = "setup"

func (r ruleset) Info() games.Info {
	info := games.Info{ID: r.b.id, Version: 1, Name: r.b.name, Seats: []int{len(r.b.sides)}}
	for _, d := range r.b.sides {
		info.Armies = append(info.Armies, d.name)
	}
	if r.b.Partner(1) != 0 {
		for seat := range games.Seat(len(r.b.sides)) {
			info.Partners = append(info.Partners, r.b.Partner(seat+1))
		}
	}
	if len(r.b.setup) > 1 {
		o := games.Option{ID: setupOption, Name: games.Text{En: "Setup", Fr: "Mise en place"}}
		for _, s := range r.b.setup {
			o.Values = append(o.Values, s.id)
			o.Meaning = append(o.Meaning, s.meaning)
		}
		info.Options = []games.Option{o}
	}
	info.Options = append(info.Options, games.Option{
		ID: positionOption, Name: games.Text{En: "Starting position", Fr: "Position de départ"}, Values: []string{}, Meaning: []games.Text{},
	})
	return info
}

func (r ruleset) New(s games.Setup) (games.State, error) {
	if s.Seats != 0 && s.Seats != len(r.b.sides) {
		return nil, fmt.Errorf("%s: %d seats, want %d", r.b.id, s.Seats, len(r.b.sides))
	}
	if text, ok := s.Options[positionOption]; ok {
		if len(s.Options) > 1 {
			return nil, positionAlone.With()
		}
		s, err := r.b.begin(text)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", positionOption, err)
		}
		return s, nil
	}
	start := &r.b.setup[0]
	for _, id := range slices.Sorted(maps.Keys(s.Options)) {
		value := s.Options[id]
		if id != setupOption || len(r.b.setup) < 2 {
			return nil, fmt.Errorf("%s: no option %q", r.b.id, id)
		}
		i := slices.IndexFunc(r.b.setup, func(s startSetup) bool { return s.id == value })
		if i < 0 {
			return nil, fmt.Errorf("%s: option %s has no value %q", r.b.id, id, value)
		}
		start = &r.b.setup[i]
	}
	return &state{b: r.b, start: start, pos: start.position}, nil
}

//go:embed boards/*.json
var boardFiles embed.FS

// allBoards holds every board of the family, in the order of Rulesets.
var allBoards = mustLoad(
	"camelot", "chivalry", "cam", "camette",
	"chivalry-4-teams", "chivalry-4-solo",
	"grand-camelot", "grand-cam-97", "grand-cam-93",
)

// boardFile is a board as boards/*.json describes it.
type boardFile struct {
	ID     string     `json:"id"`
	Name   games.Text `json:"name"`
	Ranks  []string   `json:"ranks"` // the files of each rank, from rank 1 up: "C-J"
	Armies []armyFile `json:"armies"`
	Setups []struct {
		ID      string     `json:"id"`
		Meaning games.Text `json:"meaning"`
		Armies  []armyFile `json:"armies"` // absent: the armies of the board
	} `json:"setups"` // the first is the default
	End endRules `json:"end"`
}

// armyFile is one seat; the armies come in turn order.
type armyFile struct {
	Name    games.Text `json:"name"`
	Partner int        `json:"partner"` // seat, 0 if none
	Castle  []string   `json:"castle"`
	Goal    []string   `json:"goal"`
	Knights []string   `json:"knights"`
	Men     []string   `json:"men"`
}

// mustLoad reads boards that are part of the program. It panics if they are invalid.
func mustLoad(ids ...string) []*Board {
	all := make([]*Board, len(ids))
	for i, id := range ids {
		text, err := boardFiles.ReadFile("boards/" + id + ".json")
		if err != nil {
			panic(err)
		}
		var f boardFile
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			panic(fmt.Errorf("board %s: %w", id, err))
		}
		all[i] = newBoard(&f)
	}
	return all
}

func newBoard(f *boardFile) *Board {
	b := &Board{id: f.ID, name: f.Name, end: f.End}
	b.layOut(f.Ranks)
	b.connect()
	b.divide()
	b.seat(f.Armies)
	if len(f.Setups) == 0 {
		b.setup = []startSetup{{position: b.place(f.Armies)}}
	}
	for _, s := range f.Setups {
		armies := s.Armies
		if armies == nil {
			armies = f.Armies
		}
		b.setup = append(b.setup, startSetup{s.ID, s.Meaning, b.place(armies)})
	}
	return b
}

// layOut creates the squares from the extent of every rank.
func (b *Board) layOut(ranks []string) {
	for rank := range b.grid {
		for file := range b.grid[rank] {
			b.grid[rank][file] = NoSquare
		}
	}
	b.ranks = len(ranks)
	for rank, extent := range ranks {
		first, last, ok := strings.Cut(extent, "-")
		if !ok {
			last = first
		}
		for file := int(first[0] - 'A'); file <= int(last[0]-'A'); file++ {
			b.grid[rank][file] = Square(len(b.names))
			b.names = append(b.names, fmt.Sprintf("%c%d", 'A'+file, rank+1))
			b.coords = append(b.coords, coordinate{int8(file), int8(rank)})
			b.files = max(b.files, file+1)
		}
	}
	b.castle = make([]games.Seat, len(b.names))
}

// seat creates the sides from the armies: partners, and owners of castles.
func (b *Board) seat(armies []armyFile) {
	b.sides = make([]side, len(armies))
	var castles set
	for i, a := range armies {
		s := &b.sides[i]
		*s = side{name: a.Name, partner: noSeat, own: b.mustFind(a.Castle), goal: b.mustFind(a.Goal)}
		s.friends = seatIndex(i).army()
		if a.Partner != 0 {
			s.partner = seatIndex(a.Partner - 1)
			s.friends |= s.partner.army()
		}
		for j := range armies {
			s.enemies |= seatIndex(j).army() &^ s.friends
		}
		for _, q := range s.own.list() {
			b.castle[q] = games.Seat(i + 1)
		}
		castles = castles.or(s.own)
	}
	for i := range b.sides {
		s := &b.sides[i]
		s.closed = castles.minus(s.goal)
		s.closedQuarters, s.goalQuarters = b.quartersOf(s.closed), b.quartersOf(s.goal)
	}
}

// place returns the position with the armies in their first squares.
func (b *Board) place(armies []armyFile) (p position) {
	for i, a := range armies {
		for _, q := range b.mustFind(a.Men).list() {
			p.put(q, pieceOf(seatIndex(i), false))
		}
		for _, q := range b.mustFind(a.Knights).list() {
			p.put(q, pieceOf(seatIndex(i), true))
		}
	}
	return p
}

// mustFind returns the squares with some names.
func (b *Board) mustFind(names []string) (s set) {
	for _, name := range names {
		q, ok := b.Square(name)
		if !ok {
			panic(fmt.Errorf("board %s: no square %q", b.id, name))
		}
		s.add(q)
	}
	return s
}

// Setup returns the position before the first move, under a value of the option
// setup; "" is the usual one. It is false if the board has no such setup.
func (b *Board) Setup(id string) (Position, bool) {
	for i, s := range b.setup {
		if s.id == id || id == "" && i == 0 {
			return Position{b: b, pos: s.position}, true
		}
	}
	return Position{}, false
}

// refusal is a reason to refuse a move.
type refusal games.Refusal

// With formats the refusal; args alternate names and values.
func (r refusal) With(args ...string) *games.Illegal { return games.Refusal(r).With(args...) }

// allRefusals lists every refusal that newRefusal has made.
var allRefusals []refusal

func newRefusal(key, rule, text string) refusal {
	r := refusal{key, rule, text}
	allRefusals = append(allRefusals, r)
	return r
}

// Every refusal of the family. The arguments are squares ({from}, {to}, {over},
// {square}, {squares}), moves that would be legal or are named by the sentence
// ({move}, {moves}), numbers ({times}, {rounds}) and the typed text ({text}).
var (
	notAMove        = newRefusal("parker.malformed", "notation", "“{text}” is not a move. A move is written like {move}.")
	ambiguousMove   = newRefusal("parker.ambiguous", "notation", "“{text}” could be {moves}: say by which squares it goes.")
	offBoard        = newRefusal("parker.off_board", "notation", "There is no square {square} on this board.")
	noDestination   = newRefusal("parker.unfinished", "notation", "Say where the piece on {from} goes: {move}.")
	emptySquare     = newRefusal("parker.empty", "moves", "There is no piece on {from}.")
	notYours        = newRefusal("parker.not_yours", "moves", "The piece on {from} is not yours.")
	noReach         = newRefusal("parker.reach", "moves", "{to} is neither next to {from} nor one leap away.")
	squareTaken     = newRefusal("parker.occupied", "moves", "{to} is occupied.")
	noRoom          = newRefusal("parker.blocked", "moves", "The piece on {from} has no room to move.")
	stepAlone       = newRefusal("parker.step_alone", "moves.plain", "A plain move stands alone: {from} to {to} cannot be part of a longer one.")
	canterNothing   = newRefusal("parker.canter_nothing", "moves.canter", "There is no piece on {over} to canter over.")
	canterEnemy     = newRefusal("parker.canter_enemy", "moves.canter", "The piece on {over} is an enemy, which is jumped, not cantered over: {from}x{to}.")
	circularCanter  = newRefusal("parker.circular", "moves.canter", "A canter may not end where it began, on {from}.")
	circularCharge  = newRefusal("parker.circular_charge", "moves.canter", "A charge may not canter back to {from} before it jumps.")
	jumpStep        = newRefusal("parker.jump_step", "moves.jump", "A jump lands beyond the enemy: from {from}, {to} is too near.")
	jumpNothing     = newRefusal("parker.jump_nothing", "moves.jump", "There is no enemy on {over} to jump.")
	jumpFriend      = newRefusal("parker.jump_friend", "moves.jump", "The piece on {over} is a friend, which is cantered over, not jumped: {from}-{to}.")
	jumpOn          = newRefusal("parker.jump_on", "moves.jump", "The jump must go on: {squares}.")
	chargeOn        = newRefusal("parker.charge_on", "moves.charge", "The charge must go on: {squares}.")
	canterAfter     = newRefusal("parker.canter_after_jump", "moves.charge", "After a jump there is no canter: {from} to {to}.")
	manCharge       = newRefusal("parker.man_charge", "moves.charge", "Only a knight charges: a man that has cantered cannot jump.")
	knightDuty      = newRefusal("parker.knight_duty", "moves.charge", "On {square} the knight could jump, so its move must end in a capture: {move}.")
	captureDuty     = newRefusal("parker.capture", "moves.obligation", "A jump is possible: {move}.")
	ownCastle       = newRefusal("parker.own_castle", "castles.own", "You enter your own castle by a jump only: {to}.")
	sideCastle      = newRefusal("parker.side_castle", "castles.sides", "You enter the castles at the sides by a jump only: {to}.")
	leaveFirst      = newRefusal("parker.leave_first", "castles.leaving", "The piece on {square} must leave the castle first: {move}.")
	leaveCapture    = newRefusal("parker.leave_capture", "castles.leaving", "The piece on {from} must capture as it leaves the castle: {move}.")
	castleSlide     = newRefusal("parker.castle_slide", "castles.leaving", "The piece on {from} must leave the castle, not move within it.")
	goalStops       = newRefusal("parker.goal_stops", "castles.goal", "The move must end on {square}, in the enemy castle.")
	goalStays       = newRefusal("parker.goal_stays", "castles.goal", "A piece in the enemy castle never leaves it: {from}.")
	castleUsedUp    = newRefusal("parker.castle_moves_used_up", "castles.move", "Both castle moves of this game are made: {from} stays.")
	castleCapture   = newRefusal("parker.castle_move_capture", "castles.move", "No castle move while a jump is possible: {move}.")
	noClaim         = newRefusal("parker.no_claim", "end.claim", "You cannot claim a draw yet. The position has occurred {times} of 4 times. {rounds} of 50 rounds have passed without a capture or an entry into a castle.")
	noArmy          = newRefusal("parker.no_army", "end.resignation", "This seat has no pieces left to resign with.")
	alreadyResigned = newRefusal("parker.resigned", "end.resignation", "You have resigned already. Your partner plays on.")
	gameOver        = newRefusal("parker.over", "end", "The game is over.")

	positionForm          = newRefusal("parker.position_form", "notation", "“{text}” is not a position. A position is written like this: camette 1 KB2,C2/C6 0/0")
	positionGame          = newRefusal("parker.position_game", "notation", "“{game}” is not a board game of this site. A position begins with one.")
	positionTurn          = newRefusal("parker.position_turn", "notation", "The seat to move is a number from 1 to {seats}, not “{text}”.")
	positionSeats         = newRefusal("parker.position_seats", "notation", "The number of seats must be {seats}, not {count}: write / between two seats, and - for a seat without pieces.")
	positionPiece         = newRefusal("parker.position_piece", "notation", "“{text}” is not a piece. A man is written as its square, like D6. A knight has K before it, like KD6.")
	positionTwice         = newRefusal("parker.position_twice", "notation", "Two pieces stand on {square}: remove one.")
	positionCastleMoves   = newRefusal("parker.position_castle_moves", "notation", "“{text}” is not a number of castle moves: write a number from 0 to 2 for each seat, like {example}.")
	positionNoCastleMoves = newRefusal("parker.position_no_castle_moves", "castles.move", "{game} has no castle moves: leave them out.")
	positionNoPieces      = newRefusal("parker.position_no_pieces", "notation", "Seat {seat} is to move and has no pieces: give it one.")
	positionCrowded       = newRefusal("parker.position_crowded", "notation", "Seat {seat} meets {count} enemies: leave no more than {most}.")
	positionArmy          = newRefusal("parker.position_army", "notation", "Seat {seat} has {men} men and {knights} knights. It begins the game with no more than {most_men} and {most_knights}.")
	positionDense         = newRefusal("parker.position_dense", "notation", "In this position there are more than {most} legal moves, more than play leads to.")
	positionOther         = newRefusal("parker.position_other", "notation", "This is a position of {game}, not of {other}.")
	positionOver          = newRefusal("parker.position_over", "end", "The game is over in this position: a match cannot begin from it.")
	positionAlone         = newRefusal("parker.position_alone", "notation", "A match begins from a position or with other options, not with both: leave one out.")
)

// Refusals returns the English sentence of every refusal of the package by its key,
// with the names of its arguments in braces. A catalogue needs all of them.
func Refusals() map[string]string { return games.Sentences(allRefusals) }

// Sections lists, sorted, the sections of a rules page that refusals of the
// package name (games.Illegal.Rule).
func Sections() []string { return games.Sections(allRefusals) }

// anyExample returns a legal move of the seat to move: a jump if one is possible.
func (g *generator) anyExample() string {
	for rest := g.movers; !rest.empty(); {
		q := rest.pop()
		if g.mustCapture && !g.canJump(q) {
			continue
		}
		if text := g.example(q); text != "" {
			return text
		}
	}
	if m, ok := g.findCastleMove(); ok {
		return g.b.names[m.from] + "-" + g.b.names[m.to]
	}
	return ""
}

// example returns a legal move of one of the movers, "" if it has none.
func (g *generator) example(q Square) string {
	knight := g.p.at[q].Knight()
	defer g.lift(q)()
	g.writeTexts = true
	depth := g.writeStart(q)
	if g.mustCapture && g.canJump(q) {
		return g.firstJumps(depth, q)
	}
	if steps := g.b.near[q].minus(g.barred); !g.mustCapture && !steps.empty() {
		return string(g.route[:g.writeLeg(depth, '-', steps.pop())])
	}
	reached, jumpSquares := g.canter(q, g.barred, knight, false)
	for _, at := range g.queue[1:] {
		if jumpSquares.has(at) {
			return g.firstJumps(g.writeCanter(at), at)
		}
	}
	if g.mustCapture || reached.empty() {
		return ""
	}
	return string(g.route[:g.writeCanter(reached.pop())])
}

// chargeExample returns a charge of a knight that canters to the first square from
// which it could jump, "" if there is none.
func (g *generator) chargeExample(st *partialMove) string {
	defer g.lift(st.from)()
	_, jumpSquares := g.canter(st.from, g.barred, true, false)
	if !jumpSquares.has(st.mustJumpAt) {
		return ""
	}
	g.writeTexts = true
	return g.firstJumps(g.writeCanter(st.mustJumpAt), st.mustJumpAt)
}

// firstJumps completes the text of a route by jumps.
func (g *generator) firstJumps(depth int, at Square) string {
	taken := uint32(0)
	for !g.side.goal.has(at) {
		on, over := NoSquare, NoSquare
		for _, l := range g.b.leapsFrom(at) {
			if g.captureBit(l.over)&^taken != 0 && g.p.at[l.land] == 0 {
				on, over = l.land, l.over
				break
			}
		}
		if on == NoSquare {
			break
		}
		at, taken = on, taken|g.captureBit(over)
		depth = g.writeLeg(depth, 'x', on)
	}
	return string(g.route[:depth])
}
