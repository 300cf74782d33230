package knizia

import (
	"errors"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/cards"
)

func TestSheetText(t *testing.T) {
	s := begin(t, 2, 1, nil)
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"\n  \n", ""},
		{"riposte never\nadapt-choice ask", ""},
		{"riposte never minLoss=3", ""},
		{"  RIPOSTE   me  MINLOSS=04 ", "riposte me minLoss=4"},
		{"riposte me maxIn=2 onlyifleading minloss=4\r\nunhorse any\r\n", "unhorse any\nriposte me minLoss=4 onlyIfLeading maxIn=2"},
		{"adapt-choice Newest\nadapt any", "adapt any\nadapt-choice newest"},
		{"stunned me\nshield any", "shield any\nstunned me"},
	} {
		got, err := s.ReadOrders(1, c.text)
		if err != nil || got != c.want {
			t.Errorf("ReadOrders(%q) = %q, %v, want %q", c.text, got, err, c.want)
		}
		if again, err := s.ReadOrders(2, got); err != nil || again != got {
			t.Errorf("ReadOrders(%q) = %q, %v", got, again, err)
		}
	}
}

func TestSheetRefusals(t *testing.T) {
	s := begin(t, 2, 1, nil)
	for text, want := range map[string]*cards.Refusal{
		"lancelot any":                sheetRow,
		"R3 any":                      sheetRow,
		"riposte":                     sheetWhen,
		"riposte often":               sheetWhen,
		"riposte me minLoss":          sheetNumber,
		"riposte me minLoss=0":        sheetNumber,
		"riposte me maxIn=1":          sheetNumber,
		"riposte me maxIn=6":          sheetNumber,
		"riposte me onlyIfLeading=1":  sheetQualifier,
		"riposte me please":           sheetQualifier,
		"riposte me\nRiposte any":     sheetTwice,
		"adapt-choice":                sheetChoice,
		"adapt-choice oldest newest":  sheetChoice,
		strings.Repeat("\n", 3000):    sheetLong,
		"riposte never minLoss=99999": sheetNumber,
	} {
		_, err := s.ReadOrders(1, text)
		var e *games.Illegal
		if !errors.As(err, &e) || e.Key != want.Key || strings.Contains(e.Text, "{") {
			t.Errorf("ReadOrders(%q): %v, want %s", text, err, want.Key)
		}
	}
}

func TestRule7_8_Presets(t *testing.T) {
	var none Sheet
	if none.Preset() != PresetOff || none.Fill(PresetOff).String() != "" {
		t.Errorf("off is %q", none.Fill(PresetOff))
	}
	protect := none.Fill(PresetProtect)
	want := `drop_weapon me minLoss=4
break_lance me minLoss=4
riposte me minLoss=4
dodge me minLoss=4
knock_down me
outmaneuver me minLoss=4
charge me minLoss=4
countercharge me minLoss=4
disgrace me minLoss=4
adapt me minLoss=4
outwit me minLoss=4
stunned me`
	if protect.String() != want || protect.Preset() != PresetProtect {
		t.Errorf("protect is\n%s\nwant\n%s", protect, want)
	}
	decisive := none.Fill(PresetDecisive)
	if n := strings.Count(decisive.String(), " any onlyIfLeading maxIn=2"); n != 13 || decisive.Row(Adapt) != (Row{}) || decisive.Preset() != PresetDecisive {
		t.Errorf("decisive is\n%s", decisive)
	}
	decisive.Adapt = KeepNewest
	if back := decisive.Fill(PresetOff); back.Adapt != KeepNewest || back.String() != "adapt-choice newest" {
		t.Errorf("a preset changes more than the rows: %q", back)
	}
	if odd := decisive.With(Charge, Row{When: Any}); odd.Preset() != "" || odd.Row(Charge).When != Any {
		t.Errorf("another sheet is the preset %q", odd.Preset())
	}
	if same := protect.With(Lancelot, Row{When: Any}).With(R3, Row{When: Any}); same != protect || protect.Row(Lancelot) != (Row{}) {
		t.Error("there is a row for Lancelot")
	}
	if len(SheetCards()) != 16 || len(Presets()) != 3 {
		t.Errorf("%d rows, %d presets", len(SheetCards()), len(Presets()))
	}
}

// TestHits: a row that can be about oneself is one that says so.
func TestHits(t *testing.T) {
	hits := map[Card]bool{Unhorse: false, ChangeWeapon: false, Retreat: false, Shield: false, Lancelot: false, R3: false, DropWeapon: true, Stunned: true}
	for c, want := range hits {
		if Hits(c) != want {
			t.Errorf("Hits(%s) = %t", c, !want)
		}
	}
}
