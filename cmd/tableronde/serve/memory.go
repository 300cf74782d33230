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

// memoryShare is the percentage of the machine's memory that the garbage collector tries not to
// exceed.
const memoryShare = 85

// garbageShare is the most garbage before a collection, in percent of the used memory. On a small
// machine, memory is scarcer than processor time.
const garbageShare = 50

// leastGarbage is the garbage in bytes that may always accumulate. Otherwise, with little memory in
// use, a collection would start every few milliseconds.
const leastGarbage = 8 << 20

// limitMemory sets the memory limit of the Go runtime from the machine's memory, unless GOMEMLIMIT
// is set. Unless GOGC is set, it also sets the amount of garbage.
func limitMemory() {
	if os.Getenv("GOGC") == "" {
		paceCollector()
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit(os.DirFS("/")))
	}
}

// paceCollector sets the most garbage, now and after each collection.
func paceCollector() {
	type cycle struct{ _ [64]byte } // collected in each cycle
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

// shareOf returns the most garbage for a number of live bytes, in percent of them. It is a multiple
// of ten, because each change stops the program for a moment.
func shareOf(live uint64) int {
	return max(garbageShare, int(10*leastGarbage/max(live, leastGarbage/2))*10)
}

// memoryLimit returns memoryShare of the memory that the cgroup (version 2) of this process may
// use, or of the machine's memory. It returns math.MaxInt64 if it can read neither.
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
			if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil { // otherwise it is "max"
				limit = min(limit, n)
			}
		}
		if own == "" || own == "." {
			return limit
		}
		own = path.Dir(own)
	}
}
