package learn

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/review"
	"tableronde/handlers/club"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/families"
)

// GetReview answers the review of a finished match, for viewers who may see the match or have a
// link to it. ply names the shown move; the default is the largest change. of names the seat whose
// chances the graph shows. While the review is being made, the page shows its progress and reloads.
func (s *Pages) GetReview(c echo.Context) error {
	f, err := s.match.LoadMatch(c)
	if err != nil {
		return err
	}
	player, _ := site.PlayerFrom(c)
	r, err := s.Club.Bots.ReviewOf(c.Request().Context(), f, player.ID)
	switch {
	case err != nil && club.ErrorOf(err).Code == "not_over":
		return site.Redirect(c, site.MatchPath(f.ID))
	case err != nil && club.ErrorOf(err).Code == "no_review":
		return db.ErrNotFound
	case err != nil:
		return err
	}
	family, _ := families.Of(r.Match.Game)
	if family.Choice != nil {
		return s.showDecisions(c, r, family)
	}
	if family.Review == nil {
		return db.ErrNotFound
	}
	m := views.Review{Found: r.Review, Of: r.Of, Done: r.Done, Index: -1, Whose: 1}
	if of := c.QueryParam("of"); of != "" {
		seat, err := match.FormSeat(of, len(r.Match.Seats))
		if err != nil {
			return err
		}
		m.Whose = int(seat)
	}
	if r.Done {
		m.Moments = bots.Moments(r.Match, r.Review)
	}
	if m.Index, err = reviewedMove(c, r, m.Moments); err != nil {
		return err
	}
	shown := r.Match.Ply
	if m.Index >= 0 {
		shown = r.Review.Moves[m.Index].Ply
	}
	if m.Match, err = s.match.MatchModel(c, r.Match, match.MatchQuery{Shown: shown, Look: match.ParseLook(c.QueryParam, r.Match)}); err != nil {
		return err
	}
	m.Token = c.Param("token")
	m.Page.Path = m.Address() + "/review"
	return site.RenderHTML(c, http.StatusOK, family.Review(m, site.IsHTMX(c)))
}

// reviewedMove returns the index of the shown move, which the query names by the number of events
// before it. The default is the move that changed the chances most, or the first move. It returns -1
// while the review is being made.
func reviewedMove(c echo.Context, r bots.Reviewed, moments []review.Moment) (int, error) {
	if !r.Done || len(r.Review.Moves) == 0 {
		return -1, nil
	}
	if c.QueryParam("ply") != "" {
		ply, err := match.QueryPly(c, "ply", r.Match.Ply)
		if err != nil {
			return 0, err
		}
		if i := r.Review.At(ply); i >= 0 {
			return i, nil
		}
		return len(r.Review.Moves) - 1, nil
	}
	if len(moments) > 0 {
		return moments[0].Index, nil
	}
	return 0, nil
}

// mostTold is the most decisions of a seat on the page of a review.
const mostTold = 8

// showDecisions answers the review of decisions at cards. They are the decisions of the seat that
// the query names as of, of the visitor, or of the first person.
func (s *Pages) showDecisions(c echo.Context, r bots.Reviewed, family views.Family) error {
	m, err := s.match.MatchModel(c, r.Match, match.MatchQuery{Shown: r.Match.Ply, Look: match.ParseLook(c.QueryParam, r.Match)})
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
	if _, t := family.LayOut(m); d.Done && t.Finale != nil {
		d.Turns = t.Finale.Turns
	}
	if d.Done && d.Whose > 0 {
		fillDecisions(&d, r, family)
	}
	return site.RenderHTML(c, http.StatusOK, views.DecisionsPage(&d, site.IsHTMX(c)))
}

// whoseDecisions returns the seat whose decisions are shown, 0 if no person has a seat.
func whoseDecisions(c echo.Context, d views.Decisions) (games.Seat, error) {
	if of := c.QueryParam("of"); of != "" {
		return match.FormSeat(of, len(d.Seats))
	}
	if i := slices.IndexFunc(d.People, d.HasSeat); i >= 0 {
		return d.People[i], nil
	}
	if len(d.People) > 0 {
		return d.People[0], nil
	}
	return 0, nil
}

// fillDecisions adds the costliest decisions of a seat, described only by the cards that the seat
// saw.
func fillDecisions(d *views.Decisions, r bots.Reviewed, family views.Family) {
	costly, choices := r.Review.Costly(d.Whose)
	d.Choices, d.Costly = choices, len(costly)
	m := d.Match
	m.You = d.Whose
	costly = costly[:min(len(costly), mostTold)]
	numbers := make(map[int]int) // numbers of the decisions with a choice, by index
	for i, one := range r.Review.Decisions {
		if one.Seat == d.Whose && one.Played() != nil {
			d.Deals = one.Deals
			numbers[i] = len(numbers) + 1
		}
	}
	d.Course = courseOf(r, costly, numbers)
	for _, i := range costly {
		one := r.Review.Decisions[i]
		state := r.Match.Table.At(one.Ply).State()
		view := state.View(one.Seat)
		told := views.Decided{
			Ply: one.Ply, Cost: one.Cost(), Number: numbers[i], Marked: len(d.Course) > 1,
			Moment: family.Moment(m, judge.Moment(view)),
		}
		for _, code := range judge.Hand(view, one.Seat) {
			told.Hand = append(told.Hand, views.HeldCard{Face: cards.Face(d.Lang, d.Game.ID, code), Name: cards.Label(d.Lang, d.Game.ID, code)})
		}
		then := m.AsOf(one.Ply)
		reasons := judge.Explain(state, one.Seat, one.Texts())
		for n, o := range one.Options {
			told.Options = append(told.Options, views.DecidedOption{Choice: family.Choice(then, view, o.Text, reasons[n]), Share: o.Share, Best: n == 0, Played: o.Text == one.Text})
		}
		for _, e := range d.Story {
			if e.From <= one.Ply+1 && one.Ply+1 <= e.To {
				told.Came = e.Text
			}
		}
		d.Told = append(d.Told, told)
	}
}

// courseOf returns the moments of a match with computed chances of all seats. The first list has
// the indexes of the shown decisions. The map has the numbers of the seat's decisions, by index.
func courseOf(r bots.Reviewed, told []int, numbers map[int]int) []views.Moment {
	var course []views.Moment
	starts, last := r.Review.Starts, -1
	begin := func(upTo int) {
		for ; len(starts) > 0 && starts[0].Ply <= upTo; starts = starts[1:] {
			s := starts[0]
			course, last = append(course, views.Moment{Shares: s.Chances, Hands: s.Hands, Average: s.Average, Deals: s.Deals, Round: s.Number}), s.Ply
		}
	}
	for i, one := range r.Review.Decisions {
		if one.Chances == nil {
			continue
		}
		if begin(one.Ply); last != one.Ply {
			course, last = append(course, views.Moment{Shares: one.Chances}), one.Ply
		}
		if now := &course[len(course)-1]; numbers[i] > 0 {
			now.Number, now.Told = numbers[i], slices.Index(told, i)+1
		}
	}
	begin(r.Match.Ply)
	if result := r.Match.Result; result != nil && len(result.Winners) > 0 && len(course) > 0 {
		end := views.Moment{Shares: make([]int, len(r.Match.Seats)), End: true}
		for _, winner := range result.Winners {
			end.Shares[winner-1] = 100 / len(result.Winners)
		}
		course = append(course, end)
	}
	return course
}
