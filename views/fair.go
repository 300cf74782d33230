package views

// Fair holds the public facts about the shuffle of a match.
type Fair struct {
	Commitment    string   // SHA-256 of the server's secret, as 64 hexadecimal digits; "" in games without chance
	Contributions []string // the contribution of each seat, by seat; "" where it is still unknown
	Secret        string   // 64 hexadecimal digits; "" until the match is over
	Seed          string   // the same
	Decks         []Deck   // the decisions of chance; nil until the match is over
}

// Deck is an order of cards, or a list of other results of chance, as the record
// has it.
type Deck struct {
	Tag   string // as in a record: "Deck", "Deck.2", "Chance"
	Cards string
}
