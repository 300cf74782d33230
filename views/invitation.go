package views

func (m Invitation) headline() string {
	if len(m.Table.free()) == 0 {
		return m.t("invitation.full_title")
	}
	return m.t("invitation.title", "Name", m.Table.Host, "Game", m.Lang.Of(m.Table.Game.Name))
}
