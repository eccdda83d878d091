package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The kinds of notes.
const (
	noteTag, noteUntag        = "tag", "untag"
	noteDeleted, noteRestored = "deleted", "restored"
	noteSignature             = "signature" // the value is the signature, a blank and the player
)

// apply applies a note to the run. It ignores kinds of other versions.
func (r *Run) apply(kind, value, created string) {
	switch kind {
	case noteTag, noteUntag:
		r.Tags = slices.DeleteFunc(slices.Clone(r.Tags), func(tag string) bool { return tag == value })
		if kind == noteTag {
			r.Tags = append(r.Tags, value)
		}
	case noteDeleted, noteRestored:
		r.deleted, r.settled = kind == noteDeleted, created
	case noteSignature:
		signature, player, _ := strings.Cut(value, " ")
		if r.signatures == nil {
			r.signatures = map[string]string{}
		}
		r.signatures[player] = signature
	}
}

// String returns the id of the run, followed by its tags in parentheses if it has any.
func (r Run) String() string {
	if len(r.Tags) == 0 {
		return r.ID
	}
	return fmt.Sprintf("%s (%s)", r.ID, strings.Join(r.Tags, ", "))
}

// Tag adds tags to a run.
func (s *Store) Tag(ctx context.Context, run Run, tags ...string) error {
	missing := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return slices.Contains(run.Tags, tag) })
	if len(missing) == 0 {
		return nil
	}
	return s.change(ctx, func(tx *sql.Tx) error { return s.tag(ctx, tx, run.ID, missing) })
}

// Untag removes tags from a run.
func (s *Store) Untag(ctx context.Context, run Run, tags ...string) error {
	for _, tag := range tags {
		if !slices.Contains(run.Tags, tag) {
			return explain(s.path, fmt.Errorf("run %v has no tag %q; it has: %s", run, tag,
				cmp.Or(strings.Join(run.Tags, ", "), "none")))
		}
	}
	return s.change(ctx, func(tx *sql.Tx) error { return s.note(ctx, tx, run.ID, noteUntag, tags...) })
}

// Delete hides a run and its games. The run stays in the file, but [Merge] does not copy it to the new file.
func (s *Store) Delete(ctx context.Context, run Run) error {
	return s.change(ctx, func(tx *sql.Tx) error { return s.note(ctx, tx, run.ID, noteDeleted, "") })
}

// Restore brings a deleted run back.
func (s *Store) Restore(ctx context.Context, run Run) error {
	if !run.deleted {
		return explain(s.path, fmt.Errorf("run %v is not deleted; there is nothing to restore", run))
	}
	return s.change(ctx, func(tx *sql.Tx) error { return s.note(ctx, tx, run.ID, noteRestored, "") })
}

// Sign stores with a run the signature of each player, a hash of decisions that is equal for players that play alike.
// signatures is indexed by player. Sign returns an error if the run already has another signature of a player.
func (s *Store) Sign(ctx context.Context, run Run, signatures map[string]string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		stored, err := s.Run(ctx, run.ID)
		if err != nil {
			return err
		}
		for _, player := range slices.Sorted(maps.Keys(signatures)) {
			earlier, now := stored.signatures[player], signatures[player]
			if earlier != "" && earlier != now {
				return fmt.Errorf("run %v: %w: player %s has signature %s, games of the run were played with %s", run,
					errSignature, player, now, earlier)
			}
			if earlier == "" {
				if err := s.note(ctx, tx, run.ID, noteSignature, now+" "+player); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// change calls do in a transaction. The function do can only add rows, since triggers in the database refuse other
// changes.
func (s *Store) change(ctx context.Context, do func(*sql.Tx) error) error {
	if s.write == nil {
		return explain(s.path, errReadOnly)
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(s.path, err)
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	if err := do(tx); err != nil {
		return explain(s.path, err)
	}
	return cmp.Or(s.inPlace(), explain(s.path, tx.Commit()))
}

// note stores a note of the given kind about a run for each value.
func (s *Store) note(ctx context.Context, tx *sql.Tx, run, kind string, values ...string) error {
	for _, value := range values {
		err := insert(ctx, tx, "notes", noteColumns, run, kind, value, time.Now().UTC().Format(time.RFC3339))
		if err != nil {
			return err
		}
	}
	return nil
}

// tag adds tags to a run. It returns an error for a text that cannot be a tag.
func (s *Store) tag(ctx context.Context, tx *sql.Tx, run string, tags []string) error {
	const longest = 60
	forbidden := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune("/,", r) }
	for _, tag := range tags {
		switch {
		case tag == "" || strings.HasPrefix(tag, "-") || !utf8.ValidString(tag) || strings.ContainsFunc(tag, forbidden):
			return fmt.Errorf("tag %q: give a word without spaces, commas, slashes and control characters that does "+
				"not begin with -", tag)
		case utf8.RuneCountInString(tag) > longest:
			return fmt.Errorf("tag %q: give at most %d characters", tag, longest)
		}
	}
	return s.note(ctx, tx, run, noteTag, tags...)
}
