package handlers

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/views"
	"tableronde/views/cards"
)

// mostTold is how many decisions of a seat the page of a review tells of.
const mostTold = 8

// showDecisions answers the page on which decisions at cards are reviewed: those of the seat
// that the query names as of, else those of the visitor, else those of the first person.
func (s *Server) showDecisions(c echo.Context, r club.Reviewed, family views.Family) error {
	m, err := s.matchModel(c, r.Match, matchQuery{shown: r.Match.Ply, look: parseLook(c.QueryParam, r.Match)})
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	d := views.Decisions{Match: m, Done: r.Done, Judged: r.Review.Judged(), Of: r.Of, Defs: cards.Defs(m.Game.ID)}
	for i, seat := range r.Match.Seats {
		if seat.Bot == 0 {
			d.People = append(d.People, games.Seat(i+1))
		}
	}
	if d.Whose, err = whoseDecisions(c, d); err != nil {
		return err
	}
	d.Match.Page.Path = d.Address() + "/review"
	if d.Done && d.Whose > 0 {
		fillDecisions(&d, r, family)
	}
	return renderHTML(c, http.StatusOK, views.DecisionsPage(&d, isHTMX(c)))
}

// whoseDecisions returns the seat whose decisions are told, 0 if no person has a seat.
func whoseDecisions(c echo.Context, d views.Decisions) (games.Seat, error) {
	if of := c.QueryParam("of"); of != "" {
		return formSeat(of, len(d.Seats))
	}
	if i := slices.IndexFunc(d.People, d.HasSeat); i >= 0 {
		return d.People[i], nil
	}
	if len(d.People) > 0 {
		return d.People[0], nil
	}
	return 0, nil
}

// fillDecisions fills in the decisions of a seat that have cost most, in words made of what
// the seat saw.
func fillDecisions(d *views.Decisions, r club.Reviewed, family views.Family) {
	costly, choices := r.Review.Costly(d.Whose)
	d.Choices, d.Costly = choices, len(costly)
	m := d.Match
	m.You = d.Whose
	costly = costly[:min(len(costly), mostTold)]
	numbers := make(map[int]int) // of the decisions with a choice, by their indexes
	for i, one := range r.Review.Decisions {
		if played := one.Played(); one.Seat == d.Whose && played != nil {
			d.Deals = one.Deals
			d.Chances = append(d.Chances, views.Chance{Share: played.Share, Told: slices.Index(costly, i) + 1})
			numbers[i] = len(d.Chances)
		}
	}
	for _, i := range costly {
		one := r.Review.Decisions[i]
		told := views.Decided{Ply: one.Ply, Cost: one.Cost(), Number: numbers[i]}
		view := r.Match.Table.At(one.Ply).State().View(one.Seat)
		for n, o := range one.Options {
			told.Options = append(told.Options, views.DecidedOption{Choice: family.Choice(m, view, o.Text), Share: o.Share, Best: n == 0, Played: o.Text == one.Text})
		}
		for _, e := range d.Story {
			if e.From <= one.Ply+1 && one.Ply+1 <= e.To {
				told.Came = e.Text
			}
		}
		d.Told = append(d.Told, told)
	}
}
