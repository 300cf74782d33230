package web

import (
	"net/http"
	"slices"
)

// stillAllowed are the posts that a player may make who is suspended, in the browser and by
// the API: whoever may not act can leave, and take along what is theirs.
var stillAllowed = []string{
	"POST /sign-out", "POST /proof", "POST /passkey/enter/start", "POST /passkey/enter",
	"POST /settings/export", "POST /settings/leave", "POST /language", "POST /theme", "POST /sessions",
	"DELETE /me", "DELETE /me/tokens/:id",
}

// AllowsSuspended reports whether a request is one that a player may make who is suspended:
// all that change nothing are.
func AllowsSuspended(method, route string) bool {
	return method == http.MethodGet || method == http.MethodHead || slices.Contains(stillAllowed, method+" "+route)
}
