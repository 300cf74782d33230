package postgres

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// dialect replaces the functions that PostgreSQL has under another name or in another form.
var dialect = strings.NewReplacer(
	"json_object(", "json_build_object(",
	"json_array(", "json_build_array(",
	"json_group_array(", "json_agg(",
	"json_extract(m.result, '$.reason')", "(m.result::json->>'reason')",
	"json_array_length(m.result, '$.winners')", "json_array_length("+winners+")",
	"json_each(m.result, '$.winners') w WHERE w.value = s.seat", "json_array_elements_text("+winners+") w WHERE w.value::bigint = s.seat",
	"json_texts(?)", "(SELECT value FROM json_array_elements_text(?::json))",
	"(SELECT value FROM json_each(?))", "(SELECT value::bigint FROM json_array_elements_text(?::json))",
)

// winners is the array of winners in a result, null for none.
const winners = "CASE json_typeof(m.result::json->'winners') WHEN 'array' THEN m.result::json->'winners' END"

// Statements that lock the row of a match or a player. Keys never change, so others may store rows
// that refer to the row.
const (
	lockMatch  = `SELECT 1 FROM matches WHERE id = ? FOR NO KEY UPDATE`
	lockPlayer = `SELECT 1 FROM players WHERE id = ? FOR NO KEY UPDATE`
)

// translation is a query for PostgreSQL in pieces. Between the pieces are placeholders with the
// indexes of their arguments, from 0.
type translation struct {
	pieces []string
	params []int
}

// translations caches translated queries.
var translations = struct {
	sync.RWMutex
	made map[string]translation
}{made: make(map[string]translation)}

// translate translates a query with the placeholders ? or ?1.
func translate(query string) translation {
	translations.RLock()
	t, known := translations.made[query]
	translations.RUnlock()
	if !known {
		t = newTranslation(query)
		translations.Lock()
		translations.made[query] = t
		translations.Unlock()
	}
	return t
}

func newTranslation(query string) (t translation) {
	last, rest := 0, dialect.Replace(query)
	for {
		i := strings.IndexByte(rest, '?')
		if i < 0 {
			break
		}
		end := i + 1
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		param := last
		if n, err := strconv.Atoi(rest[i+1 : end]); err == nil {
			param = n - 1
		}
		last = max(last, param+1)
		t.pieces, t.params = append(t.pieces, rest[:i]), append(t.params, param)
		rest = rest[end:]
	}
	t.pieces = append(t.pieces, rest)
	return t
}

// write appends the query to b. The numbers of its arguments begin with first.
func (t translation) write(b *strings.Builder, first int) {
	for i, p := range t.params {
		b.WriteString(t.pieces[i])
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(first + p))
	}
	b.WriteString(t.pieces[len(t.pieces)-1])
}

// query returns the query with arguments from $1.
func (t translation) query() string {
	var b strings.Builder
	t.write(&b, 1)
	return b.String()
}

// conditions prepares the arguments of a query that selects rows. PostgreSQL refuses to store a
// text with a zero byte or invalid UTF-8, and to compare with one. Such a text is replaced by a
// valid one that is never stored either.
func conditions(args []any) []any {
	for i, a := range args {
		if text, ok := a.(string); ok && (!utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0) {
			args[i] = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
		}
	}
	return arguments(args)
}

// arguments replaces booleans by 0 and 1, as in the columns.
func arguments(args []any) []any {
	for i, a := range args {
		if truth, ok := a.(bool); ok {
			args[i] = 0
			if truth {
				args[i] = 1
			}
		}
	}
	return args
}
