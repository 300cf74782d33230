#!/bin/sh
# Regenerates the Go code of the templates in views, which is committed.
set -eu
cd "$(dirname "$0")"
go tool templ generate -path views "$@"
