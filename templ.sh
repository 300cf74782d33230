#!/bin/sh
# Regenerates the Go code of the templates in views, which is committed.
#
# The compiler would put a copy of a component into each of its callers: a megabyte of
# program for nothing.
set -eu
cd "$(dirname "$0")"
go tool templ generate -path views "$@"
find views -name '*_templ.go' -exec sed -i 's/^func .*) templ\.Component {$/\/\/go:noinline\n&/' {} +
find views -name '*_templ.go' -exec gofmt -w {} +
