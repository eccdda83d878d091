package referee_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
)

// onClock returns a control with only a clock.
func onClock(base, increment time.Duration) tournament.Control {
	return tournament.Control{Clock: tournament.TimeControl{Base: base, Increment: increment}}
}

func TestClocksAreKeptToTheNanosecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, quick := &scripted{takes: 3*time.Second + 1}, &scripted{takes: time.Second}
		m := match(8, []tournament.Control{onClock(10*time.Second, time.Second), onClock(5*time.Second, 0)}, slow,
			quick)
		m.planned.OpeningTurns = []string{"take2", "take3"}
		game := m.play(t)
		wantLeft := []time.Duration{8*time.Second - 1, 4 * time.Second, 6*time.Second - 2, 3 * time.Second,
			4*time.Second - 3, 2 * time.Second}
		if len(game.Thoughts) != len(wantLeft) || game.Adjudicated != tournament.TooLong {
			t.Fatalf("%d thoughts, %s; want %d", len(game.Thoughts), game.Outcome.Reason, len(wantLeft))
		}
		for i, thought := range game.Thoughts {
			if thought.Left != wantLeft[i] {
				t.Errorf("turn %d: %v left, want %v", i+1, thought.Left, wantLeft[i])
			}
		}
		want := search.Clock{Left: [engine.MaxSeats]time.Duration{8*time.Second - 1, 4 * time.Second}}
		want.Increment[0] = time.Second
		if slow.asked[1] != (search.Limits{Clock: want}) {
			t.Errorf("the second time player 1 was told %+v, want %+v", slow.asked[1], want)
		}
	})
}

// TestSessions plays with a clock of 10 s for every 3 turns, of which a seat keeps what it does not use.
func TestSessions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		player := &scripted{takes: 2 * time.Second}
		control := onClock(10*time.Second, 0)
		control.Clock.Turns = 3
		m := match(14, []tournament.Control{control, {}}, player, &scripted{})
		game := m.play(t)
		for i, want := range []time.Duration{8, 6, 14, 12, 10, 18, 16} {
			if left := game.Thoughts[2*i].Left; left != want*time.Second {
				t.Errorf("after turn %d: %v left, want %d s", i+1, left, want)
			}
			if got := player.asked[i].Clock.Turns; got != 3-i%3 {
				t.Errorf("turn %d: told %d turns to go", i+1, got)
			}
		}
		if err := referee.Verify(m.planned, game, pileRules(t, game), limitTags(m.planned.Controls)); err != nil {
			t.Error(err)
		}
	})
}

func TestLossOnTime(t *testing.T) {
	const base, increment, margin = 10 * time.Second, 2 * time.Second, 100 * time.Millisecond
	limited := tournament.Control{Limits: search.Limits{Time: base}}
	const beyond = "lost on time: 10.100000001s used in a turn, 10s left on the clock, margin 100ms"
	both := onClock(base, increment)
	both.Limits.Time = 4 * time.Second
	cases := map[string]struct {
		control tournament.Control
		margin  time.Duration
		takes   time.Duration
		says    string // nothing if the game is not lost
	}{
		"in time":             {onClock(base, increment), margin, base, ""},
		"at the margin":       {onClock(base, increment), margin, base + margin, ""},
		"beyond it":           {onClock(base, increment), margin, base + margin + 1, beyond},
		"no margin":           {onClock(base, increment), 0, base + 1, "10s left on the clock, margin 0s"},
		"limit at the margin": {limited, margin, base + margin, ""},
		"limit overstepped": {limited, margin, base + margin + 1,
			"lost on time: 10.100000001s used in a turn, 10s allowed, margin 100ms"},
		"the limit is tighter": {both, margin, 4*time.Second + margin + 1,
			"4.100000001s used in a turn, 4s allowed, margin 100ms"},
		"with neither of these": {tournament.Control{}, 0, 100 * time.Hour, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := match(2, []tournament.Control{{}, c.control}, &scripted{}, &scripted{takes: c.takes})
				m.margin = c.margin
				game := m.play(t)
				seat, fault := game.Fault.Seat, game.Faulted()
				if fault != (c.says != "") || fault && seat != 1 ||
					!strings.Contains(string(game.Outcome.Reason), c.says) {
					t.Errorf("ended by %q, want %q", game.Outcome.Reason, c.says)
				}
			})
		})
	}
}

// computing is a scripted player of this program, as which it counts.
type computing struct{ *scripted }

func (computing) Computes() {}

// TestWaitingForAProcessor lets players wait without computing. A player of this program is not charged the time, where
// the system, which is Linux, tells how long its thread has computed; a program in another process is.
func TestWaitingForAProcessor(t *testing.T) {
	for _, own := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			player := &scripted{takes: 10 * time.Second}
			m := match(6, []tournament.Control{onClock(5*time.Second, 0), {}}, player, &scripted{})
			if own {
				m.players[0] = computing{player}
			}
			game := m.play(t)
			free := own && runtime.GOOS == "linux"
			lost := game.Fault.Kind == guard.OutOfTime
			if lost == free || free && game.Thoughts[4].Left < 4*time.Second {
				t.Errorf("of this program: %v; ended by %q, %+v", own, game.Outcome.Reason, game.Thoughts)
			}
		})
	}
}

// TestMarginIsLentOnce exceeds the clock within the margin, and checks that the excess is missing at the next turn.
func TestMarginIsLentOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		player, opponent := &scripted{takes: 600 * time.Millisecond}, &scripted{}
		m := match(9, []tournament.Control{onClock(time.Second, 0), {}}, player, opponent)
		m.margin = 300 * time.Millisecond
		game := m.play(t)
		if !game.Faulted() || len(game.Thoughts) != 4 || game.Thoughts[2].Left != -200*time.Millisecond {
			t.Errorf("%q after %d turns, %+v: want a loss in the third turn of the player", game.Outcome.Reason,
				len(game.Thoughts), game.Thoughts)
		}
		for who, asked := range map[string]search.Limits{"player": player.asked[2], "opponent": opponent.asked[1]} {
			if left := asked.Clock.Left[0]; left != 1 {
				t.Errorf("with nothing on the clock the %s was told %v, want a nanosecond, since 0 is no clock", who,
					left)
			}
		}
	})
}

// TestHangingPlayers checks that a game whose player hangs ends with the player's time.
func TestHangingPlayers(t *testing.T) {
	const margin = 50 * time.Millisecond
	for name, c := range map[string]struct {
		control tournament.Control
		player  scripted
		wait    time.Duration // in all until the game is over
	}{
		"with a limit": {tournament.Control{Limits: search.Limits{Time: time.Minute}}, scripted{hangs: 2},
			time.Minute + margin + 1},
		// the time of the first turn, and the increment
		"with a clock": {onClock(3*time.Second, time.Second), scripted{hangs: 2}, 4*time.Second + margin + 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := match(9, []tournament.Control{c.control, c.control}, &c.player, &scripted{})
				m.margin = margin
				began := time.Now()
				game, err := m.tryToPlay(t)
				if waited := time.Since(began); waited != c.wait || err != nil || game.Fault.Kind != guard.OutOfTime {
					t.Errorf("after %v: %q, error %v", waited, game.Outcome.Reason, err)
				}
			})
		})
	}
}

// slowFake is a random mover that takes a second for every step, and records its limits.
type slowFake struct {
	*plantest.Fake
	asked []search.Limits
	first []bool // whether the step was the first of its turn
}

func (s *slowFake) Decide(
	ctx context.Context, h *engine.History, l search.Limits, r func(search.Info),
) (search.Decision, error) {
	s.asked, s.first = append(s.asked, l), append(s.first, h.Position().StartsTurn())
	time.Sleep(time.Second)
	return s.Fake.Decide(ctx, h, l, r)
}

func TestDecisionsOfATurnShareItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := plantest.Plan(t, plantest.Small("random", "random 2"))
		planned := plan.List()[0]
		planned.Controls = []tournament.Control{{}, onClock(time.Hour, time.Second)}
		planned.Controls[1].Limits = search.Limits{Nodes: 5, Depth: 3, Time: time.Minute}
		player := &slowFake{Fake: &plantest.Fake{Text: "random 2"}}
		game, err := referee.Referee{Rules: plan.Rules, Tags: limitTags(planned.Controls)}.Play(t.Context(), planned,
			[]search.Player{&plantest.Fake{Text: "random"}, player})
		require.NoError(t, err)
		turns, spent, left := 0, time.Duration(0), time.Hour
		for i, limits := range player.asked {
			if player.first[i] && i > 0 {
				left += time.Second - spent
			}
			if player.first[i] {
				turns, spent = turns+1, 0
			}
			if limits.Clock.Spent != spent || limits.Clock.Left[1] != left-spent || limits.Time != time.Minute-spent ||
				limits.Nodes != 5 || limits.Depth != 3 {
				t.Fatalf("decision %d: %+v, want %v spent, %v left", i+1, limits, spent, left-spent)
			}
			spent += time.Second
		}
		if turns == len(player.asked) {
			t.Fatal("all turns had but one step; the test means to see two")
		}
		// One of the last two turns is of the player without a clock, which has 0 left.
		if got, want := game.Thoughts[len(game.Thoughts)-1].Left+game.Thoughts[len(game.Thoughts)-2].Left,
			left+time.Second-spent; got != want {
			t.Errorf("%v left in the end, want %v", got, want)
		}
		if err := referee.Verify(planned, game, plan.Rules, limitTags(planned.Controls)); err != nil {
			t.Error(err)
		}
	})
}

// TestBudgetsNeverLose checks that players that use all of their budgets do not lose on time, on any clock and without
// a margin.
func TestBudgetsNeverLose(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		base := time.Duration(rapid.Int64Range(int64(time.Microsecond), int64(time.Hour)).Draw(r, "base"))
		increment := time.Duration(rapid.Int64Range(0, int64(base)).Draw(r, "increment"))
		limit := time.Duration(rapid.Int64Range(0, int64(base)).Draw(r, "limit"))
		control := onClock(base, increment)
		control.Limits.Time = limit
		synctest.Test(t, func(t *testing.T) {
			budgeter := func(seat engine.Seat) *scripted {
				return &scripted{thinks: func(limits search.Limits) time.Duration { return limits.Budget(seat) }}
			}
			if game := match(90, []tournament.Control{control, control}, budgeter(0),
				budgeter(1)).play(t); game.Faulted() {
				t.Errorf("%+v: %s", control, game.Outcome.Reason)
			}
		})
	})
}

func TestVerifyReckonsTheClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := match(6, []tournament.Control{onClock(10*time.Second, time.Second), {}}, &scripted{takes: time.Second},
			&scripted{})
		game := m.play(t)
		for found, forge := range map[string]func(thoughts []tournament.Thought){
			"clock: after turn 3 player": func(thoughts []tournament.Thought) { thoughts[2].Left += time.Second },
			"clock: after turn 1 player": func(thoughts []tournament.Thought) { thoughts[0].Time -= time.Millisecond },
			"clock: after turn 2 player": func(thoughts []tournament.Thought) { thoughts[1].Left = time.Second },
		} {
			forged := game
			forged.Thoughts = append([]tournament.Thought(nil), game.Thoughts...)
			forge(forged.Thoughts)
			err := referee.Verify(m.planned, forged, pileRules(t, game), limitTags(m.planned.Controls))
			require.ErrorContains(t, err, found)
		}
	})
}
