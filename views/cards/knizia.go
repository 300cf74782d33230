package cards

import (
	"strconv"

	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

var kniziaActions = []namedCard{
	{"unhorse", "stirrup"}, {"change_weapon", "turn"}, {"drop_weapon", "dropped"}, {"break_lance", "broken"},
	{"riposte", "crossed"}, {"dodge", "hare"}, {"retreat", "retreat"}, {"knock_down", "toppled"},
	{"outmaneuver", "fox"}, {"charge", "destrier"}, {"countercharge", "clash"}, {"disgrace", "reversed"},
	{"adapt", "ranks"}, {"outwit", "owl"}, {"shield", "shield"}, {"stunned", "stars"}, {"lancelot", "lake"},
}

// Colors are the tournament's colors in the order of the rules.
var Colors = []string{"purple", "red", "blue", "yellow", "green"}

var kniziaColors = map[string]arms{
	"purple": {heraldry.Purpure, "lance"},
	"red":    {heraldry.Gules, "sword"},
	"blue":   {heraldry.Azure, "axe"},
	"yellow": {heraldry.Or, "flail"},
	"green":  {heraldry.Vert, "hand"},
}

// KniziaCodes lists the codes of the cards: colors, supporters, actions.
var KniziaCodes = func() []string {
	codes := []string{"P3", "P4", "P5", "P7", "R3", "R4", "R5", "B2", "B3", "B4", "B5", "Y2", "Y3", "Y4", "G1", "W2", "W3", "W6"}
	for _, a := range kniziaActions {
		codes = append(codes, a.code)
	}
	return codes
}()

func kniziaCharges() []string {
	names := []string{"lance", "sword", "axe", "flail", "hand", "pennon"}
	for _, a := range kniziaActions {
		names = append(names, a.charge)
	}
	return names
}

// Knizia returns the drawing of a card by its code: "R3", "W6", "riposte". It is empty for an
// unknown code.
func Knizia(lang locale.Lang, code string) string { return kniziaFaces.of(lang, code) }

var kniziaFaces = drawInEach(func(lang locale.Lang) map[string]string {
	faces := map[string]string{}
	for _, color := range Colors {
		for v := 1; v <= 7; v++ {
			value := strconv.Itoa(v)
			code := string(color[0]-'a'+'A') + value
			faces[code] = coded(code, coloredCard(kniziaColors[color], value))
		}
	}
	for value, charge := range map[string]string{"2": "pennon", "3": "pennon", "6": "rose"} {
		faces["W"+value] = coded("W"+value, supporterCard(value, charge))
	}
	for _, a := range kniziaActions {
		faces[a.code] = coded(a.code, chiefCard(a.charge, onCard(lang, "knizia", a.code), ""))
	}
	return faces
})

// coloredCard returns a gonfalon that hangs from a pole. The poles of neighboring cards join.
func coloredCard(s arms, value string) string {
	return openFace + hatchedPath(s.tincture, gonfalonPath) + plainDisc(s.tincture, 44, 54, 24) + useCharge(s.charge, 44, 54, 36, classOn(s.tincture)) +
		outline("c-line", gonfalonPath) + canton(8.5, value, s.charge) + `<rect class="c-pole" x="0" y="4" width="72" height="5" rx="2.5"/>` + closeFace
}

// supporterCard returns an escutcheon of argent.
func supporterCard(value, charge string) string {
	return openFace + hatchedPath(heraldry.Argent, escutcheonPath) + useCharge(charge, 44, 56, 37, "c-night") + outline("c-line", escutcheonPath) + canton(4, value, charge) + closeFace
}

// Token returns the roundel of a token, or an empty place for one that the knight does not have.
func Token(color string, owned bool) string {
	if !owned {
		return emptyToken
	}
	return tokens[color]
}

const emptyToken = `<svg class="token" viewBox="0 0 24 24" aria-hidden="true"><circle class="c-dash" cx="12" cy="12" r="10"/></svg>`

var tokens = func() map[string]string {
	all := map[string]string{}
	for color, s := range kniziaColors {
		all[color] = roundel("token", s)
	}
	return all
}()

// ColorShield returns the badge of a tournament's color.
func ColorShield(color string) string {
	s := kniziaColors[color]
	if s.charge == "" {
		return ""
	}
	return heraldry.Badge(s.tincture, false, s.charge)
}
