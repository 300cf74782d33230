package cup

// perfect reports whether n vertices can all be paired along edges: Edmonds' algorithm of
// blossoms ("Paths, Trees, and Flowers", 1965).
func perfect(n int, edge func(a, b int) bool) bool {
	if n%2 == 1 {
		return false
	}
	m := matching{n: n, edge: edge, mate: make([]int, n)}
	for i := range m.mate {
		m.mate[i] = none
	}
	for root := range n {
		if m.mate[root] == none && !m.augment(root) {
			return false
		}
	}
	return true
}

const none = -1

// matching is a set of pairs that grows.
type matching struct {
	n      int
	edge   func(a, b int) bool
	mate   []int
	parent []int // the vertex before one in the tree of alternating paths
	base   []int // of the blossom in which a vertex is
	inTree []bool
}

// augment looks for an alternating path from a free vertex to another, and changes its pairs.
func (m *matching) augment(root int) bool {
	m.parent, m.base, m.inTree = make([]int, m.n), make([]int, m.n), make([]bool, m.n)
	for i := range m.n {
		m.parent[i], m.base[i] = none, i
	}
	m.inTree[root] = true
	for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for to := range m.n {
			if to == v || !m.edge(v, to) || m.base[v] == m.base[to] || m.mate[v] == to {
				continue
			}
			if to == root || m.mate[to] != none && m.parent[m.mate[to]] != none {
				queue = append(queue, m.contract(v, to)...)
				continue
			}
			if m.parent[to] != none {
				continue
			}
			m.parent[to] = v
			if m.mate[to] == none {
				m.flip(to)
				return true
			}
			m.inTree[m.mate[to]] = true
			queue = append(queue, m.mate[to])
		}
	}
	return false
}

// flip exchanges the pairs along the path that ends at a free vertex.
func (m *matching) flip(v int) {
	for v != none {
		before := m.parent[v]
		next := m.mate[before]
		m.mate[v], m.mate[before] = before, v
		v = next
	}
}

// contract makes one vertex of the odd circle that an edge has closed, and returns those of
// its vertices that come into the tree with it.
func (m *matching) contract(v, to int) (added []int) {
	top := m.common(v, to)
	inside := make([]bool, m.n)
	mark := func(v, child int) {
		for m.base[v] != top {
			inside[m.base[v]], inside[m.base[m.mate[v]]] = true, true
			m.parent[v] = child
			child = m.mate[v]
			v = m.parent[m.mate[v]]
		}
	}
	mark(v, to)
	mark(to, v)
	for i := range m.n {
		if !inside[m.base[i]] {
			continue
		}
		m.base[i] = top
		if !m.inTree[i] {
			m.inTree[i] = true
			added = append(added, i)
		}
	}
	return added
}

// common returns the base where the paths of two vertices to the root meet.
func (m *matching) common(a, b int) int {
	passed := make([]bool, m.n)
	for {
		a = m.base[a]
		passed[a] = true
		if m.mate[a] == none {
			break
		}
		a = m.parent[m.mate[a]]
	}
	for b = m.base[b]; !passed[b]; b = m.base[m.parent[m.mate[b]]] {
	}
	return b
}
