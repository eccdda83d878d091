package tournament_test

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/pitofpillars"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// TestClocksAreRead reads clocks with and without an increment, and refuses what is none.
func TestClocksAreRead(t *testing.T) {
	for text, want := range map[string]tournament.TimeControl{
		"": {}, "10m0s": {Base: 10 * time.Minute}, "1ns": {Base: 1},
		"1m0s+600ms": {Base: time.Minute, Increment: 600 * time.Millisecond},
		"40/1m0s":    {Base: time.Minute, Turns: 40}, "1/1s+1ms": {Base: time.Second, Increment: 1e6, Turns: 1},
	} {
		if clock, err := tournament.ParseClock(text); clock != want || err != nil || clock.String() != text {
			t.Errorf("%q is read as %v, error %v", text, clock, err)
		}
	}
	for text, want := range map[string]string{ // as other programs write clocks
		"10+0.1": "10s+100ms", "40/10": "40/10s",
		"0.25": "250ms", "5/1m": "5/1m0s",
	} {
		clock, err := tournament.ParseClock(text)
		again, _ := tournament.ParseClock(clock.String())
		if clock.String() != want || err != nil || again != clock {
			t.Errorf("%q is read as %v, error %v; want %s", text, clock, err, want)
		}
	}
	for _, text := range []string{"1m+", "+1s", "0s", "-1m", "1m+-1s", "0", "/10", "0/10", "-4/10", "40/", "4/4/10",
		"1e30", "NaN", "inf", "tc=inf", "1:-30", "st=5", "10+-0.1", "1m+x", "x+1s", "0s+1s"} {
		if clock, err := tournament.ParseClock(text); err == nil {
			t.Errorf("%q is read as %v", text, clock)
		}
	}
}

// TestVisits writes and reads the visits of steps, and refuses texts that are none.
func TestVisits(t *testing.T) {
	for _, text := range []string{"", "17:250", "1:2,4294967295:4294967295;;3:4"} {
		if visits, err := tournament.ParseVisits(text); err != nil || tournament.FormatVisits(visits) != text {
			t.Errorf("%q is read as %v, error %v", text, visits, err)
		}
	}
	for _, text := range []string{
		"1", "1:", ":1", "1:x", "x:1", "1:2,", "1:2;3", "1:4294967296", "4294967296:1", "-1:2",
	} {
		if visits, err := tournament.ParseVisits(text); err == nil {
			t.Errorf("%q is read as %v", text, visits)
		}
	}
}

// TestFormatsAreReadAsWritten checks that specs of every format are the same after writing and reading, and that runs
// of formats that only other versions play are refused.
func TestFormatsAreReadAsWritten(t *testing.T) {
	formats := []tournament.Format{{Kind: tournament.SelfPlay, Spread: 1.5},
		{Kind: tournament.Sequential, Test: &tournament.Test{Elo1: 5, Alpha: .05, Beta: .1, Model: "logistic"}},
		{Kind: tournament.Training, Stray: .5, Visits: true}, {Kind: tournament.Gauntlet, Challengers: 2}}
	for _, kind := range tournament.FormatKinds() {
		if read, err := tournament.ParseFormatKind(kind.String()); err != nil || read != kind {
			t.Errorf("%s is read as %s, error %v", kind, read, err)
		}
		formats = append(formats, tournament.Format{Kind: kind})
	}
	hashes := map[string]bool{}
	for _, format := range formats {
		spec := tournament.Spec{Game: "pit", Format: format, Players: []string{"a", "b"}, Rounds: 1}
		read, err := tournament.ParseSpec(spec.String())
		if err != nil || !reflect.DeepEqual(read.Format, format) || read.Hash() != spec.Hash() {
			t.Errorf("%s is read as %#v, error %v", spec, read.Format, err)
		}
		hashes[spec.Hash()] = true
	}
	for field, text := range map[string]string{"rounds": `{"game":"pit","players":["a","b"]}`,
		"controls": `{"game":"pit","players":["a","b"],"rounds":1,"own":[{"nodes":5}]}`} {
		_, err := tournament.ParseSpec(text)
		require.ErrorContains(t, err, field, "wrong")
	}
	if len(hashes) != len(formats) {
		t.Errorf("%d hashes of %d formats", len(hashes), len(formats))
	}
	for text, want := range map[string]string{`{"name":"league"}`: "format \"league\"",
		`{"name":"gauntlet","pairs":1}`: "pairs", `"gauntlet"`: ""} {
		_, err := tournament.ParseSpec(`{"game":"pit","format":` + text + `}`)
		require.ErrorContains(t, err, want, text)
	}
}

func TestSpecText(t *testing.T) {
	spec := plantest.Small("random <a>", "random b")
	spec.Seed = 1<<64 - 1
	spec.Limits = search.Limits{Nodes: 9, Depth: 4, Time: 1500 * time.Millisecond}
	spec.Margin = time.Second
	settled, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
	require.NoError(t, err)
	const want = `{"game":"pit-of-pillars","options":["size=4","reserve=0","repetition=3","cap=2000"],` +
		`"players":["random <a>","random b"],` +
		`"rounds":3,"opening_turns":2,"seed":"18446744073709551615","nodes":9,"depth":4,"time":"1.5s","margin":"1s"}`
	if settled.String() != want {
		t.Errorf("text\n%s\nwant\n%s", settled, want)
	}
	back, err := tournament.ParseSpec(want)
	require.NoError(t, err)
	if back.String() != want || back.Hash() != settled.Hash() {
		t.Errorf("read back as %s", back)
	}
	const hash = "7bf061b3b1ee" // printf %s 'the text above without its rounds' | sha256sum
	if settled.Hash() != hash {
		t.Errorf("hash %s, want %s", settled.Hash(), hash)
	}
	specs := goldenSpecs()
	for _, source := range []openings.Source{
		{Kind: openings.FromBook, Book: "b", Lines: []string{"@b1"}, Times: 3},
		{Kind: openings.Varied, Least: 1, Turns: 2, OwnSetUp: .25},
	} {
		spec.Openings = source
		specs = append(specs, spec)
	}
	for _, spec := range specs {
		settled := plantest.Plan(t, spec).Spec
		if read, err := tournament.ParseSpec(settled.String()); err != nil || !reflect.DeepEqual(read, settled) {
			t.Errorf("%+v is read as %+v, error %v", settled, read, err)
		}
	}
	for _, bad := range []string{`{"game":"x","colour":"red"}`, want + "{}", `{"seed":1}`, `{"time":"soon"}`,
		`{"options":["size"]}`, ``} {
		if _, err := tournament.ParseSpec(bad); err == nil {
			t.Errorf("%q was read as a spec", bad)
		}
	}
}

// TestSettle checks which specs are refused, and that values at their bounds are allowed. The empty text is in every
// error; any other text says what is wrong, where another check could refuse the same spec.
func TestSettle(t *testing.T) {
	type spec = tournament.Spec
	const sound, longest = "sound", 1000 * time.Hour
	two, three := plantest.Names(2), plantest.Names(3)
	game := engine.Game(pitofpillars.Game)
	sequential := func(elo0, elo1, alpha, beta float64, model string) func(*spec) {
		return func(s *spec) {
			s.Format = tournament.UntilTest(tournament.Test{elo0, elo1, alpha, beta, model})
		}
	}
	type options = tournament.Format
	format := func(kind tournament.FormatKind, format options, players ...string) func(*spec) {
		return func(s *spec) {
			s.Format, s.Players, s.Openings = format, players, openings.Source{Kind: openings.None}
			s.Format.Kind = kind
		}
	}
	for name, c := range map[string]struct {
		want   string
		change func(*spec)
	}{
		"all": {sound, func(s *spec) {
			s.Rounds, s.Margin, s.Limits.Time = tournament.MaxRounds, longest, longest
			s.Clock = tournament.TimeControl{Base: longest, Increment: time.Hour}
			s.Adjudication = tournament.Adjudication{Proven: true, AgreeScore: 1, AgreeTurns: 1, LongestGame: 1}
			s.Own, s.OnFault = make([]tournament.Control, 2), tournament.FaultVoid
		}},
		"no player":       {"no player", func(s *spec) { s.Players = nil }},
		"one player":      {"at least 2", func(s *spec) { s.Players = s.Players[:1] }},
		"same player":     {"player 2: ", func(s *spec) { s.Players[1] = " random a " }},
		"unknown player":  {"player 2: unknown player", func(s *spec) { s.Players[1] = "deep thought" }},
		"panic":           {"player 2: panicked", func(s *spec) { s.Players[1] = "exploding" }},
		"no rounds":       {"rounds 0", func(s *spec) { s.Rounds = 0 }},
		"many rounds":     {"rounds 1000001", func(s *spec) { s.Rounds = tournament.MaxRounds + 1 }},
		"openings":        {"opening turns", func(s *spec) { s.Openings.Turns = -1 }},
		"time":            {"time limit", func(s *spec) { s.Limits.Time = -1 }},
		"long time":       {"time limit", func(s *spec) { s.Limits.Time = longest + 1 }},
		"depth":           {"depth limit", func(s *spec) { s.Limits.Depth = -1 }},
		"margin":          {"time margin", func(s *spec) { s.Margin = -1 }},
		"long margin":     {"time margin", func(s *spec) { s.Margin = longest + 1 }},
		"clock below 0":   {"clock", func(s *spec) { s.Clock.Base = -1 }},
		"long clock":      {"clock", func(s *spec) { s.Clock.Base = longest + 1 }},
		"increment alone": {"no time to begin with", func(s *spec) { s.Clock.Increment = 1 }},
		"increment below": {"clock", func(s *spec) { s.Clock = tournament.TimeControl{Base: 1, Increment: -1} }},
		"long increment": {"clock", func(s *spec) {
			s.Clock = tournament.TimeControl{Base: time.Second, Increment: time.Hour + 1}
		}},
		"moment":      {"a clock of the moment", func(s *spec) { s.Limits.Clock.Left[0] = 1 }},
		"one control": {"1 controls", func(s *spec) { s.Own = make([]tournament.Control, 1) }},
		"own limits": {"player 2: depth", func(s *spec) {
			s.Own = []tournament.Control{{}, {Limits: search.Limits{Depth: -1}}}
		}},
		"agreement":      {"both or neither", func(s *spec) { s.Adjudication.AgreeScore = 1 }},
		"agreeing turns": {"both or neither", func(s *spec) { s.Adjudication.AgreeTurns = 1 }},
		"longest game":   {"adjudication", func(s *spec) { s.Adjudication.LongestGame = -1 }},
		"agreed below 0": {"adjudication", func(s *spec) { s.Adjudication.AgreeTurns = -1 }},
		"fault rule":     {"fault rule", func(s *spec) { s.OnFault = "laugh" }},
		"unknown option": {"sighs", func(s *spec) { s.Options[0].Name = "sighs" }},
		"a size":         {"size=9", func(s *spec) { s.Options[0].Value = "9" }},
		"other game":     {`"go"`, func(s *spec) { s.Game = "go" }},

		"a test at its bounds": {sound, sequential(0, .01, .001, .499, "logistic")},
		"a test below zero":    {sound, sequential(-5, -4, .499, .001, "normalized")},
		"elo":                  {"elo0", sequential(5, 5, .05, .05, "logistic")},
		"alpha 0":              {"alpha", sequential(0, 5, 0, .05, "logistic")},
		"alpha":                {"alpha", sequential(0, 5, .5, .05, "logistic")},
		"beta 0":               {"beta", sequential(0, 5, .05, 0, "logistic")},
		"beta":                 {"beta", sequential(0, 5, .05, .5, "logistic")},
		"model":                {"model", sequential(0, 5, .05, .05, "other")},
		"test of three": {"two players", func(s *spec) {
			sequential(0, 5, .05, .05, "logistic")(s)
			s.Players = plantest.Names(3)
		}},
		"no challengers":          {"challengers", format(tournament.Gauntlet, options{Challengers: -1}, three...)},
		"everybody a challenger":  {"challengers", format(tournament.Gauntlet, options{Challengers: 3}, three...)},
		"mixed of one":            {"at least 2", format(tournament.Mixed, options{}, "random")},
		"mixed of three":          {"two players", format(tournament.Mixed, options{}, three...)},
		"training":                {sound, format(tournament.Training, options{Stray: 1}, "random")},
		"training of two":         {"one player", format(tournament.Training, options{}, two...)},
		"stray":                   {"share", format(tournament.Training, options{Stray: 1.1}, "random")},
		"visits":                  {"visits", format(tournament.Training, options{Visits: true}, "random")},
		"challengers of a league": {"challengers", format(tournament.RoundRobin, options{Challengers: 1}, three...)},
		"a test of mixed":         {"test", format(tournament.Mixed, options{Test: &tournament.Test{}}, two...)},
		"a test without bounds":   {"test", format(tournament.Sequential, options{}, two...)},
		"a mixed spread":          {"draws no node limits", format(tournament.Mixed, options{Spread: 2}, two...)},
		"no spread":               {sound, format(tournament.SelfPlay, options{}, "random")},
		"least spread":            {sound, format(tournament.SelfPlay, options{Spread: 1}, "random")},
		"most spread":             {sound, format(tournament.SelfPlay, options{Spread: 4}, "random")},
		"narrow":                  {"spread", format(tournament.SelfPlay, options{Spread: .99}, "random")},
		"wide":                    {"spread", format(tournament.SelfPlay, options{Spread: 4.01}, "random")},
		"negative":                {"spread", format(tournament.SelfPlay, options{Spread: -1}, "random")},
		"no number":               {"spread", format(tournament.SelfPlay, options{Spread: math.NaN()}, "random")},
		"unlimited": {"node limit", func(s *spec) {
			s.Format, s.Limits.Nodes = tournament.Format{Kind: tournament.SelfPlay, Spread: 1.5}, 0
		}},
	} {
		spec := plantest.Small("random a", "random b")
		c.change(&spec)
		_, err := spec.Settle(game, plantest.NewFake)
		if (err == nil) != (c.want == sound) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// TestSeatsAreChecked checks that a game of more seats needs as many players, and is not ended by scores.
func TestSeatsAreChecked(t *testing.T) {
	for players, want := range map[int]string{4: "scores", 3: "4 seats"} {
		spec := tournament.Spec{Game: "pile", Options: engine.Settings{{Name: "players", Value: "4"}}, Rounds: 1,
			Players: plantest.Names(players), Adjudication: tournament.Adjudication{Proven: players == 4}}
		_, err := spec.Settle(enginetest.Pile{}, plantest.NewFake)
		require.ErrorContains(t, err, want, players)
	}
}

// TestTimed checks that the shortest time limit and the shortest clock make a spec timed, also for a single player.
func TestTimed(t *testing.T) {
	limit := tournament.Control{Limits: search.Limits{Time: 1}}
	clock := tournament.Control{Clock: tournament.TimeControl{Base: 1}}
	for _, c := range []struct {
		spec tournament.Spec
		want bool
	}{
		{tournament.Spec{Limits: search.Limits{Nodes: 5, Depth: 5}}, false},
		{tournament.Spec{Limits: limit.Limits}, true},
		{tournament.Spec{Clock: clock.Clock}, true},
		{tournament.Spec{Own: []tournament.Control{{}, limit}}, true},
		{tournament.Spec{Own: []tournament.Control{{}, clock}}, true},
		{tournament.Spec{Own: []tournament.Control{{}, {}}}, false},
	} {
		c.spec.Players = []string{"a", "b"}
		if got := c.spec.Timed(); got != c.want {
			t.Errorf("%+v is timed: %v", c.spec, got)
		}
	}
}

// TestOverload counts the threads of games that are played at once, where players think by time.
func TestOverload(t *testing.T) {
	byTime := tournament.Spec{Limits: search.Limits{Time: time.Second}}
	clock := tournament.Spec{Own: []tournament.Control{{}, {Clock: tournament.TimeControl{Base: time.Minute}}}}
	for _, c := range []struct {
		spec       tournament.Spec
		player     string
		games      int
		says, also string // nothing without a warning
	}{
		{tournament.Spec{}, "alphabeta:nodes=100,threads=8", 8, "", ""},
		{byTime, "greedy", 4, "", ""},
		{byTime, "greedy", 5, "5 games at once on 4 processors", "--workers 4"},
		{clock, "greedy", 24, "24 games at once", "--workers 4"},
		{tournament.Spec{}, "mcts:time=20ms", 6, "6 games at once", "--workers 4"},
		{byTime, "mcts:threads=2", 2, "", ""},
		{byTime, "mcts:threads=2", 3, "3 games at once with 2 threads each", "--workers 2"},
		{byTime, "mcts:threads=8", 1, "1 game at once with 8 threads each", "--workers 1 and threads=4"},
	} {
		c.spec.Players = []string{"random", c.player}
		got := c.spec.Overload(c.games, 4)
		if (got == "") != (c.says == "") || !strings.Contains(got, c.says) || !strings.HasSuffix(got, c.also) {
			t.Errorf("%s, %d games: %q", c.player, c.games, got)
		}
	}
}

// TestRepeatable checks that a program, threads or a clock make a spec not repeatable.
func TestRepeatable(t *testing.T) {
	for player, want := range map[string]bool{
		"alphabeta:nodes=100": true, "mcts:nodes=100,threads=1": true, "random": true,
		"ugi:./engine": false, "alphabeta:time=1s": false, "mcts:nodes=100,threads=2": false,
	} {
		spec := tournament.Spec{Players: []string{"greedy", player}}
		timed := spec
		timed.Limits.Time = 1
		if spec.Repeatable() != want || timed.Repeatable() {
			t.Errorf("%s is repeatable: %v, with a limit by time: %v", player, spec.Repeatable(), timed.Repeatable())
		}
	}
}
