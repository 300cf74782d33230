// Package locale holds every sentence that people read, in each language of the site, by key. The
// catalogs are go-i18n message files. They are split once at the start of the program, so that
// rendering a sentence only joins its parts.
package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"tableronde/games"
)

// Lang is a language of the site, by its BCP 47 code.
type Lang string

// The languages in which the rules packages bring texts of their own.
const (
	English Lang = "en"
	French  Lang = "fr"
)

// Langs lists the languages of the site, each a folder of catalogFiles. The first is the default.
var Langs = listLangs()

func listLangs() []Lang {
	folders, err := catalogFiles.ReadDir(".")
	if err != nil {
		panic(err)
	}
	langs := []Lang{English}
	for _, folder := range folders {
		if lang := Lang(folder.Name()); lang != English {
			langs = append(langs, lang)
		}
	}
	return langs
}

// Parse returns the language of a code, false for a code of no language of the site.
func Parse(code string) (Lang, bool) {
	lang := Lang(code)
	return lang, slices.Contains(Langs, lang)
}

// Name returns the name of the language in itself: "Français".
func (l Lang) Name() string { return T(l, "language.name") }

// Of returns the wording of a text in this language.
func (l Lang) Of(t games.Text) string {
	if l == French {
		return t.Fr
	}
	return l.Wording(t.En)
}

// textPrefix begins the keys of texts that stand outside the catalogues in English.
const textPrefix = "text."

// Wording translates a text that stands outside the catalogues, such as a note on a historic game.
// Without a translation it returns the English.
func (l Lang) Wording(english string) string {
	if parts, ok := l.catalogue().messages[textPrefix+english]; ok {
		return parts[0].text
	}
	return english
}

// Decimal writes a number with at most the given number of decimals: "86.5", "86,5".
func (l Lang) Decimal(n float64, decimals int) string {
	text := strconv.FormatFloat(n, 'f', decimals, 64)
	if whole, fraction, found := strings.Cut(text, "."); found {
		if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
			return whole
		}
		return whole + T(l, "number.decimal") + fraction
	}
	return text
}

// catalogFiles has the sentences of each language by subject, in files like en/rules.json. A
// folder more is a language more.
//
//go:embed */*.json
var catalogFiles embed.FS

// catalogue holds all sentences of a language, split at their arguments. Only some of the thousands
// have plural forms other than plural.Other.
type catalogue struct {
	tag      language.Tag
	messages map[string][]part
	plurals  map[pluralKey][]part // without plural.Other
}

type pluralKey struct {
	key  string
	form plural.Form
}

// catalogues loads the catalogue of each language when it is first used.
var catalogues = loaders()

func loaders() map[Lang]func() *catalogue {
	all := make(map[Lang]func() *catalogue)
	for _, lang := range Langs {
		all[lang] = sync.OnceValue(func() *catalogue { return mustLoad(lang) })
	}
	return all
}

func (l Lang) catalogue() *catalogue {
	if load, ok := catalogues[l]; ok {
		return load()
	}
	return catalogues[English]()
}

// part is a piece of text, the name of an argument, or both. With both, the text is a word that may
// change with the argument.
type part struct{ text, arg string }

// T returns the sentence of a key. args alternates names and values: T(lang, "match.versus", "One",
// "Ada", "Two", "Bo"). For an unknown key it returns the key.
func T(lang Lang, key string, args ...any) string {
	parts, ok := lang.catalogue().messages[key]
	if !ok {
		return key
	}
	return Begin(lang, joinParts(parts, func(name string) string { return argumentText(name, args) }))
}

// Begin capitalizes a sentence that begins with "a former player".
func Begin(lang Lang, text string) string {
	if !endsInStop(text) || !strings.HasPrefix(text, lang.catalogue().messages["leave.former"][0].text) {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// N works like T for a sentence with a number of things. It uses the plural form for n, and {{.N}}
// is the number.
func N(lang Lang, key string, n int, args ...any) string {
	c := lang.catalogue()
	parts, ok := c.plurals[pluralKey{key, plural.Cardinal.MatchPlural(c.tag, max(n, -n), 0, 0, 0, 0)}]
	if !ok {
		parts, ok = c.messages[key]
	}
	if !ok {
		return key
	}
	return Begin(lang, joinParts(parts, func(name string) string {
		if name == "N" {
			return strconv.Itoa(n)
		}
		return argumentText(name, args)
	}))
}

// And joins names with "and": "Ada", "Ada and Bo", "Ada, Bo and Cy".
func And(lang Lang, names []string) string { return joinNames(names, T(lang, "list.and")) }

// Or joins names with "or": "a, b or c".
func Or(lang Lang, names []string) string { return joinNames(names, T(lang, "list.or")) }

func joinNames(names []string, last string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n], ", ") + last + names[n]
}

// Has reports whether the catalogue of a language has a key.
func Has(lang Lang, key string) bool {
	_, ok := lang.catalogue().messages[key]
	return ok
}

// Keys lists the keys of a language, in no order.
func Keys(lang Lang) []string {
	return slices.Collect(maps.Keys(lang.catalogue().messages))
}

func joinParts(parts []part, value func(name string) string) string {
	if len(parts) == 1 && parts[0].arg == "" {
		return parts[0].text
	}
	var few [16]string
	pieces := few[:0]
	for _, p := range parts {
		switch {
		case p.arg == "":
			text := p.text
			if n := len(pieces); n > 0 && strings.HasPrefix(text, ".") && endsInStop(pieces[n-1]) {
				text = text[1:]
			}
			pieces = append(pieces, text)
		case p.text == "":
			pieces = append(pieces, value(p.arg))
		default:
			pieces = append(pieces, joinElided(p.text, p.arg, value(p.arg)))
		}
	}
	return strings.Join(pieces, "")
}

// Stop adds a full stop to a text, unless it ends with one.
func Stop(text string) string {
	if endsInStop(text) {
		return text
	}
	return text + "."
}

// endsInStop reports whether a text ends with a full stop, perhaps before a closing quote.
func endsInStop(text string) bool {
	text = strings.TrimSuffix(text, "\u2069")
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, "…")
}

// argumentText returns the value of an argument as text. If it is missing, it returns the name.
func argumentText(name string, args []any) string {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] != name {
			continue
		}
		switch v := args[i+1].(type) {
		case string:
			return v
		case int:
			return strconv.Itoa(v)
		default:
			return fmt.Sprint(v)
		}
	}
	return name
}

func mustLoad(lang Lang) *catalogue {
	names, err := fs.Glob(catalogFiles, string(lang)+"/*.json")
	if err != nil {
		panic(err)
	}
	c := &catalogue{tag: language.Make(string(lang)), messages: map[string][]part{}, plurals: map[pluralKey][]part{}}
	for _, name := range names {
		if err := c.load(name); err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
	}
	return c
}

func (c *catalogue) load(name string) error {
	data, err := catalogFiles.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := i18n.ParseMessageFileBytes(data, name, map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
	if err != nil {
		return err
	}
	for _, m := range file.Messages {
		if c.messages[m.ID] != nil {
			return fmt.Errorf("%s is in another file too", m.ID)
		}
		c.messages[m.ID] = c.splitText(m.Other)
		for form, text := range map[plural.Form]string{plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many} {
			if text != "" {
				c.plurals[pluralKey{m.ID, form}] = c.splitText(text)
			}
		}
	}
	return nil
}

// splitText splits a text at its {{.Arguments}}.
func (c *catalogue) splitText(text string) []part {
	var parts []part
	for {
		before, rest, found := strings.Cut(text, "{{.")
		var word string
		if found && c.tag == language.French {
			before, word = splitLastWord(before)
		}
		if before != "" {
			parts = append(parts, part{text: before})
		}
		if !found {
			return parts
		}
		var name string
		name, text, _ = strings.Cut(rest, "}}")
		parts = append(parts, part{word, name})
	}
}
