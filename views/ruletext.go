package views

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/board"
	"tableronde/views/locale"
)

// voices are for whom the rules of a game are written besides the game itself,
// from the closest kin to the whole family. A sentence is in the first voice
// that has it: rules.chivalry.end.1, rules.pair.end.1 and so on.
var voices = map[string][]string{
	"camelot":          {"pair", "duel", "castle", "men"},
	"chivalry":         {"pair", "duel", "castle", "men"},
	"cam":              {"small", "duel", "single", "castle", "men"},
	"camette":          {"small", "duel", "single", "castle", "men"},
	"chivalry-4-teams": {"field", "teams", "four"},
	"chivalry-4-solo":  {"field", "four"},
	"grand-camelot":    {"grand", "teams", "four", "pair", "castle", "men"},
	"grand-cam-97":     {"grand-cam", "grand", "teams", "four", "single", "castle", "men"},
	"grand-cam-93":     {"grand-cam", "grand", "teams", "four", "single", "castle", "men"},
}

func voicesOf(game string) []string {
	return append(append([]string{game}, voices[game]...), "parker")
}

// ruleSection is a section of a rules page. Its id is what refusals name
// (games.Illegal.Rule) and what one can link to.
type ruleSection struct {
	id      string
	level   int    // of its heading: 2 or 3
	sources string // where it comes from, by the letters of the section on sources
}

// ruleSections is how the rules of the family are cut.
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

// otherSources are those of sections that stand elsewhere in one voice.
var otherSources = map[string]string{
	"field.board":         "TWO",
	"field.end":           "TO",
	"field.castles":       "T",
	"grand-cam-97.board":  "TO",
	"field.order.passing": "TO",
	"four.end.agreement":  "O",
	"single.castles.move": "W",
}

// chapter is a section as one page has it.
type chapter struct {
	ruleSection
	anchors   []string // ids of sections that the game lacks: their refusals lead here
	title     string
	sentences []string
	pictures  []board.Figure
}

// chapters are the rules of the game. A game lacks the sections that have no
// sentence in any of its voices.
func (m Rules) chapters() []chapter {
	g := parker.BoardOf(m.Game.ID)
	if g == nil {
		return nil
	}
	args, figures := m.facts(g), figuresOf(m.Game.ID)
	var list []chapter
	for _, s := range ruleSections {
		c := chapter{ruleSection: s}
		for n := 1; ; n++ {
			key, ok := m.key(s.id + "." + strconv.Itoa(n))
			if !ok {
				break
			}
			c.sentences = append(c.sentences, m.t(key, args...))
		}
		if len(c.sentences) == 0 {
			if len(list) > 0 {
				list[len(list)-1].anchors = append(list[len(list)-1].anchors, s.id)
			}
			continue
		}
		c.title = m.say(s.id+".title", args)
		c.sources = m.sources(s)
		for _, f := range figures {
			if f.section == s.id {
				c.pictures = append(c.pictures, f.picture(m.Lang, g, m.say("figure."+f.name, f.facts(args))))
			}
		}
		list = append(list, c)
	}
	return list
}

// key finds the first voice of the game that has a sentence.
func (m Rules) key(rest string) (string, bool) {
	for _, voice := range voicesOf(m.Game.ID) {
		if key := "rules." + voice + "." + rest; locale.Has(m.Lang, key) {
			return key, true
		}
	}
	return "rules.parker." + rest, false
}

func (m Rules) say(rest string, args []any) string {
	key, _ := m.key(rest)
	return m.t(key, args...)
}

// sources tells where a section of the game comes from.
func (m Rules) sources(s ruleSection) string {
	for _, voice := range voicesOf(m.Game.ID) {
		if other, ok := otherSources[voice+"."+s.id]; ok {
			return other
		}
	}
	return s.sources
}

// named writes out the letters of sources: "French texts, Federation".
func (m Rules) named(letters string) string {
	names := make([]string, len(letters))
	for i, letter := range letters {
		names[i] = m.t("rules.source." + string(letter))
	}
	return strings.Join(names, ", ")
}

// facts are the arguments of the sentences that depend on the game.
func (m Rules) facts(g *parker.Board) []any {
	men, knights := army(g)
	castles := make([][]string, g.Seats())
	for q := range parker.Square(g.Len()) {
		if seat := g.CastleOf(q); seat != 0 {
			castles[seat-1] = append(castles[seat-1], g.Name(q))
		}
	}
	var armies, owned []string
	for i, squares := range castles {
		army := m.army(m.Game, games.Seat(i+1))
		armies = append(armies, army)
		owned = append(owned, m.list(squares)+" ("+army+")")
	}
	args := []any{
		"Squares", g.Len(), "Pieces", board.Taken(m.Lang, men, knights, "match.both", "match.one"),
		"Armies", m.list(armies), "First", armies[0], "Castles", strings.Join(owned, ", "),
		"CastleMoves", "1" + strings.Repeat("/0", g.Seats()-1),
	}
	if partner := g.Partner(1); partner != 0 {
		args = append(args, "One", m.list([]string{armies[0], armies[partner-1]}), "Other", m.list([]string{armies[1], m.army(m.Game, g.Partner(2))}))
	}
	for _, f := range figuresOf(m.Game.ID) {
		switch f.name {
		case "canter", "jump", "charge":
			args = append(args, strings.ToUpper(f.name[:1])+f.name[1:], f.move)
		case "plain":
			step, _, _ := strings.Cut(f.steps, " ")
			args = append(args, "Step", f.piece+"-"+step)
		}
	}
	return args
}

// example is the position of the picture of a charge.
func (m Rules) example() (parker.Position, bool) {
	f, ok := figureNamed(m.Game.ID, "charge")
	if !ok {
		return parker.Position{}, false
	}
	p, err := f.at(parker.BoardOf(m.Game.ID))
	return p, err == nil
}

// facts are the arguments of the caption.
func (f figure) facts(game []any) []any {
	squares := strings.FieldsFunc(f.move, func(r rune) bool { return r == '-' || r == 'x' })
	if len(squares) == 0 {
		return append([]any{"From", f.piece + f.movers, "To", f.refused}, game...)
	}
	return append([]any{"From", squares[0], "To", squares[len(squares)-1], "By", squares[1]}, game...)
}

func (m Rules) headline() string { return m.t("rules.of", "Game", m.Lang.Of(m.Game.Name)) }
