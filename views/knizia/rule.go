package knizia

import (
	"strings"

	rules "tableronde/games/knizia"
)

// rule returns the section of the rules about the current choice or question.
func (s *scene) rule() string {
	switch {
	case s.Result != nil:
		return "end"
	case s.now.Phase == rules.PhaseReact:
		return "lancelot"
	case s.now.Phase == rules.PhaseAdapt:
		return "actions.adapt"
	case s.chosen == "withdraw":
		return "withdrawal"
	}
	code := s.chosenCode()
	if code == "" && len(s.steps) > 0 {
		code, _, _ = strings.Cut(s.steps[len(s.steps)-1], " ")
	}
	if section := actionSection(code); section != "" {
		return section
	}
	switch s.ahead.Phase {
	case rules.PhaseToken:
		return "token"
	case rules.PhaseOpen:
		return "opening"
	}
	if s.choosing() {
		return "opening.card"
	}
	return "turn"
}

// actionSection returns the section about an action card, "" for other cards.
func actionSection(code string) string {
	if code == "lancelot" {
		return code
	}
	for _, s := range sections {
		if s.id == "actions."+code || s.id == "actions.status" && code == "stunned" {
			return s.id
		}
	}
	return ""
}
