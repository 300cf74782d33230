package match

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

func TestPicturesAreKeptWithinTheirBytes(t *testing.T) {
	const memory = 1 << 20
	kept := NewPictures(1, 1, memory).kept
	key := func(i int) string {
		sum := sha256.Sum256(fmt.Append(nil, i))
		return string(sum[:])
	}
	png := make([]byte, 10<<10)
	kept.Set(key(0), &png)
	for i := 1; i <= 1000; i++ {
		kept.GetIfPresent(key(0))
		kept.Set(key(i), &png)
		if size := kept.WeightedSize(); size > memory {
			t.Fatalf("%d bytes are kept after %d pictures", size, i)
		}
	}
	if _, ok := kept.GetIfPresent(key(0)); !ok {
		t.Error("one looked at all the time is gone")
	}
	if n := kept.EstimatedSize(); n < 50 {
		t.Errorf("only %d pictures are kept", n)
	}
}
