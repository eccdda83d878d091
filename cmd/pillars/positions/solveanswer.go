package positions

import (
	"context"
	"errors"
	"slices"

	"pillars/engine"
	"pillars/search/proof/solver"
)

// solveAnswer is a solved position as it is printed.
type solveAnswer struct {
	Type     string `json:"type"`
	Game     string `json:"game"`
	Options  string `json:"options"`
	Position string `json:"position"`
	Method   string `json:"method"`
	Seat     string `json:"seat"` // who acts
	verdictAnswer
	FirstTurns []firstTurnAnswer `json:"first_turns"`        // the best first
	Unproven   uint64            `json:"unproven,omitempty"` // first turns that have taken too many positions
	// Line is a line of best play. It and all below but Positions come of retrograde analysis only.
	Line      []string        `json:"line,omitempty"`
	Positions int             `json:"positions"`
	Steps     uint64          `json:"steps,omitempty"` // made by the search
	Counts    *countsAnswer   `json:"counts,omitempty"`
	Opening   *countsAnswer   `json:"opening,omitempty"` // of the counts, those of the opening stage
	Over      map[string]int  `json:"over,omitempty"`    // of the counts, finished games by the reason
	Longest   int             `json:"longest,omitempty"`
	Ends      []openingAnswer `json:"opening_ends,omitempty"`
	opponent  string
}

// verdictAnswer is a value for the seat that acts or has acted.
type verdictAnswer struct {
	Value string `json:"value"`
	Turns int    `json:"turns,omitempty"` // to the end, this one included
}

type firstTurnAnswer struct {
	Turn string `json:"turn"`
	verdictAnswer
}

// countsAnswer is how many positions are won, lost and drawn for the seat to act.
type countsAnswer struct {
	Positions int `json:"positions"`
	Won       int `json:"won"`
	Lost      int `json:"lost"`
	Drawn     int `json:"drawn"`
}

func newCountsAnswer(c solver.Counts) *countsAnswer {
	return &countsAnswer{c.Won + c.Lost + c.Drawn, c.Won, c.Lost, c.Drawn}
}

func newVerdictAnswer(v solver.Verdict) verdictAnswer {
	return verdictAnswer{v.Value.String(), v.Turns}
}

func newSolveAnswer(p engine.Position, method string, verdict solver.Verdict, turns []solver.Turn) *solveAnswer {
	rules := p.Rules()
	answer := &solveAnswer{
		Type: "solution", Game: rules.Game().Name(), Options: rules.Settings().String(), Position: p.String(), Method: method,
		Seat: rules.SeatNames()[p.Seat()], opponent: rules.SeatNames()[1-p.Seat()], verdictAnswer: newVerdictAnswer(verdict),
		FirstTurns: []firstTurnAnswer{},
	}
	slices.SortStableFunc(turns, func(a, b solver.Turn) int { return b.Verdict.Compare(a.Verdict) })
	for _, turn := range turns {
		answer.FirstTurns = append(answer.FirstTurns, firstTurnAnswer{engine.LineText(p, turn.Steps), newVerdictAnswer(turn.Verdict)})
	}
	return answer
}

// provenAnswer proves a position and all its turns by search.
func provenAnswer(ctx context.Context, p engine.Position, limits solver.Limits) (*solveAnswer, error) {
	prover := solver.NewProver(limits)
	verdict, err := prover.Prove(ctx, p)
	if err != nil {
		return nil, err
	}
	turns, err := prover.Turns(ctx, p)
	if err != nil && !errors.Is(err, solver.ErrTooMany) {
		return nil, err
	}
	answer := newSolveAnswer(p, bySearch, verdict, turns)
	answer.Positions, answer.Steps, answer.Unproven = prover.Positions(), prover.Steps(), engine.PerftTurns(p, 1)-uint64(len(turns))
	return answer, nil
}

// retrogradeAnswer solves a position by retrograde analysis.
func retrogradeAnswer(ctx context.Context, p engine.Position, limits solver.Limits) (*solveAnswer, error) {
	graph, err := solver.Retrograde(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	verdict, err := graph.Verdict(p)
	if err != nil {
		return nil, err
	}
	turns, err := graph.Turns(p)
	if err != nil {
		return nil, err
	}
	line, err := graph.Line(p)
	if err != nil {
		return nil, err
	}
	answer := newSolveAnswer(p, byRetrograde, verdict, turns)
	answer.Line = turnTexts(p, line)
	answer.count(graph)
	answer.addEnds(p.Rules(), graph.Ends())
	return answer, nil
}

// count adds the graph's counts.
func (a *solveAnswer) count(graph *solver.Graph) {
	a.Counts, a.Longest, a.Over = newCountsAnswer(graph.Counts()), graph.Longest(), map[string]int{}
	a.Positions = a.Counts.Positions
	if opening := newCountsAnswer(graph.OpeningCounts()); opening.Positions > 0 {
		a.Opening = opening
	}
	for reason, n := range graph.Over() {
		a.Over[string(reason)] = n
	}
}

// turnTexts are the texts of turns played one after another from p.
func turnTexts(p engine.Position, turns [][]engine.Step) (texts []string) {
	p = p.Clone()
	for _, turn := range turns {
		texts = append(texts, engine.LineText(p, turn))
		for _, step := range turn {
			p.Play(step)
		}
	}
	return texts
}
