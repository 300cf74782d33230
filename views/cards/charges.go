package cards

import "maps"

// charges holds the drawings on the cards by name, on a grid of 24. They take the color
// of the class that they are used with. The rose and the tower are in heraldry.Defs.
var charges = mergeCharges(suitCharges, actionCharges, emblemCharges, questCharges)

func mergeCharges(parts ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}
