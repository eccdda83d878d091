//go:build !race

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// TestCommandsAgree checks that all commands that print figures about a run print the same, and that these follow from
// the list of its games.
func TestCommandsAgree(t *testing.T) {
	const slow = `player = [{name = "alphabeta:nodes=30"}, {name = "greedy"}, {name = "random", time = "1ns"}]
limits.margin = "0s"
`
	const small = " --option size=4 --opening-turns 1 --workers 1 --seed 1 --quiet"
	// Reports count the games between the strongest players, so no player may be shown to be weaker.
	for name, play := range map[string]string{
		"round robin": "tournament alphabeta:nodes=30 alphabeta:nodes=20 greedy --rounds 8" + small,
		"repeats":     "tournament alphabeta:nodes=30 greedy --rounds 9 --option cap=16" + small,
		"faults":      "tournament --rounds 4 --run slow.toml" + small,
		"voids":       "tournament --rounds 4 --run void.toml" + small,
		"test":        "sprt alphabeta:nodes=30 greedy --elo1 150" + small,
		"three seats": "tournament alphabeta:nodes=30 greedy --rounds 2 --game pit --option players=3 --format mixed " +
			"--workers 1 --quiet",
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for file, text := range map[string]string{"slow.toml": slow, "void.toml": slow + `on-fault = "void"`} {
				require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
			}
			run := objects(t, play)[0]["id"].(string)
			games := objects(t, "games "+run)
			if strings.HasPrefix(play, "sprt") {
				games = games[:len(games)/2*2] // the test ends amid a pair
			}
			want := listed(games, strings.Contains(play, "void"))
			rated := standing(objects(t, "ratings "+run)[0])
			for _, of := range []string{"distinct", "openings", "low", "high"} {
				want[of] = rated[of]
			}
			agree(t, "ratings", want, rated)
			delete(want, "openings")
			delete(want, "distinct")
			if got, want := seats(objects(t, "report "+run+" --games 2 --quiet")[0]), inPercent(want); got != want {
				t.Errorf("report prints %s, want %s", got, want)
			}
			agree(t, "measure", want, answered(objects(t, "measure "+run+" --questions fair --quiet")[0]))
		})
	}
}

// agree checks that a command prints the wanted figures.
func agree(t *testing.T, command string, want, got map[string]any) {
	t.Helper()
	for of, value := range want {
		number, is := got[of].(float64)
		if !is {
			t.Errorf("%s prints no %s: %v", command, of, got)
		}
		near.Check(t, number, value.(float64), 1e-9, of, " by ", command)
	}
}

// listed computes figures from a list of games, which may leave out games with faults.
func listed(games []map[string]any, void bool) map[string]any {
	n, sum := 0.0, 0.0
	for _, game := range games {
		if reason := game["reason"].(string); void && strings.HasPrefix(reason, "fault") {
			continue
		}
		n, sum = n+1, sum+game["scores"].([]any)[0].(float64)
	}
	return map[string]any{"games": n, "score": sum / n}
}

func standing(of map[string]any) map[string]any {
	figures := map[string]any{"games": of["games"], "openings": of["openings"], "distinct": of["distinct"],
		"score": of["first_score"], "low": of["first_score_low"], "high": of["first_score_high"]}
	if seats, is := of["seats"].([]any); is {
		first := seats[0].(map[string]any)
		figures["score"], figures["low"], figures["high"] = first["share"], first["share_low"], first["share_high"]
	}
	return figures
}

// seats returns the first row of a report's table of seats.
func seats(of map[string]any) string {
	for _, section := range of["sections"].([]any) {
		for _, figure := range section.(map[string]any)["figures"].([]any) {
			if f := figure.(map[string]any); f["id"] == "seats" {
				return fmt.Sprint(f["table"].(map[string]any)["rows"].([]any)[0].([]any)[1:]...)
			}
		}
	}
	return ""
}

// inPercent returns the score and its limits as the table of seats has them.
func inPercent(figures map[string]any) string {
	var cells []any
	for _, of := range []string{"score", "low", "high"} {
		cells = append(cells, math.Round(1000*figures[of].(float64))/10)
	}
	return fmt.Sprint(cells...)
}

func answered(of map[string]any) map[string]any {
	first := of["estimates"].(map[string]any)["seat-1"].(map[string]any)
	return map[string]any{"games": first["n"], "score": first["value"], "low": first["low"], "high": first["high"]}
}

// objects returns what a command prints for programs.
func objects(t *testing.T, line string) (all []map[string]any) {
	t.Helper()
	code, out, told := pillars(append(strings.Fields(line), "--json")...)
	if code != cli.ExitDone && code != cli.ExitFaults {
		t.Fatalf("pillars %s: exit code %d\n%s", line, code, told)
	}
	for text := range strings.Lines(out) {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &object))
		all = append(all, object)
	}
	return all
}
