package games

import "testing"

// TestSeedsAsAnotherProgramMakesThem compares seeds with the seeds that Python's hashlib and
// hmac give, computed after the description.
func TestSeedsAsAnotherProgramMakesThem(t *testing.T) {
	var secret Secret
	for i := range secret {
		secret[i] = byte(i)
	}
	if got, want := secret.Commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"; got != want {
		t.Errorf("Commitment = %s, want %s", got, want)
	}
	for _, test := range []struct {
		contributions []string
		want          string
	}{
		{[]string{"seven", "", "à la table"}, "094a26ea158978ed6e3471a5a7d40c263eac3c9bb5494a46668796cff9ea45ef"},
		{[]string{"", ""}, "7143ab743ee57dff5dcf495451ae7693e6da637e82745d0d13e2e36013d43112"},
	} {
		if got := secret.Seed("k7wd2m", test.contributions).Hex(); got != test.want {
			t.Errorf("Seed of %q = %s, want %s", test.contributions, got, test.want)
		}
	}
}
