#!/bin/sh
# Regenerates the Go code of the templates in views, which is committed.
#
# The compiler would put a copy of a component into each of its callers: a megabyte of
# program for nothing. What the compiler of templ puts around each piece of text is left
# out too, another megabyte and a fifth of the time: the buffer that it writes to keeps
# its first error and returns it at the end, the texts are strings already, and no
# class has a style of its own.
set -eu
cd "$(dirname "$0")"
go tool templ generate -path views "$@"

generated() {
	find views -name '*_templ.go' -exec "$@" {} +
}

v='templ_7745c5c3_'
failed="if ${v}Err != nil \\{\\n\\t*return"
ends="$failed ${v}Err\\n\\t*\\}"
wrong="$failed templ\\.Error\\{[^\\n]*\\n\\t*\\}"
writes="_, ${v}Err = (${v}Buffer\\.WriteString\\(templ\\.EscapeString\\()${v}Var[0-9]+\\)\\)\\n\\t*$ends"
generated sed -z -i -E \
	-e "s/${v}Err = templruntime\\.WriteString\\((${v}Buffer), [0-9]+, (\"[^\\n]*\")\\)\\n\\t*$ends/\\1.WriteString(\\2)/g" \
	-e "s/var ${v}Var[0-9]+ string\\n\\t*${v}Var[0-9]+, ${v}Err = templ\\.JoinStringErrs\\(([^\\n]*)\\)\\n\\t*$wrong\\n\\t*$writes/\\2\\1))/g" \
	-e "s/var ${v}Var[0-9]+ templ\\.SafeURL\\n\\t*${v}Var[0-9]+, ${v}Err = templ\\.JoinURLErrs\\((templ\\.SafeURL\\([^\\n]*\\))\\)\\n\\t*$wrong\\n\\t*$writes/\\2\\1))/g" \
	-e "s/${v}Err = templ\\.RenderCSSItems\\([^\\n]*\\n\\t*$ends\\n\\t*//g" \
	-e "s/templ\\.CSSClasses\\((${v}Var[0-9]+)\\)\\.String\\(\\)/classes.Join(\\1)/g" \
	-e 's/(\nimport templruntime [^\n]*\n)(.*classes\.Join)/\1import "tableronde\/views\/classes"\n\2/'
generated sed -i 's/^func .*) templ\.Component {$/\/\/go:noinline\n&/'
generated gofmt -w
