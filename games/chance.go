package games

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Seed is the source of all chance of a match. It is secret until the match is
// over.
type Seed [sha256.Size]byte

// String returns a placeholder, so that no log shows the seed by mistake; use Hex to write it.
func (s Seed) String() string { return "[seed]" }

// Hex formats the seed as in a record, in 64 digits.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// ParseSeed is the inverse of Hex and accepts digits of either case.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(s) {
		return s, errors.New("a seed is written as 64 hexadecimal digits")
	}
	copy(s[:], raw)
	return s, nil
}

// Tags of a record that fix results of chance.
const (
	TagDeck   = "Deck"   // and "Deck.NAME": the order of a deck
	TagChance = "Chance" // the results of all other choices
)

// Chance is the source of randomness of a game. It is a value: copies are
// independent, and equal copies give equal results.
//
// Results that the setup fixes use up nothing of the seed. All others come from
// the seed as RECORD.md says: block i is SHA-256 of the seed and i as eight bytes,
// read as four numbers of 64 bits.
type Chance struct {
	seed     Seed
	used     uint64    // numbers taken from the seed
	block    [4]uint64 // the block of the next number, if used%4 > 0
	fixed    map[string]string
	results  []int    // the remaining fixed results
	outcomes *outcome // the latest result
}

// outcome is one result of chance; outcomes form a linked list, newest first.
type outcome struct {
	previous *outcome
	tag      string        // of a deck; "" for a choice
	order    func() string // of the cards of a deck
	index    int           // that was chosen
}

// NewChance returns the chance of a match. The error is for a setup without a
// seed that fixes no deck, and for a Chance tag that is not a list of indexes.
func NewChance(setup Setup) (Chance, error) {
	c := Chance{fixed: setup.Fixed}
	if setup.Seed != nil {
		c.seed = *setup.Seed
	} else if !slices.ContainsFunc(slices.Collect(maps.Keys(setup.Fixed)), isDeck) {
		return c, refuse("chance.no_seed")
	}
	for _, text := range strings.Fields(setup.Fixed[TagChance]) {
		index, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return c, refuse("chance.form", "text", text)
		}
		c.results = append(c.results, int(index))
	}
	return c, nil
}

func isDeck(tag string) bool { return tag == TagDeck || strings.HasPrefix(tag, TagDeck+".") }

// Choose returns an index below n, which must be at least 1: the next fixed
// result, or one from the seed. The error is an *Illegal, for a fixed result that
// is too large.
func (c *Chance) Choose(n int) (int, error) {
	index := 0
	if len(c.results) > 0 {
		if index = c.results[0]; index >= n {
			return 0, refuse("chance.range", "index", strconv.Itoa(index), "most", strconv.Itoa(n-1))
		}
		c.results = c.results[1:]
	} else {
		index = int(c.below(uint64(n)))
	}
	c.outcomes = &outcome{previous: c.outcomes, index: index}
	return index, nil
}

// Fixed returns the result that the setup fixes under a tag.
func (c *Chance) Fixed(tag string) (text string, ok bool) {
	text, ok = c.fixed[tag]
	return text, ok
}

// Note records a result, which was not drawn by Deal, under a tag.
func (c *Chance) Note(tag, text string) {
	c.outcomes = &outcome{previous: c.outcomes, tag: tag, order: func() string { return text }}
}

// Deal returns cards, given in the order of the game's tables, in the order in
// which they are drawn: the one that the setup fixes under the tag, followed by
// the cards that it leaves out in the given order, or else a shuffled one. Equal
// codes stand for equal cards. The error is an *Illegal, for a fixed order that
// names an unknown card or a card too often.
func Deal[C any](c *Chance, tag string, cards []C, code func(C) string) ([]C, error) {
	deck := slices.Clone(cards)
	if text, ok := c.fixed[tag]; ok {
		var err error
		if deck, err = arrange(deck, strings.Fields(text), code); err != nil {
			return nil, err
		}
	} else {
		Shuffle(c, deck)
	}
	order := slices.Clone(deck)
	c.outcomes = &outcome{previous: c.outcomes, tag: tag, order: func() string {
		codes := make([]string, len(order))
		for i, card := range order {
			codes[i] = code(card)
		}
		return strings.Join(codes, " ")
	}}
	return deck, nil
}

// arrange moves the cards with the given codes to the front of the deck.
func arrange[C any](deck []C, codes []string, code func(C) string) ([]C, error) {
	order := make([]C, 0, len(deck))
	for _, text := range codes {
		i := slices.IndexFunc(deck, func(card C) bool { return code(card) == text })
		if i < 0 {
			return nil, refuse("chance.card", "card", text)
		}
		order = append(order, deck[i])
		deck = slices.Delete(deck, i, i+1)
	}
	return append(order, deck...), nil
}

// Shuffle changes the order of cards by the seed only and does not record the result. Use it,
// together with Note, to draw lots for less than a whole deck.
func Shuffle[C any](c *Chance, cards []C) {
	for k := len(cards); k >= 2; k-- {
		j := c.below(uint64(k))
		cards[k-1], cards[j] = cards[j], cards[k-1]
	}
}

// below returns a uniformly distributed number below n: it rejects numbers from
// the seed that would favor some results.
func (c *Chance) below(n uint64) uint64 {
	rest := -n % n // 2^64 mod n
	for {
		if x := c.next(); x <= math.MaxUint64-rest {
			return x % n
		}
	}
}

func (c *Chance) next() uint64 {
	if c.used%4 == 0 {
		var in [len(c.seed) + 8]byte
		copy(in[:], c.seed[:])
		binary.BigEndian.PutUint64(in[len(c.seed):], c.used/4)
		out := sha256.Sum256(in[:])
		for i := range c.block {
			c.block[i] = binary.BigEndian.Uint64(out[8*i:])
		}
	}
	x := c.block[c.used%4]
	c.used++
	return x
}

// Decided returns all results so far, as the tags of a record that would fix
// them: the order of each deck, and under Chance every other result.
func (c *Chance) Decided() map[string]string {
	tags := make(map[string]string)
	var results []string
	for o := c.outcomes; o != nil; o = o.previous {
		if o.tag != "" {
			tags[o.tag] = o.order()
		} else {
			results = append(results, strconv.Itoa(o.index))
		}
	}
	if len(results) > 0 {
		slices.Reverse(results)
		tags[TagChance] = strings.Join(results, " ")
	}
	return tags
}

// Secret is the random number that the server draws for a match before anybody
// contributes to its chance. Its commitment is published at once, the secret
// itself only when the match is over.
type Secret [sha256.Size]byte

// String returns a placeholder, so that no log shows the secret by mistake.
func (s Secret) String() string { return "[secret]" }

// Hex formats the secret as in a record, in 64 digits.
func (s Secret) Hex() string { return hex.EncodeToString(s[:]) }

// Commitment returns the SHA-256 of the secret, in 64 hexadecimal digits: proof
// for its holders that the secret was not exchanged later.
func (s Secret) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Seed returns the seed of a match: HMAC-SHA-256, keyed with the secret, of the
// id of the match and the contribution of each seat, from seat 1, each on a line
// of its own ("id\nfirst\nsecond").
func (s Secret) Seed(match string, contributions []string) Seed {
	mac := hmac.New(sha256.New, s[:])
	mac.Write([]byte(match + "\n" + strings.Join(contributions, "\n")))
	return Seed(mac.Sum(nil))
}
