package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tableronde/games"
	"tableronde/games/table"
)

// MaxSize is the length of the longest record that Parse reads, in bytes.
const MaxSize = 1 << 20

// maxLines is the number of events after which reading a record stops.
const maxLines = maxEvents + 1

// ErrTooLong refuses a record of more than MaxSize bytes.
var ErrTooLong = errors.New("the record is longer than 1 MB")

var errNotUTF8 = refuse("record.utf8")

// Parse reads a record. The error is a *LineError for a line that cannot be understood,
// ErrTooLong, or the reader's. A record that lacks an obligatory tag is an error as well.
func Parse(from io.Reader) (*Record, error) {
	text, err := readText(from)
	if err != nil {
		return nil, err
	}
	return parse(text)
}

// readText reads a text of at most MaxSize bytes.
func readText(from io.Reader) ([]byte, error) {
	var read bytes.Buffer
	if known, ok := from.(interface{ Len() int }); ok {
		read.Grow(min(known.Len(), MaxSize+1) + bytes.MinRead)
	}
	if _, err := read.ReadFrom(io.LimitReader(from, MaxSize+1)); err != nil {
		return nil, err
	}
	text := read.Bytes()
	if len(text) > MaxSize {
		return nil, ErrTooLong
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF")), nil
}

func parse(text []byte) (*Record, error) {
	r := &Record{tags: make(map[string]tag)}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, MaxSize+1)
	for number := 1; lines.Scan(); number++ {
		if len(r.events) > maxLines {
			return nil, &LineError{Line: number, Err: errTooMany}
		}
		if err := r.parseLine(lines.Text(), number); err != nil {
			return nil, &LineError{Line: number, Err: err}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	for _, name := range []string{tagGame, tagSeats} {
		if r.Tag(name) == "" {
			return nil, refuse("record.tag_none", "name", name)
		}
	}
	if r.Tag(tagVersion) == "" {
		r.tags[tagVersion] = tag{value: "1"}
	}
	return r, nil
}

func (r *Record) parseLine(text string, number int) error {
	if !utf8.ValidString(text) {
		return errNotUTF8
	}
	for _, c := range text {
		if unicode.IsControl(c) && c != '\t' {
			return refuse("record.control", "sign", strconv.QuoteRune(c))
		}
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "[") {
		return r.parseEvent(games.Plain(text), number)
	}
	name, value, err := parseTag(text)
	if err != nil {
		return err
	}
	if len(r.events) > 0 {
		return refuse("record.tag_late", "name", name)
	}
	if before, ok := r.tags[name]; ok {
		return refuse("record.tag_twice", "name", name, "line", strconv.Itoa(before.line))
	}
	r.tags[name] = tag{value: value, line: number}
	return nil
}

// parseTag parses `[Name "value"]` and a comment after it.
func parseTag(text string) (name, value string, err error) {
	name, rest, ok := strings.Cut(strings.TrimLeft(text[1:], " \t"), `"`)
	name = strings.TrimSpace(name)
	if !ok {
		return "", "", refuse("record.tag_form")
	}
	if !isTagName(name) {
		return "", "", refuse("record.tag_name", "name", name)
	}
	value, rest, fault := unquote(rest)
	if fault != "" {
		return "", "", refuse(fault, "name", name)
	}
	rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "]")
	if !ok {
		return "", "", refuse("record.tag_bracket", "name", name)
	}
	if rest = strings.TrimSpace(rest); rest != "" && rest[0] != ';' {
		return "", "", refuse("record.tag_more", "name", name, "text", rest)
	}
	return name, value, nil
}

// unquote parses a tag's value after its opening quote. It returns the rest after
// the closing quote, or the key of a refusal.
func unquote(text string) (value, rest, fault string) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], ""
		case c != '\\':
			b.WriteByte(c)
		case i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		default:
			return "", "", "record.tag_escape"
		}
	}
	return "", "", "record.tag_quote"
}

// parseEvent parses `N: ACTION`, a comment, both, or an empty line.
func (r *Record) parseEvent(text string, number int) error {
	text, _, _ = strings.Cut(text, ";")
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return nil
	}
	who, action, ok := strings.Cut(text, ":")
	seat, err := strconv.ParseUint(strings.TrimSpace(who), 10, 16)
	action = strings.TrimSpace(action)
	if !ok || err != nil || seat == 0 || action == "" {
		return refuse("record.event", "text", text)
	}
	r.events = append(r.events, line{
		Event:  table.Event{Seat: games.Seat(seat), Text: action},
		number: number,
	})
	return nil
}

// moveList is a bare list of moves, cut into words.
type moveList struct {
	tags  map[string]tag
	words []word
}

// word is a token of a list.
type word struct {
	kind   wordKind
	text   string // as written, of a move in the notation of a record
	number int    // of number
	line   int    // from 1
}

type wordKind uint8

const (
	wordMove    wordKind = iota // a move, a malformed move, or the name of an army
	wordNumber                  // of the move that follows
	wordResult                  // 1-0
	wordResigns                 // the army named before, or whose turn it is
	wordWins                    // the army named before
	wordDraw
)

// endWords are the words for the end of a game, in lower case.
var endWords = map[string]wordKind{
	"resign": wordResigns, "resigns": wordResigns, "resigned": wordResigns, "abandon": wordResigns, "abandonne": wordResigns, "abandonnent": wordResigns,
	"win": wordWins, "wins": wordWins, "won": wordWins, "gagne": wordWins, "gagnent": wordWins,
	"draw": wordDraw, "drawn": wordDraw, "nulle": wordDraw,
}

var (
	routePart     = regexp.MustCompile(`^[-x]?[A-P]\d{1,2}([-x][A-P]\d{1,2})*[-x]?$`)
	scoreLine     = regexp.MustCompile(`^(1/2|½|[01])(-(1/2|½|[01]))+$`)
	trailingMarks = "+!?#=*.…"
)

// Limits of a list: the longest word, the longest tag and the longest result in bytes, and the
// number of words that are read, which is more than the longest match has.
const (
	maxWord   = 2000
	maxTag    = 4000
	maxScores = 40
	maxWords  = 2 * maxEvents
)

// scanList cuts a text into words. The error is a *LineError.
func scanList(text []byte) (*moveList, error) {
	s := newListScanner(text)
	if err := s.scan(); err != nil {
		return nil, &LineError{Line: s.line, Err: err}
	}
	return &s.list, nil
}

// listScanner reads a list from its beginning.
type listScanner struct {
	text  string // the rest
	plain bool   // it went through games.Plain
	line  int    // where it begins
	list  moveList
	route []byte // of the last word, a move that may go on because no number or mark came after it, else nil
	sign  string // that stands alone after it
	steps int    // bytes read, counted again each time
}

func newListScanner(text []byte) *listScanner {
	return &listScanner{text: string(text), line: 1, list: moveList{tags: make(map[string]tag)}}
}

func (s *listScanner) scan() error {
	for s.text != "" && len(s.list.words) < maxWords {
		if err := s.next(); err != nil {
			return err
		}
	}
	s.endRoute()
	s.list.skipTitle()
	return nil
}

// next reads one token: space, a comment, a tag, or a word.
func (s *listScanner) next() error {
	c, size := utf8.DecodeRuneInString(s.text)
	switch {
	case c == utf8.RuneError && size == 1:
		return errNotUTF8
	case c == '\n':
		s.line++
		s.text = s.text[size:]
	case c == ',' || c == '*' || unicode.IsSpace(c):
		s.text = s.text[size:]
	case unicode.IsControl(c):
		return refuse("record.control", "sign", strconv.QuoteRune(c))
	case c == ';':
		end := strings.IndexByte(s.text, '\n')
		if end < 0 {
			end = len(s.text)
		}
		s.consume(end)
	case c == '{':
		return s.comment('{', '}')
	case c == '(':
		return s.comment('(', ')')
	case c == '[' && len(s.list.words) == 0:
		return s.tag()
	case c == '[':
		return s.comment('[', ']')
	case !s.plain: // tags and comments before the moves are left as they are
		s.plain, s.text = true, games.Plain(s.text)
	default:
		end := strings.IndexFunc(s.text, func(c rune) bool { return c == ',' || strings.ContainsRune(";{([", c) || unicode.IsSpace(c) })
		if end < 0 {
			end = len(s.text)
		}
		if end > maxWord {
			return tooLong(s.text)
		}
		return s.word(s.consume(end))
	}
	return nil
}

func tooLong(text string) error { return refuse("record.long", "text", text) }

// consume consumes and returns the beginning of the text.
func (s *listScanner) consume(n int) string {
	s.steps += n
	text := s.text[:n]
	s.line += strings.Count(text, "\n")
	s.text = s.text[n:]
	return text
}

// comment consumes a comment and those nested in it.
func (s *listScanner) comment(open, end byte) error {
	depth := 0
	for i := range len(s.text) {
		s.steps++
		switch s.text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				s.consume(i + 1)
				return nil
			}
		}
	}
	return refuse("record.comment", "sign", string(rune(open)))
}

// tag reads a tag, or else a comment in brackets.
func (s *listScanner) tag() error {
	name, value, size, ok := cutTag(s.text[:min(len(s.text), maxTag)])
	s.steps += size
	if !ok {
		return s.comment('[', ']')
	}
	if before, ok := s.list.tags[name]; ok {
		return refuse("record.tag_twice", "name", name, "line", strconv.Itoa(before.line))
	}
	s.list.tags[name] = tag{value: value, line: s.line}
	s.consume(size)
	return nil
}

// cutTag reads `[Name "value"]` at the beginning of a text, if nothing except a comment follows on
// its line. It reads size bytes, which are the tag if it is one.
func cutTag(text string) (name, value string, size int, ok bool) {
	rest := strings.TrimLeft(text[1:], " \t")
	end := strings.IndexFunc(rest, func(c rune) bool { return !inTagName(c) })
	if end <= 0 {
		return "", "", len(text) - len(rest) + 1, false
	}
	name, rest = rest[:end], trimLine(rest[end:])
	rest, ok = strings.CutPrefix(rest, `"`)
	if !ok {
		return "", "", len(text) - len(rest), false
	}
	quoted, _, _ := strings.Cut(rest, "\n")
	value, behind, fault := unquote(quoted)
	if fault != "" {
		return "", "", len(text) - len(rest) + len(quoted), false
	}
	rest, ok = strings.CutPrefix(trimLine(rest[len(quoted)-len(behind):]), "]")
	size = len(text) - len(rest)
	next := trimLine(rest)
	return name, value, size, ok && (next == "" || next[0] == ';' || next[0] == '\n')
}

// trimLine removes spaces at the beginning, up to the end of the line.
func trimLine(text string) string {
	return strings.TrimLeftFunc(text, func(c rune) bool { return c != '\n' && unicode.IsSpace(c) })
}

// word reads the text between two spaces: any number of joined move numbers, and a move or mark.
func (s *listScanner) word(text string) error {
	if !utf8.ValidString(text) {
		return errNotUTF8
	}
	dots := len(text) - len(strings.TrimRight(text, "."))
	for text[0] >= '0' && text[0] <= '9' || strings.HasPrefix(text, "½") {
		rest, ok := s.readFigures(text, dots)
		switch {
		case !ok:
			return s.bareWord(text)
		case rest == "":
			return nil
		}
		text = rest
	}
	return s.bareWord(text)
}

// bareWord reads a word without a number before it.
func (s *listScanner) bareWord(text string) error {
	s.steps += len(text)
	bare := strings.TrimLeft(strings.TrimRight(text, trailingMarks), ".…")
	if bare == "" {
		s.endRoute()
		return nil
	}
	if kind, ok := endWords[strings.ToLower(bare)]; ok {
		s.add(word{kind: kind, text: bare})
		return nil
	}
	if route := normalize(bare); strings.Trim(route, "-x") == "" || strings.ContainsAny(route, "123456789") && routePart.MatchString(route) {
		return s.addRoute(route, len(bare) == len(text))
	}
	s.add(word{kind: wordMove, text: bare})
	return nil
}

// readFigures reads the beginning of a word that starts with a figure: a result, or a move number.
// rest is the part that is not read yet, dots the number of dots at the end of the word. ok is
// false for any other word.
func (s *listScanner) readFigures(text string, dots int) (rest string, ok bool) {
	if plain := text[:max(len(text)-dots, 0)]; len(plain) < maxScores {
		s.steps += len(plain)
		if strings.Contains(plain, "-") && scoreLine.MatchString(plain) {
			s.add(word{kind: wordResult, text: strings.ReplaceAll(plain, "½", "1/2")})
			return "", true
		}
	}
	rest = strings.TrimLeft(text, "0123456789")
	figures := text[:len(text)-len(rest)]
	n, err := strconv.Atoi(figures)
	square := len(rest) > 1 && rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'p' && rest[1] >= '0' && rest[1] <= '9'
	behind := strings.TrimLeft(rest, ".:)…")
	s.steps += len(text) - len(behind)
	if err != nil || n > 9999 || rest != "" && rest == behind && !square {
		return "", false
	}
	s.add(word{kind: wordNumber, text: figures, number: n})
	return behind, true
}

func (s *listScanner) add(w word) {
	s.endRoute()
	w.line = s.line
	s.list.words = append(s.list.words, w)
	s.sign = ""
}

// endRoute completes the last word, if it is a move that might have gone on.
func (s *listScanner) endRoute() {
	if s.route != nil {
		s.steps += len(s.route)
		s.list.words[len(s.list.words)-1].text = string(s.route)
		s.route = nil
	}
}

// addRoute adds a move, or a part of one that a line break or space divides at a
// sign between two squares. A sign that no single square follows stands for a seat
// that passes.
func (s *listScanner) addRoute(text string, goesOn bool) error {
	before := s.sign
	s.sign = ""
	if s.route != nil {
		switch {
		case strings.Trim(text, "-x") == "":
			s.sign = text
			return nil
		case isSign(s.route[len(s.route)-1]), isSign(text[0]), before != "" && !strings.ContainsAny(text, "-x"):
			if len(s.route) > maxWord {
				return tooLong(string(s.route))
			}
			s.route = append(append(s.route, before...), text...)
			if !goesOn {
				s.endRoute()
			}
			return nil
		}
	}
	if strings.Trim(text, "-x") == "" {
		return nil
	}
	s.add(word{kind: wordMove, text: text})
	if goesOn {
		s.route = []byte(text)
	}
	return nil
}

func isSign(c byte) bool { return c == '-' || c == 'x' }

// normalize returns a move in the notation of a record.
func normalize(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case strings.ContainsRune("xX:", c):
			return 'x'
		case 'a' <= c && c <= 'z':
			return c - 'a' + 'A'
		}
		return c
	}, text)
}

// skipTitle removes the words before the number of the first move.
func (l *moveList) skipTitle() {
	for i, w := range l.words {
		if w.kind == wordNumber && w.number == 1 {
			l.words = l.words[i:]
			return
		}
	}
}
