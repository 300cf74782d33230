//go:build !unix

package arena

import "time"

var processStart = time.Now()

// ProcessorTime returns how long the process has run: what processors did for it is not
// known.
func ProcessorTime() time.Duration { return time.Since(processStart) }
