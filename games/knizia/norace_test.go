//go:build !race

package knizia

const raceDetector = false
