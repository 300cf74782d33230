package api

// What the tests see of the inside.
const MaxKey = maxKey

var (
	NewMatch   = newMatch
	NewStory   = newStory
	FormatTime = formatTime
)

// Endpoints lists the calls of the API as "GET /path".
func Endpoints() (list []string) {
	for _, call := range new(API).endpoints() {
		list = append(list, call.Method+" "+call.Path)
	}
	return list
}
