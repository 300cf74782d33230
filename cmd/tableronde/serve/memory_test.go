package serve

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestMemoryLimit(t *testing.T) {
	const meminfo = "MemTotal:        1000000 kB\nMemFree:          100 kB\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing is known", nil, math.MaxInt64},
		{"the machine", map[string]string{"proc/meminfo": meminfo}, 1_024_000_000 / 100 * 85},
		{"a container", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "500000000\n",
		}, 425_000_000},
		{"a service in a slice", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "300000000\n",
		}, 255_000_000},
		{"more than the machine has", map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "9000000000000\n",
		}, 1_024_000_000 / 100 * 85},
		{"version 1", map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/a\n"}, 1_024_000_000 / 100 * 85},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range tt.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			if got := memoryLimit(root); got != tt.want {
				t.Errorf("memoryLimit = %d, want %d", got, tt.want)
			}
		})
	}
}

func TestShareOfGarbage(t *testing.T) {
	for live, want := range map[uint64]int{0: 200, 1 << 20: 200, 5 << 20: 160, 8 << 20: 100, 15 << 20: 50, 16 << 20: 50, 1 << 40: 50} {
		if got := shareOf(live); got != want {
			t.Errorf("shareOf(%d) = %d, want %d", live, got, want)
		}
	}
}
