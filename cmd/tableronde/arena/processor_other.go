//go:build !unix

package arena

import "time"

var processStart = time.Now()

// ProcessorTime returns the time since the start of the process, since this system does not report
// processor time.
func ProcessorTime() time.Duration { return time.Since(processStart) }
