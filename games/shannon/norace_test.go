//go:build !race

package shannon

const raceEnabled = false
