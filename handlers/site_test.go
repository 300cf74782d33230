package handlers

import (
	"log/slog"
	"testing"

	"tableronde/db"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// testSite is a whole site on a listener of its own.
type testSite struct {
	*Server
	*sitetest.Site
}

func newTestSite(t testing.TB) *testSite {
	t.Helper()
	return newTestSiteOn(t, Config{})
}

// newCardSite returns a site where all games of cards are played.
func newCardSite(t testing.TB) *testSite {
	t.Helper()
	return newTestSiteOn(t, Config{Rules: clubtest.FindCards})
}

// newTestSiteOn is like newTestSite with a clock, rules or a store of the test's own.
func newTestSiteOn(t testing.TB, cfg Config) *testSite {
	t.Helper()
	site := new(testSite)
	site.Site = sitetest.Start(t, cfg.Store, cfg.Rules, func(store db.Store, log *slog.Logger) (sitetest.Server, error) {
		cfg.Store, cfg.Log = store, log
		var err error
		site.Server, err = New(cfg)
		return site.Server, err
	})
	return site
}
