// Package learn holds the players' own work on matches: analyses with variations, and notes beside
// moves. It also stores the lessons that players have done. It may import match and the root of the
// club.
package learn

import (
	"context"
	"fmt"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/study"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var (
	errNoAnalysis     = club.Refuse(club.Invalid, "no_analysis", "this game has no analysis: only board games have")
	ErrStudyPlace     = club.Refuse(club.Invalid, "invalid_position", "the match has no such position: open the page again").About("after")
	errStudyMoves     = club.Refuse(club.Invalid, "study_moves", fmt.Sprintf("this analysis would have more than %d moves: remove a variation first", study.MaxMoves))
	errStudyDepth     = club.Refuse(club.Invalid, "study_depth", fmt.Sprintf("this line is longer than %d moves: shorten it", study.MaxDepth))
	errStudyNote      = club.Refuse(club.Invalid, "study_note", fmt.Sprintf("this note is longer than %d characters: shorten it", study.MaxNote)).About("note")
	errStudyText      = club.Refuse(club.Invalid, "study_text", "this analysis is too long to be stored: shorten notes or remove a variation first")
	errStudyLine      = club.Refuse(club.Conflict, "study_line", "this line is no longer in your analysis: open the analysis again")
	errStudyTwice     = club.Refuse(club.Invalid, "study_twice", "the analysis has the same move or position twice in one place: remove one")
	errTooManyStudies = club.Refuse(club.Conflict, "too_many_studies", fmt.Sprintf("you keep analyses of %d matches, and more are not kept: empty one first", db.MaxStudies))
)

// StudyLine is a line of play from a position of a match.
type StudyLine struct {
	After int // number of events before the position
	Moves []string
}

// Study returns a player's stored analysis of a match, the zero Study if there is none. Nobody else
// can see it. The error is db.ErrNotFound, ErrNotStarted or errNoAnalysis.
func (s *Notebook) Study(ctx context.Context, id, player string) (study.Study, error) {
	if _, err := s.Studied(ctx, id, player); err != nil || player == "" {
		return study.Study{}, err
	}
	text, err := s.store.StudyOf(ctx, id, player)
	if err != nil {
		return study.Study{}, err
	}
	return study.Parse(text)
}

// StudiedMatch is a match of which a player has an analysis.
type StudiedMatch struct {
	db.Study
	Row db.Match // zero if the player may no longer see the match
}

// StudiedMatches returns at most n of the matches with an analysis by a player, and the number of all.
func (s *Notebook) StudiedMatches(ctx context.Context, player string, n int) (list []StudiedMatch, all int, err error) {
	studies, err := s.store.StudiesOf(ctx, player)
	if err != nil {
		return nil, 0, err
	}
	for _, one := range studies[:min(n, len(studies))] {
		m, err := s.store.Match(ctx, one.Match)
		if err != nil {
			return nil, 0, fmt.Errorf("load match of a study: %w", err)
		}
		if !match.Visible(m, player) {
			m = db.Match{}
		}
		list = append(list, StudiedMatch{one, m})
	}
	return list, len(studies), nil
}

// KeepLine adds a line to a player's analysis.
func (s *Notebook) KeepLine(ctx context.Context, id, player string, line StudyLine) error {
	steps, err := s.playLine(ctx, id, player, line)
	if err != nil {
		return err
	}
	return s.changeStudy(ctx, id, player, func(x *study.Study) error {
		x.Keep(line.After, steps)
		return nil
	})
}

// NoteLine writes a note on the position after a line, and adds the line. An empty text removes the
// note.
func (s *Notebook) NoteLine(ctx context.Context, id, player string, line StudyLine, note string) error {
	steps, err := s.playLine(ctx, id, player, line)
	if err != nil {
		return err
	}
	return s.changeStudy(ctx, id, player, func(x *study.Study) error {
		x.Note(line.After, steps, club.CleanNote(note))
		return nil
	})
}

// CutLine removes the last move of a line and everything after it. For a line without moves, it
// removes all variations of the position.
func (s *Notebook) CutLine(ctx context.Context, id, player string, line StudyLine) error {
	return s.changeStudy(ctx, id, player, func(x *study.Study) error { return x.Cut(line.After, line.steps()) })
}

// PromoteLine makes a line the first variation at the last position where it branches off.
func (s *Notebook) PromoteLine(ctx context.Context, id, player string, line StudyLine) error {
	return s.changeStudy(ctx, id, player, func(x *study.Study) error { return x.Promote(line.After, line.steps()) })
}

// SetStudy replaces a player's analysis of a match, and returns it in its stored form.
func (s *Notebook) SetStudy(ctx context.Context, id, player string, given study.Study) (study.Study, error) {
	f, err := s.Studied(ctx, id, player)
	if err != nil {
		return study.Study{}, err
	}
	checked, err := checkStudy(f, given)
	if err != nil {
		return study.Study{}, studyRefusals.Of(err)
	}
	return checked, s.changeStudy(ctx, id, player, func(x *study.Study) error {
		*x = checked
		return nil
	})
}

// DropStudy deletes a player's analysis of a match, even if the player may no longer see the match.
func (s *Notebook) DropStudy(ctx context.Context, id, player string) error {
	return s.store.ChangeStudy(ctx, id, player, func(string) (string, error) { return "", nil })
}

// changeStudy applies change to a player's analysis of a match and stores it. The player must be
// allowed to see the match.
func (s *Notebook) changeStudy(ctx context.Context, id, player string, change func(*study.Study) error) error {
	if _, err := s.Studied(ctx, id, player); err != nil {
		return err
	}
	return studyRefusals.Of(s.store.ChangeStudy(ctx, id, player, func(text string) (string, error) {
		x, err := study.Parse(text)
		if err != nil {
			return "", err
		}
		if err := change(&x); err != nil {
			return "", err
		}
		return x.Encode()
	}))
}

// playLine plays a line in a match that the player may see.
func (s *Notebook) playLine(ctx context.Context, id, player string, line StudyLine) ([]study.Step, error) {
	f, err := s.Studied(ctx, id, player)
	if err != nil {
		return nil, err
	}
	return CheckLine(f, line)
}

// Studied returns a match that has an analysis board and that the player may see.
func (s *Notebook) Studied(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.matches.Match(ctx, id, player)
	if err == nil {
		err = checkStudied(f)
	}
	return f, err
}

// studyRefusals are the refusals of a change of an analysis.
var studyRefusals = club.Refusals{study.ErrMoves: errStudyMoves, study.ErrDepth: errStudyDepth, study.ErrNote: errStudyNote,
	study.ErrText: errStudyText, study.ErrNoLine: errStudyLine, db.ErrTooManyStudies: errTooManyStudies}

// checkStudied returns an error unless the match has an analysis board.
func checkStudied(f match.Match) error {
	switch info := f.Rules.Info(); {
	case info.Hidden || info.Chance:
		return errNoAnalysis
	case f.Started.IsZero():
		return match.ErrNotStarted
	}
	return nil
}

// CheckLine plays a line from its position and returns it in canonical notation. The error is a
// *games.Illegal for a move that cannot be played.
func CheckLine(f match.Match, line StudyLine) ([]study.Step, error) {
	if line.After < 0 || line.After > f.Ply {
		return nil, ErrStudyPlace
	}
	if len(line.Moves) > study.MaxDepth {
		return nil, errStudyDepth
	}
	_, steps, err := PlayLine(f.Table.At(line.After).State(), line.Moves)
	return steps, err
}

// PlayLine plays moves and returns them in canonical notation, with the state after them. It ends
// before a move that cannot be played, and returns the reason.
func PlayLine(state games.State, moves []string) (games.State, []study.Step, error) {
	steps := make([]study.Step, 0, len(moves))
	for _, text := range moves {
		next, step, err := tryMove(state, text)
		if err != nil {
			return state, steps, err
		}
		state, steps = next, append(steps, step)
	}
	return state, steps, nil
}

// tryMove plays a move of the seat to move.
func tryMove(state games.State, text string) (games.State, study.Step, error) {
	toAct := state.ToAct()
	if len(toAct) != 1 {
		return nil, study.Step{}, games.ErrFinished
	}
	next, canonical, err := state.Apply(toAct[0], games.Plain(text))
	return next, study.Step{Seat: toAct[0], Text: canonical}, err
}

// steps returns an already checked line in the form of package study.
func (l StudyLine) steps() []study.Step {
	steps := make([]study.Step, len(l.Moves))
	for i, text := range l.Moves {
		steps[i].Text = text
	}
	return steps
}

// checkStudy plays all lines of an analysis and returns it in canonical notation.
func checkStudy(f match.Match, given study.Study) (study.Study, error) {
	if _, err := given.Encode(); err != nil {
		return study.Study{}, err
	}
	var checked study.Study
	for _, r := range given.From {
		switch {
		case r.After < 0 || r.After > f.Ply:
			return study.Study{}, ErrStudyPlace
		case len(checked.From) > 0 && checked.From[len(checked.From)-1].After >= r.After:
			return study.Study{}, errStudyTwice
		}
		r.Note = club.CleanNote(r.Note)
		var err error
		if r.Lines, err = checkMoves(f.Table.At(r.After).State(), r.Lines); err != nil {
			return study.Study{}, err
		}
		if r.Note != "" || len(r.Lines) > 0 {
			checked.From = append(checked.From, r)
		}
	}
	return checked, nil
}

// checkMoves plays the moves tried in a position and, recursively, the moves after them.
func checkMoves(state games.State, moves []study.Move) ([]study.Move, error) {
	var checked []study.Move
	for _, move := range moves {
		next, step, err := tryMove(state, move.Text)
		if err != nil {
			return nil, err
		}
		for _, other := range checked {
			if other.Text == step.Text {
				return nil, errStudyTwice
			}
		}
		lines, err := checkMoves(next, move.Lines)
		if err != nil {
			return nil, err
		}
		checked = append(checked, study.Move{Seat: step.Seat, Text: step.Text, Note: club.CleanNote(move.Note), Lines: lines})
	}
	return checked, nil
}

// Notebook stores analyses and notes.
type Notebook struct {
	store   Store
	matches *match.Matches
}

// Store is the part of the store that analyses and notes need.
type Store interface {
	db.Studies
	db.Remarks
	db.Lessons
	Match(ctx context.Context, id string) (db.Match, error)
}

// New returns a Notebook.
func New(store Store, matches *match.Matches) *Notebook {
	return &Notebook{store: store, matches: matches}
}

// AddLessons adds lessons to those that a player has done.
func (s *Notebook) AddLessons(ctx context.Context, player string, lessons ...string) error {
	if err := s.store.AddLessons(ctx, player, lessons...); err != nil {
		return fmt.Errorf("keep lessons done: %w", err)
	}
	return nil
}

var (
	ErrRemarkPlace    = club.Refuse(club.Invalid, "invalid_place", "this match does not have this position: choose another, or all for the match as a whole").About("ply")
	ErrRemarkLong     = club.Refuse(club.Invalid, "remark_long", fmt.Sprintf("this note is too long: write at most %d characters", db.MaxRemark)).About("text")
	errTooManyRemarks = club.Refuse(club.Conflict, "too_many_remarks", fmt.Sprintf("you have %d notes, the most allowed: remove one first", db.MaxRemarks))
	ErrNoRemarks      = club.Refuse(club.Forbidden, "no_name", "you need a name here to write notes: sign in or play as a guest")
)

// Remarks returns a match and a player's notes on it. Nobody else can see the notes.
func (s *Notebook) Remarks(ctx context.Context, id, player string) (match.Match, []db.Remark, error) {
	f, err := s.matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, nil, err
	case player == "":
		return match.Match{}, nil, ErrNoRemarks
	}
	list, err := s.store.RemarksOf(ctx, id, player)
	return f, list, err
}

// RemarkAt returns a player's note on a position of a match that the player may see, "" for none.
func (s *Notebook) RemarkAt(ctx context.Context, id, player string, ply int) (string, error) {
	list, err := s.store.RemarksOf(ctx, id, player)
	for _, r := range list {
		if r.Ply == ply {
			return r.Text, err
		}
	}
	return "", err
}

// SetRemark replaces a player's note on a place in a match. An empty text removes the note.
func (s *Notebook) SetRemark(ctx context.Context, id, player string, ply int, text string) error {
	f, err := s.matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return err
	case player == "":
		return ErrNoRemarks
	case ply < db.WholeMatch || ply > f.Ply:
		return ErrRemarkPlace
	}
	if text, _ = club.CleanText(text); utf8.RuneCountInString(text) > db.MaxRemark {
		return ErrRemarkLong
	}
	err = s.store.SetRemark(ctx, player, db.Remark{Match: id, Ply: ply, Text: text})
	return club.Refusals{db.ErrTooManyRemarks: errTooManyRemarks}.Of(err)
}

// EachRemarked calls f with a player's notes on each match, even if the player may no longer see
// the match.
func (s *Notebook) EachRemarked(ctx context.Context, player string, f func(match string, list []db.Remark) error) error {
	matches, err := s.store.RemarkedBy(ctx, player)
	if err != nil {
		return err
	}
	for _, m := range matches {
		list, err := s.store.RemarksOf(ctx, m.Match, player)
		if err == nil && len(list) > 0 {
			err = f(m.Match, list)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
