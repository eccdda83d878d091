// Package vector plays many games of the same rules at once, for programs that learn from them. Such programs see the
// games only as arrays of numbers ([Arrays]), which can lie in shared memory. When a game ends, a new one takes its
// place.
package vector

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"pillars/engine"
)

// mostLegal limits the length of a row of [Arrays.Legal] in games with many actions. It is not a power of two, because
// rows of such a length would all compete for the same lines of the processor's cache.
const mostLegal = 1040

// Arrays holds what a program sees of n games. Every array has n rows, one for each game, one after the other.
type Arrays struct {
	Observations []uint8   // [n, planes, ranks, files]: [engine.ArrayRules.WritePlanes] for the seat to act; or nil
	Masks        []uint8   // [n, actions]: 1 for legal actions; or nil
	Legal        []int32   // [n, width]: first the Counts legal actions, in no particular order; the rest is undefined
	Counts       []int32   // [n]: number of legal actions
	Seats        []uint8   // [n]: the seat to act
	Rewards      []float32 // [n, seats]: if the last step ended a game, from -1 for last place to 1 for first; else 0
	Dones        []uint8   // [n]: 1 if the last step ended a game, so that the other arrays show the start of the next
	Steps        []int32   // [n]: steps played in the current game
	Actions      []int32   // [n]: the actions to play, written by the program or by [Games.StepRandom]
}

// Games is n games that advance together.
type Games struct {
	Arrays
	games   []game
	steps   []engine.Step // the step of each action
	actions []int32       // the action of each step
	rules   engine.ArrayRules
	start   engine.Position
	buffers [][]engine.Step // for each goroutine, a buffer for legal steps
	planes  int             // numbers in one observation
	width   int             // length of a row of Legal
}

type game struct {
	position engine.Position
	hashes   []uint64 // the hashes of the positions that began a turn since the last step that can never be undone
	random   rand.PCG
}

// Width returns the length of a row of [Arrays.Legal] in a game with the given number of actions.
func Width(actions int) int { return min(actions, mostLegal) }

// Actions returns two tables: the step of each action, and the action of each step.
func Actions(rules engine.ArrayRules) (steps []engine.Step, actions []int32) {
	steps, actions = rules.Actions(), make([]int32, rules.StepSpace())
	for action, step := range steps {
		actions[step] = int32(action)
	}
	return steps, actions
}

// New returns as many games as the arrays have rows. They advance in the given number of threads. Call [Games.Reset]
// before the first step.
func New(rules engine.ArrayRules, arrays Arrays, threads int) *Games {
	files, ranks := rules.BoardSize()
	g := &Games{Arrays: arrays, games: make([]game, len(arrays.Actions)), buffers: make([][]engine.Step, threads),
		rules: rules, start: rules.Start(), planes: len(rules.Planes()) * files * ranks}
	g.steps, g.actions = Actions(rules)
	g.width = Width(len(g.steps))
	for i := range g.games {
		g.games[i].position = g.start.Clone()
	}
	return g
}

// Reset begins all games again. The random actions of each game depend only on the seed and the number of the game.
func (g *Games) Reset(seed uint64) error {
	clear(g.Masks)
	clear(g.Rewards)
	clear(g.Dones)
	return g.each(func(i int, buffer *[]engine.Step) error {
		g.games[i].random = *engine.NewRandom(engine.DeriveSeed(seed, strconv.Itoa(i)))
		g.Counts[i] = 0 // so that show does not read the row of Legal, which is undefined
		g.begin(i)
		return g.show(i, buffer)
	})
}

// Step plays one action in each game. If any of [Arrays.Actions] is not legal, it plays nothing and returns an error.
func (g *Games) Step() error {
	err := g.each(func(i int, _ *[]engine.Step) error {
		if slices.Contains(g.legal(i), g.Actions[i]) {
			return nil
		}
		return fmt.Errorf("game %d: action %d is not legal in %s", i, g.Actions[i], g.games[i].position)
	})
	if err != nil {
		return err
	}
	return g.each(g.play)
}

// StepRandom plays the given number of legal actions, drawn at random, in each game.
func (g *Games) StepRandom(rounds int) error {
	return g.each(func(i int, buffer *[]engine.Step) error {
		for range rounds {
			// The high half of the product is uniform except for a bias below 2^-50.
			index, _ := bits.Mul64(g.games[i].random.Uint64(), uint64(g.Counts[i]))
			g.Actions[i] = g.legal(i)[index]
			if err := g.play(i, buffer); err != nil {
				return err
			}
		}
		return nil
	})
}

// legal returns the legal actions of game i.
func (g *Games) legal(i int) []int32 { return g.Legal[i*g.width:][:g.Counts[i]] }

// play plays the action of game i, which must be legal, and writes the game's rows.
func (g *Games) play(i int, buffer *[]engine.Step) error {
	game := &g.games[i]
	game.position.Play(g.steps[g.Actions[i]])
	g.Steps[i]++
	outcome := game.position.Outcome()
	if !outcome.Over() && game.position.StartsTurn() {
		outcome = engine.Drawn(game.position, game.occurrences())
	}
	seats := len(g.Rewards) / len(g.games)
	rewards := g.Rewards[i*seats:][:seats]
	clear(rewards)
	g.Dones[i] = 0
	if outcome.Over() {
		for seat := range rewards {
			rewards[seat] = float32(2*outcome.Scores[seat] - 1)
		}
		g.Dones[i] = 1
		g.begin(i)
	}
	return g.show(i, buffer)
}

// occurrences records the position, which begins a turn, and returns how many turns have begun with it. It returns 0 if
// the rules have no draw by repetition.
func (g *game) occurrences() (times int) {
	p := g.position
	if p.Rules().Repetition() == 0 {
		return 0
	}
	if p.Reversible() == 0 {
		g.hashes = g.hashes[:0]
	}
	hash := p.Hash()
	g.hashes = append(g.hashes, hash)
	for _, earlier := range g.hashes {
		if earlier == hash {
			times++
		}
	}
	return times
}

// begin begins a new game in place of game i.
func (g *Games) begin(i int) {
	game := &g.games[i]
	game.position.CopyFrom(g.start)
	game.hashes = game.hashes[:0]
	game.occurrences()
	g.Steps[i] = 0
}

// show writes the rows of game i in those arrays that depend on its position only. To save time, it does not clear the
// whole mask, but only the elements of the actions that were legal before.
func (g *Games) show(i int, buffer *[]engine.Step) error {
	p := g.games[i].position
	steps := p.AppendSteps((*buffer)[:0])
	*buffer = steps
	if len(steps) > g.width {
		return fmt.Errorf("game %d: %d legal actions; there is room for %d", i, len(steps), g.width)
	}
	if g.Masks != nil {
		actions := len(g.steps)
		mask := g.Masks[i*actions:][:actions]
		for _, action := range g.legal(i) {
			mask[action] = 0
		}
		for _, step := range steps {
			mask[g.actions[step]] = 1
		}
	}
	g.Counts[i] = int32(len(steps))
	for k, row := 0, g.legal(i); k < len(row); k++ { // the new Counts[i] is the length of the row
		row[k] = g.actions[steps[k]]
	}
	g.Seats[i] = uint8(p.Seat())
	if g.Observations != nil {
		g.rules.WritePlanes(p, p.Seat(), g.Observations[i*g.planes:][:g.planes])
	}
	return nil
}

// each calls the function do for every game. Each goroutine takes a range of the games, and stops at its first error.
// each returns the error of the game with the lowest number.
func (g *Games) each(do func(i int, buffer *[]engine.Step) error) error {
	errs := make([]error, len(g.buffers))
	var group sync.WaitGroup
	for number := range g.buffers {
		group.Go(func() {
			buffer := g.buffers[number] // a copy: the original shares a line of the processor's cache with others
			end := (number + 1) * len(g.games) / len(g.buffers)
			for i := number * len(g.games) / len(g.buffers); i < end && errs[number] == nil; i++ {
				errs[number] = do(i, &buffer)
			}
			g.buffers[number] = buffer
		})
	}
	group.Wait()
	return cmp.Or(errs...)
}
