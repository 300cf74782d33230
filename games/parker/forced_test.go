package parker

import "testing"

func TestForced(t *testing.T) {
	for _, tt := range []struct {
		name, position, move string
		wins, loses          int // moves within which the move wins or loses, 0 for neither
	}{
		{"the step into the castle", "camette 1 C6/B2", "C6-C7", 1, 0},
		{"captures that win in the end", "camette 1 KC2,A3,E4/B5,C5,KD5", "E4xC6xC4", 3, 0},
		{"too late", "camette 1 C5/KD5,E5", "C5-B5", 0, 4},
		{"in time", "camette 1 C5/KD5,E5", "C5-C6", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParsePosition(tt.position)
			if err != nil {
				t.Fatal(err)
			}
			x, err := p.Search()
			if err != nil {
				t.Fatal(err)
			}
			m, err := x.Parse(tt.move)
			if err != nil {
				t.Fatal(err)
			}
			f := NewForced(x, 100_000)
			for n := 1; n <= 6; n++ {
				if want := tt.wins > 0 && tt.wins <= n; n%2 == 1 && f.WinsBy(m, n) != want {
					t.Errorf("WinsBy(%s, %d) = %v", tt.move, n, !want)
				}
				if want := tt.loses > 0 && tt.loses <= n; n%2 == 0 && f.LosesBy(m, n) != want {
					t.Errorf("LosesBy(%s, %d) = %v", tt.move, n, !want)
				}
			}
			if !f.Sure() {
				t.Error("a small position is too large")
			}
			small := NewForced(x, 0)
			if small.WinsBy(m, 5); small.Sure() {
				t.Error("without a budget, the answer is sure")
			}
		})
	}
}
