package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The kinds of notes.
const (
	noteName, noteTag, noteUntag = "name", "tag", "untag"
	noteDeleted, noteRestored    = "deleted", "restored"
	noteSignature                = "signature" // its value is the signature, a blank and the player
	noteProgram                  = "program"   // its value is a program that played games of the run
)

// applyAll applies a JSON list of notes, each a list of kind and value.
func (r *Run) applyAll(text string) error {
	var notes [][2]string
	err := json.Unmarshal([]byte(text), &notes)
	for _, note := range notes {
		r.apply(note[0], note[1])
	}
	return err
}

// apply applies a note and reports whether its kind is known. Later programs may write other kinds.
func (r *Run) apply(kind, value string) (known bool) {
	switch kind {
	case noteName:
		r.Name = value
	case noteTag, noteUntag:
		r.Tags = slices.DeleteFunc(r.Tags, func(tag string) bool { return tag == value })
		if kind == noteTag {
			r.Tags = append(r.Tags, value)
		}
	case noteDeleted, noteRestored:
		r.deleted = kind == noteDeleted
	case noteProgram:
		if !slices.Contains(r.Programs(), value) {
			r.Others = append(r.Others, value)
		}
	case noteSignature:
		signature, player, _ := strings.Cut(value, " ")
		if r.signatures == nil {
			r.signatures = map[string]string{}
		}
		r.signatures[player] = signature
	default:
		return false
	}
	return true
}

// String returns the id of the run, followed by its name in parentheses if it has one.
func (r Run) String() string {
	if r.Name == "" {
		return r.ID
	}
	return fmt.Sprintf("%s (%s)", r.ID, r.Name)
}

// Rename gives a run a new name. An empty name removes the present one.
func (s *Store) Rename(ctx context.Context, run Run, name string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if name == "" {
			return s.note(ctx, tx, run.ID, noteName, "")
		}
		return s.label(ctx, tx, Run{ID: run.ID, Name: name}, run.ID)
	})
}

// Tag adds tags to a run.
func (s *Store) Tag(ctx context.Context, run Run, tags ...string) error {
	missing := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return slices.Contains(run.Tags, tag) })
	if len(missing) == 0 {
		return nil
	}
	return s.change(ctx, func(tx *sql.Tx) error { return s.label(ctx, tx, Run{ID: run.ID, Tags: missing}, run.ID) })
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

// Delete hides a run and its games. They stay in the file until [Store.Purge] leaves them out.
func (s *Store) Delete(ctx context.Context, run Run) error {
	return s.change(ctx, func(tx *sql.Tx) error { return s.note(ctx, tx, run.ID, noteDeleted, "") })
}

// errTaken is wrapped by the error for a name that another run has. Its text ends the sentence "run X has it".
var errTaken = errors.New("has it")

// Restore brings a deleted run back. The run loses its name if another run has taken it in the meantime.
func (s *Store) Restore(ctx context.Context, run Run) error {
	if !run.deleted {
		return explain(s.path, fmt.Errorf("run %v is not deleted; there is nothing to restore", run))
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		err := s.label(ctx, tx, Run{ID: run.ID, Name: run.Name}, run.ID)
		if errors.Is(err, errTaken) {
			err = s.note(ctx, tx, run.ID, noteName, "")
		}
		return cmp.Or(err, s.note(ctx, tx, run.ID, noteRestored, ""))
	})
}

// Sign stores the signatures of players with a run. signatures has them by player. Sign returns an error if another
// signature of a player is stored.
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

// Credit stores the name of a program that played games of a run.
func (s *Store) Credit(ctx context.Context, run Run, program string) error {
	return s.change(ctx, func(tx *sql.Tx) error { return s.note(ctx, tx, run.ID, noteProgram, program) })
}

// change calls do in a transaction, in which it can only add rows, since triggers refuse other changes.
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

// label stores the name and the tags of run. It returns an error if another run has the name, unless that is the run
// with the id from. The transaction keeps other processes from taking the name in the meantime.
func (s *Store) label(ctx context.Context, tx *sql.Tx, run Run, from string) error {
	if run.Name != "" {
		if likeID.MatchString(run.Name) {
			return fmt.Errorf("name %q: it could be the start of a run's id; use a letter after f", run.Name)
		}
		if err := checkWord("name", run.Name); err != nil {
			return err
		}
		others, err := s.Runs(ctx)
		if err != nil {
			return err
		}
		for _, other := range others {
			if other.Name == run.Name && other.ID != from {
				return fmt.Errorf("name %q: run %s %w; choose another name, or rename that run", run.Name, other.ID,
					errTaken)
			}
		}
		if err := s.note(ctx, tx, run.ID, noteName, run.Name); err != nil {
			return err
		}
	}
	for _, tag := range run.Tags {
		if err := checkWord("tag", tag); err != nil {
			return err
		}
	}
	return s.note(ctx, tx, run.ID, noteTag, run.Tags...)
}

// likeID matches words that could be the beginning of a run's id.
var likeID = regexp.MustCompile(`^[0-9a-f]+(-[0-9]*)?$`)

// checkWord returns an error if a word cannot be a name or a tag. what is "name" or "tag", for the error.
func checkWord(what, word string) error {
	const longest = 60
	forbidden := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune("/,", r) }
	switch {
	case word == "" || strings.HasPrefix(word, "-") || !utf8.ValidString(word) || strings.ContainsFunc(word, forbidden):
		return fmt.Errorf("%s %q: give a word without spaces, commas, slashes and control characters that does not "+
			"begin with -", what, word)
	case utf8.RuneCountInString(word) > longest:
		return fmt.Errorf("%s %q: give at most %d characters", what, word, longest)
	}
	return nil
}

// Purge writes a new file without the deleted runs, and returns the number of deleted runs. It returns an error if path
// exists or if no run is deleted.
func (s *Store) Purge(ctx context.Context, path string) (deleted int, err error) {
	gone, err := s.Deleted(ctx)
	if err == nil && len(gone) == 0 {
		err = explain(s.path, errors.New("no run has been deleted, so a purged file would be the same"))
	}
	if err != nil {
		return 0, err
	}
	write := func(temporary string) error { return s.copyWithout(ctx, temporary, gone) }
	return len(gone), replaceFile(path, refuseExisting, write)
}

func refuseExisting(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s exists; name another file", path)
	}
	return checkPlace(path)
}

func (s *Store) copyWithout(ctx context.Context, path string, gone []Run) (err error) {
	var ids []string
	for _, run := range gone {
		ids = append(ids, run.ID)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	made, err := Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, made.Close()) }()
	if err := made.attach(ctx, s.file, s.mode, "whole"); err != nil {
		return err
	}
	return made.change(ctx, func(tx *sql.Tx) error {
		for _, table := range []struct{ name, runColumn string }{
			{"runs", "id"}, {"extensions", "run"}, {"notes", "run"}, {"games", "run"},
		} {
			_, err := tx.ExecContext(ctx, fmt.Sprintf(`INSERT INTO main.%[1]s SELECT * FROM whole.%[1]s
				WHERE %[2]s NOT IN (SELECT value FROM json_each(?)) ORDER BY rowid`, table.name, table.runColumn),
				string(list))
			if err != nil {
				return err
			}
		}
		return nil
	})
}
