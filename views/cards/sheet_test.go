package cards

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/static"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// TestSheet writes pages with every card, for people to check, and photographs them where there is
// a browser. It runs only where TABLERONDE_SHOTS names a folder.
func TestSheet(t *testing.T) {
	dir := os.Getenv("TABLERONDE_SHOTS")
	if dir == "" {
		t.Skip("TABLERONDE_SHOTS is not set")
	}
	pages := map[string]string{"knizia": kniziaSheet(locale.French), "shannon": shannonSheet(locale.French), "shannon-en": portraits(locale.English, "w110"), "kutschke": kutschkeSheet()}
	for name, body := range pages {
		game, _, _ := strings.Cut(name, "-")
		for _, theme := range []string{"light", "dark"} {
			file := filepath.Join(dir, name+"-"+theme)
			if err := os.WriteFile(file+".html", []byte(sheetPage(theme, game, body)), 0o644); err != nil {
				t.Fatal(err)
			}
			for kind, flags := range map[string][]string{"": nil, "-forced": {"--force-high-contrast"}, "-phone": nil} {
				size := "1280,1900"
				if kind == "-phone" {
					size = "500,2400"
				}
				args := append([]string{"--headless", "--no-sandbox", "--hide-scrollbars", "--screenshot=" + file + kind + ".png", "--window-size=" + size}, flags...)
				if theme == "dark" && kind != "" {
					continue
				}
				if out, err := exec.Command("chromium", append(args, file+".html")...).CombinedOutput(); err != nil {
					t.Logf("no photograph: %v %s", err, out)
				}
			}
		}
	}
}

// sheetPage returns a page with the site's style sheets in a theme.
func sheetPage(theme, game, body string) string {
	css := static.Source("app.css") + static.Source("cards.css")
	if theme == "dark" {
		css = strings.Replace(css, "@media (prefers-color-scheme: dark)", "@media all", 1)
	} else {
		css = strings.Replace(css, "@media (prefers-color-scheme: dark)", "@media not all", 1)
	}
	return `<!doctype html><html lang="fr"><meta charset="utf-8"><style>` + css + `
body{padding:16px 24px;display:block}.r{display:flex;flex-wrap:wrap;gap:10px;align-items:flex-end;margin:8px 0 16px}.w44{--card:44px}.w72{--card:72px}.w110{--card:110px}.ph{width:360px;padding:8px 12px;border:1px solid var(--rule);background:var(--sheet)}.six .card{width:calc((100% - 25px)/6)}.six{gap:6px 5px}.lane{padding:10px;background:var(--sheet)}</style><body>` +
		heraldry.Defs + Defs(game) + body
}

func rowOf(class string, cards ...string) string {
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(`<span class="card ` + class + `">` + c + `</span>`)
	}
	return `<div class="r">` + b.String() + `</div>`
}

func kniziaSheet(lang locale.Lang) string {
	var all []string
	for _, code := range KniziaCodes {
		all = append(all, Knizia(lang, code))
	}
	s := rowOf("w44", all...) + rowOf("w72", all...) + rowOf("w110", append(all[:1:1], all[6], all[10], all[13], all[14], all[16], all[17], all[19], all[28], all[34], Back())...)
	s += `<div class="lane"><span class="tokens">`
	for _, c := range Colors {
		s += Token(c, true) + Token(c, false)
	}
	s += `</span> ` + ColorShield("red") + `<span class="pile">` + Back() + `41</span></div>`
	k := func(code, class string) string {
		return fmt.Sprintf(`<button class="card %s">%s</button>`, class, Knizia(lang, code))
	}
	s += `<div class="lane"><div class="fan">` + k("R4", "") + k("R3", "") + k("R3", "") + k("W3", "") + k("W6", "") + k("Y4", "") + `</div></div>`
	hand := k("R5", "up") + k("R3", "") + k("W2", "aim") + k("W6", "no") + k("B4", "no") + k("G1", "no") + k("riposte", "") + k("lancelot", "no")
	s += `<div class="lane"><div class="hand">` + hand + `</div></div>`
	return s + `<div class="ph"><div class="fan crops">` + strings.ReplaceAll(k("R4", "crop w44")+k("R3", "crop w44")+k("W3", "crop w44")+k("P7", "crop w44")+k("Y3", "crop w44"), "button", "span") + `</div><div class="hand six">` + hand + `</div></div>`
}

func shannonSheet(lang locale.Lang) string {
	var all []string
	for _, code := range ShannonCodes {
		all = append(all, Shannon(code, Play{}))
	}
	some := []string{all[0], all[14], all[16], all[24], all[33], all[42], all[47], all[58], all[60], all[74], all[75], all[78]}
	s := rowOf("w44", all...) + rowOf("w72", some...)
	s += rowOf("w110", all[10], all[24], all[42], all[51], all[67], all[75], all[78], Shannon("M1", Play{As: "O11"}), Shannon("X11", Play{Feinted: true}), Shannon("P1", Play{As: "7", Feinted: true}))
	w := func(code, class string) string {
		return fmt.Sprintf(`<span class="card %s">%s</span>`, class, Shannon(code, Play{}))
	}
	s += `<div class="ph"><div class="hand six">` + w("S4", "no") + w("S11", "no") + w("A6", "no") + w("A12", "no") + w("O13", "up") + w("T8", "no") + w("T12", "no") + w("X7", "no") + w("X10", "no") + w("M1", "") + w("P1", "") + w("S1", "") + `</div></div>`
	return s + portraits(lang, "w110")
}

func portraits(lang locale.Lang, size string) string {
	var figures, favours []string
	var roundels string
	for i := range heroes {
		figures = append(figures, Hero(lang, heroes[i].id), Legend(lang, legends[i].id, false), Legend(lang, legends[i].id, true))
		roundels += Sign(heroes[i].id) + Sign(legends[i].id)
	}
	for _, f := range favors {
		favours = append(favours, Favour(lang, f.code))
		roundels += Sign(f.code)
	}
	return rowOf(size, figures...) + rowOf(size, favours...) + rowOf("w72", append(figures[:3:3], favours[:9]...)...) + rowOf("w44", append(figures[:3:3], favours[:9]...)...) + `<div class="r">` + roundels + `</div>`
}

func kutschkeSheet() string {
	var all []string
	for _, letter := range Virtues {
		all = append(all, Virtue(letter), Virtue(letter+"1"), Virtue(letter+"2"), Virtue(letter+"3"))
	}
	s := rowOf("w44", all...) + rowOf("w72", all...) + rowOf("w110", all[1], all[6], all[11], all[12])
	for _, lang := range locale.Langs {
		var chips []string
		for i, code := range KutschkeActions {
			chips = append(chips, ActionChip(lang, code, i%4))
		}
		s += rowOf("deed", chips...)
	}
	c := func(code, class string, n int) string {
		return `<button class="card deed ` + class + `">` + ActionChip(locale.French, code, n) + `</button>`
	}
	v := func(code, class string) string {
		return `<button class="card virtue ` + class + `">` + Virtue(code) + `</button>`
	}
	s += `<div class="ph"><div class="r">` + c("P", "done", 1) + c("Q", "up", 2) + c("G", "no", 0) + `</div><div class="hand six">` + v("S1", "up") + v("L2", "") + v("D1", "no") + v("B3", "") + `</div></div>`
	signs := ""
	for _, a := range adventures {
		id := a.id
		signs += Adventure(id)
	}
	for id := range placeCharges {
		signs += Place(id)
	}
	for n := range 4 {
		signs += Tent(n + 1)
	}
	return s + `<div class="r">` + signs + VirtueShield("S") + Shields + `</div><div class="r big">` + signs + `</div><style>.big svg{width:64px;height:64px}</style>`
}
