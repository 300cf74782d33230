package archive

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
)

// Limits of the title and the text of a collection, in characters.
const (
	MaxCollectionTitle = 100
	MaxCollectionText  = 2000
)

var (
	errCollectionTitle    = club.Refuse(club.Invalid, "collection_title", fmt.Sprintf("the title is missing or too long: use at most %d characters", MaxCollectionTitle)).About("title")
	errCollectionText     = club.Refuse(club.Invalid, "collection_text", fmt.Sprintf("the description is longer than %d characters: shorten it", MaxCollectionText)).About("text")
	errTooManyCollections = club.Refuse(club.Conflict, "too_many_collections", fmt.Sprintf("you have %d collections, the most allowed: delete one first", db.MaxCollections))
	errTooManyCollected   = club.Refuse(club.Conflict, "too_many_collected", fmt.Sprintf("the collection is full, with at most %d matches and %d notes on each: remove one first", db.MaxCollected, db.MaxAnnotations))
	errCollectOver        = club.Refuse(club.Conflict, "collect_over", "this match is not over yet: collect it afterwards")
	errOwnCollection      = club.Refuse(club.Invalid, "own_collection", "this collection is your own: you can change or delete it yourself")
)

// Collection is a collection as a viewer may see it.
type Collection struct {
	db.Collection
	List []db.Match // the matches that the viewer may see, in their order
	Own  bool       // the viewer has made it
}

// Collection returns a collection that is public or the viewer's own. Collections of the site are
// returned in the language lang. The error is db.ErrNotFound.
func (s *Archive) Collection(ctx context.Context, id, viewer, lang string) (Collection, error) {
	k, err := s.store.Collection(ctx, id)
	if err != nil {
		return Collection{}, err
	}
	c := Collection{Collection: s.translate(k, lang), Own: viewer != "" && k.Player.ID == viewer}
	if !c.Public && !c.Own {
		return Collection{}, fmt.Errorf("collection of others: %w", db.ErrNotFound)
	}
	all, err := s.store.Collected(ctx, id)
	for _, m := range all {
		if match.Visible(m, viewer) {
			c.List = append(c.List, m)
		}
	}
	return c, err
}

// Collected returns a collection, one of its matches that the viewer may see, and the notes on the
// match by ply.
func (s *Archive) Collected(ctx context.Context, id, matchID, viewer, lang string) (Collection, match.Match, []db.Remark, error) {
	c, err := s.Collection(ctx, id, viewer, lang)
	if err != nil {
		return c, match.Match{}, nil, err
	}
	if !slices.ContainsFunc(c.List, func(m db.Match) bool { return m.ID == matchID }) {
		return c, match.Match{}, nil, fmt.Errorf("match of a collection: %w", db.ErrNotFound)
	}
	f, err := s.matches.Match(ctx, matchID, viewer)
	if err != nil {
		return c, match.Match{}, nil, err
	}
	notes, err := s.NotesIn(ctx, c, matchID, lang)
	return c, f, notes, err
}

// NotesIn returns the notes of a collection on one of its matches, by ply.
func (s *Archive) NotesIn(ctx context.Context, c Collection, match, lang string) ([]db.Remark, error) {
	if c.Player.ID == "" {
		return s.annalNotes(match, lang), nil
	}
	return s.store.Annotations(ctx, c.ID, match)
}

// PublicCollections lists public collections, the last changed first. It leaves out the first skip
// collections.
func (s *Archive) PublicCollections(ctx context.Context, skip, limit int, lang string) ([]db.Collection, error) {
	list, err := s.store.PublicCollections(ctx, skip, limit)
	return s.translateAll(list, lang), err
}

// CollectionsWith lists the public collections that contain a match.
func (s *Archive) CollectionsWith(ctx context.Context, match, lang string) ([]db.Collection, error) {
	list, err := s.store.CollectionsWith(ctx, match)
	return s.translateAll(list, lang), err
}

// SaveCollection stores a collection. A collection without ID is new.
func (s *Archive) SaveCollection(ctx context.Context, c db.Collection) (db.Collection, error) {
	c.Title, _ = club.CleanText(c.Title)
	c.Text, _ = club.CleanText(c.Text)
	c.Title = strings.Join(strings.Fields(c.Title), " ")
	switch {
	case c.Player.ID == "":
		return c, learn.ErrNoRemarks
	case c.Title == "", utf8.RuneCountInString(c.Title) > MaxCollectionTitle:
		return c, errCollectionTitle
	case utf8.RuneCountInString(c.Text) > MaxCollectionText:
		return c, errCollectionText
	}
	if c.Public {
		if err := s.accounts.CheckSilent(ctx, c.Player.ID); err != nil {
			return c, err
		}
	}
	c, err := s.store.SaveCollection(ctx, c)
	return c, collectionError(err)
}

func collectionError(err error) error {
	return club.Refusals{db.ErrTooManyCollections: errTooManyCollections, db.ErrTooManyCollected: errTooManyCollected, db.ErrNotOver: errCollectOver}.Of(err)
}

// Collect puts an ended match that the player may see into one of their collections, at a place
// counted from 0, or moves it there. With notes, the player's own notes on the match are copied
// into the collection.
func (s *Archive) Collect(ctx context.Context, player, id, match string, place int, notes bool) error {
	f, err := s.matches.Match(ctx, match, player)
	switch {
	case err != nil:
		return err
	case !f.IsOver():
		return errCollectOver
	}
	if err := s.store.Collect(ctx, id, player, match, max(place, 0)); err != nil || !notes {
		return collectionError(err)
	}
	own, err := s.store.RemarksOf(ctx, match, player)
	for _, r := range own {
		if err == nil {
			err = s.Annotate(ctx, player, id, match, r.Ply, r.Text)
		}
	}
	return err
}

// Uncollect removes a match and its notes from a player's collection.
func (s *Archive) Uncollect(ctx context.Context, player, id, match string) error {
	return s.store.Collect(ctx, id, player, match, -1)
}

// Annotate replaces the note on a place in a match of a player's collection. An empty text removes
// the note.
func (s *Archive) Annotate(ctx context.Context, player, id, match string, ply int, text string) error {
	c, f, _, err := s.Collected(ctx, id, match, player, "")
	switch {
	case err != nil:
		return err
	case !c.Own:
		return fmt.Errorf("collection of others: %w", db.ErrNotFound)
	case ply < db.WholeMatch || ply > f.Ply:
		return learn.ErrRemarkPlace
	}
	if text, _ = club.CleanText(text); utf8.RuneCountInString(text) > db.MaxRemark {
		return learn.ErrRemarkLong
	}
	if c.Public && text != "" {
		if err := s.accounts.CheckSilent(ctx, player); err != nil {
			return err
		}
	}
	return collectionError(s.store.Annotate(ctx, id, player, db.Remark{Match: match, Ply: ply, Text: text}))
}

// ReportCollection reports a public collection to the operators.
func (s *Archive) ReportCollection(ctx context.Context, player, id string) error {
	c, err := s.Collection(ctx, id, player, "")
	switch {
	case err != nil:
		return err
	case player == "":
		return learn.ErrNoRemarks
	case c.Own:
		return errOwnCollection
	}
	return s.store.ReportCollection(ctx, id, player)
}
