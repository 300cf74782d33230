package cli

import (
	"encoding"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// setStandard sets the value that stands without the command line: that of the
// environment, or else the default.
func (v *value) setStandard() error {
	if v.env != "" {
		if text, ok := os.LookupEnv(v.env); ok {
			if err := v.set(text); err != nil {
				return fmt.Errorf("%w (from %s=%q)", err, v.env, text)
			}
			v.given = true
			return nil
		}
	}
	if v.hasStandard {
		return v.set(v.standard)
	}
	return nil
}

// setTyped sets the value that the command line gives.
func (v *value) setTyped(text string) error {
	if !v.typed && v.isList() {
		v.target.SetZero()
	}
	v.given, v.typed = true, true
	return v.set(text)
}

// set parses the text of the value, and adds it to those of a list. A flag may have
// several at once, with commas between.
func (v *value) set(text string) error {
	var err error
	switch {
	case !v.isList():
		err = parse(v.target, text)
	case v.positional:
		err = v.add(text)
	default:
		for item := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
			err = errors.Join(err, v.add(item))
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.label(), err)
	}
	return nil
}

func (v *value) add(text string) error {
	element := reflect.New(v.target.Type().Elem()).Elem()
	if err := parse(element, text); err != nil {
		return err
	}
	v.target.Set(reflect.Append(v.target, element))
	return nil
}

// label returns the name of the value as it is typed.
func (v *value) label() string {
	if v.positional {
		return "<" + v.name + ">"
	}
	return "--" + v.name
}

func (v *value) isList() bool { return v.target.Kind() == reflect.Slice }
func (v *value) isBool() bool { return v.target.Kind() == reflect.Bool }

// parse sets one value.
func parse(target reflect.Value, text string) error {
	switch to := target.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return to.UnmarshalText([]byte(text))
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("expected duration but got %q: %w", text, err)
		}
		*to = d
		return nil
	}
	switch target.Kind() {
	case reflect.String:
		target.SetString(text)
	case reflect.Bool:
		return parseBool(target, text)
	case reflect.Int:
		n, err := strconv.ParseInt(text, 0, 64)
		if err != nil {
			return fmt.Errorf("expected a valid 64 bit int but got %q", text)
		}
		target.SetInt(n)
	case reflect.Uint64:
		n, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			return fmt.Errorf("expected a valid 64 bit uint but got %q", text)
		}
		target.SetUint(n)
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("expected a float but got %q", text)
		}
		target.SetFloat(n)
	default:
		return errors.New("no command line can give a " + target.Type().String())
	}
	return nil
}

func parseBool(target reflect.Value, text string) error {
	switch strings.ToLower(text) {
	case "true", "1", "yes":
		target.SetBool(true)
	case "false", "0", "no":
		target.SetBool(false)
	default:
		return fmt.Errorf("bool value must be true, 1, yes, false, 0 or no but got %q", text)
	}
	return nil
}
