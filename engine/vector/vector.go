// Package vector plays many games of the same rules at once, for programs that learn from them. Such programs see the
// games only as arrays of numbers ([Arrays]), which can lie in shared memory.
package vector

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pillars/engine"
)

// mostLegal limits the length of a row of [Arrays.Legal] in games with many actions. It is not a power of two, because
// rows of such a length would all compete for the same lines of the processor's cache.
const mostLegal = 1040

// mostNamed limits the number of legal actions that an error names.
const mostNamed = 40

// Mode says when a game that has ended begins again. The modes are those of gymnasium's vectors.
type Mode string

// The modes.
const (
	NextStep Mode = "NextStep" // in the next step, whose action is ignored
	SameStep Mode = "SameStep" // at once; the Final arrays keep the end
	Disabled Mode = "Disabled" // when the caller begins it again
)

// Arrays holds what a program sees of n games. Every array has n rows, one for each game, one after the other. In a
// game that has ended and not begun again, action 0 alone counts as legal.
type Arrays struct {
	Observations []uint8   // [n, planes, ranks, files]: [WritePlanes] for the seat to act; or nil
	Masks        []uint8   // [n, actions]: 1 for legal actions, or a bit for each, the lowest first; or nil
	Legal        []int32   // [n, width]: first the Counts legal actions, in no particular order; or nil
	Counts       []int32   // [n]: number of legal actions
	Seats        []uint8   // [n]: the seat to act
	Rewards      []float32 // [n]: the reward of the seat that acted
	SeatRewards  []float32 // [n, seats]: if the last step ended a game, from -1 for last place to 1 for first; else 0
	Terminations []uint8   // [n]: 1 if the last step ended a game by its rules
	Truncations  []uint8   // [n]: 1 if the last step ended a game by the turn cap
	Steps        []int32   // [n]: steps played in the current game
	Actions      []int64   // [n]: the actions to play, written by the program or by [Games.StepRandom]
	Chosen       []uint8   // [n]: the games that [Games.Reset] begins again

	FinalObservations []uint8 // [n, planes, ranks, files]: at the last end of a game, if the mode is SameStep; or nil
	FinalSeats        []uint8 // [n]: the seat of that observation; or nil
	FinalSteps        []int32 // [n]: the number of steps of that game; or nil
}

// Games is n games that advance together.
type Games struct {
	Arrays
	games   []game
	pasts   []past        // of the games
	steps   []engine.Step // the step of each action
	actions []int32       // the action of each step
	rules   engine.ArrayRules
	stays   bool            // whether a game that has ended begins again later than in the same step
	manual  bool            // whether the caller begins it again
	buffers [][]engine.Step // for each goroutine, a buffer for legal steps
	planes  int             // numbers in one observation
	own     int             // how many of them are in planes of the game
	square  int             // number of squares of the board
	seats   int
	repeats int // the rules' repetition
	cap     int // and turn cap
	width   int // of a row of Legal
	mask    int // length of a row of Masks
}

// game fills a line of the processor's cache; what most steps do not need is in past.
type game struct {
	position engine.Position
	random   rand.PCG
	played   []uint16 // the actions since the start
	times    int      // how often the last of the hashes is among them, or 0 if the rules do not count
}

type past struct {
	hashes []uint64        // of the positions that began a turn since the last step that can never be undone
	start  engine.Position // where the current game began
	begins *engine.History // where the next game begins
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

// Planes describes the planes of an observation: those of the game and, if results depend on them, a plane for
// repetition and then one for the turn cap.
func Planes(rules engine.ArrayRules) []engine.Plane {
	planes := slices.Clip(rules.Planes())
	if rules.Repetition() > 0 {
		planes = append(planes, engine.Plane{Name: "repetitions",
			Help: "how many earlier turns began with this position, 255 at most; 0 within a turn"})
	}
	if rules.TurnCap() > 0 {
		planes = append(planes, engine.Plane{Name: "turns left",
			Help: "number of turns before the cap ends the game, with this one, 255 at most"})
	}
	return planes
}

// WritePlanes writes the planes of an observation as [engine.ArrayRules.WritePlanes] does. occurrences is the number of
// turns that have begun with the position. The slice must be all 0, or written by WritePlanes before.
func WritePlanes(rules engine.ArrayRules, p engine.Position, seat engine.Seat, occurrences int, planes []uint8) {
	files, ranks := rules.BoardSize()
	own, repetition, turnCap := len(planes), rules.Repetition(), rules.TurnCap()
	for _, depends := range []bool{repetition > 0, turnCap > 0} { // len(rules.Planes()) would make their texts
		if depends {
			own -= files * ranks
		}
	}
	rules.WritePlanes(p, seat, planes[:own])
	writePast(repetition, turnCap, p, occurrences, planes[own:], files*ranks)
}

// writePast writes the planes, of the given size, that depend on the past.
func writePast(repetition, turnCap int, p engine.Position, occurrences int, planes []uint8, size int) {
	if repetition > 0 {
		if occurrences > 1 && (!p.StartsTurn() || p.Over()) {
			occurrences = 1
		}
		fill(planes[:size], occurrences-1)
		planes = planes[size:]
	}
	if turnCap > 0 {
		fill(planes, turnCap-p.Turn()+1)
	}
}

// fill sets all numbers of a plane, which are equal. It does not write them again if they stay the same.
func fill(plane []uint8, number int) {
	if value := uint8(min(max(number, 0), 255)); plane[0] != value {
		for i := range plane {
			plane[i] = value
		}
	}
}

// New returns as many games as the arrays have rows. Call [Games.Reset] before the first step.
func New(rules engine.ArrayRules, arrays Arrays, mode Mode, threads int) *Games {
	files, ranks := rules.BoardSize()
	g := &Games{Arrays: arrays, games: make([]game, len(arrays.Actions)),
		pasts: make([]past, len(arrays.Actions)), buffers: make([][]engine.Step, threads),
		rules: rules, stays: mode != SameStep, manual: mode == Disabled, planes: len(Planes(rules)) * files * ranks,
		own: len(rules.Planes()) * files * ranks, square: files * ranks, seats: rules.Seats(),
		repeats: rules.Repetition(), cap: rules.TurnCap(), width: len(arrays.Legal) / len(arrays.Actions),
		mask: len(arrays.Masks) / len(arrays.Actions)}
	g.steps, g.actions = Actions(rules)
	start := engine.NewHistory(rules.Start())
	for i := range g.games {
		g.games[i].position, g.pasts[i].begins = start.Position().Clone(), start
		g.games[i].played = make([]uint16, 0, 48) // smaller ones would soon be garbage
	}
	return g
}

// Reset begins the games in [Arrays.Chosen] again. If there is a seed, the random actions of each game depend only on
// the seed and the number of the game.
func (g *Games) Reset(seed *uint64) error {
	return g.each(func(i int, buffer *[]engine.Step) error {
		if g.Chosen[i] == 0 {
			return nil
		}
		if seed != nil {
			g.games[i].random = *engine.NewRandom(engine.DeriveSeed(*seed, strconv.Itoa(i)))
		}
		g.quiet(i)
		g.begin(i, g.pasts[i].begins)
		return g.show(i, buffer)
	})
}

// Set replaces game i with a copy of h. If again is set, game i also begins there whenever it begins again.
func (g *Games) Set(i int, h *engine.History, again bool) error {
	if h.Outcome().Over() {
		return fmt.Errorf("game %d cannot begin with a game that is over (%s)", i, h.Outcome().Reason)
	}
	if again {
		g.pasts[i].begins = h.Clone()
	}
	g.quiet(i)
	g.begin(i, h)
	return g.show(i, &g.buffers[0])
}

// Get returns the start of game i and the actions played since then. The caller must not change them.
func (g *Games) Get(i int) (start engine.Position, actions []uint16) {
	return g.pasts[i].start, g.games[i].played
}

// Illegal is the error of an action that is not legal.
type Illegal struct{ Err error }

// Error implements error.
func (e Illegal) Error() string { return e.Err.Error() }

// Step plays one action in each game. If any of [Arrays.Actions] is not legal, it plays nothing and returns an error.
func (g *Games) Step() error {
	err := g.each(func(i int, buffer *[]engine.Step) error {
		switch {
		case g.manual && g.over(i):
			return Illegal{fmt.Errorf("game %d is over; reset it before the next step", i)}
		case g.over(i) || g.allows(i, g.Actions[i], buffer):
			return nil
		}
		return Illegal{fmt.Errorf("game %d: action %d is not legal in %s; %s", i, g.Actions[i], g.games[i].position,
			g.choices(i, buffer))}
	})
	if err != nil {
		return err
	}
	return g.each(g.play)
}

// allows reports whether an action is legal in game i.
func (g *Games) allows(i int, action int64, buffer *[]engine.Step) bool {
	switch {
	case uint64(action) >= uint64(len(g.steps)): // also of negative numbers
		return false
	case g.mask == len(g.steps): // faster than a search among the legal actions
		return g.Masks[i*g.mask+int(action)] != 0
	case g.mask > 0:
		return g.Masks[i*g.mask+int(action)/8]>>(action%8)&1 != 0
	}
	return slices.Contains(g.legal(i, buffer), int32(action))
}

// choices names the legal actions of game i, or the first of them.
func (g *Games) choices(i int, buffer *[]engine.Step) string {
	legal := slices.Sorted(slices.Values(g.legal(i, buffer)))
	var named []string
	for _, action := range legal[:min(len(legal), mostNamed)] {
		named = append(named, fmt.Sprintf("%d (%s)", action, g.games[i].position.StepText(g.steps[action])))
	}
	if more := len(legal) - mostNamed; more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return "legal: " + strings.Join(named, ", ")
}

// StepRandom plays the given number of legal actions, drawn at random, in each game.
func (g *Games) StepRandom(rounds int) error {
	return g.each(func(i int, buffer *[]engine.Step) error {
		for range rounds {
			if g.manual && g.over(i) {
				return nil
			}
			// The high half of the product is uniform except for a bias below 2^-50.
			index, _ := bits.Mul64(g.games[i].random.Uint64(), uint64(g.Counts[i]))
			g.Actions[i] = int64(g.legal(i, buffer)[index])
			if err := g.play(i, buffer); err != nil {
				return err
			}
		}
		return nil
	})
}

// over reports whether game i has ended and not begun again.
func (g *Games) over(i int) bool { return g.stays && g.Terminations[i]|g.Truncations[i] != 0 }

// legal returns the legal actions of game i.
func (g *Games) legal(i int, buffer *[]engine.Step) []int32 {
	if g.Legal != nil {
		return g.Legal[i*g.width:][:g.Counts[i]]
	}
	if g.over(i) {
		return []int32{0}
	}
	*buffer = g.games[i].position.AppendSteps((*buffer)[:0])
	actions := make([]int32, len(*buffer))
	for k, step := range *buffer {
		actions[k] = g.actions[step]
	}
	return actions
}

// quiet clears what the arrays say about the last step of game i.
func (g *Games) quiet(i int) {
	if g.Terminations[i]|g.Truncations[i] != 0 { // else they are 0
		clear(g.seatRewards(i))
		g.Rewards[i], g.Terminations[i], g.Truncations[i] = 0, 0, 0
	}
}

func (g *Games) seatRewards(i int) []float32 { return g.SeatRewards[i*g.seats:][:g.seats] }

// play plays the action of game i, which must be legal, and writes the game's rows.
func (g *Games) play(i int, buffer *[]engine.Step) error {
	game := &g.games[i]
	over := g.over(i)
	g.quiet(i)
	if over {
		g.begin(i, g.pasts[i].begins)
		return g.show(i, buffer)
	}
	action := g.Actions[i]
	game.position.Play(g.steps[action])
	game.played = append(game.played, uint16(action))
	g.Steps[i]++
	outcome := game.position.Outcome()
	if !outcome.Over() && game.position.StartsTurn() {
		times := 0
		if g.repeats > 0 {
			times = g.occurrences(i)
		}
		outcome = engine.Drawn(game.position, times)
	}
	if outcome.Over() {
		g.end(i, outcome)
	}
	return g.show(i, buffer)
}

// end writes the rows of game i that are about its end. In the mode SameStep it begins the next game.
func (g *Games) end(i int, outcome engine.Outcome) {
	game, rewards := &g.games[i], g.seatRewards(i)
	for seat := range rewards {
		rewards[seat] = float32(2*outcome.Scores[seat] - 1)
	}
	g.Rewards[i] = rewards[g.Seats[i]] // until show, the seat that acted
	if outcome.Reason == engine.TurnCap {
		g.Truncations[i] = 1
	} else {
		g.Terminations[i] = 1
	}
	if g.stays {
		return
	}
	g.FinalSeats[i], g.FinalSteps[i] = uint8(game.position.Seat()), g.Steps[i]
	if g.FinalObservations != nil {
		g.observe(i, g.FinalObservations)
	}
	g.begin(i, g.pasts[i].begins)
}

// observe writes the observation of game i into its row of planes.
func (g *Games) observe(i int, planes []uint8) {
	p := g.games[i].position
	row := planes[i*g.planes:][:g.planes]
	g.rules.WritePlanes(p, p.Seat(), row[:g.own])
	if g.own < g.planes {
		writePast(g.repeats, g.cap, p, g.games[i].times, row[g.own:], g.square)
	}
}

// occurrences adds the hash of game i's position and returns how often it has begun a turn.
func (g *Games) occurrences(i int) (times int) {
	p, past := g.games[i].position, &g.pasts[i]
	if p.Reversible() == 0 {
		past.hashes = past.hashes[:0]
	}
	hash := p.Hash()
	past.hashes = append(past.hashes, hash)
	for _, earlier := range past.hashes {
		if earlier == hash {
			times++
		}
	}
	g.games[i].times = times
	return times
}

// begin replaces game i with a copy of h.
func (g *Games) begin(i int, h *engine.History) {
	game, past := &g.games[i], &g.pasts[i]
	game.position.CopyFrom(h.Position())
	game.played, past.start, past.hashes = game.played[:0], h.Start(), past.hashes[:0]
	for _, step := range h.Steps() {
		game.played = append(game.played, uint16(g.actions[step]))
	}
	if g.repeats > 0 {
		past.hashes, game.times = append(past.hashes, h.TurnHashes()...), h.Occurrences()
	}
	g.Steps[i] = int32(len(game.played))
}

// show writes the rows of game i in those arrays that depend on its position only.
func (g *Games) show(i int, buffer *[]engine.Step) error {
	p := g.games[i].position
	steps := (*buffer)[:0]
	if g.over(i) {
		steps = append(steps, g.steps[0])
	} else {
		steps = p.AppendSteps(steps)
	}
	*buffer = steps
	if g.Legal != nil && len(steps) > g.width {
		return fmt.Errorf("game %d: %d legal actions; there is room for %d", i, len(steps), g.width)
	}
	if g.Masks != nil {
		g.showMask(i, steps)
	}
	g.Counts[i] = int32(len(steps))
	if g.Legal != nil {
		for k, row := 0, g.Legal[i*g.width:][:len(steps)]; k < len(row); k++ {
			row[k] = g.actions[steps[k]]
		}
	}
	g.Seats[i] = uint8(p.Seat())
	if g.Observations != nil {
		g.observe(i, g.Observations)
	}
	return nil
}

// showMask writes the mask of game i, before its row of Legal. To save time, it clears only the elements of the actions
// that were legal before, if Legal knows them.
func (g *Games) showMask(i int, steps []engine.Step) {
	mask, packed := g.Masks[i*g.mask:][:g.mask], g.mask < len(g.steps)
	if g.Legal == nil || packed {
		clear(mask)
	} else {
		for _, action := range g.Legal[i*g.width:][:g.Counts[i]] {
			mask[action] = 0
		}
	}
	if packed {
		for _, step := range steps {
			mask[g.actions[step]/8] |= 1 << (g.actions[step] % 8)
		}
		return
	}
	for _, step := range steps {
		mask[g.actions[step]] = 1
	}
}

// each calls the function do for every game. Each goroutine takes a range of the games, and stops at its first error.
// each returns the error of the game with the lowest number.
func (g *Games) each(do func(i int, buffer *[]engine.Step) error) error {
	errs := make([]error, len(g.buffers))
	var group sync.WaitGroup
	for number := range g.buffers { // if this goroutine took a range itself, the others would begin later
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
