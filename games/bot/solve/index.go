package solve

import "sync"

// materials is the number of materials. A material is the number of men of an army plus four times
// its knights; 0 is no army.
const materials = 8

// catalogue numbers the armies of one material.
type catalogue struct {
	armies  []army  // every one of them
	numbers []int32 // of an army in armies, by its rank; -1 if there is none
	lead    []int32 // by number: the number of the first of two mirror images among leaders
	swapped []bool  // by number: the army is the second of two mirror images
	leaders []army  // the first of each two mirror images
}

// catalogues are made on first use, because that takes as long as the rest of a program's start.
var catalogues = sync.OnceValue(func() *[materials]catalogue {
	all := new([materials]catalogue)
	for m := 1; m < materials; m++ {
		all[m] = newCatalogue(m)
	}
	return all
})

// choose has binomials: choose[k][n] of k squares among n.
var choose = func() (c [4][squares + 1]int32) {
	for n := range c[0] {
		c[0][n] = 1
		for k := 1; k < 4 && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// rank numbers the armies of one material, with gaps.
func (a army) rank() int32 {
	var r int32
	k := 1
	for rest := a.men; rest != 0; k++ {
		r += choose[k][rest.pop()]
	}
	if a.knight == 0 {
		return r
	}
	k = 0
	for knight := a.knight; knight != 0; {
		k = knight.pop()
	}
	return r*squares + int32(k)
}

func newCatalogue(material int) catalogue {
	c := catalogue{numbers: make([]int32, 1771*squares)}
	for i := range c.numbers {
		c.numbers[i] = -1
	}
	var men []mask
	for m := range mask(1 << goal) { // no piece of the mover is in the goal
		if m.count() == material&3 {
			men = append(men, m)
		}
	}
	knights := []mask{0}
	if material>>2 != 0 {
		knights = knights[:0]
		for q := range goal {
			knights = append(knights, 1<<q)
		}
	}
	for _, m := range men {
		for _, k := range knights {
			if a := (army{k, m}); m&k == 0 {
				c.numbers[a.rank()] = int32(len(c.armies))
				c.armies = append(c.armies, a)
			}
		}
	}
	c.lead, c.swapped = make([]int32, len(c.armies)), make([]bool, len(c.armies))
	for i, a := range c.armies {
		if other := a.mirrored(); !other.less(a) {
			c.lead[i] = int32(len(c.leaders))
			c.leaders = append(c.leaders, a)
		}
	}
	for i, a := range c.armies {
		if other := a.mirrored(); other.less(a) {
			c.lead[i], c.swapped[i] = c.lead[c.numbers[other.rank()]], true
		}
	}
	return c
}

// kind is a part of a table: the positions with given materials of the side to move and
// of the other.
type kind struct {
	own, enemy int
	ending     *ending // of which game; nil for Camette
}

// size returns the number of entries.
func (k kind) size() int {
	if k.ending != nil {
		return k.ending.size(k)
	}
	return len(catalogues()[k.own].leaders) * len(catalogues()[k.enemy].armies)
}

// index returns the part of the table that has a position, and the entry there. Mirror images have
// the same entry.
func (p place) index() (kind, int) {
	k := kind{own: p.own.material(), enemy: p.enemy.material()}
	own, enemy := &catalogues()[k.own], &catalogues()[k.enemy]
	n := own.numbers[p.own.rank()]
	other := p.enemy.turned()
	if own.swapped[n] {
		other = other.mirrored()
	}
	return k, int(own.lead[n])*len(enemy.armies) + int(enemy.numbers[other.rank()])
}

// at returns the position of an entry; ok is false for one in which armies overlap.
func (k kind) at(i int) (p place, ok bool) {
	enemies := catalogues()[k.enemy].armies
	p = place{catalogues()[k.own].leaders[i/len(enemies)], enemies[i%len(enemies)].turned()}
	return p, p.own.all()&p.enemy.all() == 0
}

// kinds lists the parts of the table in an order in which captures lead to earlier ones; each comes
// together with the part that quiet moves lead to, if that is another.
func kinds() (all [][]kind) {
	pieces := func(m int) int { return m>>2 + m&3 }
	for total := 2; total <= 8; total++ {
		for own := 1; own < materials; own++ {
			for enemy := 1; enemy <= own; enemy++ {
				if pieces(own)+pieces(enemy) != total {
					continue
				}
				pair := []kind{{own: own, enemy: enemy}}
				if own != enemy {
					pair = append(pair, kind{own: enemy, enemy: own})
				}
				all = append(all, pair)
			}
		}
	}
	return all
}
