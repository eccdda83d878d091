package ugi

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search"
)

// NoTurn is what an engine answers to go when it has no turn to play.
const NoTurn = "(none)"

// ResultWord is "none" while the game goes on, "p1win" when one seat has the most points, else "draw".
func ResultWord(outcome engine.Outcome) string {
	if !outcome.Over() {
		return "none"
	}
	scores := outcome.Scores[:outcome.Seats]
	winner := slices.Index(scores, slices.Max(scores))
	if slices.Contains(scores[winner+1:], scores[winner]) {
		return "draw"
	}
	return "p" + engine.Seat(winner).String() + "win"
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

// legalPart: a variation taken from a search's tables may run past the game's end.
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
	for words := strings.Fields(rest); len(words) > 0; {
		key, err := words[0], error(nil)
		words = words[1:]
		switch key {
		case "string":
			words = nil
		case "pv":
			info.Principal, err = parseVariation(p, words)
			words = nil
		case "score":
			info.Score, err = parseScore(words)
			words = words[min(2, len(words)):]
		case "depth", "multipv", "nodes", "time":
			err = setNumber(&info, key, words)
			words = words[min(1, len(words)):]
		}
		bad = cmp.Or(bad, err)
	}
	return info, bad
}

func setNumber(info *search.Info, key string, words []string) error {
	const most = 1 << 20 // of depths and lines: more is a lie
	if len(words) == 0 {
		return fmt.Errorf("no number follows %s", key)
	}
	n, err := strconv.ParseUint(words[0], 10, 63)
	if err != nil {
		return fmt.Errorf("%s %s: want a whole number of 0 or more", key, words[0])
	}
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
	return nil
}

// parseScore reads a score. What is not called proven stays below what is.
func parseScore(words []string) (search.Score, error) {
	if len(words) < 2 {
		return 0, errors.New("score: want cp N or mate N")
	}
	unit, number := words[0], words[1]
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
