package accounts

import (
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// maxAddress is how long an address may be, in bytes: RFC 5321, 4.5.3.1.3.
const maxAddress = 254

// cleanAddress returns an address in the form in which addresses are stored and
// compared: without blanks around it, in small letters, with its host as the mail servers
// have it. ok is false unless it is a plain address of letters, digits and signs that every
// server takes, whose host has a dot.
func cleanAddress(typed string) (address string, ok bool) {
	address = strings.ToLower(strings.TrimSpace(typed))
	local, host, _ := strings.Cut(address, "@")
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return "", false
		}
		host, address = ascii, local+"@"+ascii
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || len(address) > maxAddress {
		return "", false
	}
	if !isMade(local, "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~.") || len(local) > 64 {
		return "", false
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !isMade(label, "abcdefghijklmnopqrstuvwxyz0123456789-") || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return "", false
		}
	}
	return address, len(labels) > 1
}

// ShowAddress returns an address as people read it.
func ShowAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	host, err := idna.Display.ToUnicode(address[at+1:])
	if err != nil {
		return address
	}
	return address[:at+1] + host
}

// isMade reports whether a text is not empty and made of some characters.
func isMade(text, of string) bool {
	return text != "" && strings.Trim(text, of) == ""
}
