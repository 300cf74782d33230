package views

// Act is a button at the foot of the bar. It leads to a page, or posts actions,
// or it can only tell why it does neither.
type Act struct {
	ID      string // stable: the focus stays on it. "confirm" is the chief one
	Label   string
	Detail  string // a few words under the label
	Icon    string
	Class   string   // "primary", "danger"
	Href    string   // leads there
	Actions []string // or posts these, all or nothing
	Why     string   // why neither is possible now
	Final   bool     // nothing can be added to Actions: they may be sent without a tap
}
