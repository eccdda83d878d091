package store

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/outside"
)

// closedStore returns a closed file with two games in a run named run.
func closedStore(t *testing.T) (path string) {
	t.Helper()
	return shardOf(t, Run{Hash: "run", Kind: "tournament"}, nil, gameFor("1v2/3/1", "no stack left", 1, 0),
		gameFor("1v2/3/2", "no stack left", 1, 0))
}

func changeFile(t *testing.T, path string, change func([]byte)) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	change(data)
	require.NoError(t, os.WriteFile(path, data, 0o644))
}

// TestLongTexts reads a game whose record has 100 MB: it is damaged, and reading it takes little memory.
func TestLongTexts(t *testing.T) {
	path := closedStore(t)
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer db.Close()
	forge(t, db, "games", "UPDATE games SET record = replace(hex(zeroblob(50000000)), '00', 'xx') WHERE number = 1")
	s, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer s.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	game, err := s.Game(t.Context(), "run", "1v2/3/1")
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrDamaged) || used > 10<<20 {
		t.Errorf("%d bytes for the game %s, %v", used, game.Identity, err)
	}
}

// TestControlCharacters checks that nothing that is read from a file can control a terminal, wherever it stands.
func TestControlCharacters(t *testing.T) {
	const evil = "\x1b]0;title\a\u202e\u009b31m\n"
	s := newStore(t)
	spec, _ := json.Marshal(map[string]any{"players": []string{evil}})
	run := newRun(t, s, Run{Hash: "run", Kind: evil, Spec: string(spec), Program: evil})
	if _, err := s.write.Exec("INSERT INTO notes (run, kind, value, created, checksum) SELECT 'run', 'tag', ?1, '', "+
		sumFunction+"('run', 'tag', ?1, '')", evil); err != nil {
		t.Fatal(err)
	}
	game := gameFor("1v2/3/1", engine.Reason(evil), 1, 0)
	game.Players = []string{evil, "b" + evil}
	game.Record.Players, game.Record.Final = game.Players, evil
	game.Record.Tags = []engine.Tag{{Name: evil, Value: evil}}
	appendAll(t, s, run.ID, game)
	found, err := s.Run(t.Context(), "run")
	require.NoError(t, err)
	stored, err := s.Game(t.Context(), "run", game.Identity)
	require.NoError(t, err)
	if !slices.Contains(found.Tags, outside.Visible(evil, "")) || stored.Players[0] != outside.Visible(evil, "") {
		t.Errorf("the tags are %q, the players %q", found.Tags, stored.Players)
	}
	if text := fmt.Sprint(found, found.Kind, found.Spec, found.Program, stored); outside.Visible(text, "") != text {
		t.Errorf("control characters are in %q", text)
	}
	game.Identity = "1v2/3/" + evil
	appendAll(t, s, run.ID, game)
	if _, err := s.Game(t.Context(), "run", game.Identity); !errors.Is(err, ErrDamaged) {
		t.Errorf("a game whose name has control characters: %v", err)
	}
}

// TestDamagedIndex flips a bit in an entry of the unique index, from which games are found.
func TestDamagedIndex(t *testing.T) {
	path, game := closedStore(t), []byte("run1v2/3/1")
	flipped := 0
	changeFile(t, path, func(data []byte) {
		for at := 0; ; {
			found := bytes.Index(data[at:], game)
			if found < 0 {
				return
			}
			at += found + len(game)
			if !bytes.HasPrefix(data[at:], []byte("pair")) { // in the table the pair follows
				data[at-len(game)] ^= 1
				flipped++
			}
		}
	})
	for name, open := range map[string]func(string) (*Store, error){
		"to write": func(path string) (*Store, error) { return Open(path) }, "to read": OpenReadOnly,
	} {
		s, err := open(path)
		if flipped == 0 || err == nil || !strings.Contains(err.Error(), "damaged") ||
			!strings.Contains(err.Error(), "index") || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%d entries changed, opened %s with error %v", flipped, name, err)
		}
		if err == nil {
			s.Close()
		}
	}
}

// TestGamesOutOfOrder makes an index yield a game twice, as an index with damaged pages may do.
func TestGamesOutOfOrder(t *testing.T) {
	s, err := OpenReadOnly(closedStore(t))
	require.NoError(t, err)
	defer s.Close()
	const twice = "JOIN (VALUES (1), (2)) WHERE run = ? ORDER BY number"
	read := 0
	for _, err := range s.find(t.Context(), resultColumns+", result_sum", twice+" LIMIT -1", "run") {
		if read++; (err != nil) != (read%2 == 0) || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("game %d: error %v", read, err)
		}
	}
	if read != 4 {
		t.Errorf("%d games read, want two twice", read)
	}
}

// TestDamagedResultsAreReported stores rows that have right checksums, but scores and players that cannot be.
func TestDamagedResultsAreReported(t *testing.T) {
	for column, text := range map[string]string{"players": "ann", "scores": "[1", "pair": "p"} {
		s := newStore(t)
		run := newRun(t, s, Run{Kind: "test", Hash: "aaaa", Spec: "{}"}).ID
		db, err := sql.Open("sqlite", s.Path())
		require.NoError(t, err)
		defer db.Close()
		row := map[string]string{"pair": "p", "players": `["ann","bob"]`, "scores": "[1,0]"}
		row[column] = text
		if column == "pair" {
			row["scores"] = "[1,0,0]"
		}
		_, err = db.Exec("INSERT INTO games ("+gameColumns+") SELECT "+resultColumns+", "+sumFunction+"("+resultColumns+
			"), record, thoughts, "+sumFunction+`(run, identity, record, thoughts) FROM (SELECT ? AS run,
			'1' AS identity, ? AS pair, '1v2' AS pairing, 1 AS opening, ? AS players, ? AS scores, 'test' AS reason,
			'' AS fault, 0 AS fault_seat, '' AS adjudicated, 1 AS turns, '{}' AS record, '{}' AS thoughts,
			'2026-01-01T00:00:00Z' AS finished)`, run, row["pair"], row["players"], row["scores"])
		require.NoError(t, err)
		if results, err := collect(s.Results(t.Context(), run)); err == nil || strings.Contains(err.Error(), "time") {
			t.Errorf("%s %s gave %v, error %v", column, text, results, err)
		}
	}
}

// TestForeignFilesStayAsTheyAre checks that databases of another program are refused and unchanged, in both journal
// modes of SQLite.
func TestForeignFilesStayAsTheyAre(t *testing.T) {
	for _, mode := range []string{"DELETE", "WAL"} {
		path := made(t, t.TempDir(), "PRAGMA journal_mode = "+mode+"; CREATE TABLE recipes (name TEXT)")
		before, err := os.ReadFile(path)
		require.NoError(t, err)
		_, err = Open(path)
		require.ErrorContains(t, err, "not made by this program", mode)
		after, err := os.ReadFile(path)
		files, _ := filepath.Glob(path + "*")
		if err != nil || !bytes.Equal(before, after) || len(files) != 1 {
			t.Errorf("%s: the file was changed, or left with others: %v, error %v", mode, files, err)
		}
	}
}

// forge updates a table, which the program's trigger refuses.
func forge(t *testing.T, db *sql.DB, table, update string, arguments ...any) {
	t.Helper()
	var trigger string
	err := db.QueryRow("SELECT sql FROM sqlite_schema WHERE name = ?", table+"_stay").Scan(&trigger)
	if err == nil {
		_, err = db.Exec(fmt.Sprintf("DROP TRIGGER %s_stay; %s; %s", table, update, trigger), arguments...)
	}
	require.NoError(t, err)
}
