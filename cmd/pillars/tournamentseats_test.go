package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/pit"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// planForSeats plans random and greedy players at Pit.
func planForSeats(t *testing.T, seats string) tournament.Plan {
	t.Helper()
	spec, err := tournament.Spec{
		Game: pit.Game.Name(), Options: engine.Settings{{Name: "players", Value: seats}},
		Players: []string{"random", "greedy", "mcts:nodes=5", "uct:nodes=5"}, Rounds: 2, Openings: openings.Source{Turns: 2}, Seed: 1,
	}.Settle(pit.Game, newTournamentPlayer)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(spec, pit.Game)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// playInto plays and stores a plan, and returns the id of its run.
func playInto(t *testing.T, path string, plan tournament.Plan) string {
	t.Helper()
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run, err := db.CreateRun(t.Context(), store.Run{
		Kind: "tournament", Hash: plan.Spec.Hash(), Spec: plan.Spec.String(), Total: len(plan.Games), Program: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	runner := runner.Runner{Plan: plan, NewPlayer: newTournamentPlayer, Workers: 2, Sink: func(game tournament.Game) error {
		return db.Append(context.Background(), run.ID, game)
	}}
	if _, err := runner.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return run.ID
}

func TestStandingOfGamesForFour(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	id := playInto(t, path, planForSeats(t, "4"))
	tables := map[string][]string{
		"":       {`(?m)^rank +player +Elo +95 % +games +place `, `(?m)^ +1 .* 24 `, `(?m)^ +4 .* 24 `, `(?m)^seat +share `},
		"--csv":  {`^rank,player,`, `(?m)^1,[^,]+,.*,24,`},
		"--json": {`^{"type":"standing","run":"` + id + `","players":\[.*"seats":\[.*"games":24,`},
	}
	for flag, wanted := range tables {
		code, out, stderr := execute(strings.Fields("ratings " + id + " --db " + path + " " + flag)...)
		if code != exitDone {
			t.Fatal(stderr)
		}
		for _, want := range wanted {
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("ratings %s: nothing like %s in\n%s", flag, want, out)
			}
		}
	}
	_, list, stderr := execute("replay", id, "--db", path)
	const players, score = `( +[a-z]+(:nodes=5)?){4} +`, `(0|1|0\.33|0\.67)`
	line := regexp.MustCompile(`(?m)^` + id + `/1v2v3v4/[12]/[0-9]+` + players + score + `(-` + score + `){3} +[0-9]+ turns +[a-z]`)
	if found := line.FindAllString(list, -1); len(found) != 24 {
		t.Errorf("%d games listed of 24, messages %q:\n%s", len(found), stderr, list)
	}
}

func TestPlansForMoreSeatsAreDescribed(t *testing.T) {
	for seats, want := range map[string]string{
		"2": "4 players, 6 pairings, 2 pairs of games for each, 24 games in all, 3 at a time",
		"3": "4 players, 4 groups of 3, 2 openings in 6 orders for each, 48 games in all, 3 at a time",
		"4": "4 players, 1 group of 4, 2 openings in 12 orders for each, 24 games in all, 3 at a time",
	} {
		var out bytes.Buffer
		plan := planForSeats(t, seats)
		s := session{runFlags: &runFlags{workers: 3}, spec: plan.Spec, plan: plan}
		if s.describePlan(&out); !strings.Contains(out.String(), want) {
			t.Errorf("%s seats: described as\n%swant %s", seats, &out, want)
		}
	}
}

func TestFaultyPlayerIsNamed(t *testing.T) {
	result := tournament.Result{Players: []string{"a", "b", "c"}, Outcome: engine.Outcome{Reason: "fault: player 3 gave up", Seats: 3}}
	result.Outcome.Scores[0], result.Outcome.Scores[2] = 1, 0.5 // seat 2 had left before
	if got := faulty(result); got != "c" {
		t.Errorf("%s is named", got)
	}
	result.Outcome.Reason = "last in"
	if got := faulty(result); got != "nobody" {
		t.Errorf("%s is named for a game without a fault", got)
	}
}
