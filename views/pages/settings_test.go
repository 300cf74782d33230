package pages

import (
	"testing"

	"github.com/a-h/templ"

	"tableronde/views"
	"tableronde/views/browser"
)

// The browser opens a fold of the settings when the address names its subject or a field in it.
func TestSettingsFoldsOpenByTheirAddress(t *testing.T) {
	m := sampleSettings(views.English)
	m.Address = Address{Offered: true}
	browser.Measure(t, map[string]templ.Component{"settings": SettingsPage(m)}, `["notices", "pushes", "webhooks", "feeds", "password", "new-address", "passkeys", "devices", "people", "programs", "data"].map(id => {
		const fold = document.getElementById(id).closest("details");
		if (fold.open) return id + " is open before";
		location.hash = id;
		return fold.open ? "" : id + " stays closed";
	}).filter(fault => fault)`, browser.Look{Width: 360, Height: 740})
}
