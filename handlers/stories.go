package handlers

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maypok86/otter/v2"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/views"
)

// storyMemory is how many bytes of stories are kept.
const storyMemory = 2 << 20

// keptStories keeps what viewers were told of matches of hidden cards under way, so that
// the next page tells only what has happened since.
type keptStories struct {
	stories *otter.Cache[string, *views.ToldStory]
}

func newKeptStories() keptStories {
	return keptStories{otter.Must(&otter.Options[string, *views.ToldStory]{
		MaximumWeight: storyMemory,
		Weigher:       func(key string, s *views.ToldStory) uint32 { return uint32(len(key) + s.Size()) },
		Executor:      func(evict func()) { evict() },
	})}
}

// tell returns the story of a match.
func (k keptStories) tell(f match.Match, family views.Family, t views.Teller) []views.Entry {
	if f.Table.Revealed() {
		return family.Narrate(t) // all may know more than they were told
	}
	key := storyKey(f, t)
	var kept views.ToldStory
	if known, ok := k.stories.GetIfPresent(key); ok {
		kept = *known
	}
	story, kept := family.Tell(t, kept)
	k.stories.Set(key, &kept)
	return story
}

// storyKey names all that a story depends on besides the events: the match, who may know
// what, the language, and what everybody is called.
func storyKey(f match.Match, t views.Teller) string {
	var b strings.Builder
	b.WriteString(f.ID)
	b.WriteByte('/')
	b.WriteString(strconv.Itoa(int(t.You)))
	b.WriteByte('/')
	b.WriteString(string(t.Lang))
	for i := range f.Seats {
		b.WriteByte('/')
		b.WriteString(strconv.Quote(t.Name(games.Seat(i + 1))))
	}
	for _, h := range t.Holders {
		fmt.Fprintf(&b, "/%d.%d.%q", h.Seat, h.Ply, h.Name)
	}
	return b.String()
}
