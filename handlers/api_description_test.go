package handlers

import (
	"bytes"
	"net/http"
	"testing"

	"tableronde/handlers/api"
)

func TestAPIServesItsDescription(t *testing.T) {
	t.Parallel()
	got := newAPISite(t).nobody().get("/openapi.yaml").want(t, http.StatusOK, "")
	if !bytes.Equal(got.body, api.Description) || got.header.Get("Content-Type") != "application/yaml" {
		t.Errorf("served as %q, %d bytes of %d", got.header.Get("Content-Type"), len(got.body), len(api.Description))
	}
}
