package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// finished is the script command "finished NAME DB [some]": the games stored in the database DB, and the files of the
// folder NAME, are those of NAME.want, see testdata/old/README.txt. With "some" more games may be stored.
func finished(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || len(args) > 3 || len(args) == 3 && args[2] != "some" {
		ts.Fatalf("usage: finished NAME DB [some]")
	}
	name, db := args[0], args[1]
	want := ts.ReadFile(filepath.Join(ts.Getenv("OLD"), name+".want"))
	headers := regexp.MustCompile(`(?m)^(run|new|--) (\S+)( --)?\n`).FindAllStringSubmatchIndex(want, -1)
	fresh := 0
	for _, h := range headers {
		if want[h[2]:h[3]] == "new" {
			fresh++
		}
	}
	for i, h := range headers {
		end := len(want)
		if i+1 < len(headers) {
			end = headers[i+1][0]
		}
		kind, what, body := want[h[2]:h[3]], want[h[4]:h[5]], want[h[1]:end]
		var got string
		switch kind {
		case "--":
			got = numbersOf(ts.ReadFile(filepath.Join(name, what)))
		case "new":
			var n int
			fmt.Sscan(what, &n)
			runs := idsOf(ts, db)
			got = writtenGames(ts, db, runs[len(runs)-fresh+n-1], body, len(args) == 3)
		default:
			got = writtenGames(ts, db, what, body, len(args) == 3)
		}
		if kind != "--" {
			body = intervals.ReplaceAllString(body, "$1,,,,")
		}
		if got != body {
			ts.Logf("%s %s is:\n%s", kind, what, got)
			ts.Fatalf("%s: %s %s differs: %s", name, kind, what, differingLine(got, body))
		}
	}
}

// intervals are the errors and limits of ratings: openings are counted in another way since.
var intervals = regexp.MustCompile(`(?m)^(\d+,[^,\n]*),[^,\n]*,[^,\n]*,[^,\n]*,`)

// idsOf are the names of the runs in a database, in the order in which they began.
func idsOf(ts *testscript.TestScript, db string) []string {
	var ids []string
	ts.Check(ts.Exec("pillars", "runs", "--db", db, "--json"))
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var run struct{ ID string }
		ts.Check(json.Unmarshal([]byte(line), &run))
		ids = append(ids, run.ID)
	}
	return ids
}

// writtenGames writes a run's games, and its ratings if those are wanted, without names of players, programs and
// times.
func writtenGames(ts *testscript.TestScript, db, run, want string, some bool) string {
	ts.Check(ts.Exec("pillars", "games", "export", run, "--db", db))
	var lines []string
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		text := transcript(ts, line)
		if !some || strings.Contains(want, text) {
			lines = append(lines, text)
		}
	}
	slices.Sort(lines)
	got := strings.Join(lines, "")
	if strings.Contains(want, "\nrank,") {
		ts.Check(ts.Exec("pillars", "ratings", run, "--db", db, "--csv"))
		table := regexp.MustCompile(`(\.\d{3})\d+`).ReplaceAllString(ts.ReadFile("stdout"), "$1")
		table = regexp.MustCompile(`(?m)^(\d+),("[^"]*"|[^,]*),`).ReplaceAllString(table, "$1,")
		got += intervals.ReplaceAllString(table, "$1,,,,")
	}
	if strings.HasSuffix(want, "\n\n") {
		got += "\n"
	}
	return got
}

// transcript is a line for a stored game as it is exported: all that was decided.
func transcript(ts *testscript.TestScript, line string) string {
	var game struct {
		Identity string
		Scores   []json.Number
		Reason   string
		Turns    int
		Moves    []string
		Thoughts []struct {
			Score  json.Number
			Proven string
			Depth  int
			Nodes  uint64
		}
	}
	ts.Check(json.Unmarshal([]byte(line), &game))
	thoughts, nodes := fnv.New64a(), uint64(0)
	for _, t := range game.Thoughts {
		fmt.Fprintf(thoughts, "%s %s %d %d\n", t.Score, t.Proven, t.Depth, t.Nodes)
		nodes += t.Nodes
	}
	return fmt.Sprintf("%s (%s) %s; %d turns, %d nodes, thoughts %016x: %s\n",
		game.Identity, strings.Trim(fmt.Sprint(game.Scores), "[]"), game.Reason, game.Turns,
		nodes, thoughts.Sum64(), strings.Join(game.Moves, " "))
}

// numbersOf leaves out of a file the lines with names of players, constants and runs. A file of self-play is told by a
// sum of what comes behind its header and the sum of that.
func numbersOf(text string) string {
	if _, rest, found := strings.Cut(text, `"program":"`); found && strings.HasPrefix(text, "pillars self-play ") {
		games := rest[strings.IndexByte(rest, '}')+5:]
		sum := fnv.New64a()
		sum.Write([]byte(games))
		return fmt.Sprintf("%d bytes, %016x\n", len(games), sum.Sum64())
	}
	return regexp.MustCompile(`(?m)^(#|iteration,|    "run":).*\n`).ReplaceAllString(text, "")
}

// differingLine is the first line in which two texts differ.
func differingLine(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is\n%s\nwanted\n%s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, wanted %d", len(g), len(w))
}
