package secret

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

func TestDerivedKeysDiffer(t *testing.T) {
	all := map[string]string{}
	for _, o := range []db.Once{
		{Caller: "a", Key: "k"}, {Caller: "b", Key: "k"}, {Caller: "a", Key: "l"}, {Caller: "ak"}, {Caller: "", Key: "ak"},
	} {
		k, err := DeriveOnce(o)
		if err != nil {
			t.Fatal(err)
		}
		if k == nil {
			continue
		}
		for kind, b := range map[string][]byte{"id": k.ID, "request": k.Request, "seal": k.seal} {
			if other, ok := all[string(b)]; ok {
				t.Errorf("%s of %+v is the same as %s", kind, o, other)
			}
			all[string(b)] = fmt.Sprintf("%s of %+v", kind, o)
		}
	}
	o := db.Once{Caller: "a", Key: "k", Request: []byte("r")}
	one, _ := DeriveOnce(o)
	two, _ := DeriveOnce(o)
	if diff := cmp.Diff(one, two, cmp.AllowUnexported(OnceKey{})); diff != "" {
		t.Errorf("deriving twice differs:\n%s", diff)
	}
}
