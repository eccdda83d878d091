package stored_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
)

// playedRun plays a tournament with node limits into a new database and returns its path.
func playedRun(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "playedRun.db")
	const line = "tournament alphabeta:nodes=150 mcts:nodes=60 greedy --option size=4 --rounds 2 --quiet --db"
	code, _, stderr := pillars(append(strings.Fields(line), path)...)
	if code != cli.ExitDone {
		t.Fatal(stderr)
	}
	return path
}

// doctored copies the only run of a database into a new one with one game changed, and returns the new path.
func doctored(t *testing.T, path, identity string, change func(*tournament.Game)) string {
	t.Helper()
	from, err := store.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	copied := filepath.Join(t.TempDir(), "doctored.db")
	to, err := store.Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	runs, err := from.Runs(t.Context())
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, error %v", len(runs), err)
	}
	run, err := to.CreateRun(t.Context(), runs[0])
	if err != nil {
		t.Fatal(err)
	}
	for game, err := range from.Find(t.Context(), runs[0].ID, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if game.Identity == identity {
			change(&game.Game)
		}
		if err := to.Append(context.Background(), run.ID, game.Game); err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

// runOf returns the id of the only run of a database.
func runOf(t *testing.T, path string) string {
	t.Helper()
	_, run := firstGame(t, path)
	return run.ID
}

func TestHonestRunIsVerified(t *testing.T) {
	path := playedRun(t)
	id := runOf(t, path)
	for _, workers := range []string{"1", "3"} {
		code, out, stderr := pillars("verify", id, "--decisions", "--sample", "0", "--workers", workers, "--db", path)
		const want = ": 12 games checked, 0 wrong; 12 decided again, 0 differently\n"
		if code != cli.ExitDone || !strings.Contains(out, want) || stderr != "" {
			t.Errorf("%s workers: exit code %d, %q, %q", workers, code, out, stderr)
		}
	}
	code, out, _ := pillars("verify", id, "--sample", "5", "--json", "--db", path)
	const want = `"stored":12,"missing":0,"checked":5,"wrong":0,`
	if code != cli.ExitDone || !strings.Contains(out, want) {
		t.Errorf("exit code %d, %s", code, out)
	}
}

// otherTurn replaces a turn of a game by another legal one, and plays on from there at random, so that the game obeys
// the rules.
func otherTurn(t *testing.T) func(*tournament.Game) {
	return func(g *tournament.Game) {
		game, err := games.Find(g.Record.Game)
		if err != nil {
			t.Fatal(err)
		}
		kept := g.Record
		turn := kept.Opening + 2
		kept.Turns, kept.Final = kept.Turns[:turn], ""
		h, err := kept.Replay(game)
		if err != nil {
			t.Fatal(err)
		}
		playOther(t, h, g.Record.Turns[turn])
		other := engine.NewRecord(h, g.Players)
		other.Opening, other.Tags = kept.Opening, kept.Tags
		g.Record, g.Outcome, g.Turns = other, other.Outcome, len(other.Turns)
		g.Thoughts = append(g.Thoughts, make([]tournament.Thought, g.Turns)...)[:g.Turns-other.Opening]
	}
}

// playOther plays a turn that is not the given one, and then at random to the end.
func playOther(t *testing.T, h *engine.History, not string) {
	t.Helper()
	turns := slices.DeleteFunc(engine.TurnTexts(h.Position(), 1_000_000), func(turn string) bool { return turn == not })
	steps, err := engine.ParseTurn(h.Position(), turns[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := h.PlayAll(steps); err != nil {
		t.Fatal(err)
	}
	for random := engine.NewRandom(1); !h.Outcome().Over(); {
		if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
			t.Fatal(err)
		}
	}
}

// forgeries lists changes to a game, with the fault that a check must find: by the rules or, if the game obeys these,
// by the players' decisions.
var forgeries = map[string]struct {
	change    func(*testing.T) func(*tournament.Game)
	decisions bool
	says      string
}{
	"illegal turn": {changed(func(g *tournament.Game) {
		g.Record.Turns[len(g.Record.Turns)-1] = "a1a9"
	}), false, "a1a9"},
	"other winner": {changed(func(g *tournament.Game) {
		g.Outcome.Scores[0], g.Outcome.Scores[1] = g.Outcome.Scores[1], g.Outcome.Scores[0]
		g.Record.Outcome = g.Outcome
	}), false, "outcome: "},
	"cut short": {changed(func(g *tournament.Game) {
		g.Turns--
		g.Record.Turns, g.Record.Final, g.Thoughts = g.Record.Turns[:g.Turns], "", g.Thoughts[:len(g.Thoughts)-1]
	}), false, "goes on"},
	"other opening": {changed(func(g *tournament.Game) { g.Record.Turns[0] = "@b1" }), false, "opening: "},
	"other players": {changed(func(g *tournament.Game) { g.Players = []string{"x", "y"} }), false, "players: "},
	"other draw": {changed(func(g *tournament.Game) {
		g.Outcome = engine.Draw(2, engine.TurnCap)
	}), false, "outcome: "},
	"other seeds": {changed(func(g *tournament.Game) {
		g.Record.Tags = slices.Clone(g.Record.Tags[:1])
	}), false, "seeds: "},
	"other turn":  {otherTurn, true, ", turn: stored is "},
	"other score": {changed(func(g *tournament.Game) { g.Thoughts[1].Score++ }), true, ", score: stored is "},
	"proven": {changed(func(g *tournament.Game) {
		g.Thoughts[0].Score = search.WinIn(3)
	}), true, ", score: stored is win in 3, now it is "},
	"other depth": {changed(func(g *tournament.Game) { g.Thoughts[1].Depth++ }), true, ", depth: stored is "},
	"other nodes": {changed(func(g *tournament.Game) { g.Thoughts[1].Nodes += 7 }), true, ", nodes: stored is "},
	"no thoughts": {changed(func(g *tournament.Game) {
		g.Thoughts = nil
	}), false, "thoughts: there are 0 for "},
	"other rules": {changed(func(g *tournament.Game) {
		g.Record.Settings = engine.Settings{{Name: "size", Value: "4"}, {Name: "cap", Value: "999"}}
	}), false, "rules: "},
}

func changed(change func(*tournament.Game)) func(*testing.T) func(*tournament.Game) {
	return func(*testing.T) func(*tournament.Game) { return change }
}

func TestForgeriesAreFound(t *testing.T) {
	const identity = "1v2/2/1"
	path := playedRun(t)
	id := runOf(t, path)
	for name, forgery := range forgeries {
		t.Run(name, func(t *testing.T) {
			copied := doctored(t, path, identity, forgery.change(t))
			code, out, stderr := pillars("verify", id, "--db", copied)
			if forgery.decisions {
				if code != cli.ExitDone {
					t.Fatalf("the rules alone find it: %d, %s%s", code, out, stderr)
				}
				code, out, stderr = pillars("verify", id, "--db", copied, "--decisions", "--sample", "0",
					"--workers", "2")
			}
			named := strings.Contains(out, "game "+id+"/"+identity+": ")
			if code != cli.ExitFailed || !named || !strings.Contains(out, forgery.says) {
				t.Errorf("exit code %d, want %d and %q in %q", code, cli.ExitFailed, forgery.says, out)
			}
			if strings.Count(out, "game "+id) != 1 || !strings.Contains(stderr, "1 of 12 games ") {
				t.Errorf("more is found than the one forgery: %s%s", out, stderr)
			}
		})
	}
}

func TestMissingGamesAreCounted(t *testing.T) {
	path := playedRun(t)
	id := runOf(t, path)
	other := doctored(t, path, "1v2/1/1", func(g *tournament.Game) { g.Identity = "1v2/9/1" })
	code, out, _ := pillars("verify", id, "--db", other)
	if code != cli.ExitFailed || !strings.Contains(out, "game "+id+"/1v2/9/1: ") ||
		!strings.Contains(out, "; 1 planned and not stored\n") {
		t.Errorf("exit code %d, %q", code, out)
	}
}

// TestDamagedGamesAreRefused changes the scores of all games as flipped bits would.
func TestDamagedGamesAreRefused(t *testing.T) {
	path := playedRun(t)
	id := runOf(t, path)
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec("DROP TRIGGER games_stay; UPDATE games SET scores = char(unicode(scores) + 1);" +
			"CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are written once'); END")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"verify", "ratings", "measure", "games --format=jsonl"} {
		code, out, stderr := pillars(append(strings.Fields(command), id, "--db", path)...)
		if code != cli.ExitFailed || !strings.Contains(out+stderr, "checksum is wrong") {
			t.Errorf("%s: exit code %d, %s%s", command, code, out, stderr)
		}
	}
}
