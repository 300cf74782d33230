package site

import (
	"slices"
	"sync"
	"time"
)

// Vitals remembers how this process does: how long its last answers took, and how many
// errors there were in each of the last hours.
type Vitals struct {
	mu     sync.Mutex
	took   [1024]time.Duration
	next   int // number of answers so far
	errors map[int64]int
}

// answered notes how long an answer took.
func (v *Vitals) answered(took time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.took[v.next%len(v.took)] = took
	v.next++
}

func hourOf(t time.Time) int64 { return t.Unix() / 3600 }

// failed counts an error.
func (v *Vitals) failed(now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.errors == nil {
		v.errors = make(map[int64]int)
	}
	v.errors[hourOf(now)]++
	for hour := range v.errors {
		if hour < hourOf(now)-24 {
			delete(v.errors, hour)
		}
	}
}

// Read returns the errors of the last 24 hours, and within which times half of the last
// answers and all but one in a hundred were made.
func (v *Vitals) Read(now time.Time) (errors int, median, slow time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for hour, n := range v.errors {
		if hour > hourOf(now)-24 {
			errors += n
		}
	}
	took := slices.Sorted(slices.Values(v.took[:min(v.next, len(v.took))]))
	if len(took) == 0 {
		return errors, 0, 0
	}
	return errors, took[len(took)/2], took[len(took)*99/100]
}
