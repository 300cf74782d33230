#!/bin/sh
# Regenerates the Go code of the templates in views, which is committed.
set -eu
cd "$(dirname "$0")"
go tool templ generate -path views "$@"

# JoinStringErrs formats each string by fmt.Sprint: a seventh of the time of a page at cards.
find views -name '*_templ.go' -exec sed -i 's/ = templ\.JoinStringErrs(\(.*\))$/ = \1, nil/' {} + -exec gofmt -w {} +
