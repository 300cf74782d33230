package views

// Analysis is the model of the page on which somebody tries moves from any position of a
// match. Nothing of it is stored, and nobody else sees it.
type Analysis struct {
	Match
	Explored Explored
	Now      bool // the position is the present one, and conditions can be given for it
}
