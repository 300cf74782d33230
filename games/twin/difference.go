package twin

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// difference returns the first place where two values differ, "" if there is none. It
// includes unexported fields, since a method of a view may show them.
func difference(a, b any) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return firstDifference(reflect.ValueOf(a), reflect.ValueOf(b), "")
}

// firstDifference returns the first place where two values differ that are not deeply equal.
func firstDifference(a, b reflect.Value, path string) string {
	here := fmt.Sprintf("%s: %s and %s", strings.TrimPrefix(path, "."), format(a), format(b))
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return here
	}
	var inside string
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !a.IsNil() && !b.IsNil() {
			inside = differAt(a.Elem(), b.Elem(), path)
		}
	case reflect.Struct:
		for i := 0; i < a.NumField() && inside == ""; i++ {
			inside = differAt(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name)
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < min(a.Len(), b.Len()) && inside == ""; i++ {
			inside = differAt(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		keys := a.MapKeys()
		slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
		for i := 0; i < len(keys) && inside == ""; i++ {
			inside = differAt(a.MapIndex(keys[i]), b.MapIndex(keys[i]), fmt.Sprintf("%s[%v]", path, keys[i]))
		}
	}
	if inside != "" {
		return inside
	}
	return here
}

// differAt is firstDifference for parts of values, which may be equal.
func differAt(a, b reflect.Value, path string) string {
	if a.IsValid() && b.IsValid() && deepEqual(a, b) {
		return ""
	}
	return firstDifference(a, b, path)
}

// deepEqual is reflect.DeepEqual for values from unexported fields.
func deepEqual(a, b reflect.Value) bool {
	if a.Comparable() && b.Comparable() && a.Equal(b) {
		return true
	}
	if a.CanInterface() && b.CanInterface() {
		return reflect.DeepEqual(a.Interface(), b.Interface())
	}
	return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

const maxShown = 200 // bytes

func format(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	text := fmt.Sprintf("%+v", v)
	if v.Kind() == reflect.String {
		text = fmt.Sprintf("%q", v)
	}
	if len(text) > maxShown {
		text = text[:maxShown] + "…"
	}
	return text
}
