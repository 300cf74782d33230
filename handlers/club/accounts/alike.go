package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"tableronde/db"
	"tableronde/handlers/club"
)

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
