package ugi

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search"
)

// NoTurn is what an engine answers to go when it has no turn to play.
const NoTurn = "(none)"

// ResultWord is the answer to "query result": "none" while the game goes on, "p1win" and so on when one seat alone has
// the most points, else "draw".
func ResultWord(outcome engine.Outcome) string {
	if !outcome.Over() {
		return "none"
	}
	best, shared := engine.Seat(0), false
	for seat := engine.Seat(1); int(seat) < outcome.Seats; seat++ {
		switch score := outcome.Score(seat); {
		case score > outcome.Score(best):
			best, shared = seat, false
		case score == outcome.Score(best):
			shared = true
		}
	}
	if shared {
		return "draw"
	}
	return "p" + best.String() + "win"
}

// InfoLine is the info line that tells thoughts about the position p. The score is for the seat to act: "cp N" in
// hundredths of a logit, "mate N" for a proven win in N steps and "mate -N" for a proven loss. The principal variation
// is written in turns, of which the last may be unfinished.
func InfoLine(p engine.Position, info search.Info) string {
	line := fmt.Sprintf("info depth %d multipv %d score %s nodes %d nps %d time %d", info.Depth, max(1, info.Line),
		scoreWords(info.Score), info.Nodes, uint64(info.NodesPerSecond()), info.Elapsed.Milliseconds())
	if turns := engine.Turns(p, legalPart(p, info.Principal)); len(turns) > 0 {
		line += " pv " + strings.Join(turns, " ")
	}
	return line
}

// legalPart is the variation up to its first illegal step. One taken from a search's tables may run past the game's
// end.
func legalPart(p engine.Position, variation []engine.Step) []engine.Step {
	p = p.Clone()
	var buffer []engine.Step
	for i, step := range variation {
		if buffer = p.AppendSteps(buffer[:0]); !slices.Contains(buffer, step) {
			return variation[:i]
		}
		p.Play(step)
	}
	return variation
}

func scoreWords(score search.Score) string {
	switch {
	case score > search.Proven:
		return fmt.Sprintf("mate %d", max(1, score.Steps()))
	case score < -search.Proven:
		return fmt.Sprintf("mate -%d", max(1, score.Steps()))
	}
	return fmt.Sprintf("cp %d", score)
}

// ParseInfo reads the words after info as thoughts about the position p. Words that it does not know, which UCI has
// many of, are passed over. An error names the first thing that is wrong; the rest is read all the same.
func ParseInfo(p engine.Position, rest string) (search.Info, error) {
	info := search.Info{Line: 1}
	var bad error
	words := strings.Fields(rest)
	for i := 0; i < len(words); {
		used, err := parseThought(&info, p, words[i], words[i+1:])
		bad = cmp.Or(bad, err)
		i += 1 + used
	}
	return info, bad
}

// parseThought reads one key with as many of the following words as belong to it.
func parseThought(info *search.Info, p engine.Position, key string, rest []string) (used int, err error) {
	switch key {
	case "string":
		return len(rest), nil
	case "pv":
		info.Principal, err = parseVariation(p, rest)
		return len(rest), err
	case "score":
		if len(rest) < 2 {
			return len(rest), fmt.Errorf("score: want cp N or mate N")
		}
		info.Score, err = parseScore(rest[0], rest[1])
		return 2, err
	case "depth", "multipv", "nodes", "time":
		if len(rest) == 0 {
			return 0, fmt.Errorf("no number follows %s", key)
		}
		n, err := strconv.ParseUint(rest[0], 10, 63)
		if err != nil {
			return 1, fmt.Errorf("%s %s: want a whole number of 0 or more", key, rest[0])
		}
		setThought(info, key, n)
		return 1, nil
	}
	return 0, nil
}

func setThought(info *search.Info, key string, n uint64) {
	const most = 1 << 20 // of depths and lines: more is a lie
	switch key {
	case "depth":
		info.Depth = int(min(n, most))
	case "multipv":
		info.Line = int(min(max(n, 1), most))
	case "nodes":
		info.Nodes = n
	case "time":
		info.Elapsed = duration(int64(n))
	}
}

// parseScore reads a score. What is not called proven stays below what is.
func parseScore(unit, number string) (search.Score, error) {
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("score %s %s: want a whole number", unit, number)
	}
	const farthest = int64(search.WinScore - search.Proven - 1)
	switch {
	case unit == "cp":
		return search.Score(max(min(n, int64(search.Proven)), -int64(search.Proven))), nil
	case unit != "mate":
		return 0, fmt.Errorf("score %s: want cp or mate", unit)
	case n > 0:
		return search.WinIn(int(min(n, farthest))), nil
	case n < 0:
		return -search.WinIn(int(min(-n, farthest))), nil
	}
	return 0, fmt.Errorf("score mate 0: a position to think about has its end at least one step away")
}

// parseVariation reads turns up to the first that is not legal, of which the last may be unfinished.
func parseVariation(p engine.Position, turns []string) ([]engine.Step, error) {
	const most = 64 // turns
	var variation []engine.Step
	p = p.Clone()
	for i, text := range turns[:min(len(turns), most)] {
		steps, err := engine.ParseTurn(p, text)
		if err != nil && i == len(turns)-1 {
			if step, err := engine.ParseStep(p, text); err == nil {
				variation = append(variation, step)
			}
			return variation, nil
		}
		if err != nil {
			return variation, fmt.Errorf("pv, turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			p.Play(step)
		}
		variation = append(variation, steps...)
	}
	return variation, nil
}
