package accounts

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// Addresses are compared and stored in small letters. An address is refused if servers do not
// treat it alike, or if it could begin a header.
func TestCleanAddress(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"ada@example.org":                     "ada@example.org",
		" Ada.Lovelace+Camelot@EXAMPLE.org\n": "ada.lovelace+camelot@example.org",
		"o'brien@mail.co.uk":                  "o'brien@mail.co.uk",
		"Ada@Exämple.org":                     "ada@xn--exmple-cua.org",
		"ada@exa\u0308mple.org":               "ada@xn--exmple-cua.org",
		"ADA@XN--EXMPLE-CUA.org":              "ada@xn--exmple-cua.org",
		"ada@例え.テスト":                          "ada@xn--r8jz45g.xn--zckzah",
	} {
		if got, ok := cleanAddress(typed); got != want || !ok {
			t.Errorf("cleanAddress(%q) = %q, %t, want %q", typed, got, ok, want)
		}
	}
	for _, typed := range []string{
		"", "ada", "@example.org", "ada@", "ada@example", "ada@localhost", "ada@@example.org", "ada@exam ple.org", "ada lovelace@example.org",
		"Ada <ada@example.org>", "ada@example.org, bo@example.org", "ada@example.org\r\nBcc: bo@example.org", "ada@example.org\x00", "ada\u200b@example.org",
		`"ada lovelace"@example.org`, "ada@[127.0.0.1]", "aliénor@example.org", "ada@exämple..org", "ada@ä\u202eb.org", "ada@ä", "ada@-example.org", "ada@example-.org", "ada@example..org",
		".ada@example.org", "ada.@example.org", "ada@example.org(comment)", "<ada@example.org>", strings.Repeat("a", 65) + "@example.org",
		"ada@" + strings.Repeat("a", 64) + ".org", "ada@" + strings.Repeat("a.", 130) + "org", "а\u0434а@example.org",
	} {
		if got, ok := cleanAddress(typed); ok {
			t.Errorf("cleanAddress(%q) = %q, want it refused", typed, got)
		}
	}
}

func TestDelay(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]time.Duration{0: 10 * time.Second, 1: 20 * time.Second, 3: 80 * time.Second, 8: 30 * time.Minute, 1000: 30 * time.Minute} {
		if got := Delay(n); got != want {
			t.Errorf("delay(%d) = %s, want %s", n, got, want)
		}
	}
}

// One password is hashed at a time, and a caller gets an error when too many wait.
func TestHashingIsLimited(t *testing.T) {
	t.Parallel()
	h := newHasher()
	hold, held := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		h.do(t.Context(), func() error { close(held); <-hold; return nil })
	})
	<-held
	for range maxHashing - 1 {
		all.Go(func() { h.do(t.Context(), func() error { return nil }) })
	}
	for len(h.waiting) < maxHashing {
		time.Sleep(time.Millisecond)
	}
	if err := h.do(t.Context(), func() error { return nil }); !errors.Is(err, errHashing) {
		t.Errorf("one more than may wait: %v", err)
	}
	close(hold)
	all.Wait()
	if err := h.do(t.Context(), func() error { return nil }); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
