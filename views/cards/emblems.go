package cards

import "strings"

// emblemCharges are the arms of the heroes and the emblems of the legends and the
// favors of heaven in Le Tournoi.
var emblemCharges = map[string]string{
	"wand":     strokePath(2.4, "M3 22L14 10") + solidPath(star(5, 7, 2.9, 16, 7.8)) + solidPath(star(4, 2.6, .9, 6, 9.6)) + solidPath(star(4, 2.4, .8, 20.6, 17.4)),
	"crown":    crown,
	"lily":     solidPath("M12 .6C15.2 4 15.8 7.6 13.8 12.2V14h-3.6v-1.8C8.2 7.6 8.8 4 12 .6z") + withMirror(solidPath("M9.4 14H8.2C6.4 14 5.4 12.6 6.2 11.2 4.8 11.6 4.6 13.6 5.8 15.4 3 15.6 1 13.4 1.2 10.6 1.4 7.2 5.6 5.6 8 8 9.2 9.2 9.4 11.4 9.4 14z")) + solidPath("M6.4 14.8h11.2v2.4H6.4zM10.6 18h2.8c.2 2 1 3.6 2.6 4.8-1.6.2-3-.2-4-1.2-1 1-2.4 1.4-4 1.2 1.6-1.2 2.4-2.8 2.6-4.8z"),
	"pentacle": strokePath(2, pentagram),
	"adder":    strokePath(3.2, "M16.4 5.6C11 3 4.4 5.4 7 9.4c2.4 3.6 11 1.8 11 6.4 0 4.4-7.6 6-12.6 3.4") + solidPath("M14.4 2.2l8 1.6-5 5.4z"+disc(5.2, 19.2, 1.6)) + strokePath(1.1, "M21.6 3.8l2-1.2M21.6 3.8l1.8 1.8"),
	"crosslet": solidPath("M10.4 1.4h3.2v2.7h2.6v3.2h-2.6v3.1h3.1V7.8h3.2v2.6h2.7v3.2h-2.7v2.6h-3.2v-2.6h-3.1v3.1h2.6v3.2h-2.6v2.7h-3.2v-2.7H7.8v-3.2h2.6v-3.1H7.3v2.6H4.1v-2.6H1.4v-3.2h2.7V7.8h3.2v2.6h3.1V7.3H7.8V4.1h2.6z"),
	"greek":    solidPath("M9.2 1h5.6v8.2H23v5.6h-8.2V23H9.2v-8.2H1V9.2h8.2z"),
	"heart":    solidPath("M12 22C6 17.4 1.6 13.2 1.6 8.4c0-3.6 2.8-6 5.8-6 2 0 3.8 1 4.6 2.8.8-1.8 2.6-2.8 4.6-2.8 3 0 5.8 2.4 5.8 6 0 4.8-4.4 9-10.4 13.6z"),
	"horn":     solidPath("M1.8 6.2l4.6-1.4C8 11 12.4 13.8 18 12.8l4.2-1.4 1 8.4-4-2C10.6 19.6 3.6 15.2 1.8 6.2z") + strokePath(1.5, "M5.2 8.6C7 1.4 17.6.4 18.6 12"),
	"stone":    solidPath("M10.9 2.8h2.2v3.4h-2.2zM6.4 6h11.2v2.2H6.4zM10 8.2h4v6h-4z"+disc(12, 2.2, 1.8)) + piercedPath("M3 23.2l2.6-9h12.8l2.6 9zM9.4 14.2h5.2v2.4H9.4z"),
	"plume":    transformed(-1.6, 3.4, 0, .8, helm) + solidPath("M9.2 6.6C8.8 2.2 13.4-.4 18 1c4.4 1.4 5.6 6.6 4.6 12-.8-3.4-2.6-5.6-5.4-6.2C15 6.2 12.4 6.2 9.2 6.6z"),
	"sash":     withMirror(piercedPath("M10.4 8.4C5.8 2.6 1.2 3.6 1.2 8s4.4 6 9.2 2.8zM8.4 8.8c-2.8-3-5-2.8-5-.8s2.2 2.4 5 .8z")+solidPath("M10 12.4L4.6 22l3.6-.6 1.4 2.2 3-9.6z")) + solidPath(disc(12, 10, 2.6)),
	"clarent":  solidPath("M9.4 1l2.6 1.4L14.6 1v13H9.4zM4 12.6c1 1.6 2.2 2.2 4 2.2h8c1.8 0 3-.6 4-2.2l1.6 1.2c-1 2.2-3 3.4-5.6 3.4H8c-2.6 0-4.6-1.2-5.6-3.4zM10.9 17.2h2.2v3.4h-2.2z" + disc(12, 21.8, 1.7)),
	"fish":     piercedPath("M.8 12C4.6 6.4 11 5.2 16.4 10L22.8 6 21.2 12l1.6 6-6.4-4C11 18.8 4.6 17.6.8 12z"+disc(5.6, 11, 1.2)) + strokePath(1.3, "M9.6 8.8c1.4 2 1.4 4.4 0 6.4"),
	"glory":    transformed(0, 3.4, 0, .74, suitCharges["grail"]) + strokePath(1.8, "M12 .9v3.2M5.8 2.4l1.6 2.8M18.2 2.4l-1.6 2.8M1.6 7l2.4 1.6M22.4 7L20 8.6"),
	"harp":     strokePath(2.6, "M5 2.4V21.6L20 11.8C16 11.4 13.6 9.4 12.6 6.4 11.2 3.6 8.2 2.4 5 2.4z") + strokePath(1.2, "M8.4 4.6V19M11.4 6.8V17M14.4 11V15"),
	"paw":      solidPath("M12 12c3.2 0 6.6 3.6 6.6 6.6 0 2.4-1.8 3.6-3.6 3.4-1.2-.1-2-.6-3-.6s-1.8.5-3 .6c-1.8.2-3.6-1-3.6-3.4 0-3 3.4-6.6 6.6-6.6z") + withMirror(solidPath(disc(4.4, 12.6, 2.4)+disc(8.8, 8.6, 2.5)+"M4 8.4l1 1.4H3zM8.8 3.2l.9 2H7.9z")) + strokePath(1.3, "M3.2 9L2.2 6.4M20.8 9l1-2.6M8.6 5L8.2 1.6M15.4 5l.4-3.4"),
	"sun":      piercedPath(star(12, 11.6, 6.6, 12, 12)+disc(12, 12, 5.2)) + solidPath(disc(12, 12, 3.8)),
	"eye":      piercedPath("M.8 13C4 7.6 8 5.4 12 5.4s8 2.2 11.2 7.6C20 18.4 16 20.6 12 20.6S4 18.4.8 13z"+disc(12, 13, 5.2)) + solidPath(disc(12, 13, 2.8)) + strokePath(1.7, "M12 3.6V1M6.6 4.6L5.4 2.2M17.4 4.6l1.2-2.4"),
	"swap":     rotations(2, solidPath("M2 5.2h12.2V1.4l8.4 5.2-8.4 5.2V8H2z")),
	"swords":   sideBySide(suitCharges["sword"], 5.8, .84),
	"arrows":   sideBySide(suitCharges["arrow"], 5.2, .86),
	"moons":    sideBySide(suitCharges["moon"], 5.8, .52) + solidPath(star(4, 3, 1, 12, 3.6)),
	"krises":   sideBySide(suitCharges["kris"], 6, .84),
	"phial":    piercedPath("M8.8 1.2h6.4v2.4h-1.2v3.2C17.8 7.8 20.2 11 20.2 14.8c0 4.4-3.6 8-8.2 8s-8.2-3.6-8.2-8C3.8 11 6.2 7.8 10 6.8V3.6H8.8zM10.7 10.2v3.2H7.5V16h3.2v3.2h2.6V16h3.2v-2.6h-3.2v-3.2z"),
	"sprig":    strokePath(1.6, "M12 23V6") + withMirror(solidPath("M12 21.4C6.8 21.4 4 18.8 3.6 14.8c4.8 0 7.8 2.4 8.4 6.6zM12 14.4C7.6 14.4 5.2 12 5 8.2c4 0 6.6 2.4 7 6.2z")) + solidPath("M12 8.6C9 6 9.2 3 12 .6c2.8 2.4 3 5.4 0 8z"),
	"cuirass":  piercedPath("M6.2 1.8L9 1.4c.6 2.8 5.4 2.8 6 0l2.8.4c.4 3.2 1.8 5.2 4.4 6.6-1.4 3-2 5.6-1.6 9.2H3.4c.4-3.6-.2-6.2-1.6-9.2 2.6-1.4 4-3.4 4.4-6.6zM11.3 6.6V15h1.4V6.6z") + solidPath("M3.4 19h17.2l1.2 3.6H2.2z"),
	"laurel":   laurel(),
	"elixir":   strokePath(1.7, "M12 2.4L20.4 17.2H3.6z") + strokePath(1.7, disc(12, 12.2, 10.8)) + solidPath(disc(12, 12.4, 2.8)),
	"moth":     withMirror(solidPath("M11 11.6C10 6 6.4 1.8 2 2.2.4 5.6 2.4 10.8 6.8 12.2c-3 1.2-4 5-1.6 8.8 3.4 0 5.8-3.6 5.8-8z")) + solidPath("M11.2 8.4h1.6v11.4L12 21.4l-.8-1.6z") + strokePath(1.2, "M12 8.6L9.6 3.8M12 8.6l2.4-4.8"),
	"club":     piercedPath("M3.2 23.2L.8 20.8 10.4 9.2C9.8 5.6 12.4 1.6 16.4.9c3.8-.6 6.6 2 6.8 5.2.2 4.2-3.6 7.6-8.6 7.4z" + disc(14.4, 6.4, 1.1) + disc(18.6, 4.4, 1.1) + disc(18.4, 8.8, 1.1)),
	"gauntlet": transformed(.6, 0, 160, .96, gauntlet),
	"glance":   strokePath(2.6, "M2.4 3.6L14.4 12 7.4 17.6") + solidPath("M1.6 22.4l2-8 6.2 7.2z") + strokePath(3.2, "M18.6 2.4c3.6 5.6 3.6 13.6 0 19.2"),
	"fallen":   transformed(0, 0, 180, 1, crown),
	"raven":    piercedPath("M.8 8.2L6 5.8C7.2 3 10.6 2 13.2 3.8c2.6 1.8 3 5 4 7.6 1.2 2.8 3.4 5.8 6.2 8.6l-5.6-.6-1.8-1.6c-1 .9-2.4 1.4-3.8 1.4v3.6h-1.8v-3.8C6.8 18.2 4.8 15 5.2 11.2L5.8 8.8z" + disc(9, 6.2, 1)),
	"draco":    solidPath("M2 1.2h2.2v21.6H2z") + piercedPath("M5.4 4l4.8.6L13.6 2.4l-.6 2.8c3.2 1.2 4 4.6 6 5.4 1.6.6 3.2-.4 4.6-2.4.2 5-2.6 8.6-6 8.6-3.8 0-4.8-4-8-4.8l-4.2.8 2.6-3.4L5.4 8l3-1.4z"+disc(10.8, 7, .9)),
}

const crownRim = "M1.8 6.6L7 11.2 12 3.8l5 7.4 5.2-4.6L20.4 18H3.6zM3.6 19.4h16.8v3H3.6z"

var crown = solidPath(crownRim + disc(1.8, 5.4, 1.6) + disc(12, 2.8, 1.8) + disc(22.2, 5.4, 1.6))

// gauntlet is a mailed glove with a flaring cuff.
var gauntlet = piercedPath("M6.4 15V6.2a1.3 1.3 0 0 1 2.6 0V10h.5V3.6a1.3 1.3 0 0 1 2.6 0V10h.5V4a1.3 1.3 0 0 1 2.6 0v6h.5V6.4a1.3 1.3 0 0 1 2.6 0V15l-1.4 2H8L2.6 12c-1.3-1.4.5-3.1 1.9-1.9l1.9 1.9z") + solidPath("M7.4 18.2h10L20.2 23.4H4.6z")

// pentagram is drawn in one line from point to point.
var pentagram = "M12 1.6L18.5 21.4 1.8 9.2H22.2L5.5 21.4Z"

// laurel returns a wreath, open at the top.
func laurel() string {
	var b strings.Builder
	for k := range 5 {
		turn := 38 + 29*float64(k)
		leaf := solidPath("M12 1C14 2.8 14.2 5.2 12.2 7 10.2 5.2 10 2.8 12 1z")
		b.WriteString(`<g transform="rotate(` + num(turn) + ` 12 12)rotate(-38 12 4)">` + leaf + `</g><g transform="rotate(` + num(-turn) + ` 12 12)rotate(38 12 4)">` + leaf + `</g>`)
	}
	return b.String() + strokePath(1.4, "M18.4 5.4A9 9 0 0 1 12 21.2 9 9 0 0 1 5.6 5.4")
}
