// Package pages renders the pages of the site except the page of a match: home, open tables,
// invitations, rules and others. Package views renders the page of a match. The package of the
// game's family renders its game.
package pages

import (
	"context"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/parker"
)

// Fault is the model of an error page.
type Fault struct {
	views.Page
	Status  int
	Code    string // stable code of the problem; sentences are found by it, or by the status
	Illegal *games.Illegal
	Request string // id to quote when asking for help, "" for none
	Retry   int    // seconds to wait, 0 for none
	Match   string // path of the match concerned, "" for none

	// Act, Until and Reason describe an operator's act against the visitor; zero for other
	// problems.
	Act    string
	Until  time.Time
	Reason string
}

// headline names the problem.
func (m Fault) headline() string { return m.T(m.messageKey(".title")) }

// problemText returns a sentence about the problem.
func (m Fault) problemText() string {
	switch {
	case m.Illegal != nil:
		return m.Refusal(m.Illegal)
	case !m.Until.IsZero():
		return views.Operated{Act: m.Act, Until: m.Until, Reason: m.Reason}.Text(m.Page)
	}
	return m.T(m.messageKey(""), "Name", m.Player)
}

// adviceText returns a sentence about the next step of the visitor.
func (m Fault) adviceText() string {
	if m.Code == "stored_much" {
		return m.N("fault.go_on", m.Retry/60)
	}
	if m.Retry > 0 {
		return m.N("fault.retry", m.Retry)
	}
	return m.T(m.messageKey(".now"))
}

// misdirected reports whether the request used an address that is not the site's.
func (m Fault) misdirected() bool { return m.Status == 421 }

// homePath returns the address of the home page.
func (m Fault) homePath() string {
	if m.misdirected() {
		return m.Origin + "/"
	}
	return "/"
}

// messageKey returns the catalog key of a part of the message: for the code, or else for the
// status, or else for any client or server error.
func (m Fault) messageKey(part string) string {
	general := views.Either(m.Status >= 500, "500", "400")
	for _, of := range []string{m.Code, strconv.Itoa(m.Status)} {
		if key := "fault." + of + part; locale.Has(m.Lang, key) {
			return key
		}
	}
	return "fault." + general + part
}

// OfflineText returns the page that is shown offline if nothing else is stored. It is the same for
// everybody.
func OfflineText(lang views.Lang) string {
	var b strings.Builder
	if err := offlinePage(views.Page{Lang: lang, Path: "/"}).Render(context.Background(), &b); err != nil {
		panic(err) // writing to memory cannot fail
	}
	return b.String()
}

func (m Invitation) withPreview() views.Page {
	p := m.Page
	if m.Token == "" {
		return p
	}
	p.Social = &views.Social{
		Path:        "/i/" + m.Token,
		Description: gameSummary(m.Page, m.Table.Game),
		Image:       "/i/" + m.Token + "/picture.png?lang=" + string(m.Lang),
		Alt:         parker.Alt(m.Page, m.Table.Game),
	}
	return p
}

// sharedRules returns the page of a game's rules with a link preview.
func sharedRules(m views.Rules) views.Page {
	return sharedAs(m.Page, "/rules/"+m.Game.ID, gameSummary(m.Page, m.Game), m.Game)
}

// digestFrame returns the page of the rules of a game on one screen.
func digestFrame(m views.Rules) views.Page {
	p := sharedAs(m.Page, m.DigestPath(), gameSummary(m.Page, m.Game), m.Game)
	p.Defs = m.Digest.Defs
	return p
}

// sharedSite returns a page about the site with a link preview that shows the board of the first
// game.
func sharedSite(p views.Page, path string, all []games.Info) views.Page {
	if len(all) == 0 {
		return p
	}
	return sharedAs(p, path, p.T("social.site"), all[0])
}

// sharedAs returns a page with a link preview that shows the first position of a game, or the arms
// of a card game.
func sharedAs(p views.Page, path, description string, game games.Info) views.Page {
	p.Social = &views.Social{
		Path:        path,
		Description: description,
		Image:       "/rules/" + game.ID + "/picture.png?lang=" + string(p.Lang),
		Alt:         p.T("social.arms", "Game", p.Lang.Of(game.Name)),
	}
	if first, ok := parker.FirstPosition(game.ID); ok {
		p.Social.Image = "/position.png?position=" + parker.PositionQuery(first) + "&lang=" + string(p.Lang)
		p.Social.Alt = p.T("social.start", "Game", p.Lang.Of(game.Name))
	}
	return p
}

// gameSummary describes a game in a sentence.
func gameSummary(p views.Page, game games.Info) string {
	return strings.Join([]string{p.Lang.Of(game.Name), p.Players(game), p.T("game." + game.ID)}, " · ")
}
