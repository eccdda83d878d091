package store

import (
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/pitofpillars"
	"pillars/tournament"
	"pillars/tournament/guard"
)

func TestGamesComeBackAsTheyWere(t *testing.T) {
	s, run, games := plannedRun(t, 2)
	forfeited := games[0]
	forfeited.Identity = "1v2/9/1"
	forfeited.Outcome.Reason = `fault: player 2 failed: "no" <idea>`
	forfeited.Fault = tournament.Fault{Kind: guard.Failed, Seat: 1}
	forfeited.Record.Outcome = forfeited.Outcome
	forfeited.Record.Turns, forfeited.Record.Final = forfeited.Record.Turns[:len(forfeited.Record.Turns)-1], ""
	games = append(games, forfeited)
	appendAll(t, s, run.ID, games...)
	back := storedGames(t, s, run.ID)
	for _, game := range games {
		got := back[game.Identity]
		if !sameGame(game, got) {
			t.Errorf("game %s came back as\n%+v\nwant\n%+v", game.Identity, got, game)
		}
		if _, err := got.Record.Replay(pitofpillars.Game); err != nil {
			t.Errorf("game %s does not replay: %v", game.Identity, err)
		}
		if got.Thoughts[0].Time != game.Thoughts[0].Time.Truncate(time.Microsecond) {
			t.Errorf("game %s: first turn took %v, stored as %v", game.Identity, game.Thoughts[0].Time,
				got.Thoughts[0].Time)
		}
	}
}

func TestAppendTwice(t *testing.T) {
	s, run, games := plannedRun(t, 1)
	game, again := games[0], games[0]
	again.Thoughts = slices.Clone(game.Thoughts)
	again.Thoughts[0].Time = time.Hour
	for _, g := range []tournament.Game{game, game, again} {
		if err := s.Append(t.Context(), run.ID, g); err != nil {
			t.Errorf("an equal game was refused: %v", err)
		}
	}
	for what, change := range map[string]func(r *engine.Record){
		"moves":   func(r *engine.Record) { r.Turns = r.Turns[:len(r.Turns)-1] },
		"start":   func(r *engine.Record) { r.Start += " " },
		"players": func(r *engine.Record) { r.Players = []string{r.Players[1], r.Players[0]} },
		"outcome": func(r *engine.Record) { r.Outcome.Scores[0], r.Outcome.Scores[1] = 0.25, 0.75 },
	} {
		other := game
		change(&other.Record)
		if err := s.Append(t.Context(), run.ID, other); !errors.Is(err, errDifferent) ||
			!strings.Contains(err.Error(), game.Identity) {
			t.Errorf("error %v for a game with other %s, want one that names the game", err, what)
		}
	}
	if back := storedGames(t, s, run.ID); len(back) != 1 || !sameGame(back[game.Identity], game) {
		t.Errorf("%d games stored, want the first as it was", len(back))
	}
	if err := s.Append(t.Context(), "nowhere", game); err == nil {
		t.Error("a game of a run that does not exist was stored")
	}
}

func TestRuns(t *testing.T) {
	plan, err := planned(1)
	require.NoError(t, err)
	s, ctx := newStore(t), t.Context()
	if _, err := s.FindRun(ctx, plan.Spec.Hash()); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v in an empty database, want ErrNotFound", err)
	}
	first := newRun(t, s, runOf(plan))
	second := newRun(t, s, runOf(plan))
	if first.ID != plan.Spec.Hash() || second.ID != first.ID+"-2" {
		t.Errorf("ids %s and %s", first.ID, second.ID)
	}
	appendAll(t, s, second.ID, played(t, plan)[0])
	found, err := s.FindRun(ctx, first.Hash)
	if err != nil || found.ID != second.ID || found.Games != 1 || found.Total != 6 ||
		found.Program != "test" {
		t.Errorf("found %+v, error %v: want the later run with its one game of 6", found, err)
	}
	if spec, err := tournament.ParseSpec(found.Spec); err != nil || spec.Hash() != found.Hash {
		t.Errorf("the stored spec does not read back: %v", err)
	}
	for word, want := range map[string]string{
		first.ID: first.ID, second.ID[:len(second.ID)-1]: second.ID, first.ID[:4]: "", "": "", "%": "", "zzz": "",
	} {
		run, err := s.Run(ctx, word)
		if run.ID != want || (err == nil) != (want != "") || word == first.ID[:4] &&
			!strings.Contains(err.Error(), second.ID) {
			t.Errorf("%q finds %+v, error %v; want %q", word, run, err, want)
		}
	}
	if runs, err := s.Runs(ctx); err != nil || len(runs) != 2 || runs[0].ID != first.ID {
		t.Errorf("runs %+v, error %v", runs, err)
	}
}

func TestNothingIsChangedOrDeleted(t *testing.T) {
	s, run, games := plannedRun(t, 1)
	appendAll(t, s, run.ID, games[0])
	require.NoError(t, s.Tag(t.Context(), run, "kept"))
	db, err := sql.Open("sqlite", s.Path())
	require.NoError(t, err)
	defer db.Close()
	for _, statement := range []string{"UPDATE games SET reason = 'luck'", "DELETE FROM games",
		"UPDATE runs SET total = 1", "DELETE FROM runs",
		"UPDATE notes SET kind = 'tag'", "DELETE FROM notes"} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s went through", statement)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	cases := map[string]struct{ path, want string }{
		"nothing":      {"", "no file is named"},
		"folder":       {folder, "not a regular file"},
		"no folder":    {filepath.Join(folder, "missing", "games.db"), "its folder does not exist"},
		"below a file": {filepath.Join(file("plain", "x"), "games.db"), "database"},
		"no database": {file("letter.txt", strings.Repeat("Dear reader, this is no database. ", 100)),
			"the file is not a database"},
		"unwritable": {filepath.Join(folder, strings.Repeat("long", 100)), "check the rights"},
		"another version": {made(t, folder,
			"CREATE TABLE runs (id TEXT); PRAGMA application_id = 1349086316; PRAGMA user_version = 99"),
			"it has version 99, and this program reads version 1 alone"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, err := Open(c.path)
			if err == nil {
				t.Fatal("opened: ", s.Close())
			}
			if !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.path) {
				t.Errorf("error %q: want the path and %q", err, c.want)
			}
		})
	}
}

// TestSchemas opens files whose schema is not the program's: all are refused before anything in them runs.
func TestSchemas(t *testing.T) {
	marks := "; PRAGMA application_id = 1349086316; PRAGMA user_version = 1"
	sound := made(t, t.TempDir(), schema+marks)
	if s, err := Open(sound); err != nil || s.Close() != nil {
		t.Fatal(err)
	}
	const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
	for name, statements := range map[string]string{
		"one trigger more": schema + "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
		"one trigger less": strings.Split(schema, "CREATE TRIGGER games_last")[0],
		"one column more": strings.Replace(schema, "kind     TEXT NOT NULL,",
			"kind TEXT NOT NULL, more TEXT AS (zeroblob(2000000000)),", 1),
		"an endless view": strings.Replace(strings.Split(schema, "CREATE TRIGGER")[0], "CREATE TABLE runs",
			"CREATE VIEW runs AS "+endless+"SELECT x AS id, * FROM n; CREATE TABLE other", 1),
		"a large view":       schema + "CREATE VIEW v AS SELECT zeroblob(2000000000)",
		"a comment in words": strings.Replace(schema, "'runs are kept'", "'--\nruns are kept'", 1),
	} {
		path := made(t, t.TempDir(), statements+marks)
		for how, open := range map[string]func(string) (*Store, error){
			"to read":  OpenReadOnly,
			"to write": func(path string) (*Store, error) { return Open(path) },
		} {
			begun := time.Now()
			if _, err := open(path); !errors.Is(err, errSchema) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s, %s: %v", name, how, err)
			}
			if took := time.Since(begun); took > time.Second {
				t.Errorf("%s, %s: refused after %v", name, how, took)
			}
		}
	}
}

// made makes a database in a new file by SQL.
func made(t *testing.T, folder, statements string) string {
	t.Helper()
	file, err := os.CreateTemp(folder, "*.db")
	require.NoError(t, err)
	path := file.Name()
	require.NoError(t, file.Close())
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, db.Close())
	return path
}

func TestOpenReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd name?#%20&.db")
	if _, err := OpenReadOnly(path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v without a file, want one that names it", err)
	}
	s, err := Open(path)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("the database was made under another name: %v", err)
	}
	reader, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer reader.Close()
	if runs, err := reader.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("runs %v, error %v in an empty database", runs, err)
	}
	_, err = reader.CreateRun(t.Context(), Run{Hash: "x"})
	require.ErrorContains(t, err, "reading only")
	if err := reader.Append(t.Context(), "x", tournament.Game{Record: engine.Record{}}); err == nil {
		t.Error("a game was written")
	}
}

func TestReaderSeesGamesWhileTheRunGoesOn(t *testing.T) {
	s, run, games := plannedRun(t, 1)
	reader, err := OpenReadOnly(s.Path())
	require.NoError(t, err)
	defer reader.Close()
	for i, game := range games {
		appendAll(t, s, run.ID, game)
		if results, err := collect(reader.Results(t.Context(), run.ID)); err != nil || len(results) != i+1 {
			t.Errorf("the reader sees %d games of %d, error %v", len(results), i+1, err)
		}
	}
}

func TestARunIsExtended(t *testing.T) {
	s := newStore(t)
	run := newRun(t, s, Run{Kind: "tournament", Hash: "abc", Spec: `{"rounds":1}`, Total: 2,
		Program: "one"})
	var err error
	for rounds, total := range map[string]int{`{"rounds":2}`: 4, `{"rounds":3}`: 6} {
		if run, err = s.Extend(t.Context(), run, rounds, total, "two"); err != nil {
			t.Fatal(err)
		}
		found, err := s.FindRun(t.Context(), "abc")
		if err != nil || !reflect.DeepEqual(found, run) || found.Spec != rounds || found.Total != total ||
			found.Program != "one" {
			t.Errorf("found %+v, want %+v; error %v", found, run, err)
		}
	}
}

// gameFor returns a game with a number of seats that ended at once.
func gameFor(identity string, reason engine.Reason, scores ...float64) tournament.Game {
	outcome := engine.Outcome{Reason: reason, Seats: len(scores)}
	copy(outcome.Scores[:], scores)
	players := []string{"one", "two", "three", "four"}[:len(scores)]
	return tournament.Game{
		Result: tournament.Result{Identity: identity, Pair: "pair", Players: players, Outcome: outcome, Turns: 1},
		Record: engine.Record{
			Game: "some", Start: "here", Players: players, Turns: []string{"there"}, Outcome: outcome, Final: "there",
			Tags: []engine.Tag{{Name: "Weights3", Value: "sha256:00"}},
		},
	}
}

func TestScoresOfEverySeatComeBack(t *testing.T) {
	games := []tournament.Game{
		gameFor("1v2v3/1/1", "last in", 0, 1, 1./2),
		gameFor("1v2v3v4/1/1", "last in", 1./3, 1, 2./3, 0),
		gameFor("1v2v3v4/1/2", "fault: player 3 gave up", 2./3, 2./3, 0, 2./3),
		gameFor("1v2v3/1/2", engine.TurnCap, .5, .5, .5),
	}
	s := newStore(t)
	run := newRun(t, s, Run{Hash: "run", Kind: "tournament"})
	appendAll(t, s, run.ID, slices.Repeat(games, 2)...) // the second time they are compared with the stored ones
	back := storedGames(t, s, run.ID)
	for _, game := range games {
		if got := back[game.Identity]; !sameGame(got, game) {
			t.Errorf("game %s came back as\n%+v\nwant\n%+v", game.Identity, got, game)
		}
	}
	for _, seats := range []int{-1, 5} { // as a liar may send it
		result, record := games[1], games[1]
		result.Outcome.Seats, record.Record.Outcome.Seats = seats, seats
		for _, forged := range []tournament.Game{result, record} {
			err := s.Append(t.Context(), run.ID, forged)
			require.ErrorContains(t, err, "no game has more", seats)
		}
	}
	changed := games[1]
	changed.Record.Outcome.Scores[3], changed.Record.Outcome.Scores[0] = changed.Record.Outcome.Scores[0], 0
	if err := s.Append(t.Context(), run.ID, changed); err == nil {
		t.Error("a game with two places exchanged was taken for the stored one")
	}
}

// TestThoughtsAreStored stores thoughts with and without clocks, random turns and visits. It reads lists as older
// programs wrote them, and refuses lists that do not fit together.
func TestThoughtsAreStored(t *testing.T) {
	clocks := []tournament.Thought{{Nodes: 1, Depth: 2, Score: 3, Time: time.Millisecond, Left: time.Minute},
		{Nodes: 4, Left: -3 * time.Microsecond}}
	visits := []tournament.Thought{{Nodes: 1, Random: true}, {Nodes: 2, Visits: "5:3"}, {Nodes: 3, Random: true}}
	for _, thoughts := range [][]tournament.Thought{nil, clocks, visits, clocks[1:], visits[:1]} {
		text, err := encodeThoughts(thoughts)
		require.NoError(t, err)
		if back, err := decodeThoughts(text); err != nil || !slices.Equal(back, thoughts) {
			t.Errorf("%s came back as %+v, error %v", text, back, err)
		}
		if err != nil || len(thoughts) < 2 && (strings.Contains(text, "visits") || len(thoughts) == 0 &&
			text != `{"nodes":[],"depth":[],"score":[],"us":[]}`) {
			t.Errorf("%+v are stored as %s", thoughts, text)
		}
	}
	const old = `{"nodes":[5,6],"depth":[1,2],"score":[-30,31],"us":[7,8]`
	want := []tournament.Thought{{Nodes: 5, Depth: 1, Score: -30, Time: 7 * time.Microsecond},
		{Nodes: 6, Depth: 2, Score: 31, Time: 8 * time.Microsecond}}
	if back, err := decodeThoughts(old + "}"); err != nil || !slices.Equal(back, want) {
		t.Errorf("%+v, error %v", back, err)
	}
	broken := []string{old}
	for _, more := range []string{`"left_us":[9]`, `"random":[2]`, `"random":[-1]`, `"visits":["a"]`, `"visits":[]`} {
		broken = append(broken, old+","+more+"}")
	}
	for _, entry := range []string{"[5,6]", "[1,2]", "[-30,31]", "[7,8]"} { // one list is longer than the others
		broken = append(broken, strings.Replace(old, entry, "[1,2,3]", 1)+"}")
	}
	for _, text := range broken {
		if got, err := decodeThoughts(text); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

// TestGamesOfTooManySeats checks that outcomes and records with an impossible number of seats are not read.
func TestGamesOfTooManySeats(t *testing.T) {
	for _, seats := range []int{0, 2, engine.MaxSeats, engine.MaxSeats + 1} {
		got, err := outcomeOf(make([]float64, seats), "end")
		if fits := seats <= engine.MaxSeats; (err == nil) != fits || fits && got.Seats != seats {
			t.Errorf("%d scores: %+v, error %v", seats, got, err)
		}
	}
	for _, text := range []string{`{"options":["size"]}`, `{"scores":[1,2,3,4,5,6,7,8,9]}`, "{"} {
		if r, err := decodeRecord(text); err == nil {
			t.Errorf("%s is read as %+v", text, r)
		}
	}
}
