package sqlstore

import "testing"

func TestVersions(t *testing.T) {
	v := newVersions()
	before, ok := v.of("ada", "bo")
	if !ok {
		t.Fatal("no write is under way")
	}
	w := &tx{touched: []string{"bo"}}
	v.begin(w)
	if _, ok := v.of("ada", "bo"); ok {
		t.Error("the version is known while a commit is under way")
	}
	v.end(w)
	after, ok := v.of("ada", "bo")
	if !ok || after == before {
		t.Errorf("version %d, %v after version %d and a commit", after, ok, before)
	}
	v.end(w) // no transaction is counted twice
	if again, _ := v.of("ada", "bo"); again != after {
		t.Errorf("version %d, want %d", again, after)
	}
	w = &tx{renames: true}
	v.begin(w)
	v.end(w)
	if renamed, ok := v.of("ada"); !ok || renamed == 0 {
		t.Errorf("version %d, %v after a name has changed", renamed, ok)
	}
}
