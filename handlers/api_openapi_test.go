package handlers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"tableronde/handlers/api"

	"github.com/google/go-cmp/cmp"
)

// description is the OpenAPI file, decoded.
type description struct{ root map[string]any }

func loadDescription(t testing.TB) description {
	t.Helper()
	root, err := parseYAML(string(api.Description))
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	return description{root.(map[string]any)}
}

// resolve follows a $ref.
func (d description) resolve(node any) map[string]any {
	m, _ := node.(map[string]any)
	ref, ok := m["$ref"].(string)
	if !ok {
		return m
	}
	var at any = d.root
	for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		inner, _ := at.(map[string]any)
		at = inner[name]
	}
	return d.resolve(at)
}

// operation is what the file says of a call, nil for one that it does not know.
func (d description) operation(method, path string) map[string]any {
	paths := d.root["paths"].(map[string]any)
	got := strings.Split(strings.TrimPrefix(path, api.Path), "/")
	for template, item := range paths {
		want := strings.Split(template, "/")
		same := slices.EqualFunc(want, got, func(w, g string) bool {
			return w == g || strings.HasPrefix(w, "{") && g != ""
		})
		if op, ok := item.(map[string]any)[strings.ToLower(method)]; same && ok {
			return op.(map[string]any)
		}
	}
	return nil
}

// checkAnswer reports how an answer differs from what the file promises.
func (d description) checkAnswer(method, path string, status int, header http.Header, body []byte) error {
	kind, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	op := d.operation(method, path)
	if op == nil { // no such call: an error in the shape of all errors
		op = d.operation(http.MethodGet, api.Path+"/games")
	}
	responses := op["responses"].(map[string]any)
	response, ok := responses[strconv.Itoa(status)]
	if !ok {
		if status < 400 {
			return fmt.Errorf("status %d is not described", status)
		}
		response = responses["default"]
	}
	content, _ := d.resolve(response)["content"].(map[string]any)
	media, ok := content[kind].(map[string]any)
	if !ok {
		return fmt.Errorf("content type %q is not described for status %d", kind, status)
	}
	if kind != "application/json" {
		return nil
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return d.check(media["schema"], value, "answer")
}

// check reports how a value differs from a schema. It knows the keywords that
// the file uses and fails on any other, so none is passed over.
func (d description) check(node, value any, at string) error {
	schema := d.resolve(node)
	if schema == nil {
		return fmt.Errorf("%s: no schema", at)
	}
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		if err := d.checkKeyword(schema, keyword, value, at); err != nil {
			return err
		}
	}
	return nil
}

func (d description) checkKeyword(schema map[string]any, keyword string, value any, at string) error {
	fail := func(format string, args ...any) error { return fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...)) }
	arg := schema[keyword]
	text, isText := value.(string)
	number, isNumber := value.(float64)
	list, isList := value.([]any)
	object, isObject := value.(map[string]any)
	switch keyword {
	case "description", "default", "examples":
	case "type":
		if kinds, ok := arg.([]any); ok {
			if !slices.ContainsFunc(kinds, func(k any) bool { return hasType(value, k.(string)) }) {
				return fail("%v is none of %v", value, kinds)
			}
		} else if !hasType(value, arg.(string)) {
			return fail("%v is no %v", value, arg)
		}
	case "enum":
		if !slices.ContainsFunc(arg.([]any), func(v any) bool { return reflect.DeepEqual(v, value) }) {
			return fail("%v is none of %v", value, arg)
		}
	case "minimum":
		if isNumber && number < arg.(float64) {
			return fail("%v < %v", number, arg)
		}
	case "maximum":
		if isNumber && number > arg.(float64) {
			return fail("%v > %v", number, arg)
		}
	case "minLength":
		if isText && utf8.RuneCountInString(text) < int(arg.(float64)) {
			return fail("%q is too short", text)
		}
	case "maxLength":
		if isText && utf8.RuneCountInString(text) > int(arg.(float64)) {
			return fail("%q is too long", text)
		}
	case "pattern":
		if isText && !pattern(arg.(string)).MatchString(text) {
			return fail("%q does not match %v", text, arg)
		}
	case "minItems":
		if isList && len(list) < int(arg.(float64)) {
			return fail("%d items are too few", len(list))
		}
	case "maxItems":
		if isList && len(list) > int(arg.(float64)) {
			return fail("%d items are too many", len(list))
		}
	case "items":
		for i, item := range list {
			if err := d.check(arg, item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case "required":
		for _, name := range arg.([]any) {
			if _, ok := object[name.(string)]; isObject && !ok {
				return fail("%v is missing", name)
			}
		}
	case "properties":
		for name, inner := range arg.(map[string]any) {
			if v, ok := object[name]; ok {
				if err := d.check(inner, v, at+"."+name); err != nil {
					return err
				}
			}
		}
	case "additionalProperties":
		known, _ := schema["properties"].(map[string]any)
		for name, v := range object {
			if _, ok := known[name]; ok {
				continue
			}
			if arg == false {
				return fail("%q is not described", name)
			}
			if err := d.check(arg, v, at+"."+name); err != nil {
				return err
			}
		}
	case "oneOf":
		var fits int
		var why error
		for _, one := range arg.([]any) {
			if err := d.check(one, value, at); err == nil {
				fits++
			} else {
				why = err
			}
		}
		if fits != 1 {
			return fail("fits %d of the alternatives (%v)", fits, why)
		}
	default:
		return fail("the test does not know the keyword %q", keyword)
	}
	return nil
}

// pattern is a regular expression of the file, compiled once.
func pattern(text string) *regexp.Regexp {
	if known, ok := patterns.Load(text); ok {
		return known.(*regexp.Regexp)
	}
	compiled := regexp.MustCompile(text)
	patterns.Store(text, compiled)
	return compiled
}

var patterns sync.Map // of *regexp.Regexp

func hasType(value any, kind string) bool {
	switch v := value.(type) {
	case nil:
		return kind == "null"
	case bool:
		return kind == "boolean"
	case string:
		return kind == "string"
	case float64:
		return kind == "number" || kind == "integer" && v == math.Trunc(v)
	case []any:
		return kind == "array"
	case map[string]any:
		return kind == "object"
	}
	return false
}

func TestOpenAPIHasEveryRoute(t *testing.T) {
	described := []string{}
	d := loadDescription(t)
	for path, item := range d.root["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
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
	var walk func(node any, at string)
	walk = func(node any, at string) {
		switch n := node.(type) {
		case []any:
			for i, item := range n {
				walk(item, fmt.Sprintf("%s[%d]", at, i))
			}
		case map[string]any:
			if ref, ok := n["$ref"].(string); ok && d.resolve(n) == nil {
				t.Errorf("%s: %s leads nowhere", at, ref)
			}
			if schema, ok := n["schema"]; ok {
				d.checkExamples(t, n, schema, at)
			}
			for name, inner := range n {
				if name == "example" || name == "examples" {
					continue
				}
				walk(inner, at+"/"+name)
			}
		}
	}
	walk(d.root, "")
	match := d.resolve(map[string]any{"$ref": "#/components/schemas/Match"})
	for _, example := range match["examples"].([]any) {
		if err := d.check(match, example, "example of Match"); err != nil {
			t.Error(err)
		}
	}
	for path, item := range d.root["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			params, _ := op.(map[string]any)["parameters"].([]any)
			for _, name := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
				if !slices.ContainsFunc(params, func(p any) bool { return d.resolve(p)["name"] == name[1] }) {
					t.Errorf("%s %s: parameter %s is not described", method, path, name[1])
				}
			}
		}
	}
}

func (d description) checkExamples(t *testing.T, media map[string]any, schema any, at string) {
	t.Helper()
	if example, ok := media["example"]; ok {
		if err := d.check(schema, example, at+" example"); err != nil {
			t.Error(err)
		}
	}
	named, _ := media["examples"].(map[string]any)
	for name, example := range named {
		if err := d.check(schema, example.(map[string]any)["value"], at+" example "+name); err != nil {
			t.Error(err)
		}
	}
}

func TestSchemaCheckFails(t *testing.T) {
	d := loadDescription(t)
	player := map[string]any{"$ref": "#/components/schemas/Player"}
	for name, value := range map[string]any{
		"wrong type":    "Ada",
		"missing field": map[string]any{"id": "x"},
		"unknown field": map[string]any{"id": "x", "name": "Ada", "token": "y"},
		"too short":     map[string]any{"id": "x", "name": ""},
	} {
		if err := d.check(player, value, "player"); err == nil {
			t.Errorf("%s: check(%v) passes", name, value)
		}
	}
	if err := d.check(player, map[string]any{"id": "x", "name": "Ada"}, "player"); err != nil {
		t.Error(err)
	}
}
