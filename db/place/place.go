// Package place copies, backs up, restores and checks stores, whatever their engine.
// A place is a file of SQLite or the URL of a PostgreSQL database, postgres://….
package place

import (
	"net/url"
	"strings"

	"tableronde/db/internal/sqlstore"
)

// Checked counts what was checked.
type Checked = sqlstore.Checked

// IsPostgres reports whether a place is a PostgreSQL database.
func IsPostgres(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// Describe returns a place without its password.
func Describe(place string) string {
	if !IsPostgres(place) {
		return place
	}
	u, err := url.Parse(place)
	if err != nil {
		return "postgres://…" // whatever is wrong with it may be the password
	}
	query := u.Query()
	for key := range query {
		if strings.Contains(key, "password") {
			query.Set(key, "xxxxx")
		}
	}
	u.RawQuery = query.Encode()
	return u.Redacted()
}
