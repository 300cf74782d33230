package sqlstore

import (
	"context"
	"maps"
	"sync"
	"time"
)

// waiting holds values that are stored later, together, to save commits.
type waiting[K, V comparable] struct {
	mu     sync.Mutex
	values map[K]V
	timer  *time.Timer // runs store; nil if no value waits
}

// of returns the waiting value of a key, or the zero value.
func (w *waiting[K, V]) of(key K) V {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.values[key]
}

// add changes the value of a key, and calls store after at most delay. db.Health.LastFailure
// reports failures of store.
func (w *waiting[K, V]) add(key K, change func(before V) V, delay time.Duration, store func(context.Context) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.values == nil {
		w.values = make(map[K]V)
	}
	w.values[key] = change(w.values[key])
	if w.timer == nil {
		w.timer = time.AfterFunc(delay, func() { _ = store(context.Background()) })
	}
}

// store calls f with all waiting values, and removes those that have not changed since. After an
// error they go on waiting.
func (w *waiting[K, V]) store(f func(map[K]V) error) error {
	w.mu.Lock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
	stored := maps.Clone(w.values)
	w.mu.Unlock()
	if len(stored) == 0 {
		return nil
	}
	if err := f(stored); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for key, value := range stored {
		if w.values[key] == value {
			delete(w.values, key)
		}
	}
	return nil
}
