package play

import (
	"context"
	_ "embed"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
)

//go:embed benchpositions.txt
var benchText string

// benchPosition is a position of the bench, with a known perft.
type benchPosition struct {
	position engine.Position
	depth    int
	count    uint64
}

// benchPositions reads the lines "game depth count position" of the bench's file.
func benchPositions() ([]benchPosition, error) {
	var positions []benchPosition
	number := 0
	for line := range strings.Lines(benchText) {
		number++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		position, err := readBenchPosition(line)
		if err != nil {
			return nil, fmt.Errorf("benchpositions.txt: line %d: %w", number, err)
		}
		positions = append(positions, position)
	}
	return positions, nil
}

func readBenchPosition(line string) (benchPosition, error) {
	fields := strings.SplitN(line, " ", 4)
	if len(fields) != 4 {
		return benchPosition{}, fmt.Errorf("%d fields; wanted 4", len(fields))
	}
	game, err := games.Find(fields[0])
	if err != nil {
		return benchPosition{}, err
	}
	depth, err := strconv.Atoi(fields[1])
	if err != nil {
		return benchPosition{}, err
	}
	count, err := strconv.ParseUint(fields[2], 10, 64)
	if err != nil {
		return benchPosition{}, err
	}
	position, err := game.Read(fields[3], nil)
	return benchPosition{position, depth, count}, err
}

// perftSpeed is the speed of perft over the positions.
type perftSpeed struct {
	Type          string  `json:"type"`
	Positions     uint64  `json:"positions"`
	NsPerPosition float64 `json:"ns_per_position"`
}

func (s perftSpeed) String() string {
	return fmt.Sprintf("perft          %.2f ns a position, %d positions, all counts as known", s.NsPerPosition, s.Positions)
}

// benchPerft counts every position's perft and takes the best of three times.
func benchPerft(positions []benchPosition) (perftSpeed, error) {
	speed := perftSpeed{Type: "perft-speed"}
	var total time.Duration
	for _, b := range positions {
		best := time.Duration(math.MaxInt64)
		for range 3 {
			began := time.Now()
			count := engine.Perft(b.position, b.depth)
			best = min(best, time.Since(began))
			if count != b.count {
				return speed, fmt.Errorf("perft of depth %d counts %d, not %d, in %s", b.depth, count, b.count, b.position)
			}
		}
		speed.Positions += b.count
		total += best
	}
	speed.NsPerPosition = float64(total.Nanoseconds()) / float64(speed.Positions)
	return speed, nil
}

// randomSpeed is the speed of random games from the first position, the start.
type randomSpeed struct {
	Type      string  `json:"type"`
	Games     int     `json:"games"`
	Steps     int     `json:"steps"`
	NsPerStep float64 `json:"ns_per_step"`
}

func (s randomSpeed) String() string {
	return fmt.Sprintf("random games   %.2f ns a step, %d games, %d steps", s.NsPerStep, s.Games, s.Steps)
}

// benchRandom plays random games and takes the best of three times.
func benchRandom(positions []benchPosition) randomSpeed {
	speed := randomSpeed{Type: "random-speed", Games: 1000}
	best := time.Duration(math.MaxInt64)
	p := positions[0].position.Clone()
	for range 3 {
		speed.Steps = 0
		began := time.Now()
		for seed := range speed.Games {
			p.CopyFrom(positions[0].position)
			steps, _ := engine.Playout(p, engine.NewRandom(uint64(seed)), math.MaxInt)
			speed.Steps += steps
		}
		best = min(best, time.Since(began))
	}
	speed.NsPerStep = float64(best.Nanoseconds()) / float64(speed.Steps)
	return speed
}

// playerBench is a player's speed and fingerprint over the positions.
type playerBench struct {
	Type        string  `json:"type"`
	Player      string  `json:"player"`
	Limit       uint64  `json:"nodes_per_decision"`
	Decisions   int     `json:"decisions"`
	Nodes       uint64  `json:"nodes"`
	Fingerprint string  `json:"fingerprint"`
	Speed       float64 `json:"nodes_per_second"`
}

func (b playerBench) String() string {
	return fmt.Sprintf("%-14s fingerprint %s, %d nodes in %d turns, %s nodes/s", b.Player, b.Fingerprint, b.Nodes, b.Decisions, cli.BigNumber(b.Speed))
}

// benchPlayer lets a player decide a turn in every position, each as the first of a new game with a seed of its own.
func benchPlayer(ctx context.Context, text string, positions []benchPosition, limits search.Limits) (playerBench, error) {
	answer := playerBench{Type: "player", Player: text, Limit: limits.Nodes, Decisions: len(positions)}
	hash := fnv.New64a()
	var thinking time.Duration
	for i, b := range positions {
		player, err := cli.NewPlayer("--player", text, b.position.Rules())
		if err != nil {
			return answer, err
		}
		player.NewGame(engine.DeriveSeed(1, "bench", strconv.Itoa(i)))
		began := time.Now()
		turn, last, err := cli.DecideTurn(ctx, player, engine.NewHistory(b.position), limits, nil)
		cli.ClosePlayers(io.Discard, player)
		if err != nil {
			return answer, err
		}
		thinking += time.Since(began)
		answer.Nodes += last.Nodes
		fmt.Fprintf(hash, "%s %s %d %d\n", b.position, engine.LineText(b.position, turn), last.Score, last.Nodes)
	}
	answer.Fingerprint = fmt.Sprintf("%016x", hash.Sum64())
	answer.Speed = float64(answer.Nodes) / thinking.Seconds()
	return answer, nil
}
