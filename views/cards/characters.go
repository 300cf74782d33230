package cards

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"tableronde/views/heraldry"
)

// botIDs begins the ids of bots. The digit behind it is the level.
const botIDs = "bot-"

// characterOf returns the level of a bot by its id; ok is false for people.
func characterOf(id string) (level int, ok bool) {
	rest, ok := strings.CutPrefix(id, botIDs)
	if !ok || rest == "" {
		return 0, false
	}
	level, err := strconv.Atoi(rest[:1])
	return level, err == nil && level >= 1 && level <= len(characters)
}

// CharacterArms returns the arms of the character of a level, from 1, with their blazon for screen
// readers.
func CharacterArms(level int, blazon string) string {
	return `<svg class="arms" viewBox="-58 -66 116 138" role="img" aria-label="` + html.EscapeString(blazon) + `">` + drawCharacter(level, true) + `</svg>`
}

// drawCharacter draws the arms of a level, with hatching where they are large.
func drawCharacter(level int, large bool) string {
	var b strings.Builder
	b.WriteString(`<g clip-path="url(#ca)">`)
	characters[level-1](&b, large)
	b.WriteString(`</g><path class="o thick" d="` + coatOutline + `"/>`)
	return b.String()
}

const (
	wholeField = "M-60-70H60V80H-60Z"
	waves      = "M-60 24q10-12 20 0t20 0 20 0 20 0 20 0 20 0V80H-60z"
	innerWaves = "M-60 38q10-12 20 0t20 0 20 0 20 0 20 0 20 0v12q-10 12-20 0t-20 0-20 0-20 0-20 0-20 0z"
)

// characters draws the arms of the computer's players by level, from index 0 for level 1.
var characters = [...]func(b *strings.Builder, large bool){
	func(b *strings.Builder, large bool) { // Dagonet: lozengy gules and or, on a plate a bell sable
		appendField(b, heraldry.Gules, wholeField, large)
		appendField(b, heraldry.Or, lozenges(), large)
		b.WriteString(`<circle r="29" cy="-2" class="f-argent"/><circle r="29" cy="-2" class="o o-argent"/><g class="c-night" transform="translate(0 -3)">` +
			`<path d="M0-19a4 4 0 0 1 4 4c7 2 11 8 11 15v6l4 6H-19l4-6v-6c0-7 4-13 11-15a4 4 0 0 1 4-4z"/><circle cy="17" r="4.5"/></g>`)
	},
	func(b *strings.Builder, large bool) { // Gareth: vert, a hand argent, on a chief argent three pennons sable
		appendField(b, heraldry.Vert, wholeField, large)
		appendField(b, heraldry.Argent, "M-60-70H60V-36H-60Z", large)
		b.WriteString(`<circle cy="12" r="33" class="f-vert"/>` + coatCharge("hand", heraldry.Argent, 0, 12, 50))
		for x := -30; x <= 30; x += 30 {
			b.WriteString(coatCharge("pennon", heraldry.Sable, x, -49, 20))
		}
	},
	func(b *strings.Builder, large bool) { // Bedivere: azure, a sword reversed argent, in base waves
		appendField(b, heraldry.Azure, wholeField, large)
		b.WriteString(`<path class="f-azure" d="M-18-62h36v100h-36z"/><g class="f-argent"><path d="M-4-30h8v52l-4 8-4-8z"/><path d="M-20-38h40v8h-40z"/>` +
			`<path d="M-3.5-54h7v16h-7z"/><circle cy="-55" r="6"/></g>`)
		appendField(b, heraldry.Argent, waves, false)
		appendField(b, heraldry.Azure, innerWaves, false)
	},
	func(b *strings.Builder, large bool) { // Palamedes: chequy argent and sable
		appendField(b, heraldry.Argent, wholeField, large)
		appendField(b, heraldry.Sable, checks(), large)
	},
	func(b *strings.Builder, large bool) { // Nimue: purpure, a moon and star argent, in base waves
		appendField(b, heraldry.Purpure, wholeField, large)
		b.WriteString(`<circle cy="-18" r="34" class="f-purpure"/>` + coatCharge("moon", heraldry.Argent, 0, -18, 54))
		appendField(b, heraldry.Argent, waves, false)
		appendField(b, heraldry.Azure, innerWaves, false)
	},
}

// lozenges returns the second tincture of a lozengy field.
func lozenges() string {
	var b strings.Builder
	for y := -98; y <= 94; y += 48 {
		for x := -72; x <= 72; x += 36 {
			fmt.Fprintf(&b, "M%d %dl18 24-18 24-18-24Z", x, y-24)
		}
	}
	return b.String()
}

// checks returns the second tincture of a chequy field.
func checks() string {
	var b strings.Builder
	for row := range 7 {
		for x := -54 + 18*((row+1)%2); x < 54; x += 36 {
			fmt.Fprintf(&b, "M%d %dh18v20h-18Z", x, -62+20*row)
		}
	}
	return b.String()
}
