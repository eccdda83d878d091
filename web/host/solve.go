package host

import (
	"cmp"
	"context"
	"encoding/hex"

	"pillars/engine"
	"pillars/search/problems"
	"pillars/search/proof/certificate"
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
	Turn  string   `json:"turn"`            // empty to ask for the right turns only
}

// A verdict is the answer to a solveQuestion. To continue, the page appends the turn and the reply to the turns of the
// next question, until a verdict is finished.
type verdict struct {
	Solved   bool     `json:"solved"`          // whether the turn keeps the win within the promised number of turns
	Finished bool     `json:"finished"`        // whether the game is won, by the turn or by the reply
	Reply    string   `json:"reply,omitempty"` // the longest defence or, after a wrong turn, one that prevents the win
	Turns    []string `json:"turns"`           // the right turns; one that ends in * means all that begin with it
	Comment  string   `json:"comment,omitempty"`

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
	v := verdict{Solved: judged.Right, Finished: judged.Finished, Reply: judged.Reply,
		Turns: judged.Turns, Comment: judged.Comment, TurnsWords: []string{}}
	before := h.Position().Clone()
	for _, turn := range v.Turns {
		v.TurnsWords = append(v.TurnsWords, turnWords(before, turn))
	}
	if v.Reply != "" && h.PlayTurn(q.Turn) == nil {
		v.ReplyWords = turnWords(h.Position(), v.Reply)
	}
	return v, nil
}

// A proofQuestion asks about a position or, if Key is given, about the member of a certificate with that key.
type proofQuestion struct {
	State
	Key    string `json:"key,omitempty"`
	Within int    `json:"within,omitempty"` // the certificate leaves out positions lost within this many turns
	Nodes  uint64 `json:"nodes,omitempty"`  // most positions to search, 0 for maxPositions
}

func (q proofQuestion) position() (engine.Position, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	p := h.Position()
	if err := certificate.CheckGame(p.Rules()); err != nil || q.Key == "" {
		return p, err
	}
	key, err := hex.DecodeString(q.Key)
	if err != nil {
		return nil, wrong("key")
	}
	return certificate.Position(p.Rules(), key)
}

// A keyedTurn is a turn with the key of the position after it, as hexadecimal digits. The key is empty if the game is
// over there, since the seat to act has lost.
type keyedTurn struct {
	Turn    string   `json:"turn"`
	Key     string   `json:"key"`
	Replies []string `json:"replies"` // keys of the positions after each reply to the turn
}

// proof answers with the turns of a position. The page looks up their keys in a certificate.
func proof(q proofQuestion) (any, error) {
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	turns := []keyedTurn{}
	for steps, after := range engine.EachTurn(p) {
		turn := keyedTurn{engine.LineText(p, steps), key(after), []string{}}
		for _, reply := range engine.EachTurn(after) {
			turn.Replies = append(turn.Replies, key(reply))
		}
		turns = append(turns, turn)
	}
	return map[string]any{"position": p.String(), "turns": turns}, nil
}

// key returns the key of a position in certificates, or "" if the game is over.
func key(p engine.Position) string {
	if p.Over() {
		return ""
	}
	return hex.EncodeToString(p.(engine.Keyed).AppendCanonicalKey(nil))
}

// Bounds of one question, so that it takes a second or two at most.
const (
	maxWithin    = 20 // the greatest value of --turns of "pillars solve"
	maxPositions = 1_000_000
)

// finish answers with the value of a position that a certificate leaves out, since the game ends within a few turns,
// and with a winning turn if there is one. It searches all turns.
func finish(q proofQuestion) (any, error) {
	if q.Within < 0 || q.Within > maxWithin {
		return nil, wrong("within")
	}
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	value, step := certificate.Settle(p, q.Within, int(min(cmp.Or(q.Nodes, maxPositions), maxPositions)))
	turn := ""
	if value == certificate.Win {
		turn = p.StepText(step)
	}
	return map[string]any{"value": value, "turn": turn}, nil
}
