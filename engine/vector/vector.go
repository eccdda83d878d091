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
// game that has ended and not begun again, action 0 alone counts as legal. Against an opponent, the seat to act is
// always the program's, also at the end.
type Arrays struct {
	Observations []uint8   // [n, planes, ranks, files]: [View.Write] for the seat to act; or nil
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

// Config says how games advance.
type Config struct {
	Mode     Mode
	Threads  int
	Opponent *Opponent // nil if the program plays all seats
}

// Opponent plays all seats of a game but one, within the steps of the program.
type Opponent struct {
	Seat    int      // the program's seat; if it is negative, the games have different seats, and each the next in turn
	Choices []Choose // for each thread; nil for random steps
}

// Choose returns legal steps of a turn in a game, which it must not change. Equal seeds give equal steps.
type Choose func(h *engine.History, seed uint64) ([]engine.Step, error)

// Games is n games that advance together.
type Games struct {
	Arrays
	games    []game
	pasts    []past        // of the games
	steps    []engine.Step // the step of each action
	actions  []int32       // the action of each step
	view     View
	stays    bool // whether a game that has ended begins again later than in the same step
	manual   bool // whether the caller begins it again
	workers  []worker
	opponent *Opponent
	seats    int
	width    int // of a row of Legal
	mask     int // length of a row of Masks
}

// worker is a goroutine.
type worker struct {
	steps  []engine.Step // a buffer for legal steps
	choose Choose        // nil if there is no opponent, or a random one
}

// game fills a line of the processor's cache; what most steps do not need is in past.
type game struct {
	position engine.Position
	random   rand.PCG
	played   []uint16 // the actions since the start
	times    int      // how often the last of the hashes is among them, or 0 if the rules do not count
}

type past struct {
	hashes  []uint64          // of the positions that began a turn since the last step that can never be undone
	start   engine.Position   // where the current game began
	begins  *engine.History   // where the next game begins
	earlier []engine.Position // see [View.Recall]
	history *engine.History   // the current game as far as an opponent has seen it; nil for random steps
	seat    engine.Seat       // the program's, against an opponent
	next    engine.Seat       // the same in the next game, if seats take turns
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

// New returns as many games as the arrays have rows. Call [Games.Reset] before the first step.
func New(view View, arrays Arrays, config Config) *Games {
	g := &Games{Arrays: arrays, games: make([]game, len(arrays.Actions)), pasts: make([]past, len(arrays.Actions)),
		view: view, stays: config.Mode != SameStep, manual: config.Mode == Disabled, opponent: config.Opponent,
		workers: make([]worker, config.Threads), seats: view.Seats(), width: len(arrays.Legal) / len(arrays.Actions),
		mask: len(arrays.Masks) / len(arrays.Actions)}
	g.steps, g.actions = Actions(view)
	start := engine.NewHistory(view.Start())
	for i := range g.games {
		g.games[i].position, g.pasts[i].begins = start.Position().Clone(), start
		g.games[i].played = make([]uint16, 0, 48) // smaller ones would soon be garbage
		if g.opponent != nil {
			g.pasts[i].seat = engine.Seat(max(g.opponent.Seat, 0))
		}
	}
	if g.opponent != nil {
		for k, choose := range g.opponent.Choices {
			g.workers[k].choose = choose
		}
	}
	return g
}

// Reset begins the games in [Arrays.Chosen] again. If there is a seed, the random actions of each game and those of its
// opponent depend only on the seed and the number of the game.
func (g *Games) Reset(seed *uint64) error {
	return g.each(func(i int, w *worker) error {
		if g.Chosen[i] == 0 {
			return nil
		}
		if seed != nil {
			g.games[i].random = *engine.NewRandom(engine.DeriveSeed(*seed, strconv.Itoa(i)))
			g.pasts[i].next = engine.Seat((uint64(i) + *seed%uint64(g.seats)) % uint64(g.seats))
		}
		g.quiet(i)
		return cmp.Or(g.restart(i, w), g.show(i, w))
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
	w := &g.workers[0]
	return cmp.Or(g.begin(i, h, w), g.show(i, w))
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
	err := g.each(func(i int, w *worker) error {
		switch {
		case g.manual && g.over(i):
			return Illegal{fmt.Errorf("game %d is over; reset it before the next step", i)}
		case g.over(i) || g.allows(i, g.Actions[i], w):
			return nil
		}
		return Illegal{fmt.Errorf("game %d: action %d is not legal in %s; %s", i, g.Actions[i], g.games[i].position,
			g.choices(i, w))}
	})
	if err != nil {
		return err
	}
	return g.each(g.play)
}

// allows reports whether an action is legal in game i.
func (g *Games) allows(i int, action int64, w *worker) bool {
	switch {
	case uint64(action) >= uint64(len(g.steps)): // also of negative numbers
		return false
	case g.mask == len(g.steps): // faster than a search among the legal actions
		return g.Masks[i*g.mask+int(action)] != 0
	case g.mask > 0:
		return g.Masks[i*g.mask+int(action)/8]>>(action%8)&1 != 0
	}
	return slices.Contains(g.legal(i, w), int32(action))
}

// choices names the legal actions of game i, or the first of them.
func (g *Games) choices(i int, w *worker) string {
	legal := slices.Sorted(slices.Values(g.legal(i, w)))
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
	return g.each(func(i int, w *worker) error {
		for range rounds {
			if g.manual && g.over(i) {
				return nil
			}
			// The high half of the product is uniform except for a bias below 2^-50.
			index, _ := bits.Mul64(g.games[i].random.Uint64(), uint64(g.Counts[i]))
			g.Actions[i] = int64(g.legal(i, w)[index])
			if err := g.play(i, w); err != nil {
				return err
			}
		}
		return nil
	})
}

// over reports whether game i has ended and not begun again.
func (g *Games) over(i int) bool { return g.stays && g.Terminations[i]|g.Truncations[i] != 0 }

// legal returns the legal actions of game i.
func (g *Games) legal(i int, w *worker) []int32 {
	if g.Legal != nil {
		return g.Legal[i*g.width:][:g.Counts[i]]
	}
	if g.over(i) {
		return []int32{0}
	}
	w.steps = g.games[i].position.AppendSteps(w.steps[:0])
	actions := make([]int32, len(w.steps))
	for k, step := range w.steps {
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
func (g *Games) play(i int, w *worker) error {
	over := g.over(i)
	g.quiet(i)
	if over {
		return cmp.Or(g.restart(i, w), g.show(i, w))
	}
	var outcome engine.Outcome
	g.move(i, g.Actions[i], &outcome)
	if g.opponent != nil {
		if err := g.reply(i, &outcome, w); err != nil {
			return err
		}
	}
	if outcome.Over() {
		if err := g.end(i, &outcome, w); err != nil {
			return err
		}
	}
	return g.show(i, w)
}

// move plays a legal action in game i and writes the outcome.
func (g *Games) move(i int, action int64, outcome *engine.Outcome) {
	game := &g.games[i]
	if g.view.positions > 1 {
		g.pasts[i].earlier = g.view.Recall(g.pasts[i].earlier, game.position)
	}
	game.position.Play(g.steps[action])
	game.played = append(game.played, uint16(action))
	g.Steps[i]++
	*outcome = game.position.Outcome()
	if !outcome.Over() && game.position.StartsTurn() {
		times := 0
		if g.view.repeats > 0 {
			times = g.occurrences(i)
		}
		*outcome = engine.Drawn(game.position, times)
	}
}

// reply plays the steps of the opponent until the program's seat is to act or the game is over.
func (g *Games) reply(i int, outcome *engine.Outcome, w *worker) error {
	game, past := &g.games[i], &g.pasts[i]
	for !outcome.Over() && game.position.Seat() != past.seat {
		if w.choose == nil {
			g.move(i, int64(g.actions[engine.RandomStep(game.position, &game.random)]), outcome)
			continue
		}
		for _, action := range game.played[len(past.history.Steps()):] {
			_ = past.history.Play(g.steps[action]) // it has been played in the position
		}
		steps, err := w.choose(past.history, game.random.Uint64())
		if err != nil {
			return fmt.Errorf("game %d: %w", i, err)
		}
		for _, step := range steps {
			g.move(i, int64(g.actions[step]), outcome)
		}
	}
	return nil
}

// end writes the rows of game i that are about its end. In the mode SameStep it begins the next game.
func (g *Games) end(i int, outcome *engine.Outcome, w *worker) error {
	rewards := g.seatRewards(i)
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
		return nil
	}
	g.FinalSeats[i], g.FinalSteps[i] = uint8(g.seat(i)), g.Steps[i]
	if g.FinalObservations != nil {
		g.observe(i, g.seat(i), g.FinalObservations)
	}
	return g.restart(i, w)
}

// seat returns the seat that sees game i: the one to act or, against an opponent, the program's.
func (g *Games) seat(i int) engine.Seat {
	if g.opponent != nil {
		return g.pasts[i].seat
	}
	return g.games[i].position.Seat()
}

// observe writes the observation of game i, as a seat sees it, into its row of planes.
func (g *Games) observe(i int, seat engine.Seat, planes []uint8) {
	p, row := g.games[i].position, planes[i*g.view.size:][:g.view.size]
	// View.Write would need more stack than a goroutine begins with.
	g.view.WritePlanes(p, seat, row[:g.view.own])
	if row = row[g.view.own:]; g.view.positions > 1 {
		g.view.writePast(p, g.pasts[i].earlier, seat, g.games[i].times, row)
	} else if len(row) > 0 {
		g.view.writePast(p, nil, seat, g.games[i].times, row)
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

// restart begins the next game in the place of game i.
func (g *Games) restart(i int, w *worker) error {
	if past := &g.pasts[i]; g.opponent != nil && g.opponent.Seat < 0 {
		past.seat, past.next = past.next, (past.next+1)%engine.Seat(g.seats)
	}
	return g.begin(i, g.pasts[i].begins, w)
}

// begin replaces game i with a copy of h, and lets the opponent act if it is to.
func (g *Games) begin(i int, h *engine.History, w *worker) error {
	game, past := &g.games[i], &g.pasts[i]
	game.position.CopyFrom(h.Position())
	game.played, past.start, past.hashes = game.played[:0], h.Start(), past.hashes[:0]
	for _, step := range h.Steps() {
		game.played = append(game.played, uint16(g.actions[step]))
	}
	if g.view.repeats > 0 {
		past.hashes, game.times = append(past.hashes, h.TurnHashes()...), h.Occurrences()
	}
	past.earlier = g.view.Earlier(h)
	g.Steps[i] = int32(len(game.played))
	if g.opponent == nil {
		return nil
	}
	if w.choose != nil {
		past.history = h.Clone()
	}
	var outcome engine.Outcome
	err := g.reply(i, &outcome, w)
	if err == nil && outcome.Over() {
		err = fmt.Errorf("game %d is over (%s) before seat %s acts; begin it at another position", i, outcome.Reason,
			past.seat)
	}
	return err
}

// show writes the rows of game i in those arrays that depend on its position only.
func (g *Games) show(i int, w *worker) error {
	p := g.games[i].position
	steps := w.steps[:0]
	if g.over(i) {
		steps = append(steps, g.steps[0])
	} else {
		steps = p.AppendSteps(steps)
	}
	w.steps = steps
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
	seat := g.seat(i)
	g.Seats[i] = uint8(seat)
	if g.Observations != nil {
		g.observe(i, seat, g.Observations)
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
func (g *Games) each(do func(i int, w *worker) error) error {
	errs := make([]error, len(g.workers))
	var group sync.WaitGroup
	for number := range g.workers { // if this goroutine took a range itself, the others would begin later
		group.Go(func() {
			w := g.workers[number] // a copy: the original shares a line of the processor's cache with others
			end := (number + 1) * len(g.games) / len(g.workers)
			for i := number * len(g.games) / len(g.workers); i < end && errs[number] == nil; i++ {
				errs[number] = do(i, &w)
			}
			g.workers[number] = w
		})
	}
	group.Wait()
	return cmp.Or(errs...)
}
