package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
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

// ErrTooLong refuses a record of more than MaxSize bytes.
var ErrTooLong = errors.New("the record is longer than 1 MB")

var errNotUTF8 = errors.New("the text is not UTF-8")

// Parse reads a record. The error is a *LineError for a line that cannot be
// understood, ErrTooLong, or the reader's; a tag that every record must have
// and this one lacks is an error as well.
func Parse(from io.Reader) (*Record, error) {
	text, err := readText(from)
	if err != nil {
		return nil, err
	}
	return parse(text)
}

// readText reads a text of at most MaxSize bytes.
func readText(from io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxSize+1))
	if err != nil {
		return nil, err
	}
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
		if err := r.parseLine(lines.Text(), number); err != nil {
			return nil, &LineError{Line: number, Err: err}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	for _, name := range []string{tagGame, tagSeats} {
		if r.Tag(name) == "" {
			return nil, fmt.Errorf("the record has no tag [%s \"…\"]", name)
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
			return fmt.Errorf("the control character %q stands in the text", c)
		}
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "[") {
		return r.parseEvent(text, number)
	}
	name, value, err := parseTag(text)
	if err != nil {
		return err
	}
	if len(r.events) > 0 {
		return fmt.Errorf("the tag %s stands after the first action", name)
	}
	if before, ok := r.tags[name]; ok {
		return fmt.Errorf("the tag %s stands in line %d already", name, before.line)
	}
	r.tags[name] = tag{value: value, line: number}
	return nil
}

// parseTag reads `[Name "value"]`, and a comment after it.
func parseTag(text string) (name, value string, err error) {
	name, rest, ok := strings.Cut(strings.TrimLeft(text[1:], " \t"), `"`)
	name = strings.TrimSpace(name)
	if !ok {
		return "", "", errors.New(`a tag has the form [Name "value"]`)
	}
	if !isTagName(name) {
		return "", "", fmt.Errorf("%q cannot name a tag", name)
	}
	value, rest, err = unquote(rest)
	if err != nil {
		return "", "", fmt.Errorf("the value of the tag %s %w", name, err)
	}
	rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "]")
	if !ok {
		return "", "", fmt.Errorf("the tag %s is not closed by ]", name)
	}
	if rest = strings.TrimSpace(rest); rest != "" && rest[0] != ';' {
		return "", "", fmt.Errorf("after the tag %s stands %q", name, rest)
	}
	return name, value, nil
}

// unquote reads a tag's value from behind its opening quote, and tells what
// follows the closing one.
func unquote(text string) (value, rest string, err error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], nil
		case c != '\\':
			b.WriteByte(c)
		case i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		default:
			return "", "", errors.New(`has a \ before neither " nor \`)
		}
	}
	return "", "", errors.New(`has no closing "`)
}

// parseEvent reads `N: ACTION`, a comment, or both, or nothing.
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
		return fmt.Errorf("an action has the form SEAT: ACTION, not %q", text)
	}
	r.events = append(r.events, line{
		Event:  table.Event{Seat: games.Seat(seat), Text: action},
		number: number,
	})
	return nil
}
