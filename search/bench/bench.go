// Package bench measures the speed of the rules and the players on fixed positions, and hashes the decisions that a
// player makes there into a signature. Players with equal signatures play alike, on any machine.
package bench

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
)

//go:embed positions.txt
var positionsText string

// A Position is a position of the bench with the result that perft must have there.
type Position struct {
	position engine.Position
	depth    int    // depth of the perft, in steps
	count    uint64 // the correct result of the perft
}

// Rules returns the rules of the position.
func (p Position) Rules() engine.Rules { return p.position.Rules() }

// Positions returns the positions of the bench.
func Positions() ([]Position, error) { return readPositions(positionsText) }

// readPositions reads lines "game depth count position".
func readPositions(text string) (positions []Position, err error) {
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 4)
		if len(fields) < 4 || strings.HasPrefix(line, "#") {
			continue
		}
		game, err := games.Find(fields[0])
		if err != nil {
			return nil, err
		}
		var p Position
		var errs [3]error
		p.depth, errs[0] = strconv.Atoi(fields[1])
		p.count, errs[1] = strconv.ParseUint(fields[2], 10, 64)
		if p.position, errs[2] = game.Read(fields[3], nil); errors.Join(errs[:]...) != nil {
			return nil, fmt.Errorf("%q: %w", line, errors.Join(errs[:]...))
		}
		positions = append(positions, p)
	}
	return positions, nil
}

// Perft runs the perft of every position three times. It returns the sum of the counts and, by the fastest run of each
// perft, the nanoseconds per counted position. Perft returns an error if a count is wrong.
func Perft(positions []Position) (counted uint64, nsPerPosition float64, err error) {
	var total time.Duration
	for _, b := range positions {
		count := uint64(0)
		total += bestOfThree(func() { count = engine.Perft(b.position, b.depth) })
		if count != b.count {
			return 0, 0, fmt.Errorf("perft of depth %d counts %d, not %d, in %s", b.depth, count, b.count, b.position)
		}
		counted += b.count
	}
	return counted, float64(total.Nanoseconds()) / float64(counted), nil
}

// RandomGames plays a number of random games from a position, and repeats them twice. It returns the number of steps in
// all games and, by the fastest of the three runs, the nanoseconds per step.
func RandomGames(from Position, games int) (steps int, nsPerStep float64) {
	p := from.position.Clone()
	best := bestOfThree(func() {
		steps = 0
		for seed := range games {
			p.CopyFrom(from.position)
			n, _ := engine.Playout(p, engine.NewRandom(uint64(seed)), math.MaxInt)
			steps += n
		}
	})
	return steps, float64(best.Nanoseconds()) / float64(steps)
}

func bestOfThree(work func()) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range 3 {
		began := time.Now()
		work()
		best = min(best, time.Since(began))
	}
	return best
}

// A Signature is a hash of a player's decisions in positions, with the player's speed.
type Signature struct {
	Text  string  // hash of all turns, scores and nodes, in 16 hexadecimal digits
	Nodes uint64  // nodes of the first decision of each turn, summed over the positions
	Speed float64 // Nodes divided by the seconds for all turns; it depends on the machine
}

// Sign returns the signature of the player with the given text. The player decides a turn in every position. Each
// position begins a new game with a seed of its own, and limits apply to each decision.
func Sign(ctx context.Context, text string, positions []Position, limits search.Limits) (s Signature, err error) {
	hash := fnv.New64a()
	var thinking time.Duration
	for i, b := range positions {
		player, err := players.New(text, b.Rules())
		if err != nil {
			return s, err
		}
		player.NewGame(engine.DeriveSeed(1, "bench", strconv.Itoa(i)))
		began := time.Now()
		turn, _, err := search.DecideTurn(ctx, player, engine.NewHistory(b.position), limits, nil)
		_ = search.Close(player) // an error does not matter, because the player has decided
		if err != nil {
			return s, err
		}
		thinking += time.Since(began)
		s.Nodes += turn.Info.Nodes
		fmt.Fprintf(hash, "%s %s %d %d\n", b.position, engine.LineText(b.position, turn.Steps),
			turn.Info.Score, turn.Info.Nodes)
	}
	s.Text = fmt.Sprintf("%016x", hash.Sum64())
	s.Speed = float64(s.Nodes) / thinking.Seconds()
	return s, nil
}

// Players returns the text of the default player of every kind except programs. Only uct gets a node limit, because
// each of its nodes costs a random game.
func Players() []string {
	var texts []string
	for _, kind := range players.Kinds() {
		switch kind.Name {
		case search.CommandKind:
		case "uct":
			texts = append(texts, "uct:nodes=1000")
		default:
			texts = append(texts, kind.Name)
		}
	}
	return texts
}

// Constants of [SignOn]. With them a signature takes less than 0.3 s.
const (
	gamePositions = 6    // number of positions
	longestGame   = 200  // largest number of turns of a random game
	fewSteps      = 4    // a position should have at least this many legal steps
	gameNodes     = 1000 // nodes for a decision
	playoutNodes  = 30   // nodes for a decision of a player whose nodes each cost a random game
)

// SignOn returns the signature of a player in positions of random games by the given rules. It shows whether two builds
// of the program would play the games of a run alike. SignOn ignores time limits. It returns "" for players that need
// not repeat their decisions: programs, and players with several threads.
func SignOn(ctx context.Context, player string, rules engine.Rules) (signature string, err error) {
	spec, err := search.ParseSpec(player)
	if err != nil || spec.Program() || spec.Threads > 1 {
		return "", err
	}
	text := spec.Without("time")
	nodes, err := nodesFor(text)
	if err != nil {
		return "", err
	}
	made, err := players.New(text, rules)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, search.Close(made)) }()
	hash := fnv.New64a()
	for i := range gamePositions {
		name := strconv.Itoa(i)
		position, err := randomPosition(rules, engine.DeriveSeed(1, "position", name), i)
		if err != nil {
			return "", err
		}
		made.NewGame(engine.DeriveSeed(1, "bench", name))
		decision, err := made.Decide(ctx, engine.NewHistory(position), search.Limits{Nodes: nodes}, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil { // an interrupted search may decide differently
			return "", fmt.Errorf("player %s: %w", player, err)
		}
		info := decision.Info
		fmt.Fprintf(hash, "%s %s %s %d %d\n", position, engine.LineText(position, decision.Steps),
			engine.LineText(position, info.Principal), info.Score, info.Nodes)
	}
	return fmt.Sprintf("%016x", hash.Sum64()), nil
}

// nodesFor returns the number of nodes that [SignOn] gives a player for a decision.
func nodesFor(player string) (uint64, error) {
	flags, err := players.Keys(player)
	if err != nil {
		return 0, err
	}
	if leaf := flags.Lookup("leaf"); leaf != nil && leaf.Value.String() == "playout" {
		return playoutNodes, nil
	}
	return gameNodes, nil
}

// randomPosition plays a random game and returns the position after a fraction of the turns: part divided by
// 2*gamePositions. If that position has fewer than fewSteps legal steps, randomPosition returns the nearest earlier
// position that has enough, or else the first position.
func randomPosition(rules engine.Rules, seed uint64, part int) (engine.Position, error) {
	random, h := engine.NewRandom(seed), engine.NewHistory(rules.Start())
	turns := 0
	for ; !h.Outcome().Over() && turns < longestGame; turns++ {
		if err := engine.RandomTurn(h, random); err != nil {
			return nil, err
		}
	}
	for turn := turns * part / (2 * gamePositions); ; turn-- {
		if p := h.AfterTurn(turn).Position(); turn == 0 || p.CountSteps() >= fewSteps {
			return p, nil
		}
	}
}

// Signer is a function that returns the signature of a player, a hash of its decisions in fixed positions, or "" if the
// player's decisions may vary. Players with equal signatures play alike.
type Signer func(ctx context.Context, player string, rules engine.Rules) (string, error)

// Signatures returns the signatures of the named players, by player. It leaves out players without a signature.
func Signatures(
	ctx context.Context, names iter.Seq[string], rules engine.Rules, sign Signer,
) (map[string]string, error) {
	all := map[string]string{}
	for player := range names {
		signature, err := sign(ctx, player, rules)
		if err != nil {
			return nil, err
		}
		if signature != "" {
			all[player] = signature
		}
	}
	return all, nil
}

// Remember returns a signer that calls sign, by default [SignOn], once for each combination of player, files
// and rules, and remembers the signatures.
func Remember(sign Signer) Signer {
	if sign == nil {
		sign = SignOn
	}
	var known sync.Map
	return func(ctx context.Context, player string, rules engine.Rules) (string, error) {
		files, err := players.FileFacts(player)
		if err != nil {
			return "", err
		}
		key := [4]string{player, fmt.Sprint(files), rules.Game().Name(), rules.Settings().String()}
		if signature, found := known.Load(key); found {
			return signature.(string), nil
		}
		signature, err := sign(ctx, player, rules)
		if err == nil {
			known.Store(key, signature)
		}
		return signature, err
	}
}
