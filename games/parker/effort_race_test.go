//go:build race

package parker

const defaultEffort = 1. / 16
