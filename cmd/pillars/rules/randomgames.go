package rules

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
)

const (
	maxRandomGames   = 100_000_000 // bounds the memory for the lengths of games
	maxRandomWorkers = 10_000
)

// randomGames are played random games: the lengths of each, the rest summed up. All sums are of whole numbers (scores are counted by their
// outcome), so their order does not matter.
type randomGames struct {
	start    engine.Position
	seed     uint64
	workers  int
	turns    []int32
	steps    []int32
	outcomes map[engine.Outcome]int
	due      []int64 // how often a step of each kind was due
	legal    []int64 // legal steps then, summed up
	playing  time.Duration
}

// playRandom plays games from start, each with a seed of its own.
func playRandom(start engine.Position, count int, seed uint64, workers int, progress io.Writer) *randomGames {
	all := newRandomGames(start, count, seed, workers)
	var taken atomic.Int64
	var adding sync.Mutex
	var done sync.WaitGroup
	status := cli.NewStatusLine(progress)
	for range workers {
		done.Go(func() {
			own := newRandomGames(start, 0, seed, workers)
			for i := int(taken.Add(1)) - 1; i < count; i = int(taken.Add(1)) - 1 {
				all.turns[i], all.steps[i] = own.play(engine.DeriveSeed(seed, "random game", strconv.Itoa(i)))
				status.Update(func() string { return fmt.Sprintf("%d of %d games", i, count) })
			}
			adding.Lock()
			defer adding.Unlock()
			all.add(own)
		})
	}
	done.Wait()
	status.Clear()
	return all
}

func newRandomGames(start engine.Position, count int, seed uint64, workers int) *randomGames {
	kinds := len(start.Rules().StepKinds())
	return &randomGames{
		start: start, seed: seed, workers: workers,
		turns: make([]int32, count), steps: make([]int32, count),
		outcomes: map[engine.Outcome]int{}, due: make([]int64, kinds), legal: make([]int64, kinds),
	}
}

// play plays one game natively, then walks it once more by its seed to count the legal steps, so that counting does not spoil the speed.
func (r *randomGames) play(seed uint64) (turns, steps int32) {
	p := r.start.Clone()
	began := time.Now()
	played, outcome := engine.Playout(p, engine.NewRandom(seed), math.MaxInt)
	r.playing += time.Since(began)
	r.outcomes[outcome]++
	turns = int32(p.Turn() - r.start.Turn())
	p.CopyFrom(r.start)
	random := engine.NewRandom(seed)
	for i := 0; i < played && !p.Over(); i++ {
		r.due[p.StepKind()]++
		r.legal[p.StepKind()] += int64(p.CountSteps())
		p.Play(engine.RandomStep(p, random))
	}
	return turns, int32(played)
}

// speed says how fast the games were played, counting apart.
func (r *randomGames) speed() string {
	var steps int64
	for _, n := range r.steps {
		steps += int64(n)
	}
	games := len(r.steps)
	return fmt.Sprintf("%.1f ns a step, %.0f games a second for each of %d workers",
		float64(r.playing.Nanoseconds())/float64(steps), float64(games)/r.playing.Seconds(), r.workers)
}

func (r *randomGames) add(other *randomGames) {
	for outcome, games := range other.outcomes {
		r.outcomes[outcome] += games
	}
	for kind := range r.due {
		r.due[kind] += other.due[kind]
		r.legal[kind] += other.legal[kind]
	}
	r.playing += other.playing
}

func describeRandom(r *randomGames) randomAnswer {
	rules := r.start.Rules()
	answer := randomAnswer{
		Type: "random", Game: rules.Game().Name(), Options: rules.Settings().String(), Start: r.start.String(),
		Games: len(r.turns), Seed: r.seed, Turns: spread(r.turns), Steps: spread(r.steps),
	}
	for seat, name := range rules.SeatNames() {
		answer.Seats = append(answer.Seats, r.seat(engine.Seat(seat), name))
	}
	byReason := map[engine.Reason]int{}
	for outcome, games := range r.outcomes {
		byReason[outcome.Reason] += games
		if outcome == engine.Draw(rules.Seats(), outcome.Reason) {
			answer.Draws += games
		}
	}
	for reason, games := range byReason {
		answer.Reasons = append(answer.Reasons, reasonAnswer{string(reason), games})
	}
	slices.SortFunc(answer.Reasons, func(a, b reasonAnswer) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
	for kind, name := range rules.StepKinds() {
		if due := r.due[kind]; due > 0 {
			answer.Branching = append(answer.Branching, branchingAnswer{name, due, float64(r.legal[kind]) / float64(due)})
		}
	}
	return answer
}

// seat is how a seat fared. Scores are added in a fixed order, so that their sum is the same however the games were shared out.
func (r *randomGames) seat(seat engine.Seat, name string) seatAnswer {
	answer := seatAnswer{Name: name}
	byScore := map[float64]int{}
	for outcome, games := range r.outcomes {
		byScore[outcome.Score(seat)] += games
	}
	scores := make([]float64, 0, len(byScore))
	for score := range byScore {
		scores = append(scores, score)
	}
	slices.Sort(scores)
	for _, score := range scores {
		answer.Score += score * float64(byScore[score]) / float64(len(r.turns))
	}
	answer.Wins = byScore[1]
	return answer
}

// spread describes lengths, of which there is at least one. It sorts them.
func spread(lengths []int32) spreadAnswer {
	slices.Sort(lengths)
	var sum int64
	for _, length := range lengths {
		sum += int64(length)
	}
	low, high := lengths[(len(lengths)-1)/2], lengths[len(lengths)/2]
	return spreadAnswer{
		Mean:   float64(sum) / float64(len(lengths)),
		Median: float64(low+high) / 2,
		Min:    int(lengths[0]),
		Max:    int(lengths[len(lengths)-1]),
	}
}
