package static

// Source is the content of a file of this folder: Source("app.css"). It is empty
// for a name that is not there.
func Source(name string) string {
	if a, ok := byName[name]; ok {
		return string(a.plain)
	}
	return ""
}

// Sheets are the addresses of those of the files named that are there.
func Sheets(names ...string) []string {
	var urls []string
	for _, name := range names {
		if a, ok := byName[name]; ok {
			urls = append(urls, a.url)
		}
	}
	return urls
}
