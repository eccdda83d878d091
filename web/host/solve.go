package host

import (
	"context"

	"pillars/search/problems"
)

type puzzle struct {
	ID     string `json:"id"`
	Words  string `json:"words"`
	Own    int    `json:"own"`    // number of turns of the seat to act until it wins
	Rating int    `json:"rating"` // difficulty, as in package problems
	State
}

// listPuzzles answers with the puzzles of a game, easy ones first.
func listPuzzles(q State) (any, error) {
	list, err := problems.BuiltIn(problems.Puzzles)
	if err != nil {
		return nil, err
	}
	all := []puzzle{}
	for _, p := range problems.OfGame(list, q.Game) {
		position, err := p.Load()
		if err != nil {
			return nil, err
		}
		all = append(all, puzzle{ID: p.ID, Words: p.Task(position), Own: p.Kind.Turns, Rating: p.Rating,
			State: State{Game: p.Game, Start: p.Position, Options: position.Rules().Settings().Values()}})
	}
	return all, nil
}

// A solveQuestion asks whether a turn solves a puzzle, or continues its solution.
type solveQuestion struct {
	ID    string   `json:"id"`
	Turns []string `json:"turns,omitempty"` // turns of both seats since the puzzle's position, before Turn
	Turn  string   `json:"turn"`            // the turn to judge; empty to ask for the right turns only
}

// A verdict is the answer to a solveQuestion. To continue, the page appends the turn and the reply to the turns of the
// next question, until a verdict is finished.
type verdict struct {
	problems.Verdict
	ReplyWords string   `json:"replyWords,omitempty"`
	TurnsWords []string `json:"turnsWords"`
}

// solve answers a solveQuestion. It returns an error if the turns before are not legal or leave no turn to judge.
func solve(ctx context.Context, q solveQuestion) (any, error) {
	puzzle, err := problems.Puzzle(q.ID)
	if err != nil {
		return nil, err
	}
	h, err := State{Game: puzzle.Game, Start: puzzle.Position, Turns: q.Turns}.history()
	if err != nil {
		return nil, err
	}
	judged, err := puzzle.Judge(ctx, h, q.Turn)
	if err != nil {
		return nil, err
	}
	v := verdict{Verdict: judged, TurnsWords: []string{}}
	before := h.Position().Clone()
	for _, turn := range v.Turns {
		v.TurnsWords = append(v.TurnsWords, turnWords(before, turn))
	}
	if v.Reply != "" && h.PlayTurn(q.Turn) == nil {
		v.ReplyWords = turnWords(h.Position(), v.Reply)
	}
	return v, nil
}
