package compliance_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/ugi"
	"pillars/search/ugi/server"
)

// asEngine as the first argument makes the test program an engine with the flaw that the second one names.
const asEngine = "as-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == asEngine {
		os.Exit(play(flaws[os.Args[2]]))
	}
	os.Exit(m.Run())
}

// flaw changes what a faultless engine hears and says.
type flaw struct {
	hear  func(line string) (passOn bool, answer string) // of a request
	speak func(line string) string                       // of an answer
	stays bool                                           // at the end of its input
	check string                                         // the check that fails
	also  string                                         // another check that may fail
	named string                                         // a part of what the check saw
}

// flaws holds the flaws by name, one for each check. The faultless engine has none.
var flaws = map[string]flaw{
	"faultless": {},
	"nameless":  {check: "greeting", named: "id name", speak: without("id name")},
	"odd option": {check: "greeting", named: "knob",
		speak: instead("option name Seed", "option name Seed type knob")},
	"no new game":     {check: "games", named: "exit status 4", hear: dieAt("uginewgame")},
	"fragile":         {check: "unknown requests", named: "xyzzy", hear: dieAt("xyzzy")},
	"no nodes":        {check: "go nodes", also: "games", named: "exit status 4", hear: dieAt("go nodes 100")},
	"silent at depth": {check: "go depth", named: "gave no bestmove within", hear: deafTo("go depth")},
	"slow":            {check: "go movetime", named: "is tolerated", hear: slowAt("go movetime 20")},
	"no clock": {check: "go with clocks", named: "exit status 4",
		hear: dieAt("go p1time 200 p1inc 2 p2time 200 p2inc 2")},
	"deaf to stop": {check: "go infinite", named: "after stop within", hear: deafTo("stop")},
	"hasty": {check: "go infinite", named: "nothing had asked for yet",
		hear: answerAt("go infinite", "bestmove b1a1")},
	"no texts": {check: "games", named: "exit status 4", hear: dieAt("position fen w,")},
	"cheat": {check: "games", named: `bestmove "a1a1" is no legal turn`,
		hear: answerAt("go nodes 100 movetime", "bestmove a1a1")},
	"strange info": {check: "info", named: "score pawns",
		speak: instead("info depth", "info depth 3 score pawns 4")},
	"stubborn": {check: "quit", also: "end of input", named: "gave no end after quit", hear: deafTo("quit"),
		stays: true},
	"dead": {check: "greeting", named: "exit status 4", hear: dieAt("ugi")},
}

// dead marks where an engine ends itself.
const dead = "dead"

func dieAt(prefix string) func(string) (bool, string) {
	return func(line string) (bool, string) {
		return true, map[bool]string{true: dead}[strings.HasPrefix(line, prefix)]
	}
}

func deafTo(prefix string) func(string) (bool, string) {
	return func(line string) (bool, string) { return !strings.HasPrefix(line, prefix), "" }
}

func answerAt(prefix, answer string) func(string) (bool, string) {
	return func(line string) (bool, string) {
		if strings.HasPrefix(line, prefix) {
			return false, answer
		}
		return true, ""
	}
}

// slowAt delays the answer to a request.
func slowAt(prefix string) func(string) (bool, string) {
	return func(line string) (bool, string) {
		if strings.HasPrefix(line, prefix) {
			time.Sleep(150 * time.Millisecond)
		}
		return true, ""
	}
}

func without(prefix string) func(string) string { return instead(prefix, "") }

func instead(prefix, other string) func(string) string {
	return func(line string) string {
		if strings.HasPrefix(line, prefix) {
			return other
		}
		return line
	}
}

// play runs a faultless engine behind a flaw and returns the exit code.
func play(f flaw) int {
	brain, requests := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		serve(brain, out)
		out.Close()
	}()
	go listen(f, requests)
	lines := bufio.NewScanner(answers)
	for lines.Scan() {
		line := lines.Text()
		if f.speak != nil {
			line = f.speak(line)
		}
		if line != "" {
			fmt.Println(line)
		}
	}
	return 0
}

// listen passes requests on to the engine as the flaw allows.
func listen(f flaw, requests io.WriteCloser) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, ugi.MaxRequest)
	for lines.Scan() {
		passOn, answer := true, ""
		if f.hear != nil {
			passOn, answer = f.hear(lines.Text())
		}
		if answer == dead {
			os.Exit(4)
		}
		if answer != "" {
			fmt.Println(answer)
		}
		if passOn {
			fmt.Fprintln(requests, lines.Text())
		}
	}
	if f.stays {
		time.Sleep(time.Hour) // leaves only when it is made to
	}
	requests.Close()
}

// serve runs the faultless engine.
func serve(in io.Reader, out io.Writer) {
	game, _ := games.Find("pilastri")
	config := server.Engine{
		Name: "Test", Author: "nobody", Games: games.All(), Game: game,
		Settings:  engine.Settings{{Name: "size", Value: "4"}},
		NewPlayer: func(rules engine.Rules) (search.Player, error) { return players.New("random", rules) },
	}
	if err := server.Serve(context.Background(), in, out, config); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		fmt.Fprintln(os.Stderr, err)
	}
}
