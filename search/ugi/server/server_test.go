package server_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/simple"
	"pillars/search/ugi"
	"pillars/search/ugi/server"
)

// TestInfinite checks that a server answers an infinite go only after the stop, answers isready meanwhile, and refuses
// other requests.
func TestInfinite(t *testing.T) {
	for _, player := range []string{"random", "alphabeta", "mcts"} {
		c := newTalk(t, configOf(t, "pit-of-pillars", player, "size=4"))
		c.say("position startpos moves @b2", "go infinite", "position startpos", "go nodes 3",
			"setoption name Game value pit", "isready")
		heard := c.hear("readyok")
		early := strings.Contains(strings.Join(heard, "\n"), "bestmove")
		if early || strings.Count(complaints(heard), "not while a go") != 3 {
			t.Errorf("%s: heard %q", player, heard)
		}
		c.say("stop")
		legal(t, c, "pit-of-pillars", last(c.hear("bestmove")), "@b2")
		c.say("stop", "isready")
		if heard := c.hear("readyok"); len(heard) != 1 {
			t.Errorf("%s: a stop without a go is answered with %q", player, heard)
		}
		c.say("go nodes 20")
		c.hear("bestmove")
	}
}

// legal checks that a turn is legal after other turns from the start.
func legal(t *testing.T, c *talk, game, turn string, before ...string) {
	t.Helper()
	rules := enginetest.Rules(t, game, "size=4")
	moves := "startpos moves " + strings.Join(append(before, turn), " ")
	if _, err := ugi.ReadPosition(moves, rules.Game(), rules.Settings()); err != nil {
		t.Error(err)
	}
}

// TestWhiteSpace sends requests with tabs, several blanks and carriage returns between and around the words.
func TestWhiteSpace(t *testing.T) {
	c := newTalk(t, configOf(t, "pit-of-pillars", "random", "size=6"))
	c.say("setoption\tname\t size  value\t4\r", " \tposition\tstartpos  moves\t@b2 \r", "\tgo\tnodes\t5\t")
	legal(t, c, "pit-of-pillars", last(c.hear("bestmove")), "@b2")
	c.say("query\tgameover ", " isready\t")
	if heard := c.hear("readyok"); len(heard) != 2 || heard[0] != "response false" {
		t.Errorf("heard %q", heard)
	}
}

// TestSurvival checks that the complaint about each meaningless line names the fault, and that the server then plays
// on.
func TestSurvival(t *testing.T) {
	c := newTalk(t, configOf(t, "pilastri", "alphabeta:nodes=20", "size=4"))
	for line, named := range map[string]string{
		"xyzzy": "xyzzy", "setoption": "name", "setoption name Colour value red": "Colour",
		"setoption name Game value chess": "chess", "setoption name Seed value x": "Seed",
		"position":                     "startpos",
		"position startpos moves a9a8": "a9a8", "position fen w w": "fen", "query": "gameover",
		"query p3turn":                        "p3turn",
		"setoption name size value 5":         "size",
		strings.Repeat("x", ugi.MaxRequest+5): "too long",
	} {
		c.say(line, "isready")
		if got := complaints(c.hear("readyok")); !strings.Contains(got, named) {
			t.Errorf("%.60q: the complaint %q does not name %s", line, got, named)
		}
		c.say("setoption name size value 4", "position startpos", "go")
		if heard := c.hear("bestmove"); last(heard) == ugi.NoTurn {
			t.Errorf("%.60q: after it %q", line, heard)
		}
	}
	c.say("", "  ", "go nodes 5 ponder")
	if heard := c.hear("bestmove"); last(heard) == ugi.NoTurn || !strings.Contains(complaints(heard), "ponder") {
		t.Errorf("go with an unknown word: %q", heard)
	}
	c.say("position startpos moves nonsense", "go")
	if heard := c.hear("bestmove"); last(heard) != ugi.NoTurn {
		t.Errorf("go without a position: %q", heard)
	}
	c.say("quit")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// TestEnd checks that the end of the requests ends the search and the server, which prints the turn found so far.
func TestEnd(t *testing.T) {
	var out strings.Builder
	config := configOf(t, "pit-of-pillars", "alphabeta")
	require.NoError(t, server.Serve(t.Context(), strings.NewReader("position startpos\ngo infinite"), &out, config))
	if !strings.Contains(out.String(), "bestmove @") {
		t.Errorf("printed %q", out.String())
	}
	if err := server.Serve(t.Context(), strings.NewReader("ugi\nquit\nugi"), brokenWriter{}, config); err == nil {
		t.Error("a failed write goes unnoticed")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no room") }

// flawed is a player whose decisions are the results of fail.
type flawed struct {
	search.Player
	fail func(h *engine.History) (search.Decision, error)
}

func (f flawed) Decide(
	_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info),
) (search.Decision, error) {
	return f.fail(h)
}

// TestFlawedPlayers checks that the server reports failures of its player, answers every go and continues.
func TestFlawedPlayers(t *testing.T) {
	for named, fail := range map[string]func(h *engine.History) (search.Decision, error){
		"out of ideas": func(*engine.History) (search.Decision, error) {
			return search.Decision{}, errors.New("out of\nideas")
		},
		"no step": func(*engine.History) (search.Decision, error) { return search.Decision{}, nil },
		"not legal": func(*engine.History) (search.Decision, error) {
			return search.Decision{Steps: []engine.Step{1 << 30}}, nil
		},
		"beyond": func(h *engine.History) (search.Decision, error) {
			first := h.Position().AppendSteps(nil)[0]
			if err := h.Play(first); err != nil {
				return search.Decision{}, err
			}
			return search.Decision{Steps: []engine.Step{first, h.Position().AppendSteps(nil)[0]}}, nil
		},
	} {
		config := configOf(t, "pilastri", "random")
		config.NewPlayer = func(rules engine.Rules) (search.Player, error) {
			return flawed{simple.NewRandom("random"), fail}, nil
		}
		c := newTalk(t, config)
		for range 2 {
			c.say("go nodes 4")
			heard := c.hear("bestmove")
			if got := complaints(heard); !strings.Contains(got, named) || last(heard) != ugi.NoTurn {
				t.Errorf("%s: heard %q", named, heard)
			}
			c.say("isready")
			c.hear("readyok")
		}
	}
}

// TestTranscript compares a whole conversation line by line with a file, in which requests follow ">". The server reads
// nothing after quit.
func TestTranscript(t *testing.T) {
	file, err := os.ReadFile("testdata/transcript.txt")
	require.NoError(t, err)
	var requests, want strings.Builder
	for line := range strings.Lines(string(file)) {
		if request, is := strings.CutPrefix(line, ">"); is {
			requests.WriteString(strings.TrimPrefix(request, " "))
		} else {
			want.WriteString(line)
		}
	}
	var out strings.Builder
	in := strings.NewReader(requests.String() + "quit\nugi\n")
	require.NoError(t, server.Serve(t.Context(), in, &out, configOf(t, "pilastri", "random", "size=4")))
	if out.String() != want.String() {
		t.Errorf("it said\n%s", out.String())
	}
}

// FuzzServe checks that a server ends when its requests end, whatever they are, and prints only lines of the protocol.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"ugi\nisready\nuginewgame\nposition startpos\ngo nodes 10\nquery result\nquit\n",
		"setoption name Game value pit\nsetoption name players value 4\nposition startpos moves @a1\n" +
			"go depth 2\nstop\nisready\n",
		"position fen w,b/b,w w 1\ngo infinite\ngo\nstop\nstop\nposition\nquery p1turn",
		"setoption name size value 6\ngo movetime 1 p1time 0\nsetoption name Game value pylyx\nposition startpos\ngo",
	} {
		f.Add(seed)
		f.Add(strings.NewReplacer(" ", "\t ", "\n", " \r\n").Replace(seed))
	}
	f.Fuzz(func(t *testing.T, requests string) {
		var out strings.Builder
		if strings.Contains(requests, "board") {
			return // reads files
		}
		config := configOf(t, "pilastri", "random", "size=4")
		require.NoError(t, server.Serve(t.Context(), strings.NewReader(requests), &out, config))
		for _, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			switch first, _, _ := strings.Cut(line, " "); first {
			case "", "id", "option", "ugiok", "readyok", "info", "bestmove", "response":
			default:
				t.Errorf("%q is answered with %q", requests, line)
			}
		}
	})
}

// configOf returns the configuration of a server of a player for a game.
func configOf(t testing.TB, game, player string, options ...string) server.Engine {
	t.Helper()
	g, err := games.Find(game)
	require.NoError(t, err)
	settings, err := engine.ParseSettings(options)
	require.NoError(t, err)
	return server.Engine{
		Name: "test", Author: "nobody", Games: games.All(), Game: g, Settings: settings,
		NewPlayer: func(rules engine.Rules) (search.Player, error) { return players.New(player, rules) },
	}
}

// talk is a conversation with a server.
type talk struct {
	t     *testing.T
	in    chan<- string // of requests, which may queue up
	lines *bufio.Scanner
	ended chan error
}

func newTalk(t *testing.T, config server.Engine) *talk {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	queue := make(chan string, 1000)
	c := &talk{t: t, in: queue, lines: bufio.NewScanner(answers), ended: make(chan error, 1)}
	go func() {
		err := server.Serve(context.Background(), in, out, config)
		in.Close()
		out.Close()
		c.ended <- err
	}()
	go func() {
		defer requests.Close()
		for text := range queue {
			if _, err := io.WriteString(requests, text); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { close(queue); answers.Close() })
	return c
}

// say sends lines.
func (c *talk) say(lines ...string) { c.in <- strings.Join(lines, "\n") + "\n" }

// hear reads up to a line that begins with a word, and returns all that was read.
func (c *talk) hear(word string) []string {
	c.t.Helper()
	var heard []string
	for c.lines.Scan() {
		heard = append(heard, c.lines.Text())
		if first, _, _ := strings.Cut(c.lines.Text(), " "); first == word {
			return heard
		}
	}
	c.t.Fatalf("the conversation ended before %q; heard %q", word, heard)
	return nil
}

// last returns the last word of the last line.
func last(lines []string) string {
	line := lines[len(lines)-1]
	return line[strings.LastIndex(line, " ")+1:]
}

// complaints returns the texts of the info string lines.
func complaints(lines []string) string {
	var texts []string
	for _, line := range lines {
		if text, found := strings.CutPrefix(line, "info string "); found {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}
