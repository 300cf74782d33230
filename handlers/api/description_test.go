package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/handlers/api"
	"tableronde/handlers/api/apitest"
)

func TestOpenAPIHasEveryRoute(t *testing.T) {
	described := []string{}
	d := apitest.Load(t)
	for _, path := range d.Keys("#/paths") {
		for _, method := range d.Keys(apitest.Child("#/paths", path)) {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	param := regexp.MustCompile(`:(\w+)`)
	routed := []string{}
	for _, call := range api.Endpoints() {
		routed = append(routed, param.ReplaceAllString(call, "{$1}"))
	}
	slices.Sort(described)
	slices.Sort(routed)
	if diff := cmp.Diff(routed, described); diff != "" {
		t.Errorf("routes (-) and openapi.yaml (+) differ:\n%s", diff)
	}
}

// Every example of the file is one of its schema, every reference leads
// somewhere, and every parameter in a path is described.
func TestOpenAPIHoldsTogether(t *testing.T) {
	d := apitest.Load(t)
	walk(t, d, "#", d.Root)
	for _, name := range d.Keys("#/components/schemas") {
		at := apitest.Child("#/components/schemas", name)
		_, schema := d.Find(at)
		examples, _ := schema["examples"].([]any)
		for _, example := range examples {
			if err := d.Check(at, example); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, path := range d.Keys("#/paths") {
		for _, method := range d.Keys(apitest.Child("#/paths", path)) {
			at := apitest.Child(apitest.Child("#/paths", path), method)
			var known []any
			_, op := d.Find(at)
			params, _ := op["parameters"].([]any)
			for i := range params {
				_, param := d.Find(fmt.Sprintf("%s/parameters/%d", at, i))
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
func walk(t *testing.T, d apitest.Description, at string, node any) {
	t.Helper()
	switch n := node.(type) {
	case []any:
		for i, item := range n {
			walk(t, d, apitest.Child(at, strconv.Itoa(i)), item)
		}
	case map[string]any:
		if ref, ok := n["$ref"].(string); ok {
			if _, found := d.Find(ref); found == nil {
				t.Errorf("%s: %s leads nowhere", at, ref)
			}
		}
		if _, ok := n["schema"]; ok {
			checkExamples(t, d, at, n)
		}
		for name, inner := range n {
			if name != "example" && name != "examples" {
				walk(t, d, apitest.Child(at, name), inner)
			}
		}
	}
}

func checkExamples(t *testing.T, d apitest.Description, at string, media map[string]any) {
	t.Helper()
	if example, ok := media["example"]; ok {
		if err := d.Check(at+"/schema", example); err != nil {
			t.Errorf("%s: example: %v", at, err)
		}
	}
	named, _ := media["examples"].(map[string]any)
	for name, example := range named {
		if err := d.Check(at+"/schema", example.(map[string]any)["value"]); err != nil {
			t.Errorf("%s: example %s: %v", at, name, err)
		}
	}
}

func TestSchemaCheckFails(t *testing.T) {
	d := apitest.Load(t)
	const player = "#/components/schemas/Player"
	for name, value := range map[string]any{
		"wrong type":    "Ada",
		"missing field": map[string]any{"id": "x"},
		"unknown field": map[string]any{"id": "x", "name": "Ada", "token": "y"},
		"too short":     map[string]any{"id": "x", "name": ""},
	} {
		if err := d.Check(player, value); err == nil {
			t.Errorf("%s: check(%v) passes", name, value)
		}
	}
	if err := d.Check(player, map[string]any{"id": "x", "name": "Ada"}); err != nil {
		t.Error(err)
	}
}

func TestAPIServesItsDescription(t *testing.T) {
	t.Parallel()
	got := newSite(t).Nobody().Get("/openapi.yaml").Want(t, http.StatusOK, "")
	if !bytes.Equal(got.Body, api.Description) || got.Header.Get("Content-Type") != "application/yaml" {
		t.Errorf("served as %q, %d bytes of %d", got.Header.Get("Content-Type"), len(got.Body), len(api.Description))
	}
}
