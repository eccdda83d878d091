// Package randomplay plays and summarizes random games, in which every step is drawn uniformly from the legal steps.
package randomplay

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
)

// Summary describes random games. Its JSON form is the output of a command.
type Summary struct {
	Type      string        `json:"type"` // "random"
	Game      string        `json:"game"`
	Options   string        `json:"options"`
	Start     string        `json:"start"`
	Games     int           `json:"games"`
	Seed      uint64        `json:"seed"`
	Turns     Spread        `json:"turns"`
	Steps     Spread        `json:"steps"`
	Seats     []SeatScore   `json:"seats"`
	Draws     int           `json:"draws"`
	Reasons   []ReasonCount `json:"reasons"` // the most frequent first
	Branching []Branching   `json:"branching"`

	Playing time.Duration `json:"-"` // total time of playing, without counting legal steps, over all workers
}

// Spread describes the distribution of the lengths of games.
type Spread struct {
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	Min    int     `json:"min"`
	Max    int     `json:"max"`
}

// SeatScore holds the results of a seat.
type SeatScore struct {
	Name  string  `json:"name"`
	Wins  int     `json:"wins"`
	Score float64 `json:"score"` // mean over the games
}

// ReasonCount is the number of games that ended for a reason.
type ReasonCount struct {
	Reason string `json:"reason"`
	Games  int    `json:"games"`
}

// Branching is the mean number of legal steps in the positions in which the next step is of one kind.
type Branching struct {
	Kind  string  `json:"kind"`
	Steps int64   `json:"steps"` // number of steps of the kind that were played
	Mean  float64 `json:"mean"`
}

// tally adds up the results of games as whole numbers, so that the order of the games does not change the sums.
type tally struct {
	sync.Mutex
	outcomes    map[engine.Outcome]int
	stepsByKind []int64 // number of steps played, by kind
	legalByKind []int64 // sum of the numbers of legal steps at these steps, by kind
	playing     time.Duration
}

// lengths holds the length of a game in turns and in steps.
type lengths struct{ turns, steps int32 }

// Play plays random games from the position start, each with a seed derived from the given seed. It calls report with
// the index of each game before the game starts, from several goroutines.
func Play(
	ctx context.Context, start engine.Position, games int, seed uint64, workers int, report func(int),
) (Summary, error) {
	kinds := len(start.Rules().StepKinds())
	t := &tally{outcomes: map[engine.Outcome]int{}, stepsByKind: make([]int64, kinds),
		legalByKind: make([]int64, kinds)}
	do := func(_ context.Context, i int) (lengths, error) {
		report(i)
		return t.play(start, engine.DeriveSeed(seed, "random game", strconv.Itoa(i))), nil
	}
	played, err := parallel.Each(ctx, workers, games, func() (parallel.Worker[int, lengths], error) {
		return parallel.Worker[int, lengths]{Do: do}, nil
	})
	if err != nil {
		return Summary{}, err
	}
	return t.summarize(start, played, seed), nil
}

// play plays a game at full speed, to measure its time, and then plays the same steps again to count the legal ones.
func (t *tally) play(start engine.Position, seed uint64) lengths {
	p := start.Clone()
	began := time.Now()
	steps, outcome := engine.Playout(p, engine.NewRandom(seed), math.MaxInt)
	took := time.Since(began)
	turns := int32(p.Turn() - start.Turn())
	p.CopyFrom(start)
	random := engine.NewRandom(seed)
	played, legal := make([]int64, len(t.stepsByKind)), make([]int64, len(t.stepsByKind))
	for i := 0; i < steps && !p.Over(); i++ {
		played[p.StepKind()]++
		legal[p.StepKind()] += int64(p.CountSteps())
		p.Play(engine.RandomStep(p, random))
	}
	t.Lock()
	defer t.Unlock()
	t.playing += took
	t.outcomes[outcome]++
	for kind := range played {
		t.stepsByKind[kind] += played[kind]
		t.legalByKind[kind] += legal[kind]
	}
	return lengths{turns, int32(steps)}
}

// summarize returns the summary of all games. played holds their lengths.
func (t *tally) summarize(start engine.Position, played []lengths, seed uint64) Summary {
	rules := start.Rules()
	turns, steps := make([]int32, len(played)), make([]int32, len(played))
	for i, length := range played {
		turns[i], steps[i] = length.turns, length.steps
	}
	s := Summary{
		Type: "random", Game: rules.Game().Name(), Options: rules.Settings().String(), Start: start.String(),
		Games: len(played), Seed: seed, Turns: spread(turns), Steps: spread(steps), Playing: t.playing,
	}
	for seat, name := range rules.SeatNames() {
		s.Seats = append(s.Seats, t.seat(engine.Seat(seat), name, len(played)))
	}
	byReason := map[engine.Reason]int{}
	for outcome, games := range t.outcomes {
		byReason[outcome.Reason] += games
		if outcome == engine.Draw(rules.Seats(), outcome.Reason) {
			s.Draws += games
		}
	}
	for reason, games := range byReason {
		s.Reasons = append(s.Reasons, ReasonCount{string(reason), games})
	}
	slices.SortFunc(s.Reasons, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
	for kind, name := range rules.StepKinds() {
		if steps := t.stepsByKind[kind]; steps > 0 {
			s.Branching = append(s.Branching, Branching{name, steps, float64(t.legalByKind[kind]) / float64(steps)})
		}
	}
	return s
}

// seat returns the results of a seat. It adds scores in a fixed order, so that rounding is reproducible.
func (t *tally) seat(seat engine.Seat, name string, games int) SeatScore {
	byScore := map[float64]int{}
	for outcome, n := range t.outcomes {
		byScore[outcome.Score(seat)] += n
	}
	s := SeatScore{Name: name, Wins: byScore[1]}
	for _, score := range slices.Sorted(maps.Keys(byScore)) {
		s.Score += score * float64(byScore[score]) / float64(games)
	}
	return s
}

// spread returns the distribution of the lengths. It sorts them in place.
func spread(lengths []int32) Spread {
	slices.Sort(lengths)
	var sum int64
	for _, length := range lengths {
		sum += int64(length)
	}
	n := len(lengths)
	low, high := lengths[(n-1)/2], lengths[n/2] // the two in the middle, which are the same for an odd n
	return Spread{Mean: float64(sum) / float64(n), Median: float64(low+high) / 2, Min: int(lengths[0]),
		Max: int(lengths[n-1])}
}
