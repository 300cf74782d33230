package cards

// charges are what the cards bear, on a grid of 24, filled with the color of
// the class that they are used with. The rose and the tower are the site's own
// icons.
var charges = merged(weapons, deeds, bearings, marvels)

func merged(parts ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, part := range parts {
		for name, drawing := range part {
			all[name] = drawing
		}
	}
	return all
}

// weapons are the suits, the virtues and what else is in the field.
var weapons = map[string]string{
	"lance":  `<path d="M3 22.2L1.8 21 17 5.2l1.8 1.8z"/><path d="M22 2l-1.2 6.2-5-5z"/><path d="M4.6 13.2c5-.6 7 1.6 6.4 6.4-4.6.4-7-2-6.4-6.4z"/>`,
	"sword":  `<path d="M12 .8L14.2 4v10.5H9.8V4zM5.5 14.5h13v2.4h-13zM10.9 16.9h2.2v3.6h-2.2z"/><circle cx="12" cy="21.6" r="1.9"/>`,
	"axe":    `<path d="M9.4 1.5H12v21H9.4z"/><path d="M12 4.2c3.6 0 6-1.2 8-3.2 2.4 4.4 2.4 9.6 0 14-2-2-4.4-3.2-8-3.2zM9.4 5.5L5 8l4.4 2.5z"/>`,
	"flail":  `<path d="M2.6 22.6L6.8 4.2l2.2.5L4.8 23z"/><path class="k" stroke-width="1.8" d="M8 4.6C10.5 1 15 1.4 15.6 6"/><path d="` + star(8, 7.2, 4.3, 15.9, 13.6) + `"/>`,
	"hand":   `<path d="M6.6 15V5.8a1.25 1.25 0 0 1 2.5 0v5h.5V3.2a1.25 1.25 0 0 1 2.5 0v7.6h.5V3.6a1.25 1.25 0 0 1 2.5 0v7.2h.5V6a1.25 1.25 0 0 1 2.5 0v9.4c0 2.2-1.4 3.4-3 3.6h-4.2c-1.3-.2-2.3-.9-3-2L2.6 12c-1.3-1.4.5-3.1 1.9-1.9L6.6 12zM8.6 20.2h8v2.4h-8z"/>`,
	"pennon": `<path d="M4.4 1.5h2.2v21H4.4zM7.6 2.5H22L17.8 7l4.2 4.5H7.6z"/>`,
	"arrow":  `<path d="M12 .8l4.4 6.8h-3.2V16l3 2.8v4L12 20.2l-4.2 2.6v-4l3-2.8V7.6H7.6z"/>`,
	"moon":   `<path d="M13 2.2a10 10 0 1 0 8.8 13.6A8.2 8.2 0 1 1 13 2.2z"/><path d="` + star(5, 4.4, 1.8, 17.6, 7.4) + `"/>`,
	"kris":   `<path d="M12 23.4c-2.4-2.2-.4-3.6-1.6-5.6s-.4-3.4.4-4.6-.6-3-.6-4h3.6c0 1-1.4 2.8-.6 4s1.6 2.6.4 4.6.8 3.4-1.6 5.6zM5 9.2c1.6-2 4-2.4 7-2.4s5.4.4 7 2.4c-2 .6-4.4.6-7 .6s-5 0-7-.6zM10.8 2.6h2.4v4.6h-2.4z"/><circle cx="12" cy="2" r="1.8"/>`,
	"flask":  `<path fill-rule="evenodd" d="M8.5 1.5h7v2.2h-1.2V9l5.6 10.4c.9 1.7-.2 3.1-1.7 3.1H5.8c-1.5 0-2.6-1.4-1.7-3.1L9.7 9V3.7H8.5zM11.8 9.6L9 15h6l-2.8-5.4z"/>`,
	"hat":    `<path d="M13.5 1l4 15.5h-11zM1.5 17.6c4 1.6 17 1.6 21 0 .6 3-4 5-10.5 5s-11.1-2-10.5-5z"/>`,
	"drop":   `<path d="M12 1.5c3 6.5 6.6 9.5 6.6 14.2a6.6 6.6 0 0 1-13.2 0C5.4 11 9 8 12 1.5z"/>`,
	"flame":  `<path fill-rule="evenodd" d="M12.4.8c.6 4.8 6.8 6.6 6.8 13.2 0 5-3.4 8.8-7.2 8.8S4.8 19.4 4.8 14.6c0-3.4 1.9-5.2 3-8 1.1 1.2 1.6 2.3 1.9 3.7 1.9-2.7 2.6-5.7 2.7-9.5zM12 21c1.8 0 3-1.5 3-3.5 0-2.3-1.8-3.3-2.5-5.5-1 2-3.5 3.2-3.5 5.6 0 2 1.3 3.4 3 3.4z"/>`,
	"book":   `<path d="M11.2 5.2C8.6 3.4 5 3.2 1.6 4.2V20c3.4-1 7-.8 9.6 1zM12.8 5.2c2.6-1.8 6.2-2 9.6-1V20c-3.4-1-7-.8-9.6 1z"/>`,
	"shoe":   `<path d="M5.8 22.5C-.6 12.5 2.4 1.5 12 1.5s12.6 11 6.2 21h-3.4c4.6-9.6 3.6-17-2.8-17s-7.4 7.4-2.8 17z"/>`,
	"tent":   `<path d="M12 .8l9.6 8.8H2.4zM3.4 11h17.2l2 11.5h-8.2L12 13.6 9.6 22.5H1.4z"/>`,
	"scales": `<path d="M11 1.6h2v18.9h4v2.1H7v-2.1h4zM3.5 4.2h17v1.9h-17z"/><path fill-rule="evenodd" d="M4.8 5l4.6 10.5H.2zm0 4.2l-2 4.8h4zM19.2 5l4.6 10.5h-9.2zm0 4.2l-2 4.8h4zM.2 15.5h9.2c0 1.8-2 3-4.6 3s-4.6-1.2-4.6-3zM14.6 15.5h9.2c0 1.8-2 3-4.6 3s-4.6-1.2-4.6-3z"/>`,
	"grail":  `<path d="M4.6 2.2h14.8c0 6.4-2 10-6.1 10.9v4.3l4.3 2.6v2.3H6.4V20l4.3-2.6v-4.3C6.6 12.2 4.6 8.6 4.6 2.2z"/>`,
	"lances": `<path d="M2.6 23L1 21.4 17.6 4.8l1.6 1.6zM21.4 23l1.6-1.6L6.4 4.8 4.8 6.4zM22 1.6l-1 6-5-5zM2 1.6l1 6 5-5z"/>`,
	"table":  `<path fill-rule="evenodd" d="` + disc(12, 12, 11) + disc(12, 12, 7.6) + `"/><circle cx="12" cy="12" r="4"/>`,
}
