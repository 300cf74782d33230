// Package apitest compares answers of the API with openapi.yaml.
package apitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"tableronde/handlers/api"
)

// Description is the parsed openapi.yaml. A place in it is named by its JSON pointer, as
// "#/components/schemas/Match".
type Description struct {
	Root    any
	mu      *sync.Mutex
	schemas *jsonschema.Compiler
}

const descriptionURL = "file:///openapi.json"

// readDescription reads the file once for all tests.
var readDescription = sync.OnceValues(func() (Description, error) {
	d := Description{mu: new(sync.Mutex), schemas: jsonschema.NewCompiler()}
	var decoded any
	if err := yaml.Unmarshal(api.Description, &decoded); err != nil {
		return d, err
	}
	text, err := json.Marshal(decoded)
	if err != nil {
		return d, err
	}
	if d.Root, err = jsonschema.UnmarshalJSON(bytes.NewReader(text)); err != nil {
		return d, err
	}
	return d, d.schemas.AddResource(descriptionURL, d.Root)
})

// Load returns the description of the API.
func Load(t testing.TB) Description {
	t.Helper()
	d, err := readDescription()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	return d
}

// escapes encodes, and plain decodes, names in a JSON pointer (RFC 6901).
var escapes, plain = strings.NewReplacer("~", "~0", "/", "~1"), strings.NewReplacer("~1", "/", "~0", "~")

// Child returns the place of a name below a place.
func Child(at, name string) string { return at + "/" + escapes.Replace(name) }

// Find follows a pointer, and a reference if the value there is one. It returns nil if the pointer
// leads nowhere.
func (d Description) Find(at string) (place string, node map[string]any) {
	var value any = d.Root
	for _, name := range strings.Split(at, "/")[1:] {
		name = plain.Replace(name)
		switch inner := value.(type) {
		case map[string]any:
			value = inner[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(inner) {
				return at, nil
			}
			value = inner[i]
		}
	}
	node, _ = value.(map[string]any)
	if ref, ok := node["$ref"].(string); ok {
		return d.Find(ref)
	}
	return at, node
}

// Keys lists the names of the entries at a place, sorted.
func (d Description) Keys(at string) []string {
	_, node := d.Find(at)
	return slices.Sorted(maps.Keys(node))
}

// operation returns the place of a call, "" for a call that the file lacks.
func (d Description) operation(method, path string) string {
	got := strings.Split(strings.TrimPrefix(path, api.Path), "/")
	for _, template := range d.Keys("#/paths") {
		want := strings.Split(template, "/")
		if !slices.EqualFunc(want, got, func(w, g string) bool { return w == g || strings.HasPrefix(w, "{") && g != "" }) {
			continue
		}
		if at := Child(Child("#/paths", template), strings.ToLower(method)); d.Keys(at) != nil {
			return at
		}
	}
	return ""
}

// CheckAnswer returns an error that says how an answer differs from the description.
func (d Description) CheckAnswer(method, path string, status int, header http.Header, body []byte) error {
	kind, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	op := d.operation(method, path)
	if op == "" { // an unknown call; its answer has the schema of all errors
		op = d.operation(http.MethodGet, api.Path+"/games")
	}
	response := Child(op+"/responses", strconv.Itoa(status))
	if d.Keys(response) == nil {
		if status < 400 {
			return fmt.Errorf("status %d is not described", status)
		}
		response = op + "/responses/default"
	}
	response, _ = d.Find(response)
	if _, described := d.Find(response); kind == "" && len(body) == 0 && described["content"] == nil {
		return nil
	}
	media := Child(response+"/content", kind)
	if d.Keys(media) == nil {
		return fmt.Errorf("content type %q is not described for status %d", kind, status)
	}
	if kind != "application/json" {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return d.Check(media+"/schema", value)
}

// Check returns an error that says how a value differs from the schema at a place.
func (d Description) Check(at string, value any) error {
	d.mu.Lock()
	schema, err := d.schemas.Compile(descriptionURL + at)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	return schema.Validate(value)
}
