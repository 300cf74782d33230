package handlers

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/parker"
	"tableronde/views"
)

const lobbyRows = 20

// getTables answers the list of open tables.
func (s *Server) getTables(c echo.Context) error {
	page, err := s.page(c)
	if err != nil {
		return err
	}
	m := views.Lobby{
		Page:  page,
		Games: infos(),
		Game:  c.QueryParam("game"),
		Older: c.QueryParam("after") != "",
		Key:   newKey(),
	}
	if m.Game != "" {
		if _, ok := gameNamed(m.Game); !ok {
			return errUnknownGame
		}
	}
	tables, next, err := s.store.OpenTables(c.Request().Context(), m.Game, c.QueryParam("after"), lobbyRows)
	if errors.Is(err, db.ErrCursor) {
		return refuse(http.StatusBadRequest, "bad_query", "this link to older tables is broken")
	}
	if err != nil {
		return err
	}
	player, _ := playerFrom(c)
	for _, t := range tables {
		m.Tables = append(m.Tables, row(t, player.ID))
	}
	m.Next = next
	if m.Public, err = s.publicMatches(c.Request().Context(), player.ID, true); err != nil {
		return err
	}
	return choose(c, http.StatusOK, views.LobbyPage(m), views.LobbyFragment(m))
}

// gameNamed describes the newest version of a game.
func gameNamed(id string) (games.Info, bool) {
	rules, err := catalog.Find(id, 0)
	if err != nil {
		return games.Info{}, false
	}
	return rules.Info(), true
}

// getNew answers the form that opens a table.
func (s *Server) getNew(c echo.Context) error {
	page, err := s.page(c)
	if err != nil {
		return err
	}
	m := views.NewTable{Page: page, Games: infos(), Game: c.QueryParam("game"), Public: c.QueryParam("public") == "1", Words: newWords(), Waits: waits(c.QueryParam("game")), Key: newKey()}
	if _, ok := gameNamed(m.Game); m.Game != "" && !ok {
		return errUnknownGame
	}
	text := c.QueryParam("position")
	if text == "" {
		return html(c, http.StatusOK, views.NewTablePage(m))
	}
	p := proposal{game: m.Game, public: m.Public, options: map[string]string{positionOption: text}}
	if _, err := s.matches.setUp(p); err != nil {
		return s.newAgain(c, p, problemOf(err))
	}
	m.Study = study(p.options)
	return html(c, http.StatusOK, views.NewTablePage(m))
}

// study is the position that a match is to begin from, nil for that of the game.
func study(options map[string]string) *parker.Position {
	if p, err := parker.ParsePosition(options[positionOption]); err == nil {
		return &p
	}
	return nil
}

// postMatches opens a table as the form says and leads to it.
func (s *Server) postMatches(c echo.Context) error {
	p := proposal{
		game:    c.FormValue("game"),
		public:  c.FormValue("public") == "1",
		options: options(c),
	}
	seat, err := parseSeat(c.FormValue("seat"), maxSeats)
	if err == nil {
		p.seats, err = parsePlayers(c)
	}
	if err == nil {
		p.wait, err = parseWait(c, p.options)
	}
	if err == nil {
		p.contribution, err = cleanContribution(c.FormValue("contribution"))
	}
	if err == nil {
		p.seat = int(seat)
		_, err = s.matches.setUp(p) // before a visitor becomes a guest for nothing
	}
	var f folded
	if err == nil {
		f, err = s.open(c, p)
	}
	if err != nil && refused(err) {
		return s.newAgain(c, p, problemOf(err))
	}
	if err != nil {
		return err
	}
	return redirect(c, matchPath(f.ID))
}

// parsePlayers reads how many a form wants to play, 0 where it does not say.
func parsePlayers(c echo.Context) (int, error) {
	text := c.FormValue("seats")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxSeats {
		return 0, unprocessable("invalid_seats", "seats", "no game is played by %q", text)
	}
	return n, nil
}

// windowOption is the option by which a game gives others some seconds to answer
// what is played.
const windowOption = "window"

// parseWait reads how long others may take to answer what is played: hours,
// which are a matter of the table, or seconds ("3s"), which are an option of the
// game.
func parseWait(c echo.Context, chosen map[string]string) (time.Duration, error) {
	text := c.FormValue("wait")
	if text == "" {
		return 0, nil
	}
	if seconds, ok := strings.CutSuffix(text, "s"); ok {
		chosen[windowOption] = seconds
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > int(maxWait/time.Hour) {
		return 0, unprocessable("invalid_wait", "wait", "a table waits no more than %d hours", int(maxWait/time.Hour))
	}
	return time.Duration(n) * time.Hour, nil
}

// waits tells whether the tables of a game may wait for answers.
func waits(game string) bool {
	family, _ := familyOf(game)
	return family.Waits
}

// open creates a match for the visitor, who becomes a guest where needed. The
// same form sent twice opens one table.
func (s *Server) open(c echo.Context, p proposal) (folded, error) {
	player, err := s.visitor(c)
	if err != nil {
		return folded{}, err
	}
	f, err := s.matches.create(c.Request().Context(), formOnce(c, player.ID), player.ID, p, noteID)
	return s.repeated(c, f, err)
}

// noteID notes the match that a form led to.
func noteID(m db.Match, _ int) (int, []byte) { return http.StatusSeeOther, []byte(m.ID) }

// repeated finds the match that the same form led to before.
func (s *Server) repeated(c echo.Context, f folded, err error) (folded, error) {
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != http.StatusSeeOther {
		return f, err
	}
	player, _ := playerFrom(c)
	return s.matches.view(c.Request().Context(), string(done.Note), player.ID)
}

// options are the fields option.NAME of a form.
func options(c echo.Context) map[string]string {
	chosen := make(map[string]string)
	info, ok := gameNamed(c.FormValue("game"))
	if !ok {
		return chosen
	}
	for _, o := range info.Options {
		if value := c.FormValue("option." + info.ID + "." + o.ID); value != "" {
			chosen[o.ID] = value
		}
	}
	return chosen
}

// newAgain shows the form once more, as it was filled in, with what is wrong.
func (s *Server) newAgain(c echo.Context, p proposal, why problem) error {
	page, err := s.page(c)
	if err != nil {
		return err
	}
	page.Path = "/new"
	return html(c, why.status, views.NewTablePage(views.NewTable{
		Page:    page,
		Games:   infos(),
		Game:    p.game,
		Options: p.options,
		Study:   study(p.options),
		Count:   p.seats,
		Seat:    games.Seat(p.seat),
		Words:   c.FormValue("contribution"),
		Waits:   waits(p.game),
		Hours:   int(p.wait / time.Hour),
		Public:  p.public,
		Name:    c.FormValue("name"),
		Key:     newKey(),
		Problem: &views.Problem{Field: why.field, Key: why.code, Illegal: why.illegal},
	}))
}

// postSolo opens a table at which the visitor holds every seat.
func (s *Server) postSolo(c echo.Context) error {
	seats, err := parsePlayers(c)
	if err != nil {
		return err
	}
	contribution, err := cleanContribution(c.FormValue("contribution"))
	if err != nil {
		return err
	}
	chosen := options(c)
	if _, err := parseWait(c, chosen); err != nil { // hours are nothing to wait for alone
		return err
	}
	f, err := s.open(c, proposal{game: c.FormValue("game"), seats: seats, options: chosen, contribution: contribution, solo: true})
	if err != nil {
		return err
	}
	return redirect(c, matchPath(f.ID))
}

// postJoin takes a seat at a public table.
func (s *Server) postJoin(c echo.Context) error {
	err := s.take(c, c.Param("id"), "")
	if why := problemOf(err); err != nil && why.field == "name" {
		return s.joinAgain(c, why)
	}
	return err
}

// joinAgain shows the form that takes a seat once more, with what is wrong with the
// name in it.
func (s *Server) joinAgain(c echo.Context, why problem) error {
	player, _ := playerFrom(c)
	f, err := s.matches.view(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	m, err := s.matchModel(c, f, matchQuery{shown: f.Ply})
	if err != nil {
		return err
	}
	m.Page.Path, m.Typed = matchPath(f.ID), c.FormValue("name")
	m.Problem = &views.Problem{Field: why.field, Key: why.code}
	return showMatchPage(c, why.status, m)
}

// take seats the visitor and leads to the match.
func (s *Server) take(c echo.Context, id, invite string) error {
	seat, err := parseSeat(c.FormValue("seat"), maxSeats)
	if err != nil {
		return err
	}
	j := joining{match: id, seat: int(seat), invite: invite}
	if j.contribution, err = cleanContribution(c.FormValue("contribution")); err != nil {
		return err
	}
	if err := s.canJoin(c, j); err != nil {
		return err
	}
	player, err := s.visitor(c)
	if err != nil {
		return err
	}
	j.player, j.name = player.ID, player.Name
	f, err := s.matches.join(c.Request().Context(), formOnce(c, player.ID), j, noteID)
	if errors.Is(err, db.ErrAlreadySeated) {
		return redirect(c, matchPath(id))
	}
	if f, err = s.repeated(c, f, err); err != nil {
		return err
	}
	return redirect(c, matchPath(f.ID))
}

// canJoin refuses a visitor without a name before a guest account or a name is given
// needlessly. A form that is sent twice was let in before.
func (s *Server) canJoin(c echo.Context, j joining) error {
	ctx := c.Request().Context()
	if player, known := playerFrom(c); known && !isDefaultName(player.Name) {
		return nil
	}
	if s.sentBefore(c) {
		return nil
	}
	var err error
	if j.name, err = cleanName(c.FormValue("name")); err != nil {
		j.name = "" // refused in its turn
	}
	return s.matches.canJoin(ctx, j)
}

// sentBefore reports whether the same form has made the visitor a guest already.
func (s *Server) sentBefore(c echo.Context) bool {
	var done *db.Answered
	return errors.As(s.store.Answer(c.Request().Context(), guestOnce(c)), &done)
}

// postWithdraw closes a table before its match begins.
func (s *Server) postWithdraw(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNotHost
	}
	if err := s.matches.withdraw(c.Request().Context(), c.Param("id"), player.ID); err != nil {
		return err
	}
	return redirect(c, "/")
}
