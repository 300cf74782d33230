// Package words counts constructions that make comments, documents, errors and pages hard to
// understand. The limits in limits.txt may only fall.
package words

import (
	"regexp"
	"strings"
	"unicode"
)

// Kind is a kind of text.
type Kind string

// The kinds of text.
const (
	Comments  Kind = "comments"  // doc comments of Go
	Code      Kind = "code"      // names in Go
	Errors    Kind = "errors"    // texts of errors in Go
	Log       Kind = "log"       // warnings and errors that are logged
	Help      Kind = "help"      // descriptions of flags and commands
	API       Kind = "api"       // descriptions in openapi.yaml
	Documents Kind = "documents" // Markdown
	English   Kind = "english"   // sentences on pages
	French    Kind = "french"
)

// Text is a text with its place.
type Text struct {
	Kind Kind
	File string // from the top of the repository
	Line int
	Text string
}

// Rule finds a construction in texts of some kinds.
type Rule struct {
	Name, About string
	Kinds       []Kind
	Count       func(text string) int
}

// prose lists the kinds of text to which C1 to C6 apply.
var prose = []Kind{Comments, Documents, Errors, Help, API}

// Rules lists all rules.
var Rules = []Rule{
	{"C1", "name the thing, instead of a clause with what, whoever or who", prose,
		matches(`(?i)\bwhat\b`, `(?i)\b(whoever|whom)\b`, `\b(for|of|to|by|with|than|and) who\b`)},
	{"C2", "repeat the noun, instead of that of or those with", prose,
		matches(`\b(that|those) (of|with|in|from|who|whose|which)\b`)},
	{"C3", "return, report, list, show or send, instead of tell", prose, matches(`(?i)\b(tells?|told|telling)\b`)},
	{"C4", "have, hold or read, instead of know or look", prose, matches(`\bknows?\b`, `\blook(s|ed|ing)? (at|for)\b`)},
	{"C5", "write today's English: again, until, except, also", prose,
		matches(`(?i)\b(so (many|much|few)|as far as|but for|anew|lately|till|besides|meanwhile)\b`)},
	{"C6", "say what a thing does, instead of its likeness", []Kind{Comments}, matches(`^\w+ is [a-z]\w+ (for|of a|with|without|but|that)\b`)},
	{"N1", "use the word of the glossary", []Kind{Code, Comments},
		matches(`\b(Postman|Courier|Heralds?|Standers?|Teller|Telling|Annals?|LadderClerk|Archivist|Leaver)\b`, `\b(heart|pulse|shy|[sS]hun\w*|Hungry\w*)\b`)},
	{"E2", "say what is wrong, instead of is no", []Kind{Errors, English}, matches(`\b(is|are) no [a-z]`)},
	{"E3", "give the message a verb, as in cannot send mail", []Kind{Log}, lacks(`^cannot |\b(is|are|was|were|has|have|fails|failed)\b`)},
	{"P1", "address you, players or a name", []Kind{English}, matches(`(?i)\b(whoever|oneself|one’s|(those|somebody) who)\b`, `(^|[.:;] )Who [a-z]+s\b`,
		`(^|[.:;,] |\b(as|if|when|that|which) )[Oo]ne (may|can|must|[a-z]+s)\b`)},
	{"P1", "address vous, les joueurs or a name", []Kind{French}, matches(`(^|[.:;!?] )Qui \p{Ll}`, `\bsoi\b`)},
	{"P2", "write at most twenty words a sentence, without a semicolon", []Kind{English, French}, countLong},
	{"P3", "write a sentence, instead of program syntax", []Kind{English, French},
		matches(`\b(offer|accept|decline) (undo|bot)\b`, `\bclaim (draw|timeout)\b`, `\bgrant \d+h\b`, `\brewind \d`, ` --[a-z]{2,}`)},
}

// Exception is a pattern of words that a rule ignores, on pages.
type Exception struct {
	Rule, Reason string
	words        *regexp.Regexp
}

// Exceptions lists all exceptions.
var Exceptions = []Exception{
	{"E2", "a refusal says that the thing named does not exist", regexp.MustCompile(`\b[Tt]here is no\b`)},
	{"E2", "the words compare", regexp.MustCompile(`\bno (longer|more than)\b`)},
	{"P1", "the words ask a question", regexp.MustCompile(`\bQui peut\b`)},
	{"P1", "French has no other name for play without allies", regexp.MustCompile(`\b[Cc]hacun pour soi\b`)},
	{"P2", "the semicolon joins texts, and the variants of a move", regexp.MustCompile(`^(\{\{\.First\}\})?[ \x{a0}\x{202f}]?; (\{\{\.Next\}\})?$`)},
	{"P2", "the search of the manual leaves these words out", regexp.MustCompile(`^(a an and are|a à ai au) .*`)},
	{"P3", "an operator reads of the option on the page of a wrong address", regexp.MustCompile(` --base-url\b`)},
}

// except removes the words that a rule ignores from the text of a page.
func except(t Text, rule string) string {
	text := t.Text
	for _, e := range Exceptions {
		if e.Rule == rule && (t.Kind == English || t.Kind == French) {
			text = e.words.ReplaceAllString(text, "")
		}
	}
	return text
}

// matches returns a function that counts the matches of patterns.
func matches(patterns ...string) func(string) int {
	all := make([]*regexp.Regexp, len(patterns))
	for i, p := range patterns {
		all[i] = regexp.MustCompile(p)
	}
	return func(text string) int {
		n := 0
		for _, p := range all {
			n += len(p.FindAllStringIndex(text, -1))
		}
		return n
	}
}

// lacks returns a function that counts texts without a match of a pattern.
func lacks(pattern string) func(string) int {
	p := regexp.MustCompile(pattern)
	return func(text string) int {
		if p.MatchString(text) {
			return 0
		}
		return 1
	}
}

// longest is the most words of a sentence on a page.
const longest = 20

var (
	sentenceEnd = regexp.MustCompile(`[.!?…][”»)]*\s+`)
	placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// countLong counts the sentences of a text that are too long or have a semicolon.
func countLong(text string) (n int) {
	for _, sentence := range sentenceEnd.Split(placeholder.ReplaceAllString(text, "X"), -1) {
		words := 0
		for _, field := range strings.Fields(sentence) {
			if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				words++
			}
		}
		if words > longest || strings.Contains(sentence, ";") {
			n++
		}
	}
	return n
}
