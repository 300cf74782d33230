package views

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
)

// social is what other sites show of a link to a page, besides its title. The
// addresses are paths on this site.
type social struct {
	path        string
	description string
	image       string // of 1200 by 630
	alt         string // of the image
}

// shared is the page of a match, with what is shown of links to it. Of a private
// match others see nothing, unless the link itself shows it.
func (m Match) shared() Page {
	if !m.Public && m.Token == "" {
		return m.Page
	}
	p := m.Page
	p.social = &social{
		path:        m.path(),
		description: m.Lang.Of(m.Game.Name) + ". " + m.forOthers(),
		image:       m.path() + "/picture.png?ply=" + strconv.Itoa(m.Shown) + "&lang=" + string(m.Lang),
		alt:         m.boardAlt(m.Game),
	}
	if m.past() {
		p.social.path = m.at(m.Shown)
	}
	return p
}

// forOthers is how a match stands, for those who are not at the table.
func (m Match) forOthers() string {
	switch {
	case !m.Started:
		return m.t("match.wait_title")
	case m.past():
		return m.pastSentence()
	case m.Result != nil:
		return m.outcome() + " " + m.t("reason."+m.Result.Reason)
	}
	return m.t("match.thinks", "Names", m.names(m.ToAct))
}

func (m Invitation) shared() Page {
	p := m.Page
	p.social = &social{
		path:        "/i/" + m.Token,
		description: m.about(m.Table.Game),
		image:       "/i/" + m.Token + "/picture.png?lang=" + string(m.Lang),
		alt:         m.boardAlt(m.Table.Game),
	}
	return p
}

func (m Setup) shared() Page {
	p := m.Page
	p.social = &social{
		path:        SetupPath(m.Position),
		description: m.Lang.Of(m.Game.Name) + ". " + m.verdict(),
		image:       m.picture("png"),
		alt:         m.boardAlt(m.Game),
	}
	return p
}

func (m Rules) shared() Page {
	return m.sharedAs("/rules/"+m.Game.ID, m.about(m.Game), m.Game)
}

// sharedSite is a page about the site, shown by the board of its first game.
func (p Page) sharedSite(path string, all []games.Info) Page {
	if len(all) == 0 {
		return p
	}
	return p.sharedAs(path, p.t("social.site"), all[0])
}

// sharedAs is a page shown by the first position of a game, or by its arms where
// it has no board.
func (p Page) sharedAs(path, description string, game games.Info) Page {
	p.social = &social{
		path:        path,
		description: description,
		image:       "/rules/" + game.ID + "/picture.png?lang=" + string(p.Lang),
		alt:         p.t("social.arms", "Game", p.Lang.Of(game.Name)),
	}
	if g := parker.BoardOf(game.ID); g != nil {
		first, _ := g.Setup("")
		p.social.image = "/position.png?position=" + positionQuery(first) + "&lang=" + string(p.Lang)
		p.social.alt = p.t("social.start", "Game", p.Lang.Of(game.Name))
	}
	return p
}

// about is a game in a sentence.
func (p Page) about(game games.Info) string {
	return strings.Join([]string{p.Lang.Of(game.Name), p.players(game), p.t("game." + game.ID)}, " · ")
}

// boardAlt is what a picture of a match shows.
func (p Page) boardAlt(game games.Info) string {
	g := parker.BoardOf(game.ID)
	if g == nil {
		return p.Lang.Of(game.Name)
	}
	return p.t("match.board", "Game", p.Lang.Of(game.Name), "Squares", g.Len(), "Army", p.army(game, 1))
}

// territory is the language with the country where it is spoken most, as Open
// Graph wants it.
func (p Page) territory() string {
	if p.Lang == French {
		return "fr_FR"
	}
	return "en_US"
}
