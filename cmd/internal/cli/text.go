package cli

import (
	"strconv"
)

// Count returns "one line", or "7 lines" for another number.
func Count(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
