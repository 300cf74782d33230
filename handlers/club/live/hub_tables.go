package live

import (
	"sync"
	"time"

	"tableronde/handlers/club"
)

// tablesPause is the least time between two announcements that the list of open
// tables has changed. However many tables come and go, a page that shows the
// list asks for it once in that time.
const tablesPause = time.Second

// TablesTopic is for those who look at the list of open tables. Its changes name
// no match.
const TablesTopic Topic = "tables"

// tablesNews announces changes of the list of open tables.
type tablesNews struct {
	mu      sync.Mutex
	told    time.Time // when the last change was announced, by the clock of the machine
	changed time.Time // when the list last changed, by the clock of those who publish
	timer   *time.Timer
}

// PublishTables announces that the list of open tables changed at a time: at once,
// or when tablesPause has passed since it was last announced.
func (h *Hub) PublishTables(at time.Time) {
	n := &h.tables
	n.mu.Lock()
	defer n.mu.Unlock()
	if at.After(n.changed) {
		n.changed = at
	}
	switch wait := tablesPause - time.Since(n.told); {
	case n.timer != nil: // it will be told
	case wait > 0:
		n.timer = time.AfterFunc(wait, h.tellTables)
	default:
		n.told = time.Now()
		h.Publish(club.Change{At: n.changed}, nil)
	}
}

func (h *Hub) tellTables() {
	n := &h.tables
	n.mu.Lock()
	defer n.mu.Unlock()
	n.timer, n.told = nil, time.Now()
	h.Publish(club.Change{At: n.changed}, nil)
}

// TablesChanged returns when the list of open tables last changed.
func (h *Hub) TablesChanged() time.Time {
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	return h.tables.changed
}
