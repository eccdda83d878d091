package cli

import (
	"fmt"
	"io"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
)

// thoughtAnswer is one report of a player that thinks.
type thoughtAnswer struct {
	Type        string   `json:"type"`
	Depth       int      `json:"depth"`
	Line        int      `json:"line"`
	Expectation float64  `json:"expectation"`
	Score       float64  `json:"score"`            // in logits
	Proven      string   `json:"proven,omitempty"` // "win in 5": a result with its distance in steps
	Nodes       uint64   `json:"nodes"`
	Seconds     float64  `json:"seconds"`
	Speed       float64  `json:"nodes_per_second"`
	Principal   []string `json:"principal"` // turns
}

// bestAnswer is a player's decision.
type bestAnswer struct {
	Type  string        `json:"type"`
	Turn  string        `json:"turn"`
	Steps []string      `json:"steps"`
	Last  thoughtAnswer `json:"last"`
}

// thoughtPrinter prints what a player thinks about a position.
type thoughtPrinter struct {
	out      io.Writer
	position engine.Position
	json     bool
	headed   bool
}

func NewThoughtPrinter(out io.Writer, p engine.Position, asJSON bool) *thoughtPrinter {
	return &thoughtPrinter{out: out, position: p.Clone(), json: asJSON}
}

// Print prints one report as it comes. A failed write shows at the end, through the checked output.
func (t *thoughtPrinter) Print(info search.Info) {
	answer := t.answer(info)
	if t.json {
		_ = PrintJSON(t.out, answer)
		return
	}
	if !t.headed {
		fmt.Fprintf(t.out, "%5s %4s %7s %-12s %8s %8s  %s\n", "depth", "line", "expect", "score", "nodes", "nodes/s", "principal variation")
		t.headed = true
	}
	fmt.Fprintf(t.out, "%5d %4d %5.1f %% %-12s %8s %8s ", answer.Depth, answer.Line, 100*answer.Expectation, info.Score,
		BigNumber(float64(info.Nodes)), BigNumber(info.NodesPerSecond()))
	for _, turn := range answer.Principal {
		fmt.Fprint(t.out, " ", turn)
	}
	fmt.Fprintln(t.out)
}

// PrintBest prints the turn decided on.
func (t *thoughtPrinter) PrintBest(turn []engine.Step, last search.Info) error {
	text := engine.LineText(t.position, turn)
	if t.json {
		return PrintJSON(t.out, bestAnswer{"best", text, stepTexts(t.position, turn), t.answer(last)})
	}
	_, err := fmt.Fprintf(t.out, "best %s, expected result %s, %d nodes\n", text, ScoreText(last.Score), last.Nodes)
	return err
}

func (t *thoughtPrinter) answer(info search.Info) thoughtAnswer {
	answer := thoughtAnswer{
		Type: "thought", Depth: info.Depth, Line: max(1, info.Line), Expectation: info.Score.Expectation(), Score: Logits(int(info.Score)),
		Nodes: info.Nodes, Seconds: info.Elapsed.Seconds(), Speed: info.NodesPerSecond(),
		Principal: slices.Concat([]string{}, engine.Turns(t.position, legalPart(t.position, info.Principal))),
	}
	if info.Score.Decided() {
		answer.Score, answer.Proven = 0, info.Score.String()
	}
	return answer
}

// legalPart is the line up to its first illegal step. A line taken from a search's tables may run past the end of the game.
func legalPart(p engine.Position, line []engine.Step) []engine.Step {
	p = p.Clone()
	for i, step := range line {
		if !slices.Contains(p.AppendSteps(nil), step) {
			return line[:i]
		}
		p.Play(step)
	}
	return line
}

// stepTexts are the texts of steps played one after another.
func stepTexts(p engine.Position, steps []engine.Step) []string {
	p = p.Clone()
	texts := make([]string, len(steps))
	for i, step := range steps {
		texts[i] = p.StepText(step)
		p.Play(step)
	}
	return texts
}

// termAnswer is one feature's part in an evaluation.
type termAnswer struct {
	Type    string  `json:"type"`
	Feature string  `json:"feature"`
	Help    string  `json:"help"`
	Count   float64 `json:"count"`
	Weight  float64 `json:"weight"` // in logits, as the worth
	Worth   float64 `json:"worth"`
}

// evaluationAnswer is the sum of the terms.
type evaluationAnswer struct {
	Type        string  `json:"type"`
	Position    string  `json:"position"`
	Seat        string  `json:"seat"`
	Score       float64 `json:"score"`
	Expectation float64 `json:"expectation"`
}

func PrintExplanationJSON(w io.Writer, p engine.Position, terms []eval.Share, sum search.Score) error {
	for _, t := range terms {
		answer := termAnswer{"term", t.Name, t.Help, t.Count, Logits(t.Weight), Logits(t.Worth())}
		if err := PrintJSON(w, answer); err != nil {
			return err
		}
	}
	seat := p.Rules().SeatNames()[p.Seat()]
	return PrintJSON(w, evaluationAnswer{"evaluation", p.String(), seat, Logits(int(sum)), sum.Expectation()})
}

// Logits turns hundredths into whole ones.
func Logits[T ~int | ~float64](hundredths T) float64 { return float64(hundredths) / 100 }
