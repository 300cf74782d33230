package handlers

import (
	"fmt"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"

	"tableronde/handlers/club/live"
)

// Settings are an operator's settings of a site, except its addresses and the place of its data.
// The tags of the fields define the flags, the defaults and the help. By default, one token can
// make 500 calls a second, and 120 people a minute can become guests from one address.
type Settings struct {
	PositionMemory Size `long:"position-memory" default:"6MiB" description:"Memory for the positions of matches."`
	EventMemory    Size `long:"event-memory" default:"4MiB" description:"Memory for the moves of matches."`
	PictureMemory  Size `long:"picture-memory" default:"8MiB" description:"Memory for pictures."`

	BotPause    time.Duration `long:"bot-pause" default:"400ms" description:"Time that a bot waits before it thinks about its move, for people to follow."`
	ForcedPause time.Duration `long:"forced-pause" default:"1h" description:"Longest time before the server acts for a seat that has no choice, at tables of cards that ask for pauses."`
	BotMatches  int           `long:"bot-matches" default:"30" description:"Matches against bots that a player may have at a time."`
	BotStarts   int           `long:"bot-starts" default:"60" description:"Matches against bots that a player may begin within an hour."`

	CallRate     float64 `long:"call-rate" default:"600" description:"Calls of the API that a player, or an address without a token, may make per second."`
	CallBurst    int     `long:"call-burst" default:"1200" description:"Calls of the API at once."`
	GuestRate    float64 `long:"guest-rate" default:"2.5" description:"New guests that an address may make per second."`
	GuestBurst   int     `long:"guest-burst" default:"150" description:"New guests at once."`
	PictureRate  float64 `long:"picture-rate" default:"4" description:"New pictures that an address may ask for per second."`
	PictureBurst int     `long:"picture-burst" default:"40" description:"New pictures at once."`

	PlayerGrowth  Size `long:"player-growth" default:"32MiB" description:"Text and rows that a player may store within a day."`
	AddressGrowth Size `long:"address-growth" default:"256MiB" description:"Text and rows that all players of an address may store within a day."`

	Streams        int `long:"streams" default:"4000" description:"Event streams that may be open; fewer where the process may open fewer files."`
	PlayerStreams  int `long:"player-streams" default:"20" description:"Event streams of one player."`
	AddressStreams int `long:"address-streams" default:"200" description:"Event streams of one address."`

	HeaderTimeout time.Duration `long:"header-timeout" default:"5s" description:"Time to send the head of a request."`
	ReadTimeout   time.Duration `long:"read-timeout" default:"10s" description:"Time to send a request."`
	WriteTimeout  time.Duration `long:"write-timeout" default:"30s" description:"Time to take an answer."`
	IdleTimeout   time.Duration `long:"idle-timeout" default:"2m" description:"Time that a connection may wait for the next request."`
	BusyTimeout   time.Duration `long:"busy-timeout" default:"2s" description:"Time that a request waits while too many are worked on."`
}

// DefaultSettings returns the defaults of the tags. All memory limits together are 64 MiB.
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

// setText sets a setting from the text of a flag.
func setText(field reflect.Value, text string) (err error) {
	switch value := field.Addr().Interface().(type) {
	case *Size:
		err = value.UnmarshalFlag(text)
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

// fields iterates over the settings, with their names, tags and values.
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

// Validate returns an error about the first invalid setting.
func (s Settings) Validate() error {
	for name, field := range s.fields() {
		positive := field.CanInt() && field.Int() > 0 || field.CanFloat() && field.Float() > 0
		if !positive {
			return fmt.Errorf("--%s must be more than 0", name.Tag.Get("long"))
		}
	}
	return nil
}

// streamLimits returns the most event streams that may be open.
func (s Settings) streamLimits() live.Limits {
	return live.Limits{All: s.Streams, Player: s.PlayerStreams, Address: s.AddressStreams}
}

// Size is a number of bytes. Its text has a unit, as "40MiB".
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

// UnmarshalFlag parses a size with a unit.
func (s *Size) UnmarshalFlag(text string) error {
	for _, unit := range units {
		digits, ok := strings.CutSuffix(text, unit.name)
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
	return fmt.Errorf("%q is not a size like 40MiB", text)
}
