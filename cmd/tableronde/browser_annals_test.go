package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A game of the past is there from the first start: its notes follow the arrow keys, and it
// is read from one file, which asks for nothing, by keys and by buttons.
func TestGameOfThePastIsReadByKeys(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/annals.db")
	p := newPerson(t, s.url, phone)
	p.open("/collections")
	p.click(`a[href="/collections/recorded-games"]`)
	p.await(`document.querySelector("#collection")`)
	p.click(`.passed a`)
	p.await(`document.querySelector("#noted .text")?.textContent.includes("CHAXX")`)
	p.click("#note-after")
	p.await(`document.querySelector("#noted .text")?.textContent.includes("The mistake that decides")`)
	p.do("step", chromedp.KeyEvent(kb.ArrowRight))
	p.await(`document.querySelector("#noted .text")?.textContent.includes("The key move") && location.search.includes("in=recorded-games")`)
	p.audit("an annotated game")

	file := filepath.Join(t.TempDir(), "game.html")
	if err := os.WriteFile(file, []byte(get(t, s.url+"/m/annals-00001/page?in=recorded-games")), 0o644); err != nil {
		t.Fatal(err)
	}
	p.do("open the file", chromedp.Navigate("file://"+file))
	p.await(`document.querySelector("#told")?.textContent === "The beginning"`)
	p.do("step", chromedp.KeyEvent(kb.ArrowRight))
	p.await(`document.querySelector("#told").textContent.endsWith("E6-E8") && document.querySelector("#count").textContent.startsWith("1 ")`)
	p.click("#last")
	p.await(`document.querySelector("#count").textContent === "35 of 35" && document.querySelectorAll("#view svg").length === 1`)
	p.do("step", chromedp.KeyEvent(kb.Home))
	p.await(`document.querySelector("#note").textContent.includes("CHAXX")`)
	p.await(`performance.getEntriesByType("resource").length === 0`)
	p.audit("the file of a game")
}
