package parker

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
	"tableronde/views/locale"
)

// rule returns the section of the rules about the visitor's next decision, or about the end of the
// match.
func (m match) rule() string {
	v, ok := m.View.(rules.View)
	switch {
	case !ok || !m.Started:
		return "brief"
	case m.Result != nil && !m.Past():
		return endRule(m.Result.Reason)
	case m.Draw != 0 && !m.Past():
		return "end.agreement"
	case !m.Yours():
		return "moves"
	}
	stage := v.Stage(m.Staged)
	switch {
	case stage.Why != nil && stage.Why.Rule != "":
		return stage.Why.Rule
	case len(stage.Legs) > 0:
		return stagedRule(stage)
	case v.MustLeave() != rules.NoSquare:
		return "castles.leaving"
	case v.MustCapture():
		return "moves.obligation"
	}
	for _, kind := range []struct {
		of   rules.Kind
		rule string
	}{{rules.CastleMove, "castles.move"}, {rules.Charge, "moves.charge"}, {rules.Jump, "moves.jump"}} {
		for _, t := range append(stage.Next[:len(stage.Next):len(stage.Next)], stage.Far...) {
			if t.Kind == kind.of {
				return kind.rule
			}
		}
	}
	return "moves"
}

// stagedRule returns the section about the last leg of the staged move.
func stagedRule(stage rules.Stage) string {
	kinds := map[rules.Kind]bool{}
	for _, leg := range stage.Legs {
		kinds[leg.Kind] = true
	}
	switch {
	case kinds[rules.Canter] && (kinds[rules.Jump] || stage.Must):
		return "moves.charge"
	case kinds[rules.Jump]:
		return "moves.jump"
	case kinds[rules.Canter]:
		return "moves.canter"
	case kinds[rules.CastleMove]:
		return "castles.move"
	}
	return "moves.plain"
}

// endRule returns the section about a way in which a match ends.
func endRule(reason string) string {
	switch reason {
	case games.ReasonAgreement:
		return "end.agreement"
	case games.ReasonResignation:
		return "end.resignation"
	case rules.ReasonRepetition, rules.ReasonFiftyRounds:
		return "end.claim"
	}
	return "end"
}

// ruleSections lists the sections of the rules in their order.
var ruleSections = []ruleSection{
	{"differs", 2, ""},
	{"aim", 2, "T"},
	{"board", 2, "TW"},
	{"order", 2, "T"},
	{"order.partners", 3, "T"},
	{"order.passing", 3, "TW"},
	{"moves", 2, "T"},
	{"moves.plain", 3, "T"},
	{"moves.canter", 3, "TW"},
	{"moves.jump", 3, "T"},
	{"moves.charge", 3, "TW"},
	{"moves.obligation", 3, "TW"},
	{"castles", 2, "T"},
	{"castles.goal", 3, "TW"},
	{"castles.own", 3, "TW"},
	{"castles.sides", 3, "W"},
	{"castles.leaving", 3, "TW"},
	{"castles.move", 3, "TW"},
	{"end", 2, "TW"},
	{"end.agreement", 3, "T"},
	{"end.claim", 3, "O"},
	{"end.resignation", 3, "O"},
	{"notation", 2, "WO"},
	{"notation.position", 3, "O"},
	{"sources", 2, ""},
}

// chapters returns the rules of a game. It leaves out sections without a sentence
// in any voice of the game; links to them lead to the section before.
func chapters(r views.Rules) []views.Chapter {
	m := book{r}
	g := rules.BoardOf(m.Game.ID)
	if g == nil {
		return nil
	}
	args := m.facts(g)
	var list []views.Chapter
	for _, s := range ruleSections {
		sentences := m.sentences(s.id, args)
		if len(sentences) == 0 {
			if len(list) > 0 {
				list[len(list)-1].Anchors = append(list[len(list)-1].Anchors, s.id)
			}
			continue
		}
		c := views.Chapter{ID: s.id, Level: s.level, Title: m.say(s.id+".title", args), Sentences: sentences}
		c.Body = templ.Join(chapterBody(m, s.id), figureList(m.figures(s.id, g, args)), sourceLine(m, m.sources(s)))
		if s.id == "differs" {
			c.Sentences, c.Body = nil, sentenceList(sentences)
		}
		list = append(list, c)
	}
	return list
}

// brief returns two pictures of the rules: the characteristic move of the family, and the way to
// win a game.
func brief(r views.Rules) templ.Component {
	m := book{r}
	g := rules.BoardOf(m.Game.ID)
	if g == nil {
		return templ.NopComponent
	}
	args := m.facts(g)
	var all []board.Figure
	for _, name := range []string{"charge", "goal", "goal_jump", "goal_pair", "last_enemy", "everyone"} {
		if f, ok := figureNamed(m.Game.ID, name); ok && len(all) < 2 {
			all = append(all, f.picture(m.Lang, g, m.say("figure."+name, f.facts(args))))
		}
	}
	return figureList(all)
}

// book is the rules of a board game.
type book struct{ views.Rules }

// otherSources are the sources of sections that differ in one voice.
var otherSources = map[string]string{
	"field.board":         "TWO",
	"field.end":           "TO",
	"field.castles":       "T",
	"grand-cam-97.board":  "TO",
	"field.order.passing": "TO",
	"four.end.agreement":  "O",
	"single.castles.move": "W",
}

// sentences returns the sentences of a section of the rules of the game.
func (m book) sentences(section string, args []any) []string {
	var list []string
	for n := 1; ; n++ {
		key, ok := m.key(section + "." + strconv.Itoa(n))
		if !ok {
			return list
		}
		list = append(list, m.T(key, args...))
	}
}

// figures returns the pictures of a section.
func (m book) figures(section string, g *rules.Board, args []any) []board.Figure {
	var list []board.Figure
	for _, f := range figuresOf(m.Game.ID) {
		if f.Section == section {
			list = append(list, f.picture(m.Lang, g, m.say("figure."+f.Name, f.facts(args))))
		}
	}
	return list
}

// key returns the key of a sentence in the first voice of the game that has it;
// ok is false if none has.
func (m book) key(rest string) (string, bool) {
	for _, voice := range voicesOf(m.Game.ID) {
		if key := "rules." + voice + "." + rest; locale.Has(m.Lang, key) {
			return key, true
		}
	}
	return "rules.parker." + rest, false
}

// RuleText returns a sentence of the rules of a game, by the end of its key.
func RuleText(p views.Page, game games.Info, rest string) string {
	return book{views.Rules{Page: p, Game: game}}.say(rest, nil)
}

func (m book) say(rest string, args []any) string {
	key, _ := m.key(rest)
	return m.T(key, args...)
}

// sources returns the sources of a section of the game.
func (m book) sources(s ruleSection) string {
	for _, voice := range voicesOf(m.Game.ID) {
		if other, ok := otherSources[voice+"."+s.id]; ok {
			return other
		}
	}
	return s.sources
}

// named spells out the letters of sources: "French texts, Federation".
func (m book) named(letters string) string {
	return strings.Join(views.Each([]rune(letters), func(letter rune) string { return m.T("rules.source." + string(letter)) }), ", ")
}

// facts returns the values that the sentences of the rules use for a game.
func (m book) facts(g *rules.Board) []any {
	men, knights := Army(g)
	castles := make([][]string, g.Seats())
	for q := range rules.Square(g.Len()) {
		if seat := g.CastleOf(q); seat != 0 {
			castles[seat-1] = append(castles[seat-1], g.Name(q))
		}
	}
	var armies, owned []string
	for i, squares := range castles {
		army := m.Army(m.Game, games.Seat(i+1))
		armies = append(armies, army)
		owned = append(owned, m.List(squares)+" ("+army+")")
	}
	args := []any{
		"Squares", g.Len(), "Pieces", board.CapturedText(m.Lang, men, knights, "match.both", "match.one"),
		"Armies", m.List(armies), "First", armies[0], "Castles", strings.Join(owned, ", "),
		"CastleMoves", "1" + strings.Repeat("/0", g.Seats()-1),
	}
	if partner := g.Partner(1); partner != 0 {
		args = append(args, "One", m.List([]string{armies[0], armies[partner-1]}), "Other", m.List([]string{armies[1], m.Army(m.Game, g.Partner(2))}))
	}
	for _, f := range figuresOf(m.Game.ID) {
		switch f.Name {
		case "canter", "jump", "charge":
			args = append(args, strings.ToUpper(f.Name[:1])+f.Name[1:], f.Move)
		case "plain":
			step, _, _ := strings.Cut(f.Steps, " ")
			args = append(args, "Step", f.Piece+"-"+step)
		}
	}
	return args
}

// example returns the position of the picture of a charge.
func (m book) example() (rules.Position, bool) {
	f, ok := figureNamed(m.Game.ID, "charge")
	if !ok {
		return rules.Position{}, false
	}
	p, err := f.at(rules.BoardOf(m.Game.ID))
	return p, err == nil
}

// facts returns the arguments of the caption.
func (f figure) facts(game []any) []any {
	squares := strings.FieldsFunc(f.Move, func(r rune) bool { return r == '-' || r == 'x' })
	if len(squares) == 0 {
		return append([]any{"From", f.Piece + f.Movers, "To", f.Refused}, game...)
	}
	return append([]any{"From", squares[0], "To", squares[len(squares)-1], "By", squares[1]}, game...)
}

// ruleSection is a section of a rules page. Refusals (games.Illegal.Rule) and links use its id.
type ruleSection struct {
	id      string
	level   int    // of its heading: 2 or 3
	sources string // its sources, by the letters of the section on sources
}
