package pages

import (
	"strings"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/parker"
)

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

// sharedRules returns the page of the rules of a game with the preview of links
// to it.
func sharedRules(m views.Rules) views.Page {
	return sharedAs(m.Page, "/rules/"+m.Game.ID, gameSummary(m.Page, m.Game), m.Game)
}

// sharedSite returns a page about the site with a preview that shows the board of
// its first game.
func sharedSite(p views.Page, path string, all []games.Info) views.Page {
	if len(all) == 0 {
		return p
	}
	return sharedAs(p, path, p.T("social.site"), all[0])
}

// sharedAs returns a page with a preview that shows the first position of a game,
// or its arms if it has no board.
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
