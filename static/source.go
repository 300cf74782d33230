package static

// Source is the content of a file of this folder: Source("app.css"). It is empty
// for a name that is not there.
func Source(name string) string {
	byName, _ := assets()
	if a, ok := byName[name]; ok {
		return string(a.plain)
	}
	return ""
}
