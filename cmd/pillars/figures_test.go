//go:build !race

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine/enginetest/near"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/web/server"
)

// figures holds the numbers that all commands print about one run, by the quantity that they describe.
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

// compare checks that all commands that print a quantity print the same number, and that at least the given number of
// commands print it.
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

// TestCommandsAgree runs all commands, and opens the served page, on runs of every format, with faults that count or do
// not, and with games that a sequential test has not used. It checks that all print the same numbers.
func TestCommandsAgree(t *testing.T) {
	const small = " --option size=4 --opening-turns 1 --workers 1 --seed 1 --quiet"
	const pit = " --game pit --option players=%d --format mixed --workers 1 --seed 1 --quiet"
	least := map[string]int{"games": 6, "first seat": 5, "first seat low": 5, "distinct": 3, "draws": 2}
	for _, c := range []struct {
		name, play string
		fault      string         // how a further opening, whose first game a fault ended, is stored: whole or part
		least      map[string]int // by how many commands each figure is printed at least, besides those above
	}{
		{"round robin", "tournament alphabeta:nodes=30 greedy random --rounds 8" + small, "",
			map[string]int{"openings": 5, "greedy games": 5, "greedy points": 3, "random Elo": 3, "median turns": 3,
				"greedy against random": 3, "first seat": 6, "first seat low": 6, "distinct": 4}},
		{"repeats", "tournament alphabeta:nodes=30 greedy --rounds 9 --option size=4 --option cap=16 --seed 1 " +
			"--opening-turns 0 --quiet", "", nil},
		{"gauntlet", "tournament alphabeta:nodes=30 greedy random --format gauntlet --challengers 1 --rounds 4" +
			small, "", nil},
		{"forfeits", "tournament alphabeta:nodes=30 greedy --rounds 5" + small, "whole", nil},
		{"interrupted", "tournament alphabeta:nodes=30 greedy --rounds 5" + small, "part", nil},
		{"voids", "tournament alphabeta:nodes=30 greedy --rounds 5 --on-fault void" + small, "whole",
			nil},
		{"shard", "tournament alphabeta:nodes=30 greedy random --rounds 12 --shard 1/2" + small, "", nil},
		{"test", "sprt alphabeta:nodes=30 greedy --elo1 150" + small, "part", map[string]int{"difference": 3}},
		{"undecided test", "sprt alphabeta:nodes=30 greedy --elo1 2 --rounds 6" + small, "part",
			map[string]int{"difference": 2}},
		{"test with voids", "sprt alphabeta:nodes=30 greedy --elo1 2 --rounds 6 --on-fault void" + small, "whole",
			map[string]int{"difference": 2}},
		{"three seats", "tournament alphabeta:nodes=30 greedy --rounds 6" + fmt.Sprintf(pit, 3), "",
			map[string]int{"difference": 2}},
		{"four seats", "tournament alphabeta:nodes=30 greedy --rounds 5" + fmt.Sprintf(pit, 4), "whole",
			map[string]int{"difference": 2}},
		{"test of three seats", "sprt alphabeta:nodes=30 greedy --elo1 100 --rounds 6" + fmt.Sprintf(pit, 3), "part",
			nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			all := walk(t, c.play, c.fault)
			all.compare(t, least)
			all.compare(t, c.least)
		})
	}
}

// texts replaces the names of players in the sentences of the page by their texts.
var texts = strings.NewReplacer("Calculator", "alphabeta:nodes=30", "Explorer", "mcts:nodes=5", "Greedy", "greedy",
	"Random", "random")

// walk plays a run, stores games with a fault, and returns the numbers that all commands print about it.
func walk(t *testing.T, play, fault string) figures {
	const db = "games.db"
	text := func(command string) string { return pillarsText(t, command+" --db "+db) }
	read := func(command string) []map[string]any { return objects(t, text(command+" --json")) }
	run := fmt.Sprint(read(play)[0]["id"])
	if fault != "" {
		playFaulty(t, db, run, fault == "part")
	}
	if fault == "whole" { // the opening is one of the plan
		play = strings.NewReplacer("--rounds 5", "--rounds 6", "--rounds 6", "--rounds 7").Replace(play)
	}
	var played map[string]any
	for _, record := range read(play) {
		played = record // the last one
	}
	ratings, test := "ratings "+run, strings.HasPrefix(play, "sprt")
	page := served(t, db, run)["brief"].(map[string]any)
	page["text"] = texts.Replace(fmt.Sprint(page["text"]))
	pageConcludes := []any{texts.Replace(fmt.Sprint(page["verdict"]))}
	for _, sentence := range page["more"].([]any) {
		pageConcludes = append(pageConcludes, texts.Replace(fmt.Sprint(sentence)))
	}
	all, rated := figures{}, read(ratings)[0]
	report := read("report " + run + " --quiet --judge= --promises 0 --limit 0")[0]
	for command, conclusion := range map[string]any{"report": report["conclusion"], "ratings": rated["conclusion"],
		"page": pageConcludes} {
		// a shard's own output begins with a caveat
		if ended := played["conclusion"].([]any); !strings.HasSuffix(fmt.Sprint(ended), fmt.Sprint(conclusion)[1:]) {
			t.Errorf("%s concludes %v, the end of the run %v", command, conclusion, ended)
		}
	}
	all.standing("ratings", rated)
	if test {
		all.test(played)
	} else {
		all.standing("tournament", played)
	}
	if rated["seats"] == nil {
		all.crosstable("crosstable", read(ratings + " --crosstable")[0])
		all.read(t, "ratings, text", text(ratings))
		all.read(t, "page, text", fmt.Sprint(page["text"]))
		all.read(t, "tournament, text", text(play))
	}
	if fault == "" && !test {
		all.listed(read("games list " + run))
	}
	all.measured(read("measure " + run + " --quiet --judge= --promises 0 --random-games 0")[0])
	all.reported(report, play)
	for _, one := range list(page, "figures") {
		drawn, _ := one["table"].(map[string]any)
		rows, _ := drawn["rows"].([]any)
		for _, row := range rows {
			cells := row.([]any)
			for i, cell := range cells {
				if name, ok := cell.(string); ok {
					cells[i] = texts.Replace(name)
				}
			}
			all.row("page, "+fmt.Sprint(one["id"]), numbers(cells), strings.Contains(play, " --format mixed"))
		}
	}
	if said := estimated.FindStringSubmatch(fmt.Sprint(played["conclusion"])); said != nil {
		elo, _ := strconv.ParseFloat(said[1], 64)
		all.add("conclusion", "difference", math.Abs(elo), .5)
	}
	return all
}

// TestAdvantageAgrees checks that a measurement has the same conclusion as the page of its run, and that its numbers
// with repeats are those that all commands print about its games.
func TestAdvantageAgrees(t *testing.T) {
	t.Chdir(t.TempDir())
	read := func(command string) []map[string]any {
		return objects(t, pillarsText(t, command+" --json --db games.db"))
	}
	all := read("advantage --option size=4 --player alphabeta --nodes 5 --rungs 1 --measure start --games 24 --quiet")
	measured, figure := all[len(all)-2], figures{}
	run := fmt.Sprint(measured["run"])
	report := read("report " + run + " --quiet --judge= --promises 0 --limit 0")[0]
	if got, want := report["conclusion"], all[len(all)-1]["conclusion"]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the page concludes %v, advantage %v", got, want)
	}
	score := measured["score_of_all"].(map[string]any)
	figure.interval("advantage", "first seat", 0, score["value"], score["low"], score["high"])
	figure.add("advantage", "games", measured["games"], 0)
	figure.add("advantage", "distinct", measured["distinct"], 0)
	figure.reported(report, "")
	figure.standing("ratings", read("ratings " + run)[0])
	figure.compare(t, map[string]int{"first seat": 3, "first seat low": 3, "games": 3, "distinct": 3})
}

// estimated matches the Elo difference between two players in a conclusion.
var estimated = regexp.MustCompile(`(?:, by|ahead by|estimated at) (-?[0-9]+) Elo`)

// served returns the data that the page shows about a run.
func served(t *testing.T, path, run string) map[string]any {
	t.Helper()
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.New(server.Config{Database: path}).Serve(ctx, listener) }()
	defer func() {
		stop()
		<-ended
	}()
	request, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("http://%s/runs/%s", listener.Addr(), run), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %s, %v", answer.StatusCode, body, err)
	}
	return objects(t, string(body))[0]
}

// playFaulty stores the games of one more opening, as if they had been in play when the run ended. They are copies of
// the games of the last opening, but a fault ends the first one. If part is set, the last game is missing.
func playFaulty(t *testing.T, path, run string, part bool) {
	t.Helper()
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	var last []tournament.Game
	for game, err := range db.Find(t.Context(), run, store.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if len(last) > 0 && game.Opening > last[0].Opening {
			last = nil
		}
		if len(last) == 0 || game.Opening == last[0].Opening {
			last = append(last, game.Game)
		}
	}
	if part {
		last = last[:max(1, len(last)-1)]
	}
	for i, game := range last {
		order := game.Identity[strings.LastIndex(game.Identity, "/"):]
		game.Opening++
		game.Pair = fmt.Sprint(game.Pairing, "/", game.Opening)
		game.Identity = game.Pair + order
		if i == 0 {
			game.Fault = tournament.Fault{Kind: guard.OutOfTime}
			game.Outcome.Reason = "fault: out of time"
		}
		if err := db.Append(t.Context(), run, game); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func pillarsText(t *testing.T, line string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "pillars", strings.Fields(line)...).Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == cli.ExitFaults) {
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
	if draws, ok := s["draws"].(float64); ok {
		f.add(command, "draws", draws/s["games"].(float64), 0)
	}
	first := []any{s["first_score"], s["first_score_low"], s["first_score_high"]}
	if s["seats"] != nil {
		seat := list(s, "seats")[0]
		first = []any{seat["share"], seat["share_low"], seat["share_high"]}
	}
	f.interval(command, "first seat", 0, first...)
	f.difference(command, 0, s["mixed_elo"], s["mixed_elo_low"], s["mixed_elo_high"])
	f.difference(command, 0, s["difference"], s["difference_low"], s["difference_high"])
	for _, p := range list(s, "players") {
		name := fmt.Sprint(p["name"])
		f.interval(command, name+" Elo", 0, p["rating"], p["low"], p["high"])
		f.add(command, name+" games", p["games"], 0)
		f.add(command, name+" points", p["points"], 0)
		f.add(command, name+" turns", p["mean_turns"], 0)
	}
}

// difference adds the Elo difference between two players, seen from the stronger one.
func (f figures) difference(command string, within float64, elo, low, high any) {
	if x, ok := elo.(float64); ok && x < 0 {
		high, low = negative(low), negative(high)
		elo = -x
	}
	f.interval(command, "difference", within, elo, low, high)
}

func negative(x any) any {
	if number, ok := x.(float64); ok {
		return -number
	}
	return x
}

// test adds the numbers at the end of a sequential test.
func (f figures) test(r map[string]any) {
	const command = "sprt"
	f.interval(command, "first seat", 0, r["first_score"], r["first_score_low"], r["first_score_high"])
	f.difference(command, 0, r["elo"], r["elo_low"], r["elo_high"])
	if r["pairs"] != nil {
		f.add(command, "games", r["wins"].(float64)+r["draws"].(float64)+r["losses"].(float64), 0)
	}
}

// crosstable adds the results and differences of all pairs of players.
func (f figures) crosstable(command string, c map[string]any) {
	order := c["order"].([]any)
	for _, m := range list(c, "meetings") {
		f.meeting(command, 0, fmt.Sprint(m["player"]), fmt.Sprint(m["opponent"]), m["games"], m["difference"],
			m["difference_low"], m["difference_high"], m["stronger"])
		if len(order) == 2 {
			f.difference(command, 0, m["difference"], m["difference_low"], m["difference_high"])
		}
	}
}

// meeting adds a row of a crosstable.
func (f figures) meeting(command string, within float64, player, opponent string, games any, figures ...any) {
	against := player + " against " + opponent
	f.add(command, against+", games", games, 0)
	f.interval(command, against, within, figures[:3]...)
	f.add(command, against+" stronger", figures[3], within/1000)
}

// listed adds numbers computed from a list of games.
func (f figures) listed(games []map[string]any) {
	sums := map[string]float64{}
	for _, g := range games {
		scores := g["scores"].([]any)
		sums["first seat"] += scores[0].(float64) / float64(len(games))
		if fmt.Sprint(scores) == fmt.Sprint(slices.Repeat(scores[:1], len(scores))) {
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
	f.summary("metrics", record["summary"].(map[string]any))
	for _, m := range list(record, "metrics") {
		switch fmt.Sprint(m["name"], " ", m["subject"]) {
		case "seat-score seat 1":
			f.interval("metrics, seats", "first seat", 0, m["value"], m["low"], m["high"])
			f.add("metrics, seats", "games", m["n"], 0)
		case "turns median":
			f.add("metrics, turns", "median turns", m["value"], 0)
		}
	}
}

func (f figures) reported(page map[string]any, play string) {
	summary := page["summary"].(map[string]any)
	f.summary("report", summary)
	f.add("report", "voided", summary["voided"], 0)
	for _, section := range list(page, "sections") {
		for _, one := range list(section, "figures") {
			rows, _ := one["table"].(map[string]any)["rows"].([]any)
			for _, row := range rows {
				f.row("report, "+fmt.Sprint(one["id"]), row.([]any), strings.Contains(play, " --format mixed"))
			}
		}
	}
}

// numbers returns a row in which texts of numbers are parsed.
func numbers(row []any) []any {
	read := slices.Clone(row)
	for i, cell := range row {
		text := strings.TrimSuffix(strings.Replace(fmt.Sprint(cell), "\u2212", "-", 1), " %")
		if number, err := strconv.ParseFloat(text, 64); err == nil && i > 0 {
			read[i] = number
		}
	}
	return read
}

// row adds a row of a table of a page, whose numbers are rounded.
func (f figures) row(command string, row []any, several bool) {
	_, table, _ := strings.Cut(command, ", ")
	switch name := fmt.Sprint(row[0]); table {
	case "standings":
		name = fmt.Sprint(row[1])
		f.interval(command, name+" Elo", .5, row[2:]...)
		f.add(command, name+" games", row[5], 0)
		if !several {
			f.add(command, name+" turns", row[10], .05)
		}
	case "players":
		f.add(command, fmt.Sprint(row[1], " games"), row[2], 0)
	case "test":
		f.difference(command, .05, row[2], row[3], row[4])
	case "crosstable":
		f.meeting(command, .5, name, fmt.Sprint(row[1]), row[2], row[7], row[8], row[9], nil)
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

// read adds the numbers in a text for people.
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
