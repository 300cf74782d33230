package locale

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/parker"
	"tableronde/games/record"
	"tableronde/games/shannon"
	"tableronde/games/table"
)

// Pages are in British English. The list has the American spellings of the
// words that a site about games is likely to use.
var american = regexp.MustCompile(`(?i)\b(` + strings.Join([]string{
	`(un|dis|multi)?(color|favor|honor|labor|neighbor|armor|valor|behavior|rumor|harbor|humor|splendor|endeavor|vigor)(s|ed|ing|ful|able|less|y|ite|hood)?`,
	`(center|theater|specter|saber|scepter|luster|meager|fiber|caliber)(s|ed)?`,
	`(cancel|travel|level|label|model|signal|quarrel|duel|rival|counsel|marvel|shovel|unravel)(ed|ing|er|ers|or|ous)`,
	`(organ|recogn|real|capital|apolog|util|initial|final|maxim|minim|emphas|penal|summar|special|memor|critic)iz(e|es|ed|ing|ation)`,
	`(anal|paral)yz(e|es|ed|ing)`,
	`gr[a]y(s|ish)?`, `(de|of)fense`, `pretense`, `ax`, `check(er|ered|ers|erboard)`, `jewelry`, `skillful`, `fulfill`, `gotten`, `toward`,
	`(out)?maneuver(s|ed|ing)?`, `math`,
}, "|") + `)\b`)

// names are spelled as they are printed on the cards.
var names = []string{"Outmaneuver", "Outma\u00adneuver"}

// misspelling returns a spelling in a text that is not British English, or "".
func misspelling(text string) string {
	for _, name := range names {
		text = strings.ReplaceAll(text, name, "")
	}
	return american.FindString(text)
}

// Straight apostrophes and quotation marks are a typewriter's. French sets a
// space that does not break the line before a colon and its like: a narrow one
// before ; ! and ?, a whole one before : and within « ». A colon after a capital
// letter or a digit may be one of the notation.
var typewritten = map[Lang]*regexp.Regexp{
	English: regexp.MustCompile(`['´` + "`" + `]|[\w’]\s[;:!?]|\.\.\.`),
	"de":    regexp.MustCompile(`['´` + "`" + `]|\.\.\.|\s[;:!?]|»|«|[^\x{a0}\x{202f}]%|[\p{Ll},] (Sie|Ihr|Ihre[mnrs]?|Ihnen)\b`), // the site says du
	French:  regexp.MustCompile(`['´` + "`" + `]|\.\.\.|[^\x{a0}A-Z\d]:[ ]|[^\x{202f}][;!?]|«[^\x{a0}]|[^\x{a0}]»|[^\x{a0}\x{202f}\d]%`),
}

// gendered are French phrases that suppose players to be men: "seul" about the reader of the page,
// participles that agree with a player.
var gendered = regexp.MustCompile(`(?i)seul en lice|premier venu|pour vous seul\b|essayer seul\b|à vous seul\b|chacun seul\b|jouée? seul\b|\bun ami\b|vous êtes (invité|assis|prêt|éliminé|seul|étourdi|sonné|obligé|forcé|libre)\b|le vainqueur est|\bun joueur\b|celui qui (ouvre|joue|gagne|perd)`)

// faults lists the faults of the spelling of a text.
func faults(lang Lang, text string) []string {
	var all []string
	add := func(kind, found string) {
		if found != "" {
			all = append(all, fmt.Sprintf("%s %q", kind, found))
		}
	}
	if marks := typewritten[lang]; marks != nil {
		add("typewritten", marks.FindString(text))
	}
	switch lang {
	case English:
		add("American", misspelling(text))
	case French:
		add("only for men", gendered.FindString(text))
	}
	return all
}

func TestCataloguesAreWellWritten(t *testing.T) {
	for _, lang := range Langs {
		for key := range lang.catalogue().messages {
			for _, parts := range lang.catalogue().wordings(key) {
				text := ""
				for _, p := range parts {
					text += p.text
					if p.arg != "" {
						text += "x"
					}
				}
				for _, fault := range faults(lang, text) {
					t.Errorf("%s in %s: %s in %q", key, lang, fault, text)
				}
			}
		}
	}
}

// The rules packages bring texts of their own: refusals, and names and options
// of games, which the API shows too.
func TestTextsOfTheRulesAreWellWritten(t *testing.T) {
	braces := regexp.MustCompile(`\{\w+\}`)
	for _, refusals := range []map[string]string{games.Refusals(), parker.Refusals(), table.Refusals(), record.Refusals(), knizia.Refusals(), shannon.Refusals(), kutschke.Refusals()} {
		for key, text := range refusals {
			for _, fault := range faults(English, braces.ReplaceAllString(text, "x")) {
				t.Errorf("%s: %s in %q", key, fault, text)
			}
		}
	}
	for where, text := range rulesTexts() {
		for _, lang := range Langs {
			if lang != English && lang != French && !Has(lang, textPrefix+text.En) {
				t.Errorf("%s: %q is not translated: %s", where, text.En, lang)
			}
			for _, fault := range faults(lang, lang.Of(text)) {
				t.Errorf("%s in %s: %s in %q", where, lang, fault, lang.Of(text))
			}
		}
	}
}

// rulesTexts collects the texts of the rules packages, by where they come from.
func rulesTexts() map[string]games.Text {
	all := map[string]games.Text{}
	for _, ruleset := range catalog.All() {
		info := ruleset.Info()
		all[info.ID] = info.Name
		for i, army := range info.Armies {
			all[fmt.Sprint(info.ID, " army ", i)] = army
		}
		for _, o := range info.Options {
			all[info.ID+" "+o.ID] = o.Name
			for i, meaning := range o.Meaning {
				all[fmt.Sprint(info.ID, " ", o.ID, " ", i)] = meaning
			}
		}
	}
	for _, power := range slices.Concat(shannon.Heroes(), shannon.Legends(), shannon.Favors()) {
		all[power.ID] = power.Name
		all[power.ID+" text"] = power.Text
	}
	for _, adventure := range kutschke.Adventures() {
		all[adventure.String()] = adventure.Name()
	}
	for _, kind := range kutschke.Kinds() {
		all[kind.String()] = kind.Name()
	}
	for _, virtue := range kutschke.Virtues() {
		all[virtue.String()], all[virtue.String()+" meaning"] = virtue.Name(), virtue.Meaning()
	}
	for _, suit := range shannon.Suits() {
		all[suit.ID()] = suit.Name()
	}
	return all
}

func TestFaultsAreFound(t *testing.T) {
	for _, tt := range []struct {
		lang Lang
		text string
		want int
	}{
		{English, "The colour of one’s favour was cancelled: honourable.", 0},
		{English, "Outmaneuver", 0},
		{English, "The color", 1},
		{English, "It was canceled, dishonored", 1},
		{English, "the neighbor's gray", 2},
		{French, "Un saut\u00a0: qu’il faut\u202f; «\u00a0oui\u00a0»\u202f!", 0},
		{French, "Un saut : oui", 1},
		{French, "Quoi\u00a0?", 1},
		{French, "«\u202foui\u00a0»", 1},
		{French, "l'épée", 1},
		{French, "Ada entre seul en lice", 1},
	} {
		if got := faults(tt.lang, tt.text); len(got) != tt.want {
			t.Errorf("%q has %v, want %d faults", tt.text, got, tt.want)
		}
	}
}

// One word says one act: a match is given up, from a tournament at cards one withdraws.
func TestFrenchWithdrawsAndResignsInTwoWords(t *testing.T) {
	for _, key := range Keys(French) {
		if strings.Contains(key, "knizia") && key != "rules.knizia.end.resignation.1" && strings.Contains(strings.ToLower(T(French, key)), "abandon") {
			t.Errorf("%s: %s", key, T(French, key))
		}
	}
}
