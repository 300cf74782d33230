//go:build !unix

package arena

import "time"

var processStart = time.Now()

// ProcessorTime returns the time since the start of the process: its time of the processor
// is not known here.
func ProcessorTime() time.Duration { return time.Since(processStart) }
