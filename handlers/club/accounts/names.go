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

// formerNameFrench is the name of players who have left, on French pages.
const formerNameFrench = "un ancien joueur"

var (
	errNameMissing = club.Refuse(club.Invalid, "name_missing", "a name is needed").About("name")
	errNameLong    = club.Refuse(club.Invalid, "name_long", "a name has 40 characters at most").About("name")
	errNameDefault = club.Refuse(club.Invalid, "name_default", "this is what everybody is called who gave no name").About("name")
	errNameFormer  = club.Refuse(club.Invalid, "name_former", "this is what those are called who have left").About("name")
	errNameBot     = club.Refuse(club.Invalid, "name_bot", "this is what the computer is called when it plays").About("name")
	errNameSigns   = club.Refuse(club.Invalid, "name_signs", "a name is made of characters one can see").About("name")
	errNameMarks   = club.Refuse(club.Invalid, "name_marks", "a letter of a name has two marks at most").About("name")
)

// CleanName returns a name in the form that it is stored in: NFC, with one space between words. It
// refuses a name that would not show, shows backwards, or reaches over the lines around it.
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

// IsVisible reports whether every character of a name is visible or joins two that
// are, and one of them is more than a mark.
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

// StacksMarks reports whether a letter carries more marks than any language gives
// it.
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

// IsDefaultName reports whether guests who have given no name are called this, in
// some language.
func (s *Accounts) IsDefaultName(name string) bool {
	return slices.ContainsFunc(s.defaultNames, func(other string) bool { return strings.EqualFold(name, other) })
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

// isBotName reports whether a name could be taken for the name of a bot, which no person may have.
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

// CheckName returns a name cleaned, or why a player, "" for a stranger, cannot have an
// account of that name.
func (s *Accounts) CheckName(ctx context.Context, player, name string) (string, error) {
	name, err := s.CleanName(name)
	if err != nil {
		return "", err
	}
	return name, s.checkNameFree(ctx, player, name)
}

var ErrNameAlike = club.Refuse(club.Conflict, "name_alike", "somebody at the table is called that, or looks as if they were").About("name")

// TellApart refuses a name by which a player could be taken for another at the
// table.
func (s *Accounts) TellApart(m db.Match, player, name string) error {
	for _, p := range m.Seats {
		if p.ID != "" && p.ID != player && !s.IsDefaultName(p.Name) && Alike(p.Name, name) {
			return ErrNameAlike
		}
	}
	return nil
}

// Rename gives a player another name, unless others at a table under way would take
// them for each other. Of an account the name is its own.
func (s *Accounts) Rename(ctx context.Context, player, name string) error {
	if err := s.tellApartEverywhere(ctx, player, name); err != nil {
		return err
	}
	err := s.store.RenameAccount(ctx, player, name, NameKeys(name))
	if errors.Is(err, db.ErrNotFound) {
		err = s.store.RenamePlayer(ctx, player, name)
	}
	if err = AccountError(err); err != nil {
		return fmt.Errorf("rename player: %w", err)
	}
	return nil
}

// tellApartEverywhere refuses a name by which a player could be taken for another at
// one of their tables.
func (s *Accounts) tellApartEverywhere(ctx context.Context, player, name string) error {
	others, err := s.store.Tablemates(ctx, player)
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

// Alike reports whether two names are easily taken for each other: they have the
// same letters in either case, or letters of other alphabets that are drawn like
// them.
func Alike(a, b string) bool {
	return skeleton(a) == skeleton(b) || skeleton(foldCase(a)) == skeleton(foldCase(b))
}

func foldCase(name string) string { return cases.Fold().String(name) }

// skeleton returns a form of a name in which names that look alike are equal:
// without spaces, punctuation and invisible characters, each letter replaced by the
// Latin one that is drawn like it. It follows the skeletons of Unicode Technical
// Standard 39.
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
