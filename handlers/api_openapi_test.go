package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"tableronde/handlers/api"
)

// description is the OpenAPI file, with the schemas that answers are held against. A
// place in the file is named by its JSON pointer, as "#/components/schemas/Match".
type description struct {
	root    any
	mu      *sync.Mutex
	schemas *jsonschema.Compiler
}

const descriptionURL = "file:///openapi.json"

// readDescription reads the file once for all tests.
var readDescription = sync.OnceValues(func() (description, error) {
	d := description{mu: new(sync.Mutex), schemas: jsonschema.NewCompiler()}
	var decoded any
	if err := yaml.Unmarshal(api.Description, &decoded); err != nil {
		return d, err
	}
	text, err := json.Marshal(decoded)
	if err != nil {
		return d, err
	}
	if d.root, err = jsonschema.UnmarshalJSON(bytes.NewReader(text)); err != nil {
		return d, err
	}
	return d, d.schemas.AddResource(descriptionURL, d.root)
})

func loadDescription(t testing.TB) description {
	t.Helper()
	d, err := readDescription()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	return d
}

// child returns the place of a name below another.
func child(at, name string) string {
	return at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// find follows a pointer, and what is referred to there. It returns nil if it leads
// nowhere.
func (d description) find(at string) (place string, node map[string]any) {
	var value any = d.root
	for _, name := range strings.Split(at, "/")[1:] {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
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
		return d.find(ref)
	}
	return at, node
}

// keys lists the names of what is at a place, sorted.
func (d description) keys(at string) []string {
	_, node := d.find(at)
	return slices.Sorted(maps.Keys(node))
}

// operation returns the place of a call, or "" for one that the file does not know.
func (d description) operation(method, path string) string {
	got := strings.Split(strings.TrimPrefix(path, api.Path), "/")
	for _, template := range d.keys("#/paths") {
		want := strings.Split(template, "/")
		same := slices.EqualFunc(want, got, func(w, g string) bool {
			return w == g || strings.HasPrefix(w, "{") && g != ""
		})
		if at := child(child("#/paths", template), strings.ToLower(method)); same && d.keys(at) != nil {
			return at
		}
	}
	return ""
}

// checkAnswer reports how an answer differs from what the file promises.
func (d description) checkAnswer(method, path string, status int, header http.Header, body []byte) error {
	kind, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	op := d.operation(method, path)
	if op == "" { // no such call: an error in the shape of all errors
		op = d.operation(http.MethodGet, api.Path+"/games")
	}
	response := child(op+"/responses", strconv.Itoa(status))
	if d.keys(response) == nil {
		if status < 400 {
			return fmt.Errorf("status %d is not described", status)
		}
		response = op + "/responses/default"
	}
	response, _ = d.find(response)
	media := child(response+"/content", kind)
	if d.keys(media) == nil {
		return fmt.Errorf("content type %q is not described for status %d", kind, status)
	}
	if kind != "application/json" {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return d.check(media+"/schema", value)
}

// check reports how a value differs from the schema at a place.
func (d description) check(at string, value any) error {
	d.mu.Lock()
	schema, err := d.schemas.Compile(descriptionURL + at)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func TestOpenAPIHasEveryRoute(t *testing.T) {
	described := []string{}
	d := loadDescription(t)
	for _, path := range d.keys("#/paths") {
		for _, method := range d.keys(child("#/paths", path)) {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	param := regexp.MustCompile(`:(\w+)`)
	routed := []string{}
	for _, call := range new(api.API).Endpoints() {
		routed = append(routed, call.Method+" "+param.ReplaceAllString(call.Path, "{$1}"))
	}
	slices.Sort(described)
	slices.Sort(routed)
	if diff := cmp.Diff(routed, described); diff != "" {
		t.Errorf("routes (-) and openapi.yaml (+) differ:\n%s", diff)
	}
}

func TestAPIServesItsDescription(t *testing.T) {
	t.Parallel()
	got := newAPISite(t).nobody().get("/openapi.yaml").want(t, http.StatusOK, "")
	if !bytes.Equal(got.body, api.Description) || got.header.Get("Content-Type") != "application/yaml" {
		t.Errorf("served as %q, %d bytes of %d", got.header.Get("Content-Type"), len(got.body), len(api.Description))
	}
}

// Every example of the file is one of its schema, every reference leads
// somewhere, and every parameter in a path is described.
func TestOpenAPIHoldsTogether(t *testing.T) {
	d := loadDescription(t)
	d.walk(t, "#", d.root)
	_, match := d.find("#/components/schemas/Match")
	for _, example := range match["examples"].([]any) {
		if err := d.check("#/components/schemas/Match", example); err != nil {
			t.Error(err)
		}
	}
	for _, path := range d.keys("#/paths") {
		for _, method := range d.keys(child("#/paths", path)) {
			at := child(child("#/paths", path), method)
			var known []any
			_, op := d.find(at)
			params, _ := op["parameters"].([]any)
			for i := range params {
				_, param := d.find(fmt.Sprintf("%s/parameters/%d", at, i))
				known = append(known, param["name"])
			}
			for _, name := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
				if !slices.Contains(known, any(name[1])) {
					t.Errorf("%s %s: parameter %s is not described", method, path, name[1])
				}
			}
		}
	}
}

// walk checks the references and examples of the file from a place on.
func (d description) walk(t *testing.T, at string, node any) {
	t.Helper()
	switch n := node.(type) {
	case []any:
		for i, item := range n {
			d.walk(t, child(at, strconv.Itoa(i)), item)
		}
	case map[string]any:
		if ref, ok := n["$ref"].(string); ok {
			if _, found := d.find(ref); found == nil {
				t.Errorf("%s: %s leads nowhere", at, ref)
			}
		}
		if _, ok := n["schema"]; ok {
			d.checkExamples(t, at, n)
		}
		for name, inner := range n {
			if name != "example" && name != "examples" {
				d.walk(t, child(at, name), inner)
			}
		}
	}
}

func (d description) checkExamples(t *testing.T, at string, media map[string]any) {
	t.Helper()
	if example, ok := media["example"]; ok {
		if err := d.check(at+"/schema", example); err != nil {
			t.Errorf("%s: example: %v", at, err)
		}
	}
	named, _ := media["examples"].(map[string]any)
	for name, example := range named {
		if err := d.check(at+"/schema", example.(map[string]any)["value"]); err != nil {
			t.Errorf("%s: example %s: %v", at, name, err)
		}
	}
}

func TestSchemaCheckFails(t *testing.T) {
	d := loadDescription(t)
	const player = "#/components/schemas/Player"
	for name, value := range map[string]any{
		"wrong type":    "Ada",
		"missing field": map[string]any{"id": "x"},
		"unknown field": map[string]any{"id": "x", "name": "Ada", "token": "y"},
		"too short":     map[string]any{"id": "x", "name": ""},
	} {
		if err := d.check(player, value); err == nil {
			t.Errorf("%s: check(%v) passes", name, value)
		}
	}
	if err := d.check(player, map[string]any{"id": "x", "name": "Ada"}); err != nil {
		t.Error(err)
	}
}
