package root

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// defaults lists, for each command, all flags whose default is neither empty, 0 nor false. Left out are flags that many
// commands share, and --workers and --db, whose defaults depend on the machine.
const defaults = `
random: games=1000
play: hint=alphabeta level=5 seat=1
analyze: player=alphabeta
solve: memory=1024 positions=20000000 turns=4
book: count=50 kind=random margin=0.5 player=alphabeta:nodes=20000 tries=100000 turns=4
suite: player=alphabeta set=basic
suite mine: games=10 last=12 missed-by=greedy nodes=20000 opening-steps=6 player=alphabeta:nodes=500 turns=2
bench: nodes=20000
engine check: games=4 overrun=500ms patience=10s time=200ms
selfplay: games=1000 longest=400 player=alphabeta:nodes=1200,table=1 random-turns=2..12 stray=0.2
tune weights: epochs=200 from=current l2=100 lambda=0.7 margin=30 patience=10 positions=quiet stage=movement
tune network: batch=4096 decay=0.03 epochs=10 from=current lambda=0.7 margin=30 positions=quiet rate=0.002
tune network: stage=movement units=32
tune examples: lambda=0.7 margin=30 positions=quiet stage=movement
tune loop: elo1=20 epochs=200 from=current games=2000 generations=4 l2=100 lambda=0.7 longest=400 margin=30
tune loop: match-pairs=200 nodes=1200 opening-turns=6 patience=10 player=alphabeta:table=1 positions=quiet
tune loop: random-turns=2..12 stage=movement stray=0.2 window=3
tune constants: batch=4 elo1=20 games=2000 match-pairs=2000 nodes=1200 opening-turns=6 r-end=0.002
tune policy: epochs=40 l2=3 target=visits temperature=1
tournament: format=round-robin on-fault=loss opening-turns=4 openings=random rounds=10 time-margin=500ms
sprt: elo1=10 format=mixed on-fault=loss opening-turns=4 openings=random rounds=50000 time-margin=500ms
ratings: scale=elo
stats pairs: elo1=10
stats games: elo1=10
stats plan: elo1=10 first=0.5
report: limit=200 output=report.html rounds=6 show=3
study: output=study.html
measure: climber=alphabeta games=100 opening-turns=2 rung-nodes=4096 start-games=40
advantage: measure=start,openings nodes=1000 opening-turns=4 openings=random player=alphabeta,mcts rungs=3
advantage: spread=2
page: output=pillars.html source=.
serve: address=127.0.0.1:7455 max-table=256 max-threads=1 max-time=1m0s searches=2
`

// TestDefaultsOfFlags checks the defaults of all flags. Users compare results of years, so a change must be meant.
func TestDefaultsOfFlags(t *testing.T) {
	shared := map[string]string{"seed": "1", "audit": "50", "unit-time": "20s", "alpha": "0.05", "beta": "0.05",
		"model": "normalized", "validation": "0.1", "game": "pit-of-pillars", "judgements": "1",
		"promises": "10", "random-games": "500",
		"whole-turns": "100",
		"judge":       "alphabeta:nodes=2000,weights=hand", "deep": "alphabeta:nodes=1000,weights=hand",
		"shallow": "alphabeta:nodes=30,weights=hand"}
	want := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(defaults)) {
		command, values, _ := strings.Cut(line, ":")
		want[command] = append(want[command], strings.Fields(values)...)
	}
	for _, cmd := range below(New()) {
		name, got := strings.TrimPrefix(cmd.CommandPath(), "pillars "), []string(nil)
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			value := strings.Trim(flag.DefValue, "[]")
			switch {
			case slices.Contains([]string{"", "0", "false"}, value) || flag.Name == "workers" || flag.Name == "db":
			case shared[flag.Name] == "":
				got = append(got, flag.Name+"="+value)
			case shared[flag.Name] != value:
				t.Errorf("%s --%s is %s by default instead of %s", name, flag.Name, value, shared[flag.Name])
			}
		})
		slices.Sort(got)
		if !slices.Equal(got, want[name]) {
			t.Errorf("the defaults of %s are %q instead of %q", name, got, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("there are defaults of commands that do not exist: %q", want)
	}
}
