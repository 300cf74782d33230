package learn

import (
	"slices"
	"strconv"
	"time"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/strategy"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/cards"
	parkerpages "tableronde/views/parker"
)

// Strategy is the model of the article about the strategy of a game.
type Strategy struct {
	views.Page
	Game    games.Info
	Article strategy.Article

	at, ply int // the advice whose line is stepped through, from 1, and its moves shown; 0 for none
}

// NewStrategy returns the model of an article with the first moves of the line of an advice. Another
// number of an advice, or of moves, is as good as none.
func NewStrategy(p views.Page, game games.Info, a strategy.Article, at, ply int) Strategy {
	m := Strategy{Page: p, Game: game, Article: a}
	if 1 <= at && at <= len(a.Advices) && 0 <= ply && ply < len(a.Advices[at-1].Steps()) {
		m.at, m.ply = at, ply
	}
	return m
}

// path returns the address of the article.
func (m Strategy) path() string { return views.Rules{Game: m.Game}.StrategyPath() }

// here returns the address of the page in its present state.
func (m Strategy) here() string {
	if m.at == 0 {
		return m.path()
	}
	return m.path() + m.query(m.at, m.ply)
}

// query returns the query for moves of the line of an advice.
func (m Strategy) query(at, ply int) string {
	return "?at=" + strconv.Itoa(at) + "&ply=" + strconv.Itoa(ply)
}

// title returns the title of the page.
func (m Strategy) title() string {
	return m.T("strategy.title", "Game", m.Lang.Of(m.Game.Name))
}

// styles lists the style sheets of the article.
func (m Strategy) styles() []string {
	if m.Game.Hidden {
		return []string{"strategy.css", "cards.css"}
	}
	return []string{"board.css", "strategy.css"}
}

// framed returns the page with a preview for links, and the drawings of its game.
func (m Strategy) framed() views.Page {
	p := m.Page
	p.Social = &views.Social{Path: m.here(), Description: m.lead()}
	if m.Game.Hidden {
		p.Defs = cards.MatchDefs(m.Game.ID)
		p.Social.Image = "/rules/" + m.Game.ID + "/picture.png?lang=" + string(m.Lang)
		p.Social.Alt = m.T("social.arms", "Game", m.Lang.Of(m.Game.Name))
		return p
	}
	a := m.pictured()
	p.Social.Image = "/position.png?position=" + parkerpages.PositionQuery(a.step().View.Position()) + "&lang=" + string(m.Lang)
	p.Social.Alt = a.heading() + " " + a.caption()
	return p
}

// pictured returns the advice whose board stands for the article of a board game: the one that is
// stepped through, else the first with a board.
func (m Strategy) pictured() advice {
	list := m.advices()
	if m.at > 0 {
		return list[m.at-1]
	}
	return list[slices.IndexFunc(list, func(a advice) bool { return len(a.Steps()) > 0 })]
}

// lead returns the first sentences of the article.
func (m Strategy) lead() string { return m.T("strategy." + m.Game.ID + ".lead") }

// advice is the model of one advice.
type advice struct {
	strategy.Advice
	Strategy
	number int
}

// advices lists the advices of the article.
func (m Strategy) advices() []advice {
	var list []advice
	for i, a := range m.Article.Advices {
		list = append(list, advice{a, m, i + 1})
	}
	return list
}

// heading returns the advice in a few words.
func (a advice) heading() string { return a.T("strategy." + a.Article.Name(a.number)) }

// text returns the sentences about the advice.
func (a advice) text() string {
	var args []any
	for _, q := range a.Quotes {
		v, _ := a.Article.Figures.Value(q.Figure)
		args = append(args, q.Arg, a.written(v))
	}
	return a.T("strategy."+a.Article.Name(a.number)+".text", args...)
}

// shown returns how many moves of the line stand on the board.
func (a advice) shown() int {
	if a.at == a.number {
		return a.ply
	}
	return 0
}

// step returns the shown position.
func (a advice) step() strategy.Step { return a.Steps()[a.shown()] }

// figure returns the drawing of the shown position.
func (a advice) figure() board.Figure {
	s := a.step()
	f := board.Figure{Lang: a.Lang, Position: s.View.Position(), From: a.From, To: a.To, Caption: a.caption(), Last: s.Legs}
	for i, leg := range s.Legs {
		if leg.Taken != parker.NoSquare {
			f.Ghosts = append(f.Ghosts, board.Ghost{Square: leg.Taken, Piece: s.Taken[i]})
		}
	}
	return f
}

// caption returns the last move of the shown position, or the side that begins.
func (a advice) caption() string {
	s := a.step()
	if a.shown() == 0 {
		return a.T("strategy.begins", "Army", a.Army(a.Game, a.Steps()[1].Seat))
	}
	return a.T("replay.move", "Number", a.shown(), "Name", a.Army(a.Game, s.Seat), "Move", s.Move)
}

// control is a link that steps through a line.
type control struct{ id, icon, label, href string }

// controls lists the links that step through the line. One that leads nowhere has no address.
func (a advice) controls() []control {
	number, now, last := strconv.Itoa(a.number), a.shown(), len(a.Steps())-1
	link := func(name, icon string, ply int, leads bool) control {
		c := control{id: name + "-" + number, icon: icon, label: a.T("strategy." + name)}
		if leads {
			c.href = a.path() + a.query(a.number, ply) + "#" + c.id
		}
		return c
	}
	return []control{
		link("first", "first", 0, now > 0), link("back", "prev", now-1, now > 0), link("next", "next", now+1, now < last),
	}
}

// say returns the words of the page for screen readers, after a step.
func (m Strategy) say() string {
	if m.at == 0 {
		return ""
	}
	return m.advices()[m.at-1].caption()
}

// row is a row of the table of figures.
type row struct{ label, value string }

// rows lists the figures of the game.
func (m Strategy) rows() []row {
	var list []row
	for _, r := range m.Article.Rows {
		if v, ok := m.Article.Figures.Value(r.Figure); ok {
			list = append(list, row{m.T("strategy.row." + m.kind() + r.Key), m.written(v)})
		}
	}
	return list
}

// kind begins the keys of the rows of a card game.
func (m Strategy) kind() string {
	return views.Either(m.Game.Hidden, m.Game.ID+".", "")
}

// origin returns the games from which the figures come.
func (m Strategy) origin() string {
	f := m.Article.Figures
	day, _ := time.Parse("2 January 2006", f.Date)
	return m.T("strategy.origin", "Games", views.Grouped(m.Lang, f.Games), "Name", views.BotCalled(m.Lang, f.Level, 1), "Day", m.ShortDay(day))
}

// written writes a figure with at most one decimal.
func (m Strategy) written(v strategy.Value) string {
	text := m.Lang.Decimal(v.Number, 1)
	if v.Percent {
		return m.T("strategy.percent", "Number", text)
	}
	return text
}
