package handlers

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tableronde/handlers/club"
)

// Settings are what an operator may set of a site, besides where it is served and
// where it keeps its data. By default one token can make 500 calls a second, and
// 120 people a minute can become guests from one address. The tags say what the command line shows and takes;
// DefaultSettings has the same defaults.
type Settings struct {
	PositionMemory Size `default:"40MiB" help:"Memory for the positions of matches."`
	EventMemory    Size `default:"16MiB" help:"Memory for the moves of matches."`
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

// DefaultSettings returns the settings of a site of which nothing is set. Its memory
// is 64 MiB together.
func DefaultSettings() Settings {
	return Settings{
		PositionMemory: 40 << 20,
		EventMemory:    16 << 20,
		PictureMemory:  8 << 20,
		CallRate:       600,
		CallBurst:      1200,
		GuestRate:      2.5,
		GuestBurst:     150,
		PictureRate:    4,
		PictureBurst:   40,
		Streams:        4000,
		PlayerStreams:  20,
		AddressStreams: 200,
		HeaderTimeout:  5 * time.Second,
		ReadTimeout:    10 * time.Second,
		WriteTimeout:   30 * time.Second,
		IdleTimeout:    2 * time.Minute,
		BusyTimeout:    2 * time.Second,
	}
}

// Validate returns an error that names the first setting that makes no sense.
func (s Settings) Validate() error {
	for _, must := range []struct {
		name string
		ok   bool
	}{
		{"position-memory", s.PositionMemory > 0},
		{"event-memory", s.EventMemory > 0},
		{"picture-memory", s.PictureMemory > 0},
		{"call-rate", s.CallRate > 0},
		{"call-burst", s.CallBurst > 0},
		{"guest-rate", s.GuestRate > 0},
		{"guest-burst", s.GuestBurst > 0},
		{"picture-rate", s.PictureRate > 0},
		{"picture-burst", s.PictureBurst > 0},
		{"streams", s.Streams > 0},
		{"player-streams", s.PlayerStreams > 0},
		{"address-streams", s.AddressStreams > 0},
		{"header-timeout", s.HeaderTimeout > 0},
		{"read-timeout", s.ReadTimeout > 0},
		{"write-timeout", s.WriteTimeout > 0},
		{"idle-timeout", s.IdleTimeout > 0},
		{"busy-timeout", s.BusyTimeout > 0},
	} {
		if !must.ok {
			return fmt.Errorf("--%s must be more than 0", must.name)
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
