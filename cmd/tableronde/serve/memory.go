package serve

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
)

// memoryShare is the part of the memory of the machine, in percent, that the
// garbage collector tries to keep within.
const memoryShare = 85

// garbageShare is the most garbage that gathers before it is collected, in percent of the
// memory in use. On a small machine memory is dearer than the time of the collector.
const garbageShare = 50

// leastGarbage is the garbage in bytes that may gather even if little memory is in use: the pages
// of a site with few matches would start a collection every few milliseconds.
const leastGarbage = 8 << 20

// limitMemory sets the memory limit of the Go runtime from the machine, unless
// GOMEMLIMIT is set, and how much garbage may gather, unless GOGC is.
func limitMemory() {
	if os.Getenv("GOGC") == "" {
		paceCollector()
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit(os.DirFS("/")))
	}
}

// paceCollector sets how much garbage may gather, now and after each collection.
func paceCollector() {
	type cycle struct{ _ [64]byte } // dies in the next collection
	share := 0
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var pace func(*cycle)
	pace = func(*cycle) {
		metrics.Read(live)
		if now := shareOf(live[0].Value.Uint64()); now != share {
			debug.SetGCPercent(now)
			share = now
		}
		runtime.SetFinalizer(new(cycle), pace)
	}
	pace(nil)
}

// shareOf returns the most garbage that gathers beside a number of bytes in use, in percent
// of them. It is a multiple of ten, since each change stops the program for a moment.
func shareOf(live uint64) int {
	return max(garbageShare, int(10*leastGarbage/max(live, leastGarbage/2))*10)
}

// memoryLimit returns memoryShare of the memory that the cgroup (version 2) of this process may
// use, or of the memory of the machine. It returns math.MaxInt64 if it can read neither.
func memoryLimit(root fs.FS) int64 {
	limit := uint64(math.MaxUint64)
	if text, err := fs.ReadFile(root, "proc/self/cgroup"); err == nil {
		for line := range strings.Lines(string(text)) {
			if own, ok := strings.CutPrefix(strings.TrimSpace(line), "0::/"); ok {
				limit = cgroupLimit(root, own)
			}
		}
	}
	if text, err := fs.ReadFile(root, "proc/meminfo"); err == nil {
		var kilobytes uint64
		if fields := strings.Fields(string(text)); len(fields) > 1 && fields[0] == "MemTotal:" {
			kilobytes, _ = strconv.ParseUint(fields[1], 10, 53)
		}
		if kilobytes > 0 {
			limit = min(limit, kilobytes<<10)
		}
	}
	if limit >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(limit / 100 * memoryShare)
}

// cgroupLimit returns the lowest memory.max of a cgroup and its ancestors.
func cgroupLimit(root fs.FS, own string) uint64 {
	limit := uint64(math.MaxUint64)
	for {
		if text, err := fs.ReadFile(root, path.Join("sys/fs/cgroup", own, "memory.max")); err == nil {
			if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil { // else "max"
				limit = min(limit, n)
			}
		}
		if own == "" || own == "." {
			return limit
		}
		own = path.Dir(own)
	}
}
