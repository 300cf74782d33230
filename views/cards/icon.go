package cards

import "tableronde/views/heraldry"

// Icon returns the charge of a card by the id of its game and its code, to stand
// beside words in the color of the text; a suit goes by its letter too. It is
// empty for a card that no game has.
func Icon(game, code string) string {
	s, _ := splitCode(game, code)
	charge := iconCharges[game][s]
	if charge == "" {
		return ""
	}
	return heraldry.Icon(charge)
}

// iconCharges holds the charges of all cards by the game and the code without a value.
var iconCharges = func() map[string]map[string]string {
	knizia := map[string]string{"W": "pennon", "W6": "rose"}
	for color, s := range kniziaColors {
		knizia[string(color[0]-'a'+'A')] = s.charge
	}
	for _, a := range kniziaActions {
		knizia[a.code] = a.charge
	}
	shannon := map[string]string{}
	for letter, s := range shannonSuits {
		shannon[letter] = s.charge
	}
	for i := range heroes {
		shannon[heroes[i].id], shannon[legends[i].id] = heroes[i].charge, legends[i].charge
	}
	for _, f := range favors {
		shannon[f.code] = f.charge
	}
	kutschke := map[string]string{}
	for letter, s := range virtues {
		kutschke[letter] = s.charge
	}
	for code, deed := range actionPlaces {
		kutschke[code] = deed.charge
	}
	for _, a := range adventures {
		kutschke[a.id] = a.charge
	}
	for id, charge := range placeCharges {
		kutschke[id] = charge
	}
	return map[string]map[string]string{"knizia": knizia, "shannon": shannon, "kutschke": kutschke}
}()
