package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/engine/pgn"
	"pillars/search"
	"pillars/tournament"
)

var finished = time.Date(2026, 3, 1, 23, 59, 30, 5_000_000, time.UTC)

// randomGame plays a random game with invented thoughts.
func randomGame(t *testing.T, rules engine.Rules, identity string, seed uint64) tournament.Stored {
	t.Helper()
	random := engine.NewRandom(seed)
	h := engine.NewHistory(rules.Start())
	for !h.Outcome().Over() {
		require.NoError(t, h.Play(engine.RandomStep(h.Position(), random)))
	}
	players := []string{`alphabeta:nodes=5,weights="a\b".txt`, "greedy", "random", "uct:nodes=7"}[:rules.Seats()]
	record := engine.NewRecord(h, players)
	record.Opening = min(3, len(record.Turns))
	record.Tags = []engine.Tag{{Name: "Round", Value: identity}, {Name: "Seed1", Value: "18446744073709551615"}}
	game := tournament.Stored{Run: "3f9c", Finished: finished, Game: tournament.Game{
		Result: tournament.Result{
			Identity: identity, Pair: identity[:strings.LastIndexByte(identity, '/')], Players: players,
			Outcome: h.Outcome(), Turns: len(record.Turns),
		},
		Record: record,
	}}
	more := rand.New(random)
	scores := []search.Score{0, -125, search.WinIn(5), -search.WinIn(4), search.Proven, -search.Proven, 2000}
	for range record.Turns[record.Opening:] {
		game.Thoughts = append(game.Thoughts, tournament.Thought{
			Nodes: more.Uint64() >> 12, Depth: more.IntN(20), Score: scores[more.IntN(len(scores))],
			Time: time.Duration(more.IntN(1e6)) * time.Microsecond,
			Left: time.Duration(more.IntN(3)-1) * time.Second,
		})
	}
	return game
}

// randomGames returns some random games of every game and every number of seats.
func randomGames(t *testing.T) []tournament.Stored {
	t.Helper()
	var all []tournament.Stored
	for _, game := range games.All() {
		for _, seats := range []string{"", "3", "4"} {
			var settings engine.Settings
			if seats != "" {
				settings = engine.Settings{{Name: "players", Value: seats}}
			}
			rules, err := game.New(settings)
			if err != nil {
				continue // not for three or four seats
			}
			for i := range 3 {
				all = append(all, randomGame(t, rules, fmt.Sprintf("1v2/%d/%d", len(all)+1, i+1), uint64(len(all))))
			}
		}
	}
	if len(all) < 15 {
		t.Fatalf("only %d games", len(all))
	}
	return all
}

// written writes games in a format.
func written(t *testing.T, format string, list []tournament.Stored) string {
	t.Helper()
	var out bytes.Buffer
	for _, game := range list {
		require.NoError(t, writeGame(&out, format, game))
	}
	return out.String()
}

func TestPGNReadsBack(t *testing.T) {
	list := randomGames(t)
	read := readPGN(t, written(t, "pgn", list))
	if len(read) != len(list) {
		t.Fatalf("%d of %d games read back", len(read), len(list))
	}
	for i, got := range read {
		want := list[i].Record
		tags := append([]engine.Tag{
			{Name: "Event", Value: "pillars run 3f9c"}, {Name: "Date", Value: "2026.03.01"},
			{Name: "Game", Value: want.Game}, {Name: "Start", Value: want.Start}, {Name: "Final", Value: want.Final},
			{Name: "Opening", Value: fmt.Sprint(want.Opening)}, {Name: "White", Value: want.Players[0]},
			{Name: "Black", Value: want.Players[1]}, {Name: "Termination", Value: string(want.Outcome.Reason)},
		}, want.Tags...)
		for _, tag := range tags {
			if !slices.Contains(got.Tags, tag) {
				t.Errorf("game %d: tag %v is missing in %v", i+1, tag, got.Tags)
			}
		}
		if !slices.Equal(got.Turns, want.Turns) {
			t.Errorf("game %d came back with the turns %q, want %q", i+1, got.Turns, want.Turns)
		}
	}
}

func readPGN(t *testing.T, text string) (all []pgn.Entry) {
	t.Helper()
	for game, err := range pgn.Games(strings.NewReader(text)) {
		require.NoError(t, err)
		all = append(all, game)
	}
	return all
}

// record is a line of JSON as other programs read it.
type record struct {
	Type, Run, Identity, Reason, Pair, Game, Options, Start, Final string

	Players, Moves []string
	Scores         []float64
	Turns          int
	Opening        int `json:"opening_turns"`
	Finished       time.Time
	Tags           []engine.Tag
	Thoughts       []jsonThought
}

type jsonThought struct {
	Score   float64
	Proven  string
	Depth   int
	Nodes   uint64
	Seconds float64
	Left    float64 `json:"left_seconds"`
}

func TestLinesHoldEverything(t *testing.T) {
	list := randomGames(t)
	lines := strings.Split(strings.TrimSuffix(written(t, "jsonl", list), "\n"), "\n")
	if len(lines) != len(list) {
		t.Fatalf("%d lines for %d games", len(lines), len(list))
	}
	for i, line := range lines {
		var got record
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&got))
		checkRecord(t, got, list[i])
	}
}

// checkRecord checks that JSON has everything that is stored about a game.
func checkRecord(t *testing.T, got record, g tournament.Stored) {
	t.Helper()
	want := record{Type: "record", Run: g.Run, Identity: g.Identity, Reason: string(g.Outcome.Reason), Pair: g.Pair,
		Game: g.Record.Game, Options: g.Record.Settings.String(), Start: g.Record.Start, Final: g.Record.Final,
		Players: g.Players, Moves: g.Record.Turns, Scores: g.Outcome.Scores[:g.Outcome.Seats], Turns: g.Turns,
		Opening: g.Record.Opening, Finished: g.Finished, Tags: g.Record.Tags}
	for _, thought := range g.Thoughts {
		w := jsonThought{Score: float64(thought.Score) / 100, Depth: thought.Depth, Nodes: thought.Nodes,
			Seconds: thought.Time.Seconds(), Left: thought.Left.Seconds()}
		if thought.Score.Decided() {
			w.Score, w.Proven = 0, thought.Score.String()
		}
		want.Thoughts = append(want.Thoughts, w)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("game %s is read as\n%+v\nwant\n%+v", g.Identity, got, want)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space") }

// TestFailedWritesShow checks errors of the disk, and of games that PGN cannot hold.
func TestFailedWritesShow(t *testing.T) {
	game := randomGames(t)[0]
	for _, format := range Formats() {
		require.ErrorContains(t, writeGame(fullDisk{}, format, game), "no space", format)
	}
	game.Record.Players = nil
	require.ErrorContains(t, writeGame(&bytes.Buffer{}, "pgn", game), "3f9c/"+game.Identity)
}
