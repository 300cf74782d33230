package clitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Call is a call of the API of a site.
type Call struct {
	Site, Method, Path string
	Body               any    // encoded as JSON, nil for none
	Token              string // of the player, "" for none
	Key                string // Idempotency-Key of a POST, "" for none
	Host               string // host name to claim, "" for the host of Site
}

// Do makes the call and decodes the answer into a value: as JSON, as text into a string, or not at
// all for nil. It returns an error if the answer is not a success.
func (c Call) Do(into any) error {
	var body []byte
	if c.Body != nil {
		var err error
		if body, err = json.Marshal(c.Body); err != nil {
			return err
		}
	}
	req, err := http.NewRequest(c.Method, c.Site+c.Path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Host = c.Host
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	if c.Method != http.MethodGet {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Key != "" && c.Method == http.MethodPost {
		req.Header.Set("Idempotency-Key", c.Key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %s %v", c.Method, c.Path, resp.Status, text, err)
	}
	switch into := into.(type) {
	case nil:
		return nil
	case *string:
		*into = string(text)
		return nil
	}
	if resp.StatusCode == http.StatusNoContent {
		return nil
	}
	return json.Unmarshal(text, into)
}
