package shannon

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

// readOrders has orders of seat 2 in round 1 and how they are kept.
var readOrders = []struct{ name, text, want string }{
	{"none", "", ""},
	{"blank lines", "\n ; \n", ""},
	{"favors", "Favors RAVEN deck antidote", "favours raven deck antidote"},
	{"the last list of favors counts", "favours raven; favours trial", "favours trial"},
	{"an empty list of favors", "favours", ""},
	{"a premove", "if s play s2", "1: if S play S2"},
	{"any of several suits", "if TSS play S2 will+1 +3", "1: if ST play S2 +3 will+1"},
	{"of one combat", "1.4: if X play X9", "1.4: if X play X9"},
	{"a rank", "if TS LOW<=07 play S2", "1: if ST low<=7 play S2"},
	{"one's own lead", "if LEAD play M1=O5", "1: if lead play M1=O5"},
	{"a discard", "if A discard T4", "1: if A discard T4"},
	{"what is past goes", "0: if S play S2\nif S play S2", "1: if S play S2"},
	{"a card that is gone goes", "1: if S play S9", ""},
	{"moves", "move T8>3 worst>1", "1: move T8>3 worst>1"},
	{"nothing to move", "1: move", "1: move"},
	{"moves of a past round", "0: move", ""},
}

// refusedOrders has orders of seat 2 and why they are refused.
var refusedOrders = map[string]*cards.Refusal{
	"go on":                      ordersLine,
	"x: if S play S2":            ordersLine,
	"1: favours raven":           ordersLine,
	"1.3: move":                  ordersLine,
	"1.13: if S play S2":         ordersCombat,
	"if Z play S2":               ordersWhen,
	"if S low<=0 play S2":        ordersLow,
	"if S low<=31 play S2":       ordersLow,
	"if S low<=many play S2":     ordersLow,
	"if lead low<=3 play S2":     ordersAction,
	"if":                         ordersWhen,
	"if S move":                  ordersAction,
	"if S play":                  ordersAction,
	"if S":                       ordersAction,
	"if lead discard S2":         ordersAction,
	"if S play S2 will-9":        ordersAction,
	"if S play S9":               notHeld,
	"if S play Z9":               noCard,
	"if S play S2 redirect 2":    noSeat,
	"if S play M1":               enchanterValue,
	"if S play S2 fox fox":       namedTwice,
	"favours lunch":              noFavor,
	"favours raven raven":        namedTwice,
	"move T8>2":                  noSeat,
	"move T8>1 T8>3":             namedTwice,
	"move best>1":                noCard,
	strings.Repeat("if S ", 100): ordersLine,
	strings.Repeat("move\n", 41): ordersMany,
}

func TestReadOrders(t *testing.T) {
	s := arrange(t, "O13 S1", "O3 X9 M1 S2 T4", "T9 O4")
	for _, c := range readOrders {
		got, err := s.ReadOrders(2, c.text)
		if got != c.want || err != nil {
			t.Fatalf("%s: ReadOrders(%q) = %q, %v, want %q", c.name, c.text, got, err, c.want)
		}
		if again, err := s.ReadOrders(2, got); again != got || err != nil {
			t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
		}
		if o, err := ParseOrders(got, 3, 2, 1); o.String() != got || err != nil {
			t.Errorf("ParseOrders(%q) = %q, %v", got, o, err)
		}
	}
	for text, why := range refusedOrders {
		_, err := s.ReadOrders(2, text)
		wantRefusal(t, text, err, why)
	}
	if _, err := s.ReadOrders(4, ""); err != games.ErrNotYourTurn {
		t.Errorf("orders of seat 4: %v", err)
	}
}

// Follow posts the line {2} by the orders {1}, and leaves others.
func TestFollowPremoves(t *testing.T) {
	tell(t, `hands S13 S1 | S3 X9 M1 S2 T4 | T9 S4 S5
		with 1 challenge
		auto no
		1: play S13
		posts 2 {1} = {2}`,
		"it fits / 1: if S play S3 / play S3",
		"the first that fits / 1: if O play T4;1: if S play S2;favours / play S2, leaves 1: if O play T4",
		"another suit / 1: if O play S3 /",
		"another combat / 1.2: if S play S3 /",
		"this combat / 1.1: if S play S3 / play S3",
		"another round / 2: if S play S3 /",
		"one that is not legal is dropped with the next / 1: if S play X9;1: if S play S3 / play S3",
		"what is past is dropped / 1: if O play T9;favours raven;1: if S play S3 / play S3, leaves favours raven",
		"an enchanter / 1: if S play M1=7 / play M1=7",
		"a rank / 1: if S low<=12 play S2;1: if S low<=13 play S3 / play S3, leaves 1: if S low<=12 play S2",
		"a lower rank / 1: if S low<=12 play S3 /",
		"one's own lead is not meant / 1: if lead play S3 /")
	tell(t, "{1}", "the orders of others do not count / "+`hands S13 S1 | S3 X9 | T9 S4 S5
		posts 3 1: if S play S4 =
		posts 1 1: if lead play S1 = play S1`,
		"challenged / "+`hands S13 S1 | S3 X9 M1 S2 T4 | T9 S4 S5
		with 1 challenge
		auto no
		1: play S13 challenge 2
		posts 2 1: if S play S3 =`,
		"the rank is of the cards face up / "+`hands S9 S1 | S4 S8 | S5 S6 | S2 S3
		1: play S9; 2: play S4
		posts 3 1: if S low<=3 play S6;1: if S low<=4 play S5 = play S5, leaves 1: if S low<=3 play S6`,
		"an open combat / "+`hands X7 X8 | S3 T4
		1: play X7
		posts 2 1: if S play S3;1: if X play T4 = play T4, leaves 1: if S play S3`)
	tell(t, `favors raven antidote riposte trial standard
		posts 3 {1} = {2}`,
		"the first that is shown / favours riposte antidote raven / favour antidote, leaves favours riposte antidote raven",
		"the unseen one / favours riposte deck raven / favour deck, leaves favours riposte deck raven",
		"none of them / favours riposte /")
	tell(t, `hands S1 | S2 | S3
		with 1 raven
		count S1 M1 S3 | |
		posts 1 {1} = {2}`,
		"the worst / 1: move worst>2 worst>3 / move S3>3 M1>2",
		"a card and the worst / 1: move S1>2 worst>2 / move S1>2 M1>2",
		"a card that is not there / 1: move T8>2 S1>3 / move S1>3",
		"none of them there / 1: move T8>2 /",
		"more than may be moved / 1: move S1>2 S3>2 M1>2 / move S1>2 S3>2",
		"nothing / 1: move / move",
		"another round / 2: move /")
}

// TestRule3_1_Auto has the plays without a choice, which the option auto posts.
func TestRule3_1_Auto(t *testing.T) {
	tell(t, `hands S13 S1 | {1} | T9 S5
		with 1 challenge
		with 2 {2}
		1: play S13 {3}
		posts 2 = {4}
		auto no
		posts 2 =`,
		"the only card / S3 T4 / / / play S3",
		"two cards / S3 S4 / / /",
		"an enchanter has a value to choose / M1 T4 / / /",
		"a declaration / S3 T4 / arthur / /",
		"a power that is of no use here / S3 T4 / antidote / / play S3",
		"a forced discard / T4 / / / discard T4",
		"a discard with a choice / T4 T5 / / /",
		"a discard or a shift of shape / T4 / shapeshift / /",
		"a challenged enchanter / M1 T4 / / challenge 2 / play M1=1")
	tell(t, `favors raven
		posts 3 =`)
}
