package cards

var (
	bearings = map[string]string{}
	marvels  = map[string]string{}
)
