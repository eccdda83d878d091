//go:build !race

package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/tournament"
)

// wornFile returns a closed file with rows in all tables, including games with all kinds of endings in two runs.
func wornFile(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s, err := Open(path)
	require.NoError(t, err)
	for _, hash := range []string{"aaaa", "bbbb"} {
		run, err := s.CreateRun(t.Context(), Run{Hash: hash, Kind: "tournament", Spec: `{"rounds":1}`, Total: 2,
			Program: "one", Tags: []string{"ladder-" + hash, "may"}})
		for _, game := range mixedGames()[:20] {
			err = errors.Join(err, s.Append(t.Context(), run.ID, game))
		}
		if err == nil {
			_, err = s.Extend(t.Context(), run, `{"rounds":2}`, 4, "two")
		}
		require.NoError(t, err)
	}
	require.NoError(t, s.Close())
	return path
}

// asked lists all questions about a file of wornFile, except those that only complete names.
var asked = map[string]func(*testing.T, *Store) (any, error){
	"runs":    func(t *testing.T, s *Store) (any, error) { return s.Runs(t.Context()) },
	"deleted": func(t *testing.T, s *Store) (any, error) { return s.Deleted(t.Context()) },
	"hash":    func(t *testing.T, s *Store) (any, error) { return s.FindRun(t.Context(), "aaaa") },
	"name":    func(t *testing.T, s *Store) (any, error) { return s.Run(t.Context(), "ladder-aaaa") },
	"games":   func(t *testing.T, s *Store) (any, error) { return collect(s.Find(t.Context(), "aaaa", Filter{})) },
	"filtered": func(t *testing.T, s *Store) (any, error) {
		return collect(s.Find(t.Context(), "aaaa", Filter{Player: "one", Opening: 1}))
	},
	"results": func(t *testing.T, s *Store) (any, error) { return collect(s.Results(t.Context(), "aaaa")) },
	"faulty": func(t *testing.T, s *Store) (any, error) {
		return collect(s.FindResults(t.Context(), "aaaa", Filter{Faults: true, Limit: 3}))
	},
	"count": func(t *testing.T, s *Store) (any, error) {
		return s.Count(t.Context(), "aaaa", Filter{Openings: 2, Player: "one"})
	},
	"game": func(t *testing.T, s *Store) (any, error) { return s.Game(t.Context(), "aaaa", "1v2/1/1") },
	"faults": func(t *testing.T, s *Store) (any, error) {
		return s.Count(t.Context(), "aaaa", Filter{Faults: true, Openings: 2})
	},
	"distinct": func(t *testing.T, s *Store) (any, error) {
		return s.Distinct(t.Context(), tournament.FaultVoid, 2, nil, "aaaa", "bbbb")
	},
}

// answers returns the answers of a file to all questions of asked, or the errors.
func answers(t *testing.T, path string) map[string]string {
	t.Helper()
	said := map[string]string{}
	s, err := OpenReadOnly(path)
	if err != nil {
		for question := range asked {
			said[question] = "error: " + err.Error()
		}
		return said
	}
	defer s.Close()
	for question, ask := range asked {
		answer, err := any(nil), error(nil)
		for _, run := range []string{"aaaa", "bbbb"} { // as all commands do first
			if err == nil {
				_, err = s.Run(t.Context(), run)
			}
		}
		if err == nil {
			answer, err = ask(t, s)
		}
		text, failed := json.Marshal(answer)
		if said[question] = string(text); err != nil {
			said[question] = "error: " + err.Error()
		} else if failed != nil {
			t.Fatal(failed)
		}
	}
	return said
}

// checkAnswers checks that answers are unchanged, or errors that name the file and say what is wrong and what to do. It
// returns the number of errors.
func checkAnswers(t *testing.T, what, path string, before, now map[string]string, want ...string) (errors int) {
	t.Helper()
	for question, answer := range now {
		text, failed := strings.CutPrefix(answer, "error: ")
		switch {
		case failed:
			errors++
			for _, part := range append(want, path) {
				if !strings.Contains(text, part) {
					t.Errorf("%s: %s: the error %q lacks %q", what, question, text, part)
				}
			}
		case answer != before[question]:
			t.Errorf("%s: %s was\n%.300s\nand is\n%.300s", what, question, before[question], answer)
		}
	}
	return errors
}

// TestChangedColumns flips bits of every column of a row in every table, also in the indexes, so that SQLite finds
// nothing wrong. Whatever needs the row fails, and everything else is unchanged. The number and run of a game, which
// connect it with the indexes, can only be changed by bits of the file.
func TestChangedColumns(t *testing.T) {
	path := wornFile(t)
	before := answers(t, path)
	if n := checkAnswers(t, "the sound file", path, before, before); n > 0 {
		t.Fatal(before)
	}
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer db.Close()
	for table, c := range map[string]struct{ row, columns string }{
		"games":      {"game aaaa/1v2/11/2", strings.TrimPrefix(gameColumns, "run, ")},
		"runs":       {"run ", "id, kind, hash, spec, total, program, created"},
		"notes":      {"note 3", "run, kind, value, created"},
		"extensions": {"extension 1", "run, spec, total, program, created"},
	} {
		for column := range strings.FieldsFuncSeq(c.columns, func(r rune) bool { return r <= ',' }) {
			number := map[string]int{"games": 8, "notes": 3}[table]
			for bit := range 3 {
				change(t, db, table, column, max(1, number), bit)
				what := fmt.Sprintf("bit %d of %s.%s", bit, table, column)
				now := answers(t, path)
				row := c.row
				if column == "identity" || column == "id" {
					row = strings.Fields(row)[0]
				}
				if checkAnswers(t, what, path, before, now, row, "checksum is wrong", "afresh") == 0 {
					t.Errorf("%s: nobody notices", what)
				}
				change(t, db, table, column, max(1, number), bit)
			}
		}
	}
	if n := checkAnswers(t, "the file as it was", path, before, answers(t, path)); n > 0 {
		t.Error("the changes have not been taken back")
	}
}

// change flips a bit of a column in a row: in its first or middle byte or, for an empty text, in its length.
func change(t *testing.T, db *sql.DB, table, column string, row, bit int) {
	t.Helper()
	var was any
	err := db.QueryRow(fmt.Sprintf("SELECT %s FROM %s WHERE rowid = %d", column, table, row)).Scan(&was)
	switch value := was.(type) {
	case int64:
		was = value ^ 1<<(7*bit)
	case string:
		text := []byte(value)
		switch {
		case value == "":
			was = "\x00"
		case value == "\x00":
			was = ""
		default:
			text[bit*len(text)/3] ^= 1 << bit
			was = string(text)
		}
	}
	if err != nil {
		t.Fatalf("%s.%s: %v", table, column, err)
	}
	forge(t, db, table, fmt.Sprintf("UPDATE %s SET %s = ? WHERE rowid = %d", table, column, row), was)
}

// TestFlippedBits flips single bits of a file at random places, including indexes and the order of pages. Every answer
// is an error or unchanged.
func TestFlippedBits(t *testing.T) {
	path := wornFile(t)
	before := answers(t, path)
	sound, err := os.ReadFile(path)
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	flips, noticed := enginetest.Count(200, 2000), 0
	for range flips {
		at, bit := random.IntN(len(sound)), random.IntN(8)
		for sound[at] == 0 && sound[max(0, at-1)] == 0 { // most of the zeros belong to nothing
			at = random.IntN(len(sound))
		}
		changeFile(t, path, func(data []byte) {
			copy(data, sound)
			data[at] ^= 1 << bit
		})
		if checkAnswers(t, fmt.Sprintf("bit %d of byte %d", bit, at), path, before, answers(t, path)) > 0 {
			noticed++
		}
	}
	if noticed < flips/2 {
		t.Errorf("%d of %d flipped bits were noticed", noticed, flips)
	}
}
