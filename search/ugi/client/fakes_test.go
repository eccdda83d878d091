package client_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/ugi"
	"pillars/search/ugi/client"
	"pillars/search/ugi/server"
)

// asEngine as the first argument makes the test program an engine. The second argument names its flaw, and the others
// are arguments of the flaw.
const asEngine = "as-engine"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == asEngine {
		os.Exit(play(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

// command returns the command line that runs the test program as an engine.
func command(t testing.TB, flaw string, args ...string) string {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	line := strconv.Quote(program)
	for _, word := range append([]string{asEngine, flaw}, args...) {
		line += " " + strconv.Quote(word)
	}
	return line
}

// play runs an engine with a flaw and returns the exit code.
func play(flaw string, args []string) int {
	switch flaw {
	case "none":
		return playWell(os.Stdin, os.Stdout)
	case "crash at start":
		fmt.Fprintln(os.Stderr, "reading the book\nno licence found")
		return 7
	case "environment":
		fmt.Fprintf(os.Stderr, "work %q, db %q, own %q\n", os.Getenv("PILLARS_WORK"), os.Getenv("PILLARS_DB"),
			os.Getenv("PILLARS_OWN"))
		return 7
	case "deaf to all":
		return waitForever()
	case "never answer":
		return drain(os.Stdin)
	case "ignore quit":
		playWell(os.Stdin, os.Stdout)
		return waitForever()
	case "tabs":
		return playWell(os.Stdin, tabs{})
	case "twice":
		return playWell(os.Stdin, twice{})
	case "offspring":
		return playWithOffspring(args[0])
	case "hold":
		return hold(args[0])
	case "parent":
		if start("hold", args[0]) != nil {
			return 1
		}
		return playWell(os.Stdin, os.Stdout)
	case "nurse":
		if start("hold", args[0]) != nil {
			return 1
		}
		return waitForever()
	case "runner":
		program, _ := os.Executable()
		words := []string{program, asEngine, args[1], args[0]}
		_, _ = client.Greet(context.Background(), words, client.DefaultPatience())
		return 1
	}
	return playUntil(flaw, args)
}

// playWell runs a faultless engine: our own server with a random player.
func playWell(in io.Reader, out io.Writer) int {
	game, _ := games.Find("pilastri")
	config := server.Engine{
		Name: "Tame \x1b\"1\"\u202e", Author: "nobody", Games: games.All(), Game: game,
		NewPlayer: func(rules engine.Rules) (search.Player, error) { return players.New("random", rules) },
	}
	if err := server.Serve(context.Background(), in, out, config); err != nil {
		return 1
	}
	return 0
}

// waitForever never returns. The runtime would take select{} for a deadlock.
func waitForever() int {
	for {
		time.Sleep(time.Hour)
	}
}

func drain(in io.Reader) int {
	_, _ = io.Copy(io.Discard, in)
	return 0
}

// playUntil runs a faultless engine up to a request, by default the third go. From then on it shows a flaw.
func playUntil(flaw string, args []string) int {
	brain, requests := io.Pipe()
	ready := readiness{make(chan struct{})}
	go func() {
		playWell(brain, ready)
		os.Exit(0)
	}()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, ugi.MaxRequest)
	goes := 0
	for lines.Scan() {
		key, _, _ := strings.Cut(lines.Text(), " ")
		if key == "go" {
			goes++
		}
		if key == "go" && goes == 3 || len(args) > 0 && key == args[0] {
			return show(flaw, lines)
		}
		fmt.Fprintln(requests, lines.Text())
		if key == "isready" {
			<-ready.answered
		}
	}
	requests.Close()
	return waitForever()
}

// readiness writes to the standard output and reports answers to isready, so that a flaw does not show before them.
type readiness struct{ answered chan struct{} }

func (r readiness) Write(p []byte) (int, error) {
	n, err := os.Stdout.Write(p)
	for range bytes.Count(p, []byte("readyok\n")) {
		r.answered <- struct{}{}
	}
	return n, err
}

// show shows a flaw and returns the exit code.
func show(flaw string, lines *bufio.Scanner) int {
	switch flaw {
	case "die":
		for i := range 11 {
			fmt.Fprintln(os.Stderr, "idea", i+1)
		}
		fmt.Fprintln(os.Stderr, "panic: out of ideas")
		return 2
	case "leave quietly":
		return 0
	case "hang":
		return waitForever()
	case "go deaf":
		return drain(os.Stdin)
	case "close output":
		os.Stdout.Close()
		return waitForever()
	case "flood":
		for {
			if _, err := fmt.Println("info depth 3 score cp 12 nodes 1000"); err != nil {
				return 0
			}
		}
	case "bomb":
		for {
			if _, err := fmt.Print(strings.Repeat("x", 4096)); err != nil {
				return 0
			}
		}
	case "illegal":
		fmt.Println("bestmove a1a1")
	case "forty-one":
		fmt.Println("bestmove " + strings.Repeat("z", 41))
	case "empty":
		fmt.Println("bestmove")
	case "no turn":
		fmt.Println("bestmove " + ugi.NoTurn)
	case "garbage":
		fmt.Println("what?\n\x00\xff\xfe\nbestmove" + strings.Repeat("?", 100))
	case "wait for stop":
		for lines.Scan() && lines.Text() != "stop" {
		}
		fmt.Println("info depth 5 score mate -2 nodes 77\ninfo string told to stop\nbestmove b1a1")
	default:
		fmt.Fprintln(os.Stderr, "no flaw", flaw)
		return 9
	}
	return drain(os.Stdin)
}

// tabs writes lines to the standard output with other white space than single blanks and line feeds.
type tabs struct{}

func (tabs) Write(p []byte) (int, error) {
	_, err := os.Stdout.WriteString(strings.NewReplacer(" ", " \t", "\n", "\t \r\n\t").Replace(string(p)))
	return len(p), err
}

// twice writes to the standard output, and every answer to a go again.
type twice struct{}

func (twice) Write(p []byte) (int, error) {
	n, err := os.Stdout.Write(p)
	if at := bytes.Index(p, []byte("bestmove")); at >= 0 && err == nil {
		_, err = os.Stdout.Write(p[at:])
	}
	return n, err
}

// playWithOffspring starts a program that holds its pipes and a connection open, and then hangs.
func playWithOffspring(address string) int {
	if start("hold", address, os.Stdin, os.Stdout, os.Stderr) != nil {
		return 1
	}
	fmt.Println("ugiok\nreadyok\nreadyok") // for the greeting, the options, the new game
	return waitForever()
}

// start starts an engine with a flaw, optionally with the given standard files.
func start(flaw, address string, files ...*os.File) error {
	program, _ := os.Executable()
	child := exec.Command(program, asEngine, flaw, address)
	if len(files) > 0 {
		child.Stdin, child.Stdout, child.Stderr = files[0], files[1], files[2]
	}
	return child.Start()
}

// hold connects to an address, writes a line and waits until the connection ends.
func hold(address string) int {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return 1
	}
	if _, err := connection.Write([]byte("alive\n")); err != nil {
		return 1
	}
	_, _ = connection.Read(make([]byte, 1)) // nothing ever comes
	return 0
}
