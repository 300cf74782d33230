package kutschke

import "testing"

func TestDefaults(t *testing.T) {
	s := pickers(t, sketch{}, sketch{picked: "ES EL"}, sketch{picked: "ED EB A"}, sketch{picked: "A T T"})
	if got := s.Default(1); got != "pick G" {
		t.Errorf("Default = %q", got)
	}
	if got := s.Default(2); got != "" {
		t.Errorf("Default out of turn = %q", got)
	}
	if got := act(t, inOrder, sketch{picked: "P"}).Default(1); got != "done" {
		t.Errorf("Default = %q", got)
	}
	if got := joust(t, "S1", "S2").Default(2); got != "bid" {
		t.Errorf("Default = %q", got)
	}
}
