package outgoing

import "net/netip"

// reserved are the networks without public hosts that net/netip does not recognize: the IANA's
// special-purpose registries (RFC 6890).
var reserved = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
	"192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fec0::/10",
)

// translated are the IPv6 networks whose last 32 bits are an IPv4 address.
var translated = prefixes("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		list[i] = netip.MustParsePrefix(text)
	}
	return list
}

// isPublic reports whether an address belongs to a host of the public internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, p := range translated {
		if p.Contains(a) {
			b := a.As16()
			a = netip.AddrFrom4([4]byte(b[12:]))
		}
	}
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range reserved {
		if p.Contains(a) {
			return false
		}
	}
	return !a.Is6() || netip.MustParsePrefix("2000::/3").Contains(a)
}
