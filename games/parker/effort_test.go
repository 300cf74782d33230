package parker

import (
	"os"
	"strconv"
)

// effort scales the size of a random test by the factor that is given in the
// environment variable PARKER_EFFORT, by default 1.
func effort(n int) int {
	f, err := strconv.ParseFloat(os.Getenv("PARKER_EFFORT"), 64)
	if err != nil {
		return n
	}
	return max(1, int(f*float64(n)))
}
