package db

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/games"
)

// botIDs is the prefix of the ids of bots. No random id has it.
const botIDs = "bot-"

// BotLevels is the number of bot levels. Level 1 is the weakest.
const BotLevels = 5

// BotNames are the names of bots by level, from index 0 for level 1.
var BotNames = [BotLevels]string{"Page", "Squire", "Knight", "Champion", "Legend"}

// BotPlayer returns the bot with a level and a number, counted from 1. At one table, bots of the
// same level have different numbers. A bot may sit at any number of tables.
func BotPlayer(level, number int) Player {
	name := BotNames[level-1]
	if number > 1 {
		name = fmt.Sprintf("%s %d", name, number)
	}
	return Player{ID: fmt.Sprintf("%s%d-%06d", botIDs, level, number), Name: name + " (computer)", Bot: level}
}

// FindBot returns the bot with an id. ok is false for all other ids.
func FindBot(id string) (p Player, ok bool) {
	level, number, ok := parseBot(id)
	if !ok {
		return Player{}, false
	}
	return BotPlayer(level, number), true
}

// BotNumber returns the number in a bot's id.
func BotNumber(id string) int {
	_, number, _ := parseBot(id)
	return number
}

func parseBot(id string) (level, number int, ok bool) {
	first, second, _ := strings.Cut(strings.TrimPrefix(id, botIDs), "-")
	level, _ = strconv.Atoi(first)
	number, _ = strconv.Atoi(second)
	ok = level >= 1 && level <= BotLevels && number >= 1 && id == BotPlayer(level, number).ID
	return level, number, ok
}

// Exhibitor returns the bot that hosts the exhibitions. The strongest one hosts the historic games.
func Exhibitor() Player { return BotPlayer(BotLevels-1, 1) }

// IsExhibition reports whether bots play a match among themselves, for everybody to watch.
func (m Match) IsExhibition() bool { return m.Host == Exhibitor().ID }

// AgainstBots reports whether a full table has one person, and bots at all other seats.
func (m Match) AgainstBots() bool {
	people := 0
	for _, p := range m.Seats {
		if p.Bot == 0 {
			people++
		}
	}
	return people == 1 && len(m.Seats) > 1
}

// IsPractice reports whether one person plays against bots outside cups. Such a match has hints,
// and its moves may be taken back.
func (m Match) IsPractice() bool { return m.AgainstBots() && m.Cup == "" }

// seatBots sets the ids in players at the seats of bots. Each gets the first bot of its level that
// has no other seat.
func seatBots(players []string, bots map[games.Seat]int) error {
	for seat, level := range bots {
		switch {
		case seat < 1 || int(seat) > len(players):
			return fmt.Errorf("seat %d: %w", seat, ErrNoSeat)
		case level < 1 || level > BotLevels:
			return fmt.Errorf("a bot of level %d: %w", level, ErrNotFound)
		case players[seat-1] != "":
			return ErrTaken
		}
	}
	for i := range players {
		if level := bots[games.Seat(i+1)]; level > 0 {
			players[i] = freeBot(level, players)
		}
	}
	return nil
}

// FreeBot returns the id of the first bot of a level without a seat at the table.
func (m Match) FreeBot(level int) string {
	players := make([]string, len(m.Seats))
	for i, p := range m.Seats {
		players[i] = p.ID
	}
	return freeBot(level, players)
}

func freeBot(level int, players []string) string {
	for number := 1; ; number++ {
		if id := BotPlayer(level, number).ID; !slices.Contains(players, id) {
			return id
		}
	}
}

// BotLimits limits the matches of a player against bots: the unfinished ones, and the ones begun
// within an hour. The match in question counts. 0 means no limit.
type BotLimits struct{ Unfinished, AnHour int }

// MaxHints is the most hints in one position.
const MaxHints = 5

// DueBot is a match in which a bot has something to do.
type DueBot struct {
	Match string
	For   string // the player who opened the match or its cup
}

// BotWins is how often a player has beaten the bots of a level at a game.
type BotWins struct {
	Game        string
	Level, Wins int
}

// Bots finds the matches in which a bot has something to do. See Match.BotDue.
type Bots interface {
	// NoteHint stores that the person in a match against bots got a hint at a ply, by its number
	// there, from 1 to MaxHints. It returns the match. All hints up to this number count, each
	// once. The error is ErrNotFound if there is no such match.
	NoteHint(ctx context.Context, match string, ply, number int) (Match, error)
	// BotWins counts the matches that a player has won alone against bots, by game and level. A
	// match against bots of several levels counts for the lowest of them.
	BotWins(ctx context.Context, player string) ([]BotWins, error)
	// BotsDue lists at most most matches that are due by a time: the earliest of each player or
	// cup, then the second of each, and so on.
	BotsDue(ctx context.Context, by time.Time, most int) ([]DueBot, error)
	// NextBotDue returns the earliest time after the given one at which a match is due,
	// the zero time if there is none.
	NextBotDue(ctx context.Context, after time.Time) (time.Time, error)
	// ListExhibitions lists at most most exhibitions, the newest first. See Match.IsExhibition.
	ListExhibitions(ctx context.Context, most int) ([]Match, error)
	// DeleteExhibition deletes an exhibition that is over. The error is ErrNotFound if there is no
	// such exhibition, ErrNotOver before its end.
	DeleteExhibition(ctx context.Context, id string) error
}
