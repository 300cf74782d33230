package db

import "context"

// MaxLesson is the longest name of a lesson, in bytes.
const MaxLesson = 60

// Lessons stores the names of the lessons that players have done.
type Lessons interface {
	// LessonsOf lists the lessons that a player has done, by name.
	LessonsOf(ctx context.Context, player string) ([]string, error)
	// AddLessons adds lessons to those that a player has done. It changes nothing for a lesson
	// that is among them. The error is ErrNotFound if there is no such player.
	AddLessons(ctx context.Context, player string, lessons ...string) error
}
