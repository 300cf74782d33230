package views

// Paging is the part of a long list that a page shows.
type Paging struct {
	First, Last, All int // numbers from 1; Last is 0 for an empty list
	Size             int
	At               func(first int) string // address of the page with another part
}

// PartOf returns the part of a list that has the item with a number, from 1, in it, and the
// paging that leads to the others.
func PartOf[T any](list []T, number, size int, at func(first int) string) ([]T, Paging) {
	number = min(max(number, 1), max(len(list), 1))
	p := Paging{First: number - (number-1)%size, All: len(list), Size: size, At: at}
	p.Last = min(p.First+size-1, p.All)
	return list[p.First-1 : p.Last], p
}
