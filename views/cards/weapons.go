package cards

import "tableronde/views/heraldry"

// suitCharges are the suits, the virtues and the equipment of all three games.
var suitCharges = map[string]string{
	"lance":  heraldry.Charge("lance"),
	"sword":  heraldry.Charge("sword"),
	"axe":    heraldry.Charge("axe"),
	"flail":  heraldry.Charge("flail"),
	"hand":   heraldry.Charge("hand"),
	"pennon": `<path d="M4.4 1.5h2.2v21H4.4zM7.6 2.5H22L17.8 7l4.2 4.5H7.6z"/>`,
	"arrow":  heraldry.Charge("arrow"),
	"moon":   heraldry.Charge("moon"),
	"kris":   heraldry.Charge("kris"),
	"flask":  heraldry.Charge("flask"),
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

// helm is a great helm seen from the front.
var helm = piercedPath("M5 3.6C8.6 1.2 15.4 1.2 19 3.6L20.2 10v9.8L12 23.2 3.8 19.8V10zM5.4 9.4v2.4h5.4V9.4zM13.2 9.4v2.4h5.4V9.4zM11.2 13.2v6.6h1.6v-6.6z" +
	disc(8, 15.4, .9) + disc(8, 18, .9) + disc(16, 15.4, .9) + disc(16, 18, .9))
