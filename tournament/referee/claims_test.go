package referee_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/referee"
)

// honest returns a game as a worker sends it, with its plan and rules.
func honest(t testing.TB) (tournament.Planned, tournament.Game, engine.Rules) {
	t.Helper()
	rules := pile(t, 2, engine.Setting{Name: "pile", Value: "8"})
	controls := []tournament.Control{{Limits: search.Limits{Nodes: 20}}, {Limits: search.Limits{Nodes: 30}}}
	m := match(0, controls, &scripted{scores: []search.Score{5, -6}}, &scripted{})
	m.planned.Players, m.planned.OpeningTurns = []string{"one", "two"}, []string{"take1"}
	game, err := referee.Referee{Rules: rules, Tags: append(limitTags(controls),
		engine.Tag{Name: "Program", Value: "pillars"})}.Play(t.Context(), m.planned, m.players)
	require.NoError(t, err)
	game.Record.Tags = append(game.Record.Tags, engine.Tag{Name: "Worker", Value: "machine"},
		engine.Tag{Name: "Weights2", Value: "sha256:00"})
	require.NoError(t, referee.Verify(m.planned, game, rules, limitTags(m.planned.Controls)))
	return m.planned, copied(game), rules
}

// copied returns a copy that shares no memory with the game.
func copied(game tournament.Game) tournament.Game {
	game.Players, game.Thoughts = slices.Clone(game.Players), slices.Clone(game.Thoughts)
	r := &game.Record
	r.Settings, r.Players, r.Turns, r.Tags = slices.Clone(r.Settings), slices.Clone(r.Players), slices.Clone(r.Turns),
		slices.Clone(r.Tags)
	return game
}

// setTag sets the tag of a record with the given name.
func setTag(r *engine.Record, name, value string) {
	r.Tags = append(slices.DeleteFunc(r.Tags, func(tag engine.Tag) bool { return tag.Name == name }),
		engine.Tag{Name: name, Value: value})
}

// TestVerifyRefusesLies changes facts of a game that do not follow from its turns, and parts of its plan.
func TestVerifyRefusesLies(t *testing.T) {
	type (
		planned = *tournament.Planned
		game    = *tournament.Game
		lie     = func(planned, game)
	)
	both := func(change func(*engine.Outcome)) lie {
		return func(_ planned, g game) {
			change(&g.Outcome)
			g.Record.Outcome = g.Outcome
		}
	}
	tag := func(name, value string) lie { return func(_ planned, g game) { setTag(&g.Record, name, value) } }
	thought := func(change func(*tournament.Thought)) lie {
		return func(_ planned, g game) { change(&g.Thoughts[1]) }
	}
	for name, c := range map[string]struct {
		change lie
		says   string
	}{
		"another name":      {func(p planned, _ game) { p.Identity += "0" }, "it is game"},
		"another pair":      {func(p planned, _ game) { p.Pair += "0" }, "pair"},
		"opening's number":  {func(p planned, _ game) { p.Opening++ }, "pair"},
		"another pairing":   {func(p planned, _ game) { p.Pairing += "v3" }, "pair"},
		"another player":    {func(_ planned, g game) { g.Players[0] = "nobody" }, "players"},
		"another recorded":  {func(_ planned, g game) { g.Record.Players = []string{"one", "nobody"} }, "players"},
		"another opening":   {func(p planned, _ game) { p.OpeningTurns[0] = "take2" }, "turn "},
		"a shorter opening": {func(_ planned, g game) { g.Record.Opening-- }, "opening"},
		"no turns":          {func(_ planned, g game) { g.Record.Turns = nil }, "opening"},
		"a turn more":       {func(_ planned, g game) { g.Turns++ }, "number of turns"},
		"another turn":      {func(_ planned, g game) { g.Record.Turns[1] += " " }, "turn 2, turn: "},
		"another seed":      {func(p planned, _ game) { p.Seeds[1]++ }, "tags: "},
		"another game":      {func(_ planned, g game) { g.Record.Game = "chess" }, "game"},
		"another option":    {func(_ planned, g game) { g.Record.Settings[1].Value = "4" }, "options"},
		"an unknown one":    {func(_ planned, g game) { g.Record.Settings[0].Name = "x" }, "options"},
		"another start":     {func(_ planned, g game) { g.Record.Start = "5" }, "start"},
		"no last position":  {func(_ planned, g game) { g.Record.Final = "" }, "last position"},

		"another result":  {func(_ planned, g game) { g.Outcome.Scores[0]++ }, "outcome"},
		"five seats":      {both(func(o *engine.Outcome) { o.Seats = 5 }), "outcome"},
		"fewer than none": {both(func(o *engine.Outcome) { o.Seats = -1 }), "outcome"},
		"no number":       {both(func(o *engine.Outcome) { o.Scores[0] = math.NaN() }), "outcome"},
		"a seat at fault": {func(_ planned, g game) { g.Fault.Seat = 1 }, "outcome"},
		"a kind of fault": {func(_ planned, g game) { g.Fault.Kind = "sleep" }, "outcome"},
		"a verdict":       {func(_ planned, g game) { g.Adjudicated = "length" }, "outcome"},

		"no thought":     {func(_ planned, g game) { g.Thoughts = g.Thoughts[1:] }, "thoughts: there are 6 for 7"},
		"a thought more": {func(_ planned, g game) { g.Thoughts = append(g.Thoughts, g.Thoughts[0]) }, "thoughts: "},
		"nodes":          {thought(func(t *tournament.Thought) { t.Nodes = math.MaxUint64 }), "thoughts: turn 3"},
		"depth":          {thought(func(t *tournament.Thought) { t.Depth = -1 }), "thoughts: turn 3"},
		"a great depth":  {thought(func(t *tournament.Thought) { t.Depth = math.MaxInt }), "thoughts: turn 3"},
		"score":          {thought(func(t *tournament.Thought) { t.Score = math.MinInt32 }), "thoughts: turn 3"},
		"time":           {thought(func(t *tournament.Thought) { t.Time = -1 }), "thoughts: turn 3"},
		"a long time":    {thought(func(t *tournament.Thought) { t.Time = math.MaxInt64 }), "thoughts: turn 3"},
		"a clock":        {thought(func(t *tournament.Thought) { t.Left = 1 }), "clock: after turn 3"},
		"random":         {thought(func(t *tournament.Thought) { t.Random = true }), "thoughts: turn 3 is random"},
		"visits":         {thought(func(t *tournament.Thought) { t.Visits = "x" }), "thoughts: turn 3 is random"},

		"no tag":         {func(_ planned, g game) { g.Record.Tags = nil }, "tags: "},
		"a seed":         {tag("Seed1", "5"), "tags: "},
		"limits":         {tag("Limits1", "nodes=2000"), "tags: Limits1"},
		"no limits":      {tag("Limits2", "none"), "tags: Limits2"},
		"clock":          {tag("Clock1", "1m0s"), "tags: Clock1"},
		"round":          {tag("Round", "1v2/1/2"), "tags: Round"},
		"spread":         {tag("Spread", "2"), "tags: no referee writes"},
		"player":         {tag("White", "somebody"), "tags: no referee writes"},
		"third player":   {tag("Player3", "somebody"), "tags: no referee writes"},
		"second player":  {tag("Player2", "somebody"), "tags: no referee writes"},
		"third seat":     {tag("Weights3", "x"), "tags: no referee writes"},
		"third seed":     {tag("Seed3", "1"), "tags: no referee writes"},
		"blanks":         {tag("Two words1", "x"), "tags: no referee writes"},
		"a line more":    {tag("Program", "pillars\n[Result \"1-0\"]"), `tags: "Program" is not one line`},
		"an escape":      {tag("Worker", "\x1b[2J"), `tags: "Worker" is not one line`},
		"a long value":   {tag("Program", strings.Repeat("x", 1001)), `tags: "Program" is not one line`},
		"broken letters": {tag("Program", "\xff"), `tags: "Program" is not one line`},
		"twice": {func(_ planned, g game) {
			g.Record.Tags = append(g.Record.Tags, engine.Tag{Name: "Seed1", Value: "0"})
		}, "tags: "},
	} {
		planned, game, rules := honest(t)
		c.change(&planned, &game)
		err := referee.Verify(planned, game, rules, limitTags(planned.Controls))
		if err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that begins with %q", name, err, c.says)
		}
	}
}

// boaster is a player whose name and thoughts are beyond the bounds of records.
type boaster struct {
	search.Player
	claim search.Info
}

func (*boaster) Facts() []engine.Tag {
	return []engine.Tag{{Name: "Engine", Value: "\x1b[2J" + strings.Repeat("ä", 600) + "\nmore"}}
}

func (b *boaster) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, tell func(search.Info),
) (search.Decision, error) {
	decision, err := b.Player.Decide(ctx, h, limits, tell)
	decision.Info = b.claim
	return decision, err
}

// TestBoastsAreCut checks that values beyond all bounds that a player reports are cut, so that the referee's own game
// verifies.
func TestBoastsAreCut(t *testing.T) {
	m := match(2, nil, &scripted{}, &scripted{})
	m.players[0] = &boaster{m.players[0], search.Info{Nodes: math.MaxUint64, Depth: math.MaxInt, Score: math.MaxInt32}}
	m.players[1] = &boaster{m.players[1], search.Info{Depth: -7, Score: math.MinInt32}}
	game := m.play(t) // which verifies it
	want := []tournament.Thought{{Nodes: 1 << 53, Depth: 1 << 20, Score: search.WinScore}, {Score: -search.WinScore}}
	for i, thought := range game.Thoughts {
		if thought.Time = 0; thought != want[i] {
			t.Errorf("thought %d is %+v, want %+v", i+1, thought, want[i])
		}
	}
}
