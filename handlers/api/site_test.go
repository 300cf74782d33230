package api_test

import (
	"log/slog"
	"testing"

	"tableronde/db"
	"tableronde/handlers"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

func newSite(t testing.TB) *sitetest.Site { return newSiteWith(t, handlers.Config{}) }

// newCardSite returns a site where all games of cards are played.
func newCardSite(t testing.TB) *sitetest.Site {
	return newSiteWith(t, handlers.Config{Rules: clubtest.FindCards})
}

// newSiteWith works like newSite with a clock, rules or a store of the test's own.
func newSiteWith(t testing.TB, cfg handlers.Config) *sitetest.Site {
	return sitetest.Start(t, cfg.Store, cfg.Rules, func(store db.Store, log *slog.Logger) (sitetest.Server, error) {
		cfg.Store, cfg.Log = store, log
		return handlers.New(cfg)
	})
}
