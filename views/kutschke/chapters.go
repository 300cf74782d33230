package kutschke

import "tableronde/views"

func chapters(m views.Rules) []views.Chapter { return nil }
