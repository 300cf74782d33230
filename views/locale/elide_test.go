package locale

import "testing"

func TestElision(t *testing.T) {
	for _, tt := range []struct{ text, arg, value, want string }{
		{"la table de ", "Host", "Bo", "la table de Bo"},
		{"la table de ", "Host", "Ada", "la table d’Ada"},
		{"la table de ", "Host", "Élise", "la table d’Élise"},
		{"la table de ", "Host", "e\u0301lise", "la table d’e\u0301lise"},
		{"la table de ", "Host", "Œdipe", "la table d’Œdipe"},
		{"la table de ", "Host", "Yves", "la table d’Yves"},
		{"la table de ", "Host", "Yann", "la table de Yann"},
		{"la table de ", "Host", "Hélène", "la table d’Hélène"},
		{"la table de ", "Host", "Harry", "la table de Harry"},
		{"la table de ", "Host", "Oui-Oui", "la table de Oui-Oui"},
		{"la table de ", "Host", "Le Loup", "la table de Le Loup"},
		{"la table de ", "Host", "1er", "la table de 1er"},
		{"la table de ", "Host", "", "la table de "},
		{"saut de ", "From", "E8", "saut de E8"},
		{"de ", "Low", "11", "de 11"},
		{"Règles de ", "Game", "Le Tournoi de Camelot", "Règles du Tournoi de Camelot"},
		{"Règles de ", "Game", "Camelot", "Règles de Camelot"},
		{"À ", "Game", "Le Tournoi de Camelot", "Au Tournoi de Camelot"},
		{"Il faut que ", "Name", "Ada", "Il faut qu’Ada"},
		{"pour que\u00a0", "Name", "Inès", "pour qu’Inès"},
		{"le ", "Card", "héros", "le héros"},
		{"le ", "Card", "or", "l’or"},
		{"aide ", "Name", "Ada", "aide Ada"},
		{"monde ", "Name", "Ada", "monde Ada"},
	} {
		before, word := splitLastWord(tt.text)
		got := before
		if word == "" {
			got += tt.value
		} else {
			got += joinElided(word, tt.arg, tt.value)
		}
		if got != tt.want {
			t.Errorf("%q before %q is %q, want %q", tt.text, tt.value, got, tt.want)
		}
	}
}

func TestSentencesElide(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{T(French, "match.waits", "Host", "Ada"), "La table d’Ada"},
		{T(French, "match.waits", "Host", "Bo"), "La table de Bo"},
		{T(French, "rules.of", "Game", "Le Tournoi de Camelot"), "Règles du Tournoi de Camelot"},
		{T(French, "status.step", "From", "E8", "To", "E9"), "Pas de E8 à E9."},
		{T(English, "match.waits", "Host", "Ada"), "Ada’s table"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
