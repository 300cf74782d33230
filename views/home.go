package views

// nameLength is how many characters a name may have in a form; the server
// decides.
const nameLength = 40

// any tells whether the visitor has matches or tables at all.
func (m Home) any() bool {
	return len(m.Awaiting)+len(m.Offers)+len(m.Waiting)+len(m.Open)+len(m.Alone)+len(m.Finished) > 0
}

func (m Home) headline() string {
	switch {
	case m.awaited() > 0:
		return m.spelled("home.awaiting", m.awaited())
	case m.any():
		return m.t("home.quiet")
	}
	return m.t("home.welcome")
}

// thinks tells whom a match waits for, and since when.
func (m Home) thinks(r Row) string {
	names := r.acting()
	return m.n("home.thinks", len(names), "Names", m.list(names), "Time", m.since(r.Moved))
}
