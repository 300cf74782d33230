package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"tableronde/db"
	"tableronde/handlers/club"
)

const (
	maxName = 40 // runes
)

// formerNameFrench is the name shown on French pages for players who have left.
const formerNameFrench = "un ancien joueur"

var (
	errNameMissing = club.Refuse(club.Invalid, "name_missing", "the name is missing: enter one").About("name")
	errNameLong    = club.Refuse(club.Invalid, "name_long", "this name is longer than 40 characters: shorten it").About("name")
	errNameDefault = club.Refuse(club.Invalid, "name_default", "this name is reserved for players without a name: choose another one").About("name")
	errNameFormer  = club.Refuse(club.Invalid, "name_former", "this name is reserved for players who have left: choose another one").About("name")
	errNameBot     = club.Refuse(club.Invalid, "name_bot", "this name is reserved for the computer: choose another one").About("name")
	errNameSigns   = club.Refuse(club.Invalid, "name_signs", "this name has invisible characters: use visible ones").About("name")
	errNameMarks   = club.Refuse(club.Invalid, "name_marks", "a letter of this name has more than two marks: remove some").About("name")
)

// CleanName returns a name in its stored form: NFC, with one space between words. It refuses a name
// that is invisible, reverses the direction of writing, or reaches over neighboring lines.
func (s *Accounts) CleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", errNameSigns
	}
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	switch {
	case name == "":
		return "", errNameMissing
	case !IsVisible(name):
		return "", errNameSigns
	case StacksMarks(name):
		return "", errNameMarks
	case utf8.RuneCountInString(name) > maxName:
		return "", errNameLong
	case s.IsDefaultName(name):
		return "", errNameDefault
	case Alike(name, db.FormerName) || Alike(name, formerNameFrench):
		return "", errNameFormer
	case isBotName(name):
		return "", errNameBot
	}
	return name, nil
}

// IsVisible reports whether each character of a name is visible, or joins two visible ones, and at
// least one is more than a mark.
func IsVisible(name string) bool {
	var last rune
	seen := false
	for _, r := range name {
		switch {
		case club.IsJoiner(r) && club.IsJoinable(last):
		case club.IsInvisible(r) || !unicode.IsPrint(r):
			return false
		}
		seen = seen || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S)
		last = r
	}
	return seen && last != '\u200c' && last != '\u200d'
}

// StacksMarks reports whether a letter carries more marks than any language uses.
func StacksMarks(name string) bool {
	marks := 0
	for _, r := range name {
		if !unicode.In(r, unicode.Mn, unicode.Me) || unicode.Is(unicode.Variation_Selector, r) {
			marks = 0
			continue
		}
		if marks++; marks > club.MostMarks {
			return true
		}
	}
	return false
}

// IsDefaultName reports whether a name is a default name of guests in some language.
func (s *Accounts) IsDefaultName(name string) bool {
	return slices.ContainsFunc(s.cfg.DefaultNames, func(other string) bool { return strings.EqualFold(name, other) })
}

// botNames are the names that pages and records have for bots, by level, with the word that marks
// them.
var botNames = [db.BotLevels][]string{
	{"Page (computer)", "Page (ordinateur)", "Dagonet (computer)", "Dagonet (ordinateur)"},
	{"Squire (computer)", "Écuyer (ordinateur)", "Gareth (computer)", "Gareth (ordinateur)"},
	{"Knight (computer)", "Chevalier (ordinateur)", "Bedivere (computer)", "Bédivère (ordinateur)"},
	{"Champion (computer)", "Champion (ordinateur)", "Palamedes (computer)", "Palamède (ordinateur)"},
	{"Legend (computer)", "Légende (ordinateur)", "Nimue (computer)", "Viviane (ordinateur)"},
}

// isBotName reports whether a name could be mistaken for the name of a bot. People may not have
// such names.
func isBotName(name string) bool {
	for _, names := range botNames {
		for _, bot := range names {
			first, mark, _ := strings.Cut(bot, " ")
			for _, number := range []string{"", " 2", " 3", " II", " III"} {
				if Alike(name, first+number+" "+mark) {
					return true
				}
			}
		}
	}
	return false
}

// CheckName returns a name in its stored form, or the reason why a player cannot have an account
// with this name. The player is "" for a visitor who is no player yet.
func (s *Accounts) CheckName(ctx context.Context, player, name string) (string, error) {
	name, err := s.CleanName(name)
	if err != nil {
		return "", err
	}
	return name, s.checkNameFree(ctx, player, name)
}

var ErrNameAlike = club.Refuse(club.Conflict, "name_alike", "another player at the table has this name or a similar one: choose another name").About("name")

// TellApart returns an error if a player of this name could be mistaken for another player at the
// table.
func (s *Accounts) TellApart(m db.Match, player, name string) error {
	for _, p := range m.Seats {
		if p.ID != "" && p.ID != player && !s.IsDefaultName(p.Name) && Alike(p.Name, name) {
			return ErrNameAlike
		}
	}
	return nil
}

// Rename changes the name of a player. It refuses a name that looks like another one at a table or
// match in progress. For an account, it also changes the name to sign in with.
func (s *Accounts) Rename(ctx context.Context, player, name string) error {
	if err := s.tellApartEverywhere(ctx, player, name); err != nil {
		return err
	}
	err := s.cfg.Store.RenameAccount(ctx, player, name, NameKeys(name))
	if errors.Is(err, db.ErrNotFound) {
		err = s.cfg.Store.RenamePlayer(ctx, player, name)
	}
	if err = AccountError(err); err != nil {
		return fmt.Errorf("rename player: %w", err)
	}
	return nil
}

// tellApartEverywhere refuses a name that looks like the name of another player at one of the
// player's tables.
func (s *Accounts) tellApartEverywhere(ctx context.Context, player, name string) error {
	others, err := s.cfg.Store.Tablemates(ctx, player)
	if err != nil {
		return err
	}
	for _, other := range others {
		if !s.IsDefaultName(other) && Alike(other, name) {
			return ErrNameAlike
		}
	}
	return nil
}

// Alike reports whether two names look alike: they have the same letters in either case, or letters
// of other alphabets that are drawn like them.
func Alike(a, b string) bool {
	return skeleton(a) == skeleton(b) || skeleton(foldCase(a)) == skeleton(foldCase(b))
}

func foldCase(name string) string { return cases.Fold().String(name) }

// skeleton returns a form of a name that is equal for names that look alike. It has no spaces,
// punctuation and invisible characters, and each letter is replaced by the Latin letter drawn like
// it. See the skeletons of Unicode Technical Standard 39.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if base, ok := lookalikes[r]; ok {
			r = base
		}
		if unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S) && !club.IsInvisible(r) {
			b.WriteRune(r)
		}
	}
	return strings.ToLower(strings.NewReplacer("rn", "m", "vv", "w").Replace(norm.NFC.String(b.String())))
}

// lookalikes maps letters and digits to the Latin letter that is drawn like them,
// from the confusables of Unicode Technical Standard 39.
var lookalikes = func() map[rune]rune {
	same := map[rune]rune{}
	for latin, others := range map[rune]string{
		'a': "аɑαａ", 'b': "Ьƅ", 'c': "сϲᴄ", 'd': "ԁժ", 'e': "еєҽ", 'g': "ɡցƍ", 'h': "һհ", 'i': "іıιɩі", 'j': "јϳյ",
		'k': "кκᴋ", 'l': "ӏI1|ǀІΙӀ", 'm': "ᴍ", 'n': "ոռ", 'o': "оοօσ0ՕОΟס", 'p': "рρ", 'q': "ԛգզ", 'r': "гᴦ", 's': "ѕꜱ",
		'u': "υսᴜц", 'v': "νѵᴠ", 'w': "ԝѡᴡ", 'x': "хχ×", 'y': "уγүყ", 'z': "ᴢ",
		'A': "АΑᎪ", 'B': "ВΒᏴ", 'C': "СϹᏟ", 'D': "Ꭰ", 'E': "ЕΕᎬ", 'F': "Ϝ", 'G': "Ԍ", 'H': "НΗᎻ", 'J': "ЈᎫͿ", 'K': "КΚᏦ", 'L': "Ꮮ",
		'M': "МΜᎷ", 'N': "Ν", 'O': "", 'P': "РΡᏢ", 'Q': "Ԛ", 'R': "ᎡᏒ", 'S': "ЅՏᏚ", 'T': "ТΤᎢ", 'U': "Սሀ", 'V': "ѴᏙ", 'W': "ԜᎳ",
		'X': "ХΧ", 'Y': "УΥҮ", 'Z': "ΖᏃ",
	} {
		for _, r := range others {
			same[r] = latin
		}
	}
	return same
}()
