package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games/bot/solve"
	"tableronde/handlers"
	"tableronde/handlers/api/apitest"
	"tableronde/handlers/pushtest"
	"tableronde/handlers/sitetest"
)

// TestOpenAPIExamples makes every call of openapi.yaml with its example, in the order of
// testdata/examples.txt. An answer must have every field of the example beside it.
func TestOpenAPIExamples(t *testing.T) {
	t.Parallel()
	order, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	b := startExamples(t)
	unused := b.listExamples(t)
	for line := range strings.Lines(string(order)) {
		call := strings.Fields(line)
		if len(call) == 0 || call[0] == "#" {
			continue
		}
		caller, id, name := call[0], call[1], strings.Join(call[2:], "")
		delete(unused, strings.TrimSpace(id+" "+name))
		if !t.Run(strings.Join(call, " "), func(t *testing.T) { b.makeCall(t, caller, id, name) }) {
			return // later calls need the answers of earlier ones
		}
	}
	for example := range unused {
		t.Errorf("testdata/examples.txt lacks %s", example)
	}
}

// exampleBook makes the calls of openapi.yaml on a site.
type exampleBook struct {
	apitest.Description
	site    *sitetest.Site
	calls   map[string]string           // places in the file, by operationId
	callers map[string]*sitetest.Client // by the names in testdata/examples.txt
	real    map[string]string           // ids, tokens and addresses, by those in the file
}

// startExamples returns a site with historic games, ratings, and receivers of notifications.
func startExamples(t *testing.T) *exampleBook {
	t.Helper()
	solved := tableMemory{}
	if err := solve.BuildUpTo(solved, 3, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	table, err := solve.Open(solved)
	if err != nil {
		t.Fatal(err)
	}
	settings := handlers.DefaultSettings()
	settings.BotPause = time.Hour
	site := newSiteWith(t, handlers.Config{Solver: table, Settings: settings, AllowPrivateTargets: true})
	site.Server.(*handlers.Server).AddAnnals(t.Context())
	cy, dee := site.Guest("Cy"), site.Guest("Dee")
	for range 5 { // as many as a leader has played
		m := site.Start(cy, dee, map[string]any{"game": "camelot", "seat": 1, "public": true})
		for ply := range 6 { // as many as a match has that counts
			[]*sitetest.Client{cy, dee}[ply%2].Play(m.ID, ply, sitetest.Shuttle[ply%4]).Want(t, http.StatusOK, "")
		}
		cy.Play(m.ID, 6, "resign").Want(t, http.StatusOK, "")
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		var leaders []any
		if site.Nobody().Get("/ratings?game=camelot").Want(t, http.StatusOK, "").Read(t, &leaders); len(leaders) > 0 {
			break
		}
	}
	hook := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(hook.Close)
	var key struct{ Key string }
	site.Nobody().Get("/push/key").Want(t, http.StatusOK, "").Read(t, &key)
	browser := pushtest.Start(t, nil).Subscribe(key.Key)
	b := &exampleBook{
		Description: apitest.Load(t), site: site, calls: map[string]string{},
		callers: map[string]*sitetest.Client{"nobody": site.Nobody(), "ada": site.Nobody(), "bo": site.Nobody()},
		real: map[string]string{
			"https://hooks.example.org/tr/8f2c": hook.URL, "https://push.example.org/wpush/v2/gAAAA": browser.Endpoint,
			"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4": browser.P256dh,
			"BTBZMqHH6r4Tts7J_aSIgg": browser.Auth,
		},
	}
	for _, path := range b.Keys("#/paths") {
		for _, method := range b.Keys(apitest.Child("#/paths", path)) {
			at := apitest.Child(apitest.Child("#/paths", path), method)
			_, op := b.Find(at)
			b.calls[op["operationId"].(string)] = at
		}
	}
	return b
}

// listExamples lists the calls of the file, each with the names of its examples.
func (b *exampleBook) listExamples(t *testing.T) map[string]bool {
	t.Helper()
	list := map[string]bool{}
	for id, at := range b.calls {
		request, _ := b.Find(at + "/requestBody")
		named := b.Keys(request + "/content/application~1json/examples")
		if len(named) == 0 {
			list[id] = true
		}
		for _, name := range named {
			list[id+" "+name] = true
		}
	}
	return list
}

// example returns the example of a body: the one with a name, the only one, or the one of its
// schema. None is nil.
func (b *exampleBook) example(media, name string) any {
	if _, named := b.Find(media + "/examples/" + name); named["value"] != nil {
		return named["value"]
	}
	if _, node := b.Find(media); node["example"] != nil {
		return node["example"]
	}
	at, schema := b.Find(media + "/schema")
	if schema["type"] == "array" {
		_, schema = b.Find(at + "/items")
		if examples, ok := schema["examples"].([]any); ok {
			return examples[:1]
		}
	}
	if examples, ok := schema["examples"].([]any); ok {
		return examples[0]
	}
	return nil
}

// makeCall makes a call with its example, and compares the answer with the example beside it.
func (b *exampleBook) makeCall(t *testing.T, caller, id, name string) {
	at, client := b.calls[id], b.callers[caller]
	if at == "" || client == nil {
		t.Fatal("no such call or caller")
	}
	template, method := path.Split(at)
	target := b.fillPath(t, at, strings.TrimSuffix(strings.NewReplacer("#/paths/", "", "~1", "/").Replace(template), "/"))
	var body []byte
	if request, node := b.Find(at + "/requestBody"); node != nil {
		example := b.example(request+"/content/application~1json", name)
		if example == nil {
			t.Fatal("the request has no example")
		}
		body = b.encode(t, example)
	}
	if success, _ := b.Find(at + "/responses/200"); b.Keys(success+"/content/text~1event-stream") != nil {
		stream := client.Listen(target)
		defer stream.Close()
		if got := stream.Next(); got.Name != "changed" || got.ID == "" || !strings.Contains(got.Data, `"ply":`) {
			t.Errorf("the first event is %+v", got)
		}
		return
	}
	got := client.Call(strings.ToUpper(method), target, body)
	response, described := b.Find(fmt.Sprintf("%s/responses/%d", at, got.Status))
	if got.Status >= 300 || described == nil {
		t.Fatalf("%s %s %s: %d %s", method, target, body, got.Status, got.Body)
	}
	if b.Keys(response+"/content/application~1json") == nil {
		return
	}
	var answer any
	got.Read(t, &answer)
	example := b.example(response+"/content/application~1json", name)
	if example == nil {
		t.Fatalf("the answer has no example: %s", got.Body)
	}
	if list, ok := answer.([]any); ok && len(list) == 0 && id != "listOwnCollections" {
		t.Error("the list is empty")
	}
	if missing := missingField(example, answer); missing != "" {
		t.Errorf("the example has %s, the answer has not: %s", missing, got.Body)
	}
	if method != "get" {
		b.learn(example, answer)
	}
	if id == "createGuest" || id == "signIn" {
		var token struct{ Token string }
		got.Read(t, &token)
		b.callers[caller] = client.Client(token.Token)
	}
}

// fillPath returns the path of a call with the examples of its parameters. Those in the path need one.
func (b *exampleBook) fillPath(t *testing.T, at, template string) string {
	t.Helper()
	query := url.Values{}
	for i := 0; ; i++ {
		_, param := b.Find(fmt.Sprintf("%s/parameters/%d", at, i))
		if param == nil {
			break
		}
		name, example := param["name"].(string), param["example"]
		if example == nil {
			if param["required"] == true {
				t.Fatalf("the parameter %s has no example", name)
			}
			continue
		}
		value := fmt.Sprint(example)
		if known, ok := b.real[value]; ok {
			value = known
		}
		switch param["in"] {
		case "path":
			template = strings.ReplaceAll(template, "{"+name+"}", url.PathEscape(value))
		case "query":
			query.Set(name, value)
		}
	}
	if len(query) > 0 {
		template += "?" + query.Encode()
	}
	return template
}

// encode encodes an example as JSON, with real values.
func (b *exampleBook) encode(t *testing.T, example any) []byte {
	t.Helper()
	text, err := json.Marshal(example)
	if err != nil {
		t.Fatal(err)
	}
	for written, value := range b.real {
		text = bytes.ReplaceAll(text, []byte(`"`+written+`"`), []byte(`"`+value+`"`))
	}
	return text
}

// learn notes the real values of the ids and tokens in an example.
func (b *exampleBook) learn(example, answer any) {
	want, _ := example.(map[string]any)
	got, _ := answer.(map[string]any)
	for _, name := range []string{"id", "invite", "path"} {
		written, _ := want[name].(string)
		if value, _ := got[name].(string); written != "" && value != "" {
			b.real[path.Base(written)] = path.Base(value)
		}
	}
	if want["player"] != nil {
		b.learn(want["player"], got["player"])
	}
}

// missingField returns the first field of an example that an answer lacks, "" for none. States of
// games and options have other fields in each match.
func missingField(example, answer any) string {
	switch want := example.(type) {
	case map[string]any:
		got, ok := answer.(map[string]any)
		if !ok {
			return fmt.Sprint(example)
		}
		for name, inner := range want {
			value, ok := got[name]
			if !ok {
				return name
			}
			if slices.Contains([]string{"state", "options"}, name) || value == nil {
				continue
			}
			if missing := missingField(inner, value); missing != "" {
				return name + "." + missing
			}
		}
	case []any:
		got, ok := answer.([]any)
		if !ok {
			return fmt.Sprint(example)
		}
		if len(want) > 0 && len(got) > 0 {
			return missingField(want[0], got[0])
		}
	}
	return ""
}
