package pages

import (
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/views"
	"tableronde/views/browser"
	"tableronde/views/viewtest"
)

// The row of a match of others shows its players, and the last event that spectators may see.
func TestRowsOfOthers(t *testing.T) {
	public := samplePublic(t, views.English)
	fresh := sampleRow(t, "a")
	fresh.Last = views.Event{}
	alone := sampleRow(t, "b")
	alone.Solo, alone.Seats[1], alone.Result = true, alone.Seats[0], &games.Result{Winners: []games.Seat{2}, Reason: "castle"}
	imported := alone
	imported.Title = "Nolan – CHAXX, 2008"
	for _, tt := range []struct {
		name        string
		row         Row
		title, told string
	}{
		{"two", public.Shown.Row, "Gauvain – Morgane", "Morgane played J11-H11-F11-D11xF9"},
		{"cards", public.Live[0], "Viviane, Perceval and Iseult", "Waiting for Viviane"},
		{"partners", public.Live[1], "Yvain and Lionel – Bohort and Énide", "Bohort played E10-E9"},
		{"won", public.Over[0], "Tristan – Marc", "Tristan wins. The enemy castle is taken."},
		{"drawn", public.Over[2], "Gauvain – Lancelot du Lac", "The match is drawn. By agreement."},
		{"not begun", fresh, "Aliénor – Gauvain", "Waiting for Aliénor"},
		{"alone", alone, "Gauvain, alone", "Black win. The enemy castle is taken."},
		{"imported", imported, "Nolan – CHAXX, 2008", "Black win. The enemy castle is taken."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := viewtest.Page(views.English, "/")
			if got := pairing(p, tt.row); got != tt.title {
				t.Errorf("the title is %q, want %q", got, tt.title)
			}
			if got := latestOf(p, tt.row); got != tt.told {
				t.Errorf("told: %q, want %q", got, tt.told)
			}
		})
	}
}

// The picture of a match is one link, named by its players and the last event.
func TestShownMatchIsOneLink(t *testing.T) {
	page := samplesOfPublic(t, views.French)["public-home"]
	shown := viewtest.Document(t, page).Find("#shown")
	if n := shown.Find("a").Length(); n != 1 || shown.Find("a").AttrOr("href", "") != "/m/pa" {
		t.Errorf("%d links, the first to %q", n, shown.Find("a").AttrOr("href", ""))
	}
	if _, watched := shown.Attr("data-watch"); !watched || shown.AttrOr("data-match", "") != "pa" {
		t.Error("the page does not follow the match")
	}
	if n := shown.Find("svg.board .lastmark").Length(); n != 2 {
		t.Errorf("the last move is marked by %d squares, want 2", n)
	}
	shown.Find("svg").Remove()
	said := strings.Join(strings.Fields(shown.Find("a").Text()), " ")
	if want := "Morgane Gauvain au trait Camelot Morgane a joué J11-H11-F11-D11xF9 il y a 3 min"; said != want {
		t.Errorf("the link says %q, want %q", said, want)
	}
}

// A picture needs room: who has many matches is shown none.
func TestBusyPlayersAreShownNoPicture(t *testing.T) {
	for name, want := range map[string]int{"public-home-few": 1, "public-home-busy": 0} {
		if n := viewtest.Document(t, samplesOfPublic(t, views.English)[name]).Find("#shown").Length(); n != want {
			t.Errorf("%s has %d pictures, want %d", name, n, want)
		}
	}
}

// On a wide screen both columns of home reach the fold, and so does the column beside the tables.
func TestWidePagesAreFilled(t *testing.T) {
	t.Parallel()
	browser.Ask(t, samplePages(t, views.English), browser.Look{Width: 1440, Height: 900}, `(() => {
		const columns = document.querySelectorAll(".mine, .games, .beside");
		const foot = column => Math.max(...[...column.querySelectorAll("a, svg, .told")].map(e => e.getBoundingClientRect().bottom));
		return [...columns].filter(c => foot(c) < .8 * innerHeight).map(c => c.className + " ends at " + Math.round(foot(c)));
	})()`, "home-all-en", "public-home-en", "public-home-four-en", "public-home-ended-en", "public-home-few-en", "public-home-busy-en", "public-tables-en", "public-tables-none-en")
}

// On a phone the picture and the buttons are above the fold for visitors without matches. For
// others, and on the page of tables, the buttons come before the picture.
func TestPictureAndButtonsOnPhones(t *testing.T) {
	t.Parallel()
	for _, lang := range []views.Lang{views.English, views.French} {
		browser.Ask(t, samplePages(t, lang), browser.Look{Width: 360, Height: 740, Touch: true}, `(() => {
			const foot = s => Math.round(Math.max(...[...document.querySelectorAll(s)].map(e => e.getBoundingClientRect().bottom)));
			const found = [], buttons = foot("main :is(.go, .void) .btn"), picture = document.querySelector("#shown .board");
			const welcome = document.querySelector(".welcome") !== null;
			if (buttons > (welcome ? innerHeight : 640)) found.push("the buttons end at " + buttons);
			const first = picture.getBoundingClientRect().bottom < document.querySelector("main :is(.go, .void) .btn").getBoundingClientRect().top;
			if (first !== welcome) found.push("the picture comes first: " + first);
			return found;
		})()`, "home-all-"+string(lang), "public-home-"+string(lang), "public-home-few-"+string(lang), "public-tables-none-"+string(lang))
	}
}
