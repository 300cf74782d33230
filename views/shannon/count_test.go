package shannon

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	rules "tableronde/games/shannon"
	"tableronde/views"
)

// The page of a count shows every card of every pile with its wounds, and correct sums.
func TestCountsComeOut(t *testing.T) {
	var fates [rules.FateShed + 1]int
	reduced, doubled := 0, 0
	for seed := range uint64(40) {
		g := newTestMatch(t, 4)
		g.playUntil(rand.New(rand.NewPCG(seed, 21)), func(v rules.View) bool { return v.LastCount != nil && v.LastCount.Done && v.LastCount.Round == 3 })
		count := g.view(1).LastCount
		if count == nil || !count.Done {
			continue
		}
		d := document(t, g.Model(views.English, 1, "see", seeCount))
		for _, k := range count.Knights {
			section := d.Find(`section[aria-labelledby="tally-` + seatID(k.Seat) + `"]`)
			sum := 0
			section.Find(".heap > li").Each(func(i int, li *goquery.Selection) {
				n, _ := strconv.Atoi(li.Find(".num").Text())
				sum += n
				c := k.Cards[i]
				fates[c.Fate]++
				says, label := strings.Join(strings.Fields(li.Find(".fate").Text()), " "), li.Find(".card").AttrOr("aria-label", "")
				if c.Doubled != nil {
					doubled++
					if !strings.Contains(says, "× 2") || n != 2*c.Less {
						t.Errorf("%v doubled to %d says %q", c.Card, n, says)
					}
				}
				if c.Reduced != nil && c.Fate == rules.FateCounted {
					reduced++
					if !strings.Contains(label, "→") {
						t.Errorf("%v reduced says %q", c.Card, label)
					}
				}
				if (c.Fate != rules.FateCounted) != li.HasClass("spent") {
					t.Errorf("%v of fate %d is marked %q", c.Card, c.Fate, li.AttrOr("class", ""))
				}
			})
			if sum != k.Sum || section.Find(".heap > li").Length() != len(k.Cards) {
				t.Errorf("the cards of seat %d sum up to %d, want %d", k.Seat, sum, k.Sum)
			}
			last := section.Find(".sums div").Last()
			if got := last.Find("dd").Text(); got != strconv.Itoa(k.Life) || !last.HasClass("strong") {
				t.Errorf("the last line of seat %d is %q, want %d", k.Seat, got, k.Life)
			}
		}
		if t.Failed() {
			return
		}
	}
	if fates[rules.FateRevealed]+fates[rules.FateShed]+fates[rules.FateMoved] < 10 || reduced == 0 || doubled == 0 {
		t.Errorf("of all cards %v had these fates, %d were reduced and %d doubled", fates, reduced, doubled)
	}
}

// Every count stays within reach, from the table of lives.
func TestEveryCountCanBeReached(t *testing.T) {
	g := newTestMatch(t, 3)
	g.playUntil(rand.New(rand.NewPCG(2, 2)), func(v rules.View) bool { return v.Round == 4 })
	m := g.Model(views.English, 1, "see", seeCount)
	d := document(t, m)
	checkText(t, d, "h1", "The count of round 3")
	if n := d.Find(".lives tbody tr").Length(); n != 4 {
		t.Fatalf("%d lines of lives, want 4", n)
	}
	for round := 1; round <= 3; round++ {
		href := d.Find("#round-"+strconv.Itoa(round)).AttrOr("href", "")
		if !strings.Contains(href, "see=count") || round < 3 != strings.Contains(href, "ply=") {
			t.Errorf("the count of round %d is at %q", round, href)
			continue
		}
		if round == 3 {
			continue
		}
		var ply int
		for _, part := range strings.FieldsFunc(href, func(r rune) bool { return r == '?' || r == '&' }) {
			if text, ok := strings.CutPrefix(part, "ply="); ok {
				ply, _ = strconv.Atoi(text)
			}
		}
		if then := g.Past[ply].View(1).(rules.View); then.LastCount == nil || then.LastCount.Round != round || !then.LastCount.Done {
			t.Errorf("after %d events the last count is %+v, want round %d", ply, then.LastCount, round)
		}
	}
	if document(t, g.Model(views.English, 1)).Find("#tab-count").Length() != 1 {
		t.Error("the table has no way to the counts")
	}
}
