package games

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func plain(s string) string { return s }

// TestChanceIsThatOfTheRecordPage follows the words of RECORD.md in the most
// literal way.
func TestChanceIsThatOfTheRecordPage(t *testing.T) {
	seed := Seed{1, 2, 3}
	var numbers []uint64
	for i := range uint64(100) {
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clone(seed[:]), i))
		for k := 0; k < 32; k += 8 {
			numbers = append(numbers, binary.BigEndian.Uint64(sum[k:]))
		}
	}
	cards := strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x y z")
	want := slices.Clone(cards)
	for k := len(want); k >= 2; k-- {
		j := numbers[0] % uint64(k)
		numbers = numbers[1:]
		want[k-1], want[j] = want[j], want[k-1]
	}
	c, err := NewChance(Setup{Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Deal(&c, TagDeck, cards, plain)
	if err != nil || !slices.Equal(got, want) {
		t.Fatalf("Deal = %v, %v, want %v", got, err, want)
	}
	for _, n := range []int{1, 2, 5, 110} {
		want := int(numbers[0] % uint64(n))
		numbers = numbers[1:]
		if got, err := c.Choose(n); got != want || err != nil {
			t.Errorf("Choose(%d) = %d, %v, want %d", n, got, err, want)
		}
	}
}

// TestChanceIsFair finds the numbers that a fair choice passes over.
func TestChanceIsFair(t *testing.T) {
	for _, n := range []uint64{3, 5, 1 << 32, 1<<63 + 1, math.MaxUint64} {
		c := Chance{}
		other := c
		for range 50 {
			x := other.next()
			for x >= math.MaxUint64-math.MaxUint64%n && math.MaxUint64%n != n-1 {
				x = other.next()
			}
			if got := c.below(n); got != x%n {
				t.Fatalf("below(%d) = %d, want %d", n, got, x%n)
			}
		}
	}
}

func TestWhatARecordFixesUsesUpNothing(t *testing.T) {
	seed := Seed{9}
	free, err := NewChance(Setup{Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := NewChance(Setup{Seed: &seed, Fixed: map[string]string{"Deck": "c a", "Chance": "2 0"}})
	if err != nil {
		t.Fatal(err)
	}
	deck, err := Deal(&fixed, TagDeck, []string{"a", "b", "c", "d"}, plain)
	if err != nil || strings.Join(deck, " ") != "c a b d" {
		t.Fatalf("Deal = %v, %v", deck, err)
	}
	for _, want := range []int{2, 0} {
		if got, err := fixed.Choose(3); got != want || err != nil {
			t.Errorf("Choose = %d, %v, want %d", got, err, want)
		}
	}
	a, _ := free.Choose(1000)
	b, _ := fixed.Choose(1000)
	if a != b {
		t.Errorf("the seed's first number gives %d and %d", a, b)
	}
	got := fixed.Decided()
	if got["Deck"] != "c a b d" || got["Chance"] != "2 0 "+strconv.Itoa(b) {
		t.Errorf("Decided = %v", got)
	}
}

func TestChanceIsAValue(t *testing.T) {
	seed := Seed{4}
	c, _ := NewChance(Setup{Seed: &seed})
	c.Choose(10)
	a, b := c, c
	for range 9 {
		x, _ := a.Choose(1 << 30)
		y, _ := b.Choose(1 << 30)
		if x != y {
			t.Fatalf("two copies give %d and %d", x, y)
		}
	}
	if len(strings.Fields(c.Decided()[TagChance])) != 1 {
		t.Errorf("a copy changed the original: %v", c.Decided())
	}
}

func TestChanceRefuses(t *testing.T) {
	seed := Seed{}
	for name, try := range map[string]func() error{
		"no seed": func() error { _, err := NewChance(Setup{}); return err },
		"no deck": func() error { _, err := NewChance(Setup{Fixed: map[string]string{"Chance": "1"}}); return err },
		"a word": func() error {
			_, err := NewChance(Setup{Seed: &seed, Fixed: map[string]string{"Chance": "1 x"}})
			return err
		},
		"a minus": func() error {
			_, err := NewChance(Setup{Seed: &seed, Fixed: map[string]string{"Chance": "-1"}})
			return err
		},
		"out of range": func() error {
			c, _ := NewChance(Setup{Fixed: map[string]string{"Deck": "", "Chance": "3"}})
			_, err := c.Choose(3)
			return err
		},
		"unknown card": func() error {
			c, _ := NewChance(Setup{Fixed: map[string]string{"Deck": "a e"}})
			_, err := Deal(&c, "Deck", []string{"a", "b"}, plain)
			return err
		},
		"card twice": func() error {
			c, _ := NewChance(Setup{Fixed: map[string]string{"Deck": "a a"}})
			_, err := Deal(&c, "Deck", []string{"a", "b"}, plain)
			return err
		},
	} {
		var illegal *Illegal
		if err := try(); !errors.As(err, &illegal) || illegal.Text == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSeedAndSecretAreNotPrinted(t *testing.T) {
	secret := Secret{0xab}
	seed := secret.Seed("match", []string{"x", "y"})
	if secret.String() == secret.Hex() || seed.String() == seed.Hex() {
		t.Error("a secret prints itself")
	}
	if back, err := ParseSeed(seed.Hex()); back != seed || err != nil {
		t.Errorf("ParseSeed = %v", err)
	}
	if seed == secret.Seed("match", []string{"x", "z"}) || seed == secret.Seed("hatch", []string{"x", "y"}) {
		t.Error("the seed does not depend on all that it should")
	}
}

// TestEveryRefusalNamesItsArguments fills the sentences in.
func TestEveryRefusalNamesItsArguments(t *testing.T) {
	all := Refusals()
	for _, try := range []error{
		refuse("chance.no_seed"),
		refuse("chance.form", "text", "x"),
		refuse("chance.range", "index", "3", "most", "2"),
		refuse("chance.card", "card", "x"),
	} {
		illegal := try.(*Illegal)
		if all[illegal.Key] == "" || strings.ContainsAny(illegal.Text, "{}") || illegal.Rule == "" {
			t.Errorf("%s: %s", illegal.Key, illegal.Text)
		}
		delete(all, illegal.Key)
	}
	if len(all) > 0 {
		t.Errorf("not refused here: %v", all)
	}
}
