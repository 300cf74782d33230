package pages

import (
	"strconv"
	"time"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/locale"
)

// adminStyles are the style sheets of the operators' page.
var adminStyles = []string{"admin.css"}

const (
	backupEvery = 24 * time.Hour
	diskFull    = 90 // percent of the disk at which an operator must act
)

// Admin is the model of the operators' page.
type Admin struct {
	views.Page
	Operators int
	Reports   []Report
	Failures  []Failure
	Stuck     []Stuck
	Pairs     []RatedPair
	Backups   []Backup
	Log       []views.Operated

	Moves, Running, Accounts, Errors, Late int
	Schema                                 int
	Version                                string
	Started                                time.Time
	Median, Slow                           time.Duration // of the last answers
	Size, Used, Whole                      int64         // bytes of the database and its disk; Whole is 0 if unknown

	Form AdminForm
}

// AdminForm holds the values of a refused form, and the reason of the refusal.
type AdminForm struct {
	Act, Who, Name, Match, Reason string
	Problem                       *views.Problem
}

// Report is a reported message or collection.
type Report struct {
	Message, Match, Writer, Text, By string
	At                               time.Time
	Collection                       bool // a collection, whose id is Message
}

// Failure is an address to which messages could not be sent.
type Failure struct {
	ID, Channel, Name, Why string // the channel is "email", "webhook" or "push"
	Since                  time.Time
	Tries                  int
	Off                    bool
}

// Stuck is background work that has failed too often.
type Stuck struct {
	Name, Worker, Item string // Name is the item's name in acts of operators
	Since              time.Time
}

// RatedPair is a pair of players whose ratings at a game come almost only from matches against each
// other.
type RatedPair struct {
	Game       games.Info
	One, Other Person
	Matches    int
}

// Backup is a copy of the database.
type Backup struct {
	At    time.Time
	Bytes int64
	Took  time.Duration
}

// vital is a line about the health of the site.
type vital struct {
	bad              bool
	name, text, fig  string
	href, see, share string // share is the length of a bar, "" for none
}

// vitals lists facts about the health of the site.
func (m Admin) vitals() []vital {
	backup := vital{bad: true, name: m.T("admin.backup"), text: m.T("admin.backup.none"), fig: m.T("admin.never"), href: "#backups", see: m.T("admin.outbox.see")}
	if len(m.Backups) > 0 {
		age := m.Now.Sub(m.Backups[0].At)
		backup.bad, backup.text, backup.fig = age > backupEvery, m.T("admin.backup.help"), m.T("admin.hours", "Hours", strconv.Itoa(int(age.Hours())))
	}
	outbox := vital{bad: len(m.Failures) > 0, name: m.T("admin.outbox"), text: m.T("admin.outbox.help"), fig: strconv.Itoa(len(m.Failures)), href: "#outbox", see: m.T("admin.outbox.see")}
	work := vital{bad: len(m.Stuck) > 0, name: m.T("admin.work"), text: m.T("admin.work.help"), fig: strconv.Itoa(len(m.Stuck)), href: "#work", see: m.T("admin.outbox.see")}
	reports := vital{bad: len(m.Reports) > 0, name: m.T("admin.reports"), text: m.T("admin.reports.help"), fig: strconv.Itoa(len(m.Reports)), href: "#reports", see: m.T("admin.outbox.see")}
	clocks := vital{bad: m.Late > 0, name: m.T("admin.clocks"), text: m.T("admin.clocks.help"), fig: m.T("admin.late", "N", strconv.Itoa(m.Late))}
	answers := vital{name: m.T("admin.answers"), text: m.T("admin.answers.help", "Slow", m.millis(m.Slow)), fig: m.millis(m.Median)}
	version := vital{name: m.T("admin.versions"), text: m.T("admin.versions.help", "Schema", strconv.Itoa(m.Schema), "Since", m.Since(m.Started)), fig: m.Version}
	return []vital{backup, outbox, work, m.disk(), reports, clocks, answers, version}
}

// disk describes the use of the disk of the database.
func (m Admin) disk() vital {
	if m.Whole == 0 {
		return vital{name: m.T("admin.disk"), text: m.T("admin.disk.size"), fig: m.bytes(m.Size)}
	}
	share := int(100 * m.Used / m.Whole)
	return vital{bad: share >= diskFull, name: m.T("admin.disk"), fig: m.T("admin.percent", "N", strconv.Itoa(share)), share: strconv.Itoa(share) + "%",
		text: m.T("admin.disk.help", "Used", m.bytes(m.Used), "Whole", m.bytes(m.Whole), "Size", m.bytes(m.Size))}
}

// headline says how much work is waiting.
func (m Admin) headline() string {
	n := 0
	for _, v := range m.vitals() {
		if v.bad {
			n++
		}
	}
	if n == 0 {
		return m.T("admin.calm")
	}
	return m.N("admin.need", n)
}

func (m Admin) millis(d time.Duration) string {
	return m.T("admin.millis", "N", strconv.FormatInt(d.Milliseconds(), 10))
}

// bytes formats a size in its largest unit.
func (m Admin) bytes(n int64) string {
	const k = 1000
	switch {
	case n >= k*k*k:
		return m.T("admin.giga", "N", strconv.FormatInt(n/(k*k*k), 10))
	case n >= k*k:
		return m.T("admin.mega", "N", strconv.FormatInt(n/(k*k), 10))
	}
	return m.T("admin.kilo", "N", strconv.FormatInt((n+k-1)/k, 10))
}

// described names the message that could not be sent.
func (f Failure) described(m Admin) string {
	return m.T("admin.to."+f.Channel, "Name", views.Isolate(f.Name))
}

// why returns the cause of the failure.
func (f Failure) why(m Admin) string {
	why := f.Why
	if key := "told.why." + why; locale.Has(m.Lang, key) {
		why = m.T(key)
	}
	if f.Off {
		return m.T("admin.off", "Why", why)
	}
	return why
}

// actWords returns a few words about the act of an operator.
func actWords(m Admin, o views.Operated) string {
	return m.T("act."+o.Act, "Seat", strconv.Itoa(o.Seat), "Detail", views.Isolate(o.Detail))
}

// days describes the length of a suspension.
func (m Admin) days(n int) string { return m.N("admin.lasts.days", n) }

// has reports whether there is a sentence.
func (m Admin) has(key string) bool { return locale.Has(m.Lang, key) }
