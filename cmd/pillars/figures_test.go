//go:build !race

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pillars/engine/enginetest/near"
	"pillars/results/keep/store"
	"pillars/tournament"
)

// figures are what commands print of one run, by what it is a figure of.
type figures map[string][]figure

type figure struct {
	command       string
	value, within float64 // as printed, and by how much it may be rounded
}

func (f figures) add(command, of string, value any, within float64) {
	if number, ok := value.(float64); ok {
		f[of] = append(f[of], figure{command, number, within})
	}
}

// interval adds a value with its limits.
func (f figures) interval(command, of string, within float64, values ...any) {
	for i, part := range []string{"", " low", " high"} {
		f.add(command, of+part, values[i], within)
	}
}

// compare compares what several commands print of a thing, each printed by at least the given number of them.
func (f figures) compare(t *testing.T, least map[string]int) {
	t.Helper()
	for of, printed := range f {
		for _, one := range printed[1:] {
			near.Check(t, one.value, printed[0].value, one.within+printed[0].within+1e-9, of, " by ", one.command,
				" beside ", printed[0].command)
		}
	}
	for of, least := range least {
		if len(f[of]) < least {
			t.Errorf("%s: printed by %d commands, want %d", of, len(f[of]), least)
		}
	}
}

// TestCommandsAgree: every figure of a run that several commands print is the same in all.
func TestCommandsAgree(t *testing.T) {
	t.Chdir(t.TempDir())
	const db = "games.db"
	read := func(command string) []map[string]any { return objects(t, pillarsText(t, command+" --json --db "+db)) }
	const play = "tournament alphabeta:nodes=50 greedy random --option size=4 --option cap=16 --opening-turns 0 " +
		"--rounds 12 --seed 1 --quiet"
	played := read(play)
	run := fmt.Sprint(played[0]["id"])
	all := figures{}
	report := "report " + run + " --quiet --judge= --promises 0 --limit 0"
	concluded := played[len(played)-1]["conclusion"].([]any)
	for _, line := range []string{"ratings " + run, report} {
		if got := read(line)[0]["conclusion"]; len(concluded) < 2 || !reflect.DeepEqual(got, any(concluded)) {
			t.Errorf("%s concludes %v, tournament %v", line, got, concluded)
		}
	}
	for _, line := range []string{play, "ratings " + run} {
		text := strings.Split(pillarsText(t, line+" --db "+db), "\n")
		if sentences := fmt.Sprint(concluded...); strings.Join(text[:len(concluded)], "") != sentences {
			t.Errorf("%s begins %q, want %q", line, text[:len(concluded)], sentences)
		}
	}
	all.standing("tournament", played[len(played)-1])
	all.standing("ratings", read("ratings " + run)[0])
	all.shown(read("runs show " + run)[0])
	all.listed(read("games list " + run))
	all.measured(read("measure " + run + " --quiet --judge= --promises 0 --random-games 0")[0])
	all.reported(read(report)[0])
	for command, line := range map[string]string{"tournament, text": play, "ratings, text": "ratings " + run,
		"runs show, text": "runs show " + run} {
		all.read(t, command, pillarsText(t, line+" --db "+db))
	}
	all.compare(t, map[string]int{"first seat": 8, "first seat low": 8, "first seat high": 8, "games": 9,
		"openings": 6, "distinct": 8, "draws": 5, "greedy games": 6, "greedy points": 4, "random Elo": 3,
		"median turns": 3, "draws low": 2})
	if n, distinct := all["games"][0].value, all["distinct"][0].value; n != 72 || distinct >= n {
		t.Errorf("%v games, %v differ; the test is of some that repeat others", n, distinct)
	}
}

// TestCommandsAgreeOnATest: games stored after the decision of a sequential test have no part in any figure, since
// their number depends on how many are played at a time.
func TestCommandsAgreeOnATest(t *testing.T) {
	t.Chdir(t.TempDir())
	const db = "games.db"
	read := func(command string) []map[string]any { return objects(t, pillarsText(t, command+" --json --db "+db)) }
	const play = "sprt greedy random --option size=4 --elo1 150 --seed 3 --quiet"
	run := fmt.Sprint(read(play + " --workers 1")[0]["id"])
	before := read(play)[1]
	playOneMore(t, db, run)
	after := read(play)[1]
	if !reflect.DeepEqual(before, after) {
		t.Errorf("the test says %v, without a later game %v", after, before)
	}
	all := figures{}
	all.interval("sprt", "first seat", 0, after["first_score"], after["first_score_low"], after["first_score_high"])
	games := after["wins"].(float64) + after["draws"].(float64) + after["losses"].(float64)
	all.add("sprt", "games", games, 0)
	all.add("sprt", "greedy points", after["wins"].(float64)+after["draws"].(float64)/2, 0)
	all.standing("ratings", read("ratings " + run)[0])
	all.shown(read("runs show " + run)[0])
	all.measured(read("measure " + run + " --quiet --judge= --promises 0 --random-games 0")[0])
	all.reported(read("report " + run + " --quiet --judge= --promises 0 --limit 0")[0])
	for command, line := range map[string]string{"sprt, text": play, "ratings, text": "ratings " + run,
		"runs show, text": "runs show " + run} {
		all.read(t, command, pillarsText(t, line+" --db "+db))
	}
	all.compare(t, map[string]int{"first seat": 8, "first seat low": 8, "games": 8, "openings": 5, "distinct": 7,
		"greedy games": 4, "greedy points": 3})
	if stored := read("runs list")[0]["games"].(float64); stored <= games {
		t.Errorf("%v games stored, %v counted; the test is of games left out", stored, games)
	}
}

// playOneMore stores a game from the first opening that a run has not played, as if it had been in play at its end.
func playOneMore(t *testing.T, path, run string) {
	t.Helper()
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var last tournament.Stored
	for game, err := range db.Find(t.Context(), run, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if game.Opening > last.Opening {
			last = game
		}
	}
	last.Opening++
	last.Pair = fmt.Sprint(last.Pairing, "/", last.Opening)
	last.Identity = last.Pair + "/1"
	if err := errors.Join(db.Append(t.Context(), run, last.Game), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func pillarsText(t *testing.T, line string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "pillars", strings.Fields(line)...).Output()
	if err != nil {
		t.Fatalf("pillars %s: %v", line, err)
	}
	return string(out)
}

func objects(t *testing.T, text string) (all []map[string]any) {
	t.Helper()
	for line := range strings.Lines(text) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatal(err)
		}
		all = append(all, object)
	}
	return all
}

func list(of map[string]any, key string) (all []map[string]any) {
	for _, one := range of[key].([]any) {
		all = append(all, one.(map[string]any))
	}
	return all
}

func (f figures) standing(command string, s map[string]any) {
	for _, key := range []string{"games", "openings", "distinct"} {
		f.add(command, key, s[key], 0)
	}
	f.add(command, "draws", s["draws"].(float64)/s["games"].(float64), 0)
	f.interval(command, "first seat", 0, s["first_score"], s["first_score_low"], s["first_score_high"])
	for _, p := range list(s, "players") {
		name := fmt.Sprint(p["name"])
		f.interval(command, name+" Elo", 0, p["rating"], p["low"], p["high"])
		f.add(command, name+" games", p["games"], 0)
		f.add(command, name+" points", p["points"], 0)
		f.add(command, name+" turns", p["mean_turns"], 0)
	}
}

func (f figures) shown(run map[string]any) {
	const command = "runs show"
	first := run["first_seat"].(map[string]any)
	for _, key := range []string{"games", "openings", "distinct"} {
		f.add(command, key, first[key], 0)
	}
	f.interval(command, "first seat", 0, first["score"], first["low"], first["high"])
	for _, p := range list(run, "player_counts") {
		f.add(command, fmt.Sprint(p["player"], " games"), p["games"], 0)
		f.add(command, fmt.Sprint(p["player"], " points"), p["points"], 0)
	}
	for _, reason := range list(run, "reasons") {
		f.add(command, fmt.Sprint("ended by ", reason["reason"]), reason["games"], 0)
	}
}

// listed adds up the games one by one.
func (f figures) listed(games []map[string]any) {
	sums := map[string]float64{}
	for _, g := range games {
		scores := g["scores"].([]any)
		sums["first seat"] += scores[0].(float64) / float64(len(games))
		if scores[0] == .5 {
			sums["draws"] += 1 / float64(len(games))
		}
		sums["games"]++
		sums[fmt.Sprint("ended by ", g["reason"])]++
		for seat, player := range g["players"].([]any) {
			sums[fmt.Sprint(player, " games")]++
			sums[fmt.Sprint(player, " points")] += scores[seat].(float64)
		}
	}
	for of, sum := range sums {
		f.add("games", of, sum, 0)
	}
}

func (f figures) summary(command string, s map[string]any) {
	for _, key := range []string{"games", "distinct"} {
		f.add(command, key, s[key], 0)
	}
	f.add(command, "median turns", s["median_turns"], 0)
	for key, of := range map[string]string{"first_seat": "first seat", "draws": "draws"} {
		e := s[key].(map[string]any)
		f.interval(command, of, 0, e["value"], e["low"], e["high"])
	}
}

func (f figures) measured(record map[string]any) {
	f.summary("measures", record["summary"].(map[string]any))
	for _, m := range list(record, "measures") {
		switch fmt.Sprint(m["name"], " ", m["subject"]) {
		case "seat-score seat 1":
			f.interval("measures, seats", "first seat", 0, m["value"], m["low"], m["high"])
			f.add("measures, seats", "games", m["n"], 0)
		case "turns median":
			f.add("measures, turns", "median turns", m["value"], 0)
		}
	}
}

func (f figures) reported(page map[string]any) {
	f.summary("report", page["summary"].(map[string]any))
	for _, section := range list(page, "sections") {
		for _, one := range list(section, "figures") {
			rows, _ := one["table"].(map[string]any)["rows"].([]any)
			for _, row := range rows {
				f.row(fmt.Sprint(one["id"]), row.([]any))
			}
		}
	}
}

// row takes a row of a table of a page, whose figures are rounded.
func (f figures) row(table string, row []any) {
	switch command, name := "report, "+table, fmt.Sprint(row[0]); table {
	case "standing":
		name = fmt.Sprint(row[1])
		f.interval(command, name+" Elo", .5, row[2:]...)
		f.add(command, name+" games", row[5], 0)
		f.add(command, name+" turns", row[10], .05)
	case "seats":
		if strings.HasPrefix(name, "seat 1") {
			f.interval(command, "first seat, %", .05, row[2:]...)
			f.add(command, "games", row[1], 0)
		}
	case "endings":
		f.add(command, "ended by "+name, row[1], 0)
	}
}

var (
	firstSeat = regexp.MustCompile(`(?i)First seat:? scores ([0-9.]+) % \(([0-9.]+) % \.\. ([0-9.]+) % at 95 %, ` +
		`at any time\) in ([0-9]+) games \(([0-9]+) openings, (no|[0-9]+)(?: games?)? repeat`)
	standingRow = regexp.MustCompile(`(?m)^ +[1-9] +([a-z:=0-9]+) +(-?[0-9]+) +± [0-9]+ +[0-9]+ +([0-9]+) `)
)

// read takes figures from a text for people.
func (f figures) read(t *testing.T, command, text string) {
	t.Helper()
	found := firstSeat.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("%s: no score of the first seat in\n%s", command, text)
	}
	var numbers []any
	for _, digits := range found[1:] {
		number, _ := strconv.ParseFloat(digits, 64)
		numbers = append(numbers, number)
	}
	f.interval(command, "first seat, %", .05, numbers...)
	for i, part := range []string{"", " low", " high"} {
		f.add(command, "first seat"+part, numbers[i].(float64)/100, .0005)
	}
	f.add(command, "games", numbers[3], 0)
	f.add(command, "openings", numbers[4], 0)
	f.add(command, "distinct", numbers[3].(float64)-numbers[5].(float64), 0)
	for _, row := range standingRow.FindAllStringSubmatch(text, -1) {
		elo, _ := strconv.ParseFloat(row[2], 64)
		games, _ := strconv.ParseFloat(row[3], 64)
		f.add(command, row[1]+" Elo", elo, .5)
		f.add(command, row[1]+" games", games, 0)
	}
}
