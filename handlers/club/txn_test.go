package club

import (
	"reflect"
	"testing"

	"tableronde/db"
	"tableronde/games"
)

// A transaction that was forked changes nothing of the one from which it was.
func TestForkSharesNothing(t *testing.T) {
	t.Parallel()
	seats := []games.Seat{1}
	one := &txn{before: Match{Match: db.Match{Seats: []db.Player{{}}}}, orders: db.Orders{1: "a"}, given: db.Orders{1: "a"}, takenOver: map[games.Seat]int{1: 1},
		left: map[games.Seat]string{1: "a"}, replaced: map[games.Seat]string{1: "a"}, grants: seats, released: seats, renewed: seats, unplayed: []string{"a"}}
	other := one.fork()
	a, b := reflect.ValueOf(one).Elem(), reflect.ValueOf(other).Elem()
	for i := range a.NumField() {
		field := a.Type().Field(i)
		if kind := field.Type.Kind(); kind != reflect.Map && kind != reflect.Slice {
			continue
		}
		if a.Field(i).Len() == 0 || a.Field(i).Pointer() == b.Field(i).Pointer() {
			t.Errorf("%s is shared, or not tested", field.Name)
		}
	}
	if &one.before.Seats[0] == &other.before.Seats[0] {
		t.Error("the seats are shared")
	}
}
