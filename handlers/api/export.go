package api

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// The times that a client may take to read a part of an export, and the whole. Few exports are made
// at the same time.
const (
	exportLimit = 30 * time.Second
	exportWhole = 20 * exportLimit
)

// SendExport sends all data that the site holds about a player, as one archive. It reads and writes
// one page of matches at a time.
func (a *API) SendExport(c echo.Context, player db.Player) error {
	leave, err := a.exports.Enter(player.ID)
	if err != nil {
		return err
	}
	defer leave()
	about, err := a.exportedPlayer(c.Request().Context(), player)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, "application/zip")
	header.Set(echo.HeaderContentDisposition, `attachment; filename="table-ronde.zip"`)
	header.Set(echo.HeaderCacheControl, "no-store")
	c.Response().WriteHeader(http.StatusOK)
	x := export{API: a, player: player, end: time.Now().Add(exportWhole), conn: http.NewResponseController(c.Response())}
	if err := x.conn.Flush(); err != nil {
		return err
	}
	x.archive = zip.NewWriter(c.Response())
	if err := x.write(c.Request().Context(), about); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// exportedPuzzle is a puzzle with the player's answers.
type exportedPuzzle struct {
	Game   string   `json:"game"`
	Number int      `json:"number"`
	Tried  string   `json:"tried"` // when it was first answered
	Wrong  []string `json:"wrong"` // wrong moves
	Solved bool     `json:"solved"`
	Shown  bool     `json:"shown"`  // the solution was
	Rating float64  `json:"rating"` // of the player at puzzles of the game, afterwards
}

// exportedPlayer is the data about the player in an export.
type exportedPlayer struct {
	ID        string            `json:"id"`
	Name      string            `json:"name"`
	Created   string            `json:"created"`
	Account   bool              `json:"account"`
	Habits    []string          `json:"habits"`
	Lessons   []string          `json:"lessons"` // lessons done
	Puzzles   []exportedPuzzle  `json:"puzzles"` // puzzles answered
	Email     *string           `json:"email"`
	Pending   string            `json:"pending_email,omitempty"` // not confirmed yet
	Sessions  []exportedSession `json:"sessions"`
	Tokens    []Token           `json:"tokens"`
	Passkeys  []exportedPasskey `json:"passkeys"`
	Notices   *Notices          `json:"notices"`
	Zone      string            `json:"zone"`     // time zone for notifications
	Language  string            `json:"language"` // of notifications
	Webhooks  []*Webhook        `json:"webhooks"`
	Pushes    []*Push           `json:"pushes"`
	Operated  []exportedAct     `json:"operated"`
	Operator  bool              `json:"operator"`
	Acts      []exportedAct     `json:"acts"`      // as an operator
	Suspended *string           `json:"suspended"` // end of the suspension
	Silent    *string           `json:"silent"`    // end of the time without messages
}

// exportedAct is an act of an operator about the player, or of the player as an operator.
type exportedAct struct {
	At     string  `json:"at"`
	Act    string  `json:"act"`
	Detail string  `json:"detail"`
	Until  *string `json:"until"`
	Reason string  `json:"reason"`
}

func newExportedActs(acts []db.Act) []exportedAct {
	list := []exportedAct{}
	for _, act := range acts {
		list = append(list, exportedAct{formatTime(act.At), string(act.Kind), act.Detail, optionalTime(act.Until), act.Reason})
	}
	return list
}

type exportedPasskey struct {
	Name string  `json:"name"`
	Made string  `json:"made"`
	Used *string `json:"used"`
}

type exportedSession struct {
	Device string  `json:"device"`
	Begun  *string `json:"begun"`
}

func (a *API) exportedPlayer(ctx context.Context, p db.Player) (exportedPlayer, error) {
	out := exportedPlayer{ID: p.ID, Name: p.Name, Created: formatTime(p.Created), Habits: append([]string{}, match.HabitsOf(p)...), Sessions: []exportedSession{}, Tokens: []Token{}, Passkeys: []exportedPasskey{}}
	account, has, err := a.Club.Accounts.Account(ctx, p.ID)
	if err != nil {
		return out, err
	}
	out.Account, out.Email = has, optional(account.Email)
	if out.Pending, err = a.Store.PendingAddress(ctx, p.ID); err != nil {
		return out, err
	}
	sessions, err := a.Store.Sessions().SessionsOf(ctx, p.ID)
	if err != nil {
		return out, err
	}
	for _, s := range sessions {
		out.Sessions = append(out.Sessions, exportedSession{s.Device, optionalTime(s.Begun)})
	}
	tokens, err := a.Store.TokensOf(ctx, p.ID)
	for _, t := range tokens {
		out.Tokens = append(out.Tokens, newToken(p, t, db.Token{}))
	}
	if err != nil {
		return out, err
	}
	passkeys, err := a.Store.PasskeysOf(ctx, p.ID)
	for _, k := range passkeys {
		out.Passkeys = append(out.Passkeys, exportedPasskey{k.Name, formatTime(k.Made), optionalTime(k.Used)})
	}
	if err != nil {
		return out, err
	}
	lessons, err := a.Store.LessonsOf(ctx, p.ID)
	if err != nil {
		return out, err
	}
	out.Lessons = append([]string{}, lessons...)
	progress, err := a.Club.Puzzles.Progress(ctx, p.ID)
	if err != nil {
		return out, err
	}
	out.Puzzles = []exportedPuzzle{}
	for _, t := range progress.Tried {
		out.Puzzles = append(out.Puzzles, exportedPuzzle{t.Game, t.Number, formatTime(t.Tried), append([]string{}, t.Wrong...), t.Solved, t.Shown, math.Round(t.Rating.Points)})
	}
	about, err := a.Store.ActsAbout(ctx, p.ID)
	if err != nil {
		return out, err
	}
	acts, err := a.Store.ActsBy(ctx, p.ID)
	if err != nil {
		return out, err
	}
	out.Operated, out.Acts = newExportedActs(about), newExportedActs(acts)
	if p, err = a.Store.Player(ctx, p.ID); err != nil { // with the end of each measure against the player
		return out, err
	}
	if out.Operator, err = a.Store.IsOperator(ctx, p.ID); err != nil {
		return out, err
	}
	out.Suspended, out.Silent = optionalTime(p.Suspended), optionalTime(p.Silent)
	told, err := a.Store.Recipient(ctx, p.ID)
	out.Notices, out.Webhooks, out.Pushes = newNotices(told), targetsOf(told, db.ByWebhook, newWebhook), targetsOf(told, db.ByPush, newPush)
	out.Zone, out.Language = told.Zone, told.Language
	return out, err
}

// export is an archive that is being written.
type export struct {
	*API
	player  db.Player
	conn    *http.ResponseController
	archive *zip.Writer
	end     time.Time // latest time for the client to read the archive
}

func (x *export) write(ctx context.Context, about exportedPlayer) error {
	if err := x.addJSON("player.json", about); err != nil {
		return err
	}
	for _, add := range []func(context.Context) error{
		x.addMatches, x.addRecords, x.addVisits, x.addStudies, x.addStanding, x.addLadders, x.addCups, x.addTalk, x.addRemarks, x.addCollections, x.addRatings,
	} {
		if err := add(ctx); err != nil {
			return err
		}
	}
	return x.archive.Close()
}

// create begins a new file in the archive.
func (x *export) create(name string) (io.Writer, error) {
	limit := time.Now().Add(exportLimit)
	if x.end.Before(limit) {
		limit = x.end
	}
	if err := x.conn.SetWriteDeadline(limit); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return nil, err
	}
	return x.archive.Create(name)
}

func (x *export) addJSON(name string, value any) error {
	w, err := x.create(name)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// addMatches adds the list of the player's matches.
func (x *export) addMatches(ctx context.Context) error {
	w, err := x.create("matches.json")
	if err != nil {
		return err
	}
	before := "[\n"
	err = x.eachMatch(ctx, func(m db.Match) error {
		text, err := json.Marshal(newRow(m, x.Club.Match.TimesOf(m), x.player.ID, match.SeatOf(m, x.player.ID)))
		if err == nil {
			_, err = io.WriteString(w, before+string(text))
		}
		before = ",\n"
		return err
	})
	if err != nil {
		return err
	}
	if before == "[\n" {
		_, err = io.WriteString(w, "[]\n")
	} else {
		_, err = io.WriteString(w, "\n]\n")
	}
	return err
}

// addVisits adds the player's visits to matches, and the matches in which the player has read the
// spectators' messages.
func (x *export) addVisits(ctx context.Context) error {
	visits, err := x.Store.VisitsOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	watched, err := x.Store.WatchedBy(ctx, x.player.ID)
	if err != nil || len(visits)+len(watched) == 0 {
		return err
	}
	type visit struct {
		Match  string  `json:"match"`
		Seen   int     `json:"seen"`
		Began  *string `json:"began"`
		Latest *string `json:"latest"`
	}
	list := []visit{}
	for _, v := range visits {
		list = append(list, visit{v.Match, v.Seen, optionalTime(v.Began), optionalTime(v.Latest)})
	}
	return x.addJSON("visits.json", map[string]any{"visits": list, "watched": append([]string{}, watched...)})
}

// eachMatch calls f with the player's matches, the newest first, then with the matches in which a
// bot has taken over the player's seat.
func (x *export) eachMatch(ctx context.Context, f func(db.Match) error) error {
	err := x.eachMatchOf(ctx, db.Filter{}, f)
	if err == nil {
		err = x.eachMatchOf(ctx, db.Filter{Left: true}, f)
	}
	return err
}

func (x *export) eachMatchOf(ctx context.Context, filter db.Filter, f func(db.Match) error) error {
	for cursor := ""; ; {
		list, next, err := x.Club.Lists.MatchesOf(ctx, x.player.ID, filter, cursor, maxPage)
		if err != nil {
			return err
		}
		for _, m := range list {
			if err := f(m); err != nil {
				return err
			}
		}
		if cursor = next; cursor == "" {
			return nil
		}
	}
}

// addRecords adds the records of the player's matches, and the player's orders in them.
func (x *export) addRecords(ctx context.Context) error {
	return x.eachMatch(ctx, func(m db.Match) error { return x.addMatch(ctx, m) })
}

// addMatch adds the record of a match, if the player may read it, and the player's orders.
func (x *export) addMatch(ctx context.Context, m db.Match) error {
	f, err := x.Club.Match.Match(ctx, m.ID, x.player.ID)
	if club.IsRefusal(err) {
		return nil // it is withdrawn, or closed to spectators
	}
	if err != nil {
		return err
	}
	if text, err := x.Club.Match.Record(ctx, f); err == nil {
		if err := x.addText("records/"+m.ID+".txt", string(text)); err != nil {
			return err
		}
	} else if !club.IsRefusal(err) {
		return err
	}
	if f.Started.IsZero() || f.IsOver() {
		return nil
	}
	for _, seat := range f.SeatsOf(x.player.ID) {
		orders, err := x.Club.Match.Orders(ctx, m.ID, x.player.ID, seat)
		if club.IsRefusal(err) {
			return nil // the game has no orders
		}
		if err != nil {
			return err
		}
		if orders != "" {
			if err := x.addText(fmt.Sprintf("orders/%s-%d.txt", m.ID, seat), orders+"\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *export) addText(name, text string) error {
	w, err := x.create(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}
