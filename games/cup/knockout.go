package cup

// Pairing is a place in the bracket of a knock-out.
type Pairing struct {
	Round, Number int   // from 1
	Entries       []int // two; 0 for nobody, or nobody yet
	Points        []int // of the two, in halves
	Games         []Game
	Winner        int  // 0 if nobody has won it, or will
	Decided       bool // nothing is played here any more
}

// Bracket returns the pairings by round, from the first. The first round has places for the
// next power of two, of which the best seeds get those that nobody takes.
func (c Cup) Bracket() [][]Pairing {
	rounds := make([][]Pairing, c.Length())
	seeds := bracketSeeds(1 << c.Length())
	for r := range rounds {
		rounds[r] = make([]Pairing, len(seeds)>>(r+1))
		for i := range rounds[r] {
			p := Pairing{Round: r + 1, Number: i + 1, Entries: make([]int, 2), Points: make([]int, 2)}
			known := true
			for side := range 2 {
				if r == 0 {
					if seed := seeds[2*i+side]; seed <= c.Entries {
						p.Entries[side] = seed
					}
					continue
				}
				before := rounds[r-1][2*i+side]
				p.Entries[side] = before.Winner
				known = known && before.Decided
			}
			c.fill(&p, known)
			rounds[r][i] = p
		}
	}
	return rounds
}

// bracketSeeds returns the seeds in the order of the bracket: the two best can meet only in
// the final, the four best only in the semi-finals.
func bracketSeeds(places int) []int {
	seeds := []int{1}
	for len(seeds) < places {
		next := make([]int, 0, 2*len(seeds))
		for _, seed := range seeds {
			next = append(next, seed, 2*len(seeds)+1-seed)
		}
		seeds = next
	}
	return seeds
}

// fill adds the games of a pairing, and who has won it. known says that no more entries
// will come.
func (c Cup) fill(p *Pairing, known bool) {
	for _, g := range c.Made {
		if g.Round != p.Round || g.Pairing != p.Number {
			continue
		}
		p.Games = append(p.Games, g)
		for side, entry := range p.Entries {
			p.Points[side] += g.pointsOf(entry)
		}
	}
	if !known {
		return
	}
	a, b := p.Entries[0], p.Entries[1]
	outA, outB := a == 0 || c.Withdrawn[a], b == 0 || c.Withdrawn[b]
	played := len(p.Games)
	if played > 0 && !p.Games[played-1].Done() {
		return
	}
	games, lead, leader := max(c.Games, 1), p.Points[0]-p.Points[1], a
	if lead < 0 {
		lead, leader = -lead, b
	}
	p.Decided = true
	switch { // what the games have decided stays so, whoever withdraws later
	case played < games && lead > (games-played)*winPoints,
		lead > 0 && played >= games && (played-games)%tieBreak == 0:
		p.Winner = leader
	case lead == 0 && played >= games+tieBreak:
		p.Winner = min(a, b)
	case outA && outB: // nobody wins
	case outA:
		p.Winner = b
	case outB:
		p.Winner = a
	default:
		p.Decided = false
	}
}

// nextOfBracket is Next for a knock-out: the next game of each pairing whose entries are known
// and which is not decided. Sides change with each game; the better seed begins the first.
func (c Cup) nextOfBracket() (games []Game, over bool) {
	bracket := c.Bracket()
	for _, round := range bracket {
		for _, p := range round {
			if p.Decided || p.Entries[0] == 0 || p.Entries[1] == 0 || len(p.Games) > 0 && !p.Games[len(p.Games)-1].Done() {
				continue
			}
			first, second := min(p.Entries[0], p.Entries[1]), max(p.Entries[0], p.Entries[1])
			number := len(p.Games) + 1
			if number%2 == 0 {
				first, second = second, first
			}
			games = append(games, Game{Round: p.Round, Pairing: p.Number, Number: number, Entries: []int{first, second}})
		}
	}
	return games, bracket[len(bracket)-1][0].Decided
}
