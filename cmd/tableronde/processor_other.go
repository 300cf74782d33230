//go:build !unix

package main

import "time"

var processStart = time.Now()

// processorTime returns how long the process has run: what processors did for it is not
// known.
func processorTime() time.Duration { return time.Since(processStart) }
