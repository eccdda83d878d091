package tournament_test

import (
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

func TestFormatsByName(t *testing.T) {
	for _, want := range tournament.Formats() {
		if format, err := tournament.ParseFormat(want.String()); err != nil || format != want {
			t.Errorf("%s: read as %#v, error %v", want, format, err)
		}
	}
	if _, err := tournament.ParseFormat("league"); err == nil || !strings.Contains(err.Error(), "knock-out") {
		t.Errorf("error %v, want one that lists the formats", err)
	}
}

// TestOptionsOfFormats makes formats from names and options, and checks that specs with them are the same after writing
// and reading.
func TestOptionsOfFormats(t *testing.T) {
	for _, c := range []struct {
		name    string
		options map[string]int
		want    tournament.Format
		written string
	}{
		{"round-robin", nil, tournament.RoundRobin{}, ""},
		{"gauntlet", map[string]int{"challengers": 2}, tournament.Gauntlet{Challengers: 2},
			`"format":{"name":"gauntlet","challengers":2}`},
		{"swiss", map[string]int{"match_pairs": 3, "challengers": 0}, tournament.Swiss{MatchPairs: 3},
			`"format":{"name":"swiss","match_pairs":3}`},
		{"mixed", map[string]int{"match_pairs": 0}, tournament.Mixed{}, `"format":{"name":"mixed"}`},
		{"swiss", map[string]int{"challengers": 1}, nil, "challengers: the format swiss has no such option"},
		{"odds", map[string]int{"match_pairs": 1}, nil, "match-pairs: the format odds has no"},
	} {
		format, err := tournament.NewFormat(c.name, c.options)
		if format != c.want || c.want == nil && (err == nil || !strings.Contains(err.Error(), c.written)) {
			t.Errorf("%s with %v: %#v, error %v", c.name, c.options, format, err)
		}
		if c.want == nil {
			continue
		}
		text := tournament.Spec{Format: format}.String()
		spec, err := tournament.ParseSpec(text)
		if spec.Format != c.want || err != nil || !strings.Contains(text, c.written) {
			t.Errorf("%s is read as %#v, error %v", text, spec.Format, err)
		}
	}
	for _, text := range []string{`{"name":"league"}`, `{"name":"swiss","challengers":1}`, `"swiss"`, `{}`} {
		if _, err := tournament.ParseSpec(`{"game":"pit","format":` + text + `}`); err == nil {
			t.Errorf("the format %s is read", text)
		}
	}
}

func TestFormatsRefuse(t *testing.T) {
	test := tournament.Test{Elo1: 5, Alpha: .05, Beta: .05, Model: "normalized"}
	cases := map[string]struct {
		change func(*tournament.Spec)
		want   string
	}{
		"everybody a challenger": {func(s *tournament.Spec) { s.Format = tournament.Gauntlet{Challengers: 3} },
			"leave at least one"},
		"challengers below 0": {func(s *tournament.Spec) { s.Format = tournament.Gauntlet{Challengers: -1} },
			"0 or more"},
		"pairs below 0": {func(s *tournament.Spec) { s.Format = tournament.KnockOut{MatchPairs: -1} }, "0 or more"},
		"test of three players": {func(s *tournament.Spec) { s.Format = tournament.Sequential{Test: test} },
			"sequential test needs two"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			spec := stagedSpec(tournament.RoundRobin{}, 3)
			c.change(&spec)
			if _, err := spec.Settle(pitofpillars.Game, plantest.NewFake); err == nil ||
				!strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
		})
	}
}

func TestTooManyGamesAreRefused(t *testing.T) {
	for _, format := range []tournament.Format{tournament.Swiss{MatchPairs: 1 << 62},
		tournament.KnockOut{MatchPairs: 1 << 62}} {
		spec := stagedSpec(format, 4)
		settled, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tournament.NewPlan(settled, pitofpillars.Game); err == nil ||
			!strings.Contains(err.Error(), "games in all") {
			t.Errorf("%s: error %v, want one about the number of games", format, err)
		}
	}
}

// TestSequentialTestsAreChecked checks that the parameters of a sequential test may be at their bounds, and that each
// is refused beyond its bound.
func TestSequentialTestsAreChecked(t *testing.T) {
	for _, c := range []struct {
		test tournament.Test
		want string // nothing where the test is sound
	}{
		{tournament.Test{Elo1: .01, Alpha: .001, Beta: .499, Model: "logistic"}, ""},
		{tournament.Test{Elo0: -5, Elo1: -4, Alpha: .499, Beta: .001, Model: "normalized"}, ""},
		{tournament.Test{Elo0: 5, Elo1: 5, Alpha: .05, Beta: .05, Model: "logistic"}, "elo0 5 must be below"},
		{tournament.Test{Elo1: 5, Alpha: 0, Beta: .05, Model: "logistic"}, "alpha 0 and"},
		{tournament.Test{Elo1: 5, Alpha: .5, Beta: .05, Model: "logistic"}, "alpha 0.5 and"},
		{tournament.Test{Elo1: 5, Alpha: .05, Beta: 0, Model: "logistic"}, "beta 0 must"},
		{tournament.Test{Elo1: 5, Alpha: .05, Beta: .5, Model: "logistic"}, "beta 0.5 must"},
		{tournament.Test{Elo1: 5, Alpha: .05, Beta: .05, Model: "other"}, `model "other"`},
	} {
		spec := plantest.Small("random a", "random b")
		spec.Format = tournament.Sequential{Test: c.test}
		_, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.test, err, c.want)
		}
	}
}

func TestSpreadsAreChecked(t *testing.T) {
	for spread, sound := range map[float64]bool{0: true, 1: true, 4: true, .99: false, 4.01: false, -1: false} {
		spec := plantest.Small("random a")
		spec.Format = tournament.SelfPlay{Spread: spread}
		if _, err := spec.Settle(pitofpillars.Game, plantest.NewFake); (err == nil) != sound {
			t.Errorf("a spread of %v: error %v", spread, err)
		}
	}
}

// TestSpecsNamePlayersByNumber checks that errors about players count them from 1.
func TestSpecsNamePlayersByNumber(t *testing.T) {
	spec := stagedSpec(tournament.RoundRobin{}, 3)
	spec.Players[2] = spec.Players[0]
	_, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
	if err == nil || !strings.Contains(err.Error(), "player 3: ") {
		t.Errorf("error %v, want one that names player 3", err)
	}
}

func TestScoresEndNoGamesOfThree(t *testing.T) {
	spec := tournament.Spec{Game: "pile", Players: []string{"a", "b", "c"}, Rounds: 1,
		Adjudication: tournament.Adjudication{Proven: true}}
	if _, err := spec.Settle(enginetest.Pile{}, plantest.NewFake); err == nil ||
		!strings.Contains(err.Error(), "games of two seats, but this one has 3") {
		t.Errorf("error %v, want one that names the seats", err)
	}
}
