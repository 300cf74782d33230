package site

import "strings"

// Words of User-Agent headers, the more special first, and what they stand for.
var (
	browserWords = [][2]string{{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Chromium/", "Chromium"}, {"Safari/", "Safari"}}
	systemWords = [][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"}}
)

// DeviceName names the browser and the system of a User-Agent header, so that its owner
// knows it again: "Firefox · Linux"; "" if neither is known.
func DeviceName(userAgent string) string {
	var names []string
	for _, words := range [][][2]string{browserWords, systemWords} {
		for _, w := range words {
			if strings.Contains(userAgent, w[0]) {
				names = append(names, w[1])
				break
			}
		}
	}
	return strings.Join(names, " · ")
}
