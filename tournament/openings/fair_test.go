package openings

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
)

// cakes returns a search for fair cuts of a cake.
func cakes(rules *cakeRules, tries int, g glutton) Fair {
	return Fair{
		Start: rules.Start(), Tries: tries,
		Valuer: Valuer{Seed: 1, Player: "glutton", Workers: 3,
			NewPlayer: func(string, engine.Rules) (search.Player, error) {
				own := g
				return &own, nil
			}},
	}
}

// cuts returns the sizes of the left parts.
func cuts(setUps []SetUp) []int {
	var left []int
	for i := range setUps {
		left = append(left, setUps[i].Position.(*cake).left)
	}
	return left
}

func TestFairCutIsInTheMiddle(t *testing.T) {
	setUps, err := cakes(&cakeRules{}, 50, glutton{}).SetUps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(setUps) != 9 {
		t.Fatalf("%d set-ups, want the 9 there are", len(setUps))
	}
	distance := func(left int) int { return max(left-5, 5-left) }
	for i, s := range setUps {
		left := cuts(setUps)[i]
		if i > 0 && distance(left) < distance(cuts(setUps)[i-1]) {
			t.Errorf("cuts in the order %v", cuts(setUps))
		}
		// Who leaves the choice gets the smaller part, so the second-best choice is as bad as the best is good.
		want := search.Score(200 * distance(left))
		if want == 800 {
			want = search.WinIn(4)
		}
		if s.Score != want || !want.Decided() && s.Spread() != 2*want || s.Unevenness() != s.Spread() ||
			s.Position.Seat() != 1 || len(s.Turns) != 1 {
			t.Errorf("cut %d: score %d, spread %d, unevenness %d, turns %q; want scores of %d", left, s.Score,
				s.Spread(), s.Unevenness(), s.Turns, want)
		}
		if last := s.Choices[len(s.Choices)-1]; len(s.Choices) != 3 || last.Score > -want+1 {
			t.Errorf("cut %d: choices %v; want three, the last worth %d", left, s.Choices, -want)
		}
	}
}

// TestSetUpsAreEvenlySpread compares two files that are mirror images. Uniformly random steps, which place a colour's
// men file by file, would leave the first file empty in most set-ups and fill the last in nearly all.
func TestSetUpsAreEvenlySpread(t *testing.T) {
	game, err := games.Find("pylyx")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(engine.Settings{{Name: "size", Value: "6"}})
	if err != nil {
		t.Fatal(err)
	}
	fair := Fair{Start: rules.Start(), Tries: 400,
		Valuer: Valuer{Seed: 2, Player: "greedy", NewPlayer: players.New, Workers: 2}}
	setUps, err := fair.SetUps(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	share := map[string]float64{}
	for _, s := range setUps {
		for _, men := range []string{"Wa", "Wf", "Ba", "Bf"} {
			if strings.Contains(s.Turns[0], men) {
				share[men] += 1 / float64(len(setUps))
			}
		}
	}
	// Counting all placements gives 0.580; the standard error of a share is about 0.025.
	for men, got := range share {
		if !(0.5 <= got && got <= 0.66) {
			t.Errorf("%s stands in a share of %.2f of the set-ups; shares %v", men, got, share)
		}
	}
}

// TestFairWithoutChoice checks that the position itself is valued if there is no choice, and that steps after the
// set-up are played first if they change the board.
func TestFairWithoutChoice(t *testing.T) {
	for name, rules := range map[string]*cakeRules{"dealt": {noChoice: true}, "on the board": {onBoard: true},
		"three seats": {noChoice: true, seats: 3}} {
		setUps, err := cakes(rules, 5, glutton{}).SetUps(t.Context())
		if err != nil || len(setUps) != 5 {
			t.Fatalf("%s: %d set-ups, error %v", name, len(setUps), err)
		}
		for _, s := range setUps {
			p := s.Position.(*cake)
			want := search.Score(100 * (p.share[p.seat] - p.share[1-p.seat]))
			if p.InOpening() || len(s.Choices) > 0 || s.Spread() != 0 || !s.Score.Decided() && s.Score != want ||
				s.Unevenness() != max(s.Score, -s.Score) {
				t.Errorf("%s: %s is worth %d, unevenness %d, choices %v; want %d", name, p, s.Score, s.Unevenness(),
					s.Choices, want)
			}
		}
	}
}

func TestFairIsTheSameForAnyWorkers(t *testing.T) {
	text := func(workers, tries int) string {
		fair := cakes(&cakeRules{}, tries, glutton{noisy: true})
		fair.Workers = workers
		setUps, err := fair.SetUps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(cuts(setUps), setUps[0].Score, setUps[0].Choices)
	}
	if one, many := text(1, 6), text(6, 6); one != many {
		t.Errorf("one worker: %s; six: %s", one, many)
	}
}

func TestFairDrawsFewerAsTheBeginningOfMore(t *testing.T) {
	drawn := func(tries int) []int {
		setUps, err := cakes(&cakeRules{}, tries, glutton{}).SetUps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(setUps, func(a, b SetUp) int { return a.Draw - b.Draw })
		return cuts(setUps)
	}
	if few, many := drawn(4), drawn(7); !slices.Equal(few, many[:4]) {
		t.Errorf("four draws: %v; seven: %v", few, many)
	}
}

// TestSeedsOfDraws checks that the seed of each draw follows from its number as in earlier versions, so that books can
// be made again.
func TestSeedsOfDraws(t *testing.T) {
	start := (&cakeRules{}).Start()
	for seed := range uint64(20) {
		setUps, err := drawSetUps(t.Context(), start, seed, 1)
		if err != nil {
			t.Fatal(err)
		}
		want, err := drawSetUp(start, engine.DeriveSeed(seed, "set-up", "1"))
		if err != nil {
			t.Fatal(err)
		}
		if got := setUps[0].Position.String(); got != want.Position().String() {
			t.Errorf("seed %d: the first set-up is %s, want %s", seed, got, want.Position())
		}
	}
}

// TestFairValuesWhatIsGiven checks that a position at the choice, or after the set-up, is valued as it is.
func TestFairValuesWhatIsGiven(t *testing.T) {
	fair := cakes(&cakeRules{}, 10, glutton{})
	for plays, want := range map[int]search.Score{1: 400, 2: -400} {
		p := (&cakeRules{}).Start()
		for _, step := range []engine.Step{3, takeRight}[:plays] {
			p.Play(step)
		}
		fair.Start = p
		setUps, err := fair.SetUps(t.Context())
		if err != nil || len(setUps) != 1 || setUps[0].Score != want || len(setUps[0].Turns) != 0 {
			t.Errorf("after %d turns: %+v, error %v; want one worth %d", plays, setUps, err, want)
		}
	}
}

func TestFairKeepsWhatIsDone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var asked atomic.Int64
	fair := cakes(&cakeRules{}, 9, glutton{before: func() error {
		if asked.Add(1) == 10 { // each set-up takes four searches
			cancel()
		}
		return nil
	}})
	fair.Workers = 1
	setUps, err := fair.SetUps(ctx)
	if !errors.Is(err, context.Canceled) || len(setUps) != 2 {
		t.Errorf("%d set-ups, error %v; want 2 and a cancelled context", len(setUps), err)
	}
}

func TestFairReports(t *testing.T) {
	fair := cakes(&cakeRules{}, 6, glutton{})
	var mutex sync.Mutex
	seen := map[int]bool{}
	fair.Report = func(done, total int) {
		mutex.Lock()
		defer mutex.Unlock()
		seen[done] = total == 6
	}
	if _, err := fair.SetUps(t.Context()); err != nil {
		t.Fatal(err)
	}
	for done := 1; done <= 6; done++ {
		if !seen[done] {
			t.Errorf("%d of 6 was not reported: %v", done, seen)
		}
	}
}

// faultAt returns a function that fails at its n-th call.
func faultAt(n int64) func() error {
	var decisions atomic.Int64
	return func() error {
		if decisions.Add(1) < n {
			return nil
		}
		return errors.New("full")
	}
}

func TestFairRefuses(t *testing.T) {
	late := cakes(&cakeRules{}, 3, glutton{before: faultAt(10)}) // each set-up takes four searches
	late.Workers = 1
	cases := map[string]struct {
		fair Fair
		want string
	}{
		"no tries":    {cakes(&cakeRules{}, 0, glutton{}), "tries 0: must be from 1 to"},
		"three seats": {cakes(&cakeRules{seats: 3}, 1, glutton{}), "evaluated at a choice; this one has 3 seats"},
		"a fault": {cakes(&cakeRules{}, 1, glutton{before: func() error { return errors.New("no appetite") }}),
			"set-up 1: 10: player glutton failed: no appetite"},
		"a panic": {cakes(&cakeRules{}, 1, glutton{before: func() error { panic("choked") }}),
			"player glutton panicked: choked"},
		"a fault in the end": {late, "player glutton failed: full"},
	}
	for name, test := range cases {
		found, err := test.fair.SetUps(t.Context())
		if err == nil || !strings.Contains(err.Error(), test.want) || found != nil {
			t.Errorf("%s: %d set-ups, error %v; want none and %q", name, len(found), err, test.want)
		}
	}
}

// TestChoicesMirrorEachOther holds the values of a real game's choices against its theory. Let a be what White's place
// is worth to White when White moves first, and b when Black does. Two gets b for taking White, -a for taking Black,
// and for the first move the worse of a and -b, since One then picks the colour. So the first move is worth exactly as
// much as the better colour, with the other sign.
func TestChoicesMirrorEachOther(t *testing.T) {
	game, err := games.Find("pylyx")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.New(engine.Settings{{Name: "size", Value: "6"}})
	if err != nil {
		t.Fatal(err)
	}
	fair := Fair{Start: rules.Start(), Tries: 12,
		Valuer: Valuer{Seed: 3, Player: "alphabeta:depth=2,table=1", NewPlayer: players.New, Workers: 2}}
	setUps, err := fair.SetUps(t.Context())
	if err != nil || len(setUps) != fair.Tries {
		t.Fatalf("%d set-ups, error %v", len(setUps), err)
	}
	for _, s := range setUps {
		score := map[string]search.Score{}
		for _, choice := range s.Choices {
			score[s.Position.StepText(choice.Step)] = choice.Score
		}
		best := max(score["white"], score["black"])
		if len(score) != 3 || !best.Decided() && score["first"] != -best {
			t.Errorf("%s: choices worth %v; want first to mirror the better colour", s.Position, score)
		}
	}
}
