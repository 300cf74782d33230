package effort

import (
	"testing"
)

func TestVariableScales(t *testing.T) {
	for _, test := range []struct {
		value string
		want  int
		full  bool
	}{
		{"1", 100, true},
		{"2.5", 250, true},
		{"0.1", 10, false},
		{"0.001", 1, false},
	} {
		t.Setenv(Variable, test.value)
		if got := N(100); got != test.want || Full() != test.full {
			t.Errorf("%s=%s: N(100) = %d, Full() = %v, want %d, %v", Variable, test.value, got, Full(), test.want, test.full)
		}
	}
}

func TestWithoutVariable(t *testing.T) {
	want, full := 400, true
	if testing.Short() || raceDetector() {
		want, full = 400/40, false
	}
	for _, value := range []string{"", "much", "0", "-1"} {
		t.Setenv(Variable, value)
		if got := N(400); got != want || Full() != full {
			t.Errorf("%s=%q: N(400) = %d, Full() = %v, want %d, %v", Variable, value, got, Full(), want, full)
		}
	}
	if got := N(1); got != 1 {
		t.Errorf("N(1) = %d", got)
	}
}
