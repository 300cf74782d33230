package knizia

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// rulings names a test that holds each ruling of the rules page, and with it the
// sources that it follows: the French rules (S), the English ones (R), the
// answers of the designer (F), or our own (O).
var rulings = []struct {
	number int
	source string
	tests  string
}{
	{1, "S", "TestE1_ColorAfterTheDraw TestE1_NobodyCanOpenAfterTheDraw"},
	{2, "S", "TestT2_ATieIsNotEnough"},
	{3, "S F", "TestT3_ALeaderPlaysToo"},
	{4, "F", "TestT7_OpenerPlacesFirst"},
	{5, "S F", "TestT4_PurpleBanAndSupportersOnly"},
	{6, "S F", "TestT4_PurpleBanAndSupportersOnly TestT5_OnlyPurpleAfterPurple TestT33_FinalColorGreen TestT34_PurpleNoMore"},
	{7, "S F", "TestT14_OwnShieldAll TestT14_OwnShieldOpponents TestT14b_ChargeHitsItsPlayer TestG4_OwnShieldStopsOwnCards"},
	{8, "S", "TestT10_AShieldedValueCounts"},
	{9, "F", "TestE9_AValueNobodyCanLose"},
	{10, "S F", "TestRule6_12_DisgraceNeedsSupporters TestT39_AdaptBehindAShield"},
	{11, "R", "TestT41_ChangeWeapon"},
	{12, "S", "TestT9_TheOldestStays TestT11_Disgrace TestT12_BreakLance"},
	{13, "S", "TestE13_SingleCards TestT8_ChargeByPrintedValues"},
	{14, "S", "TestT17_OneMaidenInADisplay"},
	{15, "F", "TestT15_Stunned TestT16_StunnedRiposteIsTheOne"},
	{16, "F O", "TestT15_Stunned TestT21_StunnedDisplayDoesNotGrow"},
	{17, "O", "TestE17_RetreatGivesNothingBack"},
	{18, "F", "TestE18_WithdrawnAndNotEntered"},
	{19, "O", "TestE19_KnockDownNeedsAHand"},
	{20, "S", "TestT13_Shield"},
	{21, "F", "TestE21_LancelotOnShieldAndStunned"},
	{22, "O", "TestE22_ACancelledActionIsACardPlayed"},
	{23, "F", "TestT44_CancelledAndBelow"},
	{24, "S", "TestE24_BeforeTheFirstTurn TestT22_LancelotByOrders"},
	{25, "O", "TestE25_E43_LancelotAtTheWrongTime"},
	{26, "O", "TestT7_OpenerPlacesFirst TestT43_OpenerWithdraws"},
	{27, "O", "TestT30_WithdrawAtOnce TestT43_OpenerWithdraws"},
	{28, "S", "TestE28_AMaidenGoneInTimeCostsNothing"},
	{29, "S", "TestE29_NoTokenNothingLost"},
	{30, "S", "TestE30_TheWinnerKeepsItsTokens"},
	{31, "S", "TestT32_AnOwnedColor"},
	{32, "S", "TestT35_Reshuffle"},
	{33, "O", "TestT36_NoCardsLeft TestRule5_2_AnEmptyDeckIsMadeWhenADrawIsDue"},
	{34, "S R", "TestE34_WithdrawnSeatsDoNotDraw"},
	{35, "S", "TestT33_FinalColorGreen TestT41_ChangeWeapon"},
	{36, "S", "TestT8_ChargeByPrintedValues"},
	{37, "S O", "TestT45_ArrivalsOnTop TestT42_RiposteIsNotEnough"},
	{38, "R", "TestT12_BreakLance"},
	{39, "O", "TestE39_NobodyCanOpen"},
	{40, "S R", "TestT1_Setup"},
	{41, "S", "TestE41_NothingToPlace"},
	{42, "S", "TestT30_WithdrawAtOnce"},
	{43, "O", "TestE25_E43_LancelotAtTheWrongTime"},
}

// scenarios is how many numbered scenarios the rules page has.
const scenarios = 45

// TestEveryRulingHasATest keeps the table true, and wants a test for each
// scenario of the rules page.
func TestEveryRulingHasATest(t *testing.T) {
	names := testNames(t)
	for i, r := range rulings {
		if r.number != i+1 {
			t.Errorf("ruling E%d stands at %d", r.number, i+1)
		}
		for _, name := range strings.Fields(r.tests) {
			if !names[name] {
				t.Errorf("E%d: there is no %s", r.number, name)
			}
		}
	}
	for n := range scenarios {
		prefix, found := fmt.Sprintf("TestT%d_", n+1), false
		for name := range names {
			found = found || strings.HasPrefix(name, prefix)
		}
		if !found {
			t.Errorf("no test is called %s…", prefix)
		}
	}
}

func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				names[f.Name.Name] = true
			}
		}
	}
	return names
}
