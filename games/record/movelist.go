package record

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// moveList is a bare list of moves, cut into words.
type moveList struct {
	tags  map[string]tag
	words []word
}

// word is a part of a list that means something.
type word struct {
	kind   wordKind
	text   string // what stands there; of a move in the notation of a record
	number int    // of number
	line   int    // from 1
}

type wordKind uint8

const (
	move    wordKind = iota // or what should be one, or the name of an army
	number                  // of the move that follows
	result                  // 1-0
	resigns                 // the army named before, or whose turn it is
	wins                    // the army named before
	drawn
)

// verbs are the words that end a game, in lower case.
var verbs = map[string]wordKind{
	"resign": resigns, "resigns": resigns, "resigned": resigns, "abandon": resigns, "abandonne": resigns, "abandonnent": resigns,
	"win": wins, "wins": wins, "won": wins, "gagne": wins, "gagnent": wins,
	"draw": drawn, "drawn": drawn, "nulle": drawn,
}

var (
	part   = regexp.MustCompile(`^[-x]?[A-P]\d{1,2}([-x][A-P]\d{1,2})*[-x]?$`)
	scores = regexp.MustCompile(`^(1/2|½|[01])([-–](1/2|½|[01]))+$`)
	marks  = "+!?#=*.…"
)

// The longest word of a list and the longest line of a tag, in bytes, and how many
// words of a list are read: more than the longest match has.
const (
	maxWord  = 2000
	maxTag   = 4000
	maxWords = 2 * maxEvents
)

// scanList cuts a text into words. The error is a *LineError.
func scanList(text []byte) (*moveList, error) {
	s := &listScanner{text: string(text), line: 1}
	s.list.tags = make(map[string]tag)
	for s.text != "" && len(s.list.words) < maxWords {
		if err := s.next(); err != nil {
			return nil, &LineError{Line: s.line, Err: err}
		}
	}
	s.list.skipTitle()
	return &s.list, nil
}

// listScanner reads a list from its beginning.
type listScanner struct {
	text string // the rest
	line int    // where it begins
	list moveList
	open bool   // the last word is a move that may go on: no number or mark came after it
	sign string // that stands alone after it
}

// next reads one thing: space, a comment, a tag, or a word.
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
		s.drop(end)
	case c == '{':
		return s.comment('{', '}')
	case c == '(':
		return s.comment('(', ')')
	case c == '[' && len(s.list.words) == 0:
		return s.tag()
	case c == '[':
		return s.comment('[', ']')
	default:
		end := strings.IndexFunc(s.text, func(c rune) bool { return c == ',' || strings.ContainsRune(";{([", c) || unicode.IsSpace(c) })
		if end < 0 {
			end = len(s.text)
		}
		if end > maxWord {
			return tooLong(s.text)
		}
		return s.word(s.drop(end))
	}
	return nil
}

func tooLong(text string) error { return refuse("record.long", "text", text) }

// drop leaves the beginning of the text behind and returns it.
func (s *listScanner) drop(n int) string {
	text := s.text[:n]
	s.line += strings.Count(text, "\n")
	s.text = s.text[n:]
	return text
}

// comment leaves a comment behind, with those inside it.
func (s *listScanner) comment(open, end byte) error {
	depth := 0
	for i := range len(s.text) {
		switch s.text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				s.drop(i + 1)
				return nil
			}
		}
	}
	return refuse("record.comment", "sign", string(rune(open)))
}

// tag reads a line of the head; what is no tag is a comment.
func (s *listScanner) tag() error {
	line, _, ok := strings.Cut(s.text[:min(len(s.text), maxTag)], "\n")
	if !ok && len(s.text) > maxTag {
		return s.comment('[', ']')
	}
	name, value, err := parseTag(strings.TrimSpace(line))
	if err != nil {
		return s.comment('[', ']')
	}
	if before, ok := s.list.tags[name]; ok {
		return refuse("record.tag_twice", "name", name, "line", strconv.Itoa(before.line))
	}
	s.list.tags[name] = tag{value: value, line: s.line}
	s.drop(len(line))
	return nil
}

// word understands what stands between spaces.
func (s *listScanner) word(text string) error {
	if !utf8.ValidString(text) {
		return errNotUTF8
	}
	if digit := text[0] >= '0' && text[0] <= '9'; digit || strings.HasPrefix(text, "½") {
		if done, err := s.figures(text); done || err != nil {
			return err
		}
	}
	bare := strings.TrimLeft(strings.TrimRight(text, marks), ".…")
	if bare == "" {
		s.open = false
		return nil
	}
	if kind, ok := verbs[strings.ToLower(bare)]; ok {
		s.add(word{kind: kind, text: bare})
		return nil
	}
	if route := normal(bare); strings.Trim(route, "-x") == "" || strings.ContainsAny(route, "123456789") && part.MatchString(route) {
		return s.route(route, len(bare) == len(text))
	}
	s.add(word{kind: move, text: bare})
	return nil
}

// figures understands a word that begins with a figure: a result, or the number
// of a move and what stands right behind it.
func (s *listScanner) figures(text string) (done bool, err error) {
	plain := strings.TrimRight(text, ".")
	if len(plain) < 40 && strings.ContainsAny(plain, "-–") && scores.MatchString(plain) {
		s.add(word{kind: result, text: strings.NewReplacer("–", "-", "½", "1/2").Replace(plain)})
		return true, nil
	}
	rest := strings.TrimLeft(text, "0123456789")
	figures := text[:len(text)-len(rest)]
	n, err := strconv.Atoi(figures)
	square := len(rest) > 1 && rest[0]|0x20 >= 'a' && rest[0]|0x20 <= 'p' && rest[1] >= '0' && rest[1] <= '9'
	behind := strings.TrimLeft(rest, ".:)…")
	if err != nil || n > 9999 || rest != "" && rest == behind && !square {
		return false, nil
	}
	s.add(word{kind: number, text: figures, number: n})
	if behind != "" {
		return true, s.word(behind)
	}
	return true, nil
}

func (s *listScanner) add(w word) {
	w.line = s.line
	s.list.words = append(s.list.words, w)
	s.open, s.sign = false, ""
}

// route takes in a move, or a part of one that a line break or space cuts at a
// sign between two squares. A sign that no square alone follows stands for a seat
// that passes.
func (s *listScanner) route(text string, goesOn bool) error {
	before := s.sign
	s.sign = ""
	if s.open {
		last := &s.list.words[len(s.list.words)-1]
		switch {
		case strings.Trim(text, "-x") == "":
			s.sign = text
			return nil
		case isSign(last.text[len(last.text)-1]), isSign(text[0]), before != "" && !strings.ContainsAny(text, "-x"):
			if len(last.text) > maxWord {
				return tooLong(last.text)
			}
			last.text += before + text
			s.open = goesOn
			return nil
		}
	}
	if strings.Trim(text, "-x") == "" {
		return nil
	}
	s.add(word{kind: move, text: text})
	s.open = goesOn
	return nil
}

func isSign(c byte) bool { return c == '-' || c == 'x' }

// normal writes a move as a record does.
func normal(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case strings.ContainsRune("–—−‐‑", c):
			return '-'
		case strings.ContainsRune("xX×:", c):
			return 'x'
		case 'a' <= c && c <= 'z':
			return c - 'a' + 'A'
		}
		return c
	}, text)
}

// skipTitle leaves out what stands before the number of the first move.
func (l *moveList) skipTitle() {
	for i, w := range l.words {
		if w.kind == number && w.number == 1 {
			l.words = l.words[i:]
			return
		}
	}
}
