#!/usr/bin/env bash
# Every check and test, as CI runs them. It stops at the first that fails.
#
# With --long, tests run too that take long: whole games by touch in every browser, every page on
# every device, the site on PostgreSQL, soaks, measurements, the image. Tests that play at random
# then make all of their games, and else a tenth.
#
# It needs Go. It installs by apt, where there is none: Chromium for the browser tests, PostgreSQL
# for the second engine of the store, PgBouncer, and a mail server.
set -euo pipefail
cd "$(dirname "$0")"

case "${1-}" in
--long)
	export TABLERONDE_LONG=1
	effort=1 timeout=90m
	;;
'') effort=0.1 timeout=25m ;;
*)
	printf 'usage: ./check.sh [--long]\n' >&2
	exit 64
	;;
esac

section() {
	printf '\n== %s (%d s)\n' "$1" "$SECONDS"
}

fail() {
	printf '%s\n' "$@" >&2
	exit 1
}

install() {
	sudo=
	if [ "$(id -u)" != 0 ]; then
		sudo -n true 2>/dev/null || fail "There is no $1, and no right to install one: apt-get install $1"
		sudo='sudo -n'
	fi
	$sudo apt-get update -q
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$1"
}

section 'Chromium'
find_chromium() {
	command -v chromium || command -v chromium-browser || command -v google-chrome
}
find_chromium || { install chromium && find_chromium; }
# The one without the parts that draw windows takes half the processor's time.
command -v chromium-headless-shell || (install chromium-headless-shell) || true

section 'PostgreSQL'
find_postgres() {
	ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null || command -v initdb
}
find_postgres || { install postgresql && find_postgres; }
command -v pgbouncer || ls /usr/sbin/pgbouncer || install pgbouncer
export TABLERONDE_REQUIRE_POSTGRES=1

section 'a mail server'
command -v aiosmtpd || { install python3-aiosmtpd && command -v aiosmtpd; }

section 'systemd-analyze'
command -v systemd-analyze || (install systemd) || true

section 'templ output is up to date'
generated() {
	find views -name '*_templ.go' -print0 | sort -z | xargs -0 -r sha256sum
}
before=$(generated)
./templ.sh
[ "$before" = "$(generated)" ] || fail 'The templ output was stale. It is fresh now: commit it.'

section 'gofmt'
unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || fail 'gofmt would change:' "$unformatted"

section 'go vet'
go vet ./...

section 'staticcheck'
go tool -modfile=.lint/go.mod staticcheck ./...
go run ./cmd/trlab words

files() {
	git status --porcelain --untracked-files=all 2>/dev/null || true
}
tree=$(files)

# go vet has seen all of it: -vet=off. Browsers and databases wait much: more tests and packages at a
# time than processors.
section 'tests, with browsers'
TABLERONDE_EFFORT="${TABLERONDE_EFFORT-$effort}" TABLERONDE_REQUIRE_CHROMIUM=1 \
	go test -vet=off -timeout "$timeout" -parallel 3 -p 4 ./...

# db/dbtest has held both engines to the same answers, and no page has SQL of its own. So the site
# runs on PostgreSQL by its API, which leads to every write, and by the tests that count statements
# or have outages. In long runs all tests of the site do.
section 'tests of the site on PostgreSQL'
on_postgres() {
	TABLERONDE_TEST_DB=postgres TABLERONDE_EFFORT="${TABLERONDE_EFFORT-$effort}" \
		go test -vet=off -timeout 15m "$@"
}
if [ "${TABLERONDE_LONG-}" ]; then
	on_postgres -short ./handlers/...
	on_postgres -run TestOutages ./handlers/club/match
else
	on_postgres -short ./handlers/api
	on_postgres -short -run 'TestCostsOfRequests|TestOutages' ./handlers ./handlers/club/match
fi

# The race detector sees the packages whose goroutines share memory: the writer of SQLite, the cache
# of matches, the hub of streams, the workers, the limits. Pages, the API and the rules of games
# have none of their own, and take longest to compile for it. In long runs it sees the whole site,
# except tests that ask one thing after the other of every game and every page.
#
# SQLite, passwords, signatures, compression, pages that are parsed and the search of bots are slow
# under it, and share nothing. None of these packages uses sync.Map: its generic code, compiled
# without the detector for one package, may be linked for all, and then what it orders seems a race.
section 'tests with the race detector'
calm=()
for package in modernc.org/sqlite/lib modernc.org/libc golang.org/x/crypto/... \
	crypto/internal/fips140/... golang.org/x/net/html golang.org/x/text/... \
	github.com/klauspost/compress/flate tableronde/games/bot/search; do
	calm+=("-gcflags=$package=-race=false")
done
with_races() {
	go test -vet=off -timeout 15m -race -short "${calm[@]}" "$@"
}
serial='Twins|Injections|EveryBoard|EveryGame|EveryCardGame|WithoutScripts|WholeMatch'
serial+='|ForcedDecisionsAreMade|Refus|Picture|T2[0-9]_'
if [ "${TABLERONDE_LONG-}" ]; then
	with_races -skip "$serial" ./games/table ./db/... ./handlers/...
else
	with_races -skip "$serial" ./games/table ./db/sqlite ./handlers/club/... ./handlers/web
fi

section 'no test left a file behind'
[ "$tree" = "$(files)" ] || fail 'The tests left files behind:' "$(files)"

section 'all is well'
