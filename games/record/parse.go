package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tableronde/games"
	"tableronde/games/table"
)

// MaxSize is the length of the longest record that Parse reads, in bytes.
const MaxSize = 1 << 20

// maxLines is the number of events after which a record is not read on.
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
