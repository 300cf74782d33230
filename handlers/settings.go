package handlers

import (
	"fmt"
	"iter"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tableronde/handlers/club"
)

// Settings are what an operator may set of a site, besides where it is served and
// where it keeps its data. By default one token can make 500 calls a second, and
// 120 people a minute can become guests from one address. The tags own the defaults and
// the sentences of --help.
type Settings struct {
	PositionMemory Size `default:"8MiB" help:"Memory for the positions of matches."`
	EventMemory    Size `default:"4MiB" help:"Memory for the moves of matches."`
	PictureMemory  Size `default:"8MiB" help:"Memory for pictures."`

	CallRate     float64 `default:"600" help:"Calls of the API that a player, or an address without a token, may make per second."`
	CallBurst    int     `default:"1200" help:"Calls of the API at once."`
	GuestRate    float64 `default:"2.5" help:"New guests that an address may make per second."`
	GuestBurst   int     `default:"150" help:"New guests at once."`
	PictureRate  float64 `default:"4" help:"New pictures that an address may ask for per second."`
	PictureBurst int     `default:"40" help:"New pictures at once."`

	Streams        int `default:"4000" help:"Event streams that may be open; fewer where the process may open fewer files."`
	PlayerStreams  int `default:"20" help:"Event streams of one player."`
	AddressStreams int `default:"200" help:"Event streams of one address."`

	HeaderTimeout time.Duration `default:"5s" help:"Time to send the head of a request."`
	ReadTimeout   time.Duration `default:"10s" help:"Time to send a request."`
	WriteTimeout  time.Duration `default:"30s" help:"Time to take an answer."`
	IdleTimeout   time.Duration `default:"2m" help:"Time that a connection may wait for the next request."`
	BusyTimeout   time.Duration `default:"2s" help:"Time that a request waits while too many are worked on."`
}

// DefaultSettings returns the settings of a site of which nothing is set: those of the
// tags. Its memory is 64 MiB together.
func DefaultSettings() Settings {
	var s Settings
	for name, field := range s.fields() {
		text := name.Tag.Get("default")
		if err := setText(field, text); err != nil {
			panic(fmt.Sprintf("the default of %s: %v", name.Name, err))
		}
	}
	return s
}

// setText sets a setting from text, as the command line does.
func setText(field reflect.Value, text string) (err error) {
	switch value := field.Addr().Interface().(type) {
	case *Size:
		err = value.UnmarshalText([]byte(text))
	case *time.Duration:
		*value, err = time.ParseDuration(text)
	case *int:
		*value, err = strconv.Atoi(text)
	case *float64:
		*value, err = strconv.ParseFloat(text, 64)
	default:
		err = fmt.Errorf("a setting cannot be a %T", value)
	}
	return err
}

// fields iterates over the settings: their names and tags, and the places of their
// values.
func (s *Settings) fields() iter.Seq2[reflect.StructField, reflect.Value] {
	return func(yield func(reflect.StructField, reflect.Value) bool) {
		v := reflect.ValueOf(s).Elem()
		for i := range v.NumField() {
			if !yield(v.Type().Field(i), v.Field(i)) {
				return
			}
		}
	}
}

// wordBegins matches where a word of a field's name begins but for the first.
var wordBegins = regexp.MustCompile(`([a-z])([A-Z])`)

// Validate returns an error that names the first setting that makes no sense.
func (s Settings) Validate() error {
	for name, field := range s.fields() {
		positive := field.CanInt() && field.Int() > 0 || field.CanFloat() && field.Float() > 0
		if !positive {
			flag := strings.ToLower(wordBegins.ReplaceAllString(name.Name, "$1-$2"))
			return fmt.Errorf("--%s must be more than 0", flag)
		}
	}
	return nil
}

// streamLimits returns how many event streams may be open.
func (s Settings) streamLimits() club.Limits {
	return club.Limits{All: s.Streams, Player: s.PlayerStreams, Address: s.AddressStreams}
}

// Size is a number of bytes, written like "40MiB".
type Size int64

var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}}

// String writes the size in the largest unit that divides it.
func (s Size) String() string {
	for _, unit := range units {
		if n := int64(s); n%unit.bytes == 0 && n != 0 {
			return strconv.FormatInt(n/unit.bytes, 10) + unit.name
		}
	}
	return "0B"
}

// UnmarshalText reads a size with a unit.
func (s *Size) UnmarshalText(text []byte) error {
	for _, unit := range units {
		digits, ok := strings.CutSuffix(string(text), unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 0 || n > 1<<62/unit.bytes {
			break
		}
		*s = Size(n * unit.bytes)
		return nil
	}
	return fmt.Errorf("%q is no size like 40MiB", text)
}
