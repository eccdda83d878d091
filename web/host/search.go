package host

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/review"
)

type line struct {
	Line   int      `json:"line"` // number of this line among the best lines, from 1
	Depth  int      `json:"depth"`
	Chance float64  `json:"chance"`           // expected result of the seat to act, from 0 to 1
	Proven string   `json:"proven,omitempty"` // the proven result, such as "wins in 3 turns"; empty without a proof
	Nodes  uint64   `json:"nodes"`
	Speed  float64  `json:"speed"` // nodes per second
	Turns  []string `json:"turns"` // the principal variation
	Words  []string `json:"words"` // the turns of the principal variation in words
	trace           // squares and barriers of the first turn
}

// lineOf returns a line that a search of position p has reported. chances converts scores to expected results.
func lineOf(p engine.Position, info search.Info, chances search.Chances) line {
	principal := info.LegalPrincipal(p)
	l := line{
		Line:   max(1, info.Line),
		Depth:  info.Depth,
		Chance: chances.Of(info.Score),
		Nodes:  info.Nodes,
		Speed:  math.Round(info.NodesPerSecond()),
		Turns:  info.PrincipalTurns(p),
		Words:  wordsOf(p, principal),
		trace:  traceOf(p, principal),
	}
	if info.Score.Decided() {
		l.Proven = provenWords(p, info.Score, principal)
	}
	return l
}

// provenWords returns the proven result for the seat to act at p, such as "wins in 3 turns". It counts that seat's own
// turns, and leaves the number out if the principal variation does not end the game.
func provenWords(p engine.Position, score search.Score, principal []engine.Step) string {
	words := "wins"
	if score < 0 {
		words = "loses"
	}
	if own := ownTurns(p, principal); own == 1 {
		words += " in 1 turn"
	} else if own > 1 {
		words += fmt.Sprintf(" in %d turns", own)
	}
	return words
}

// stepTexts returns the texts of those steps, played from p, that belong to the first turn.
func stepTexts(p engine.Position, steps []engine.Step) (texts []string) {
	steps, _, _ = firstTurn(p, steps)
	p = p.Clone()
	for _, step := range steps {
		texts = append(texts, p.StepText(step))
		p.Play(step)
	}
	return texts
}

type decision struct {
	Turn  string   `json:"turn"`
	Steps []string `json:"steps"`
	line
}

// A chosenTurn is a decision with the data that the engine needs to explain it.
type chosenTurn struct {
	before engine.Position
	steps  []engine.Step
	info   search.Info
	decision
}

// choose returns the decision of the player of a question. It passes the progress of the search to thought, if any.
func (h *Host) choose(ctx context.Context, q searchQuestion, thought Thought) (chosenTurn, error) {
	history, err := q.history()
	if err != nil {
		return chosenTurn{}, err
	}
	if outcome := history.Outcome(); outcome.Over() {
		return chosenTurn{}, fmt.Errorf("the game is over: %s", outcome.Reason)
	}
	if q.Threat {
		now := history.Position()
		next := ifToAct(now, (now.Seat()+1)%engine.Seat(now.Rules().Seats()))
		if next == nil {
			return chosenTurn{}, errors.New("nobody can threaten anything here")
		}
		history = engine.NewHistory(next)
	}
	limits, err := h.limits(q)
	if err != nil {
		return chosenTurn{}, err
	}
	p := history.Position().Clone()
	player, err := h.Player(q.Player, p.Rules())
	if err != nil {
		return chosenTurn{}, err
	}
	search.Begin(ctx, player, q.Seed)
	chances, err := search.ChancesAgainst(q.Against, player.Name(), p.Rules())
	if err != nil {
		return chosenTurn{}, err
	}
	var report func(search.Info)
	if thought != nil {
		report = func(info search.Info) { thought(lineOf(p, info, chances)) }
	}
	turn, nodes, err := search.DecideTurn(ctx, player, history, limits, report)
	if err != nil {
		return chosenTurn{}, err
	}
	d := decision{line: lineOf(p, turn.Info, chances), Turn: engine.LineText(p, turn.Steps),
		Steps: stepTexts(p, turn.Steps)}
	d.Nodes, d.trace = nodes, traceOf(p, turn.Steps)
	return chosenTurn{p, turn.Steps, turn.Info, d}, nil
}

func (h *Host) decide(ctx context.Context, q searchQuestion, _ Thought) (any, error) {
	turn, err := h.choose(ctx, q, nil)
	return turn.decision, err
}

const maxLines = 10 // largest number of lines in an analysis

func (h *Host) analyze(ctx context.Context, q searchQuestion, thought Thought) (any, error) {
	keys, err := players.Keys(q.Player) // if this fails, choose returns the same error
	if err == nil && q.Lines > 1 && keys.Lookup("multipv") != nil {
		q.Player = search.With(q.Player, "multipv", q.Lines)
	}
	turn, err := h.choose(ctx, q, thought)
	return turn.decision, err
}

// hint returns a decision with sentences about its turn.
func (h *Host) hint(ctx context.Context, q searchQuestion, _ Thought) (any, error) {
	turn, err := h.choose(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	return struct {
		decision
		Says []string `json:"says"` // what the turn does and threatens
	}{turn.decision, hintWords(turn)}, nil
}

type reviewedTurn struct {
	review.Turn
	PlayedWords string `json:"playedWords"`
}

// longestReview bounds the time of a whole review, as a multiple of [Host.MaxTime].
const longestReview = 30

// reviewLimits returns the limits of each decision in a review of the given number of turns.
func (h *Host) reviewLimits(q searchQuestion, turns int) (search.Limits, error) {
	limits, err := h.limits(q)
	if h.MaxTime > 0 {
		limits.Time = min(limits.Time, longestReview*h.MaxTime/time.Duration(max(1, turns)))
	}
	return limits, err
}

// review reviews a game and passes each turn to thought as soon as this turn is done. It returns the number of turns.
func (h *Host) review(ctx context.Context, q searchQuestion, thought Thought) (any, error) {
	history, err := q.history()
	if err != nil {
		return nil, err
	}
	turns := len(engine.Turns(history.Start(), history.Steps()))
	limits, err := h.reviewLimits(q, turns)
	if err != nil {
		return nil, err
	}
	player, err := h.Player(q.Player, history.Position().Rules())
	if err != nil {
		return nil, err
	}
	for t, err := range review.Turns(ctx, player, limits, history) {
		if err != nil {
			return nil, err
		}
		before := history.AfterTurn(t.Number - 1).Position()
		thought(reviewedTurn{t, turnWords(before, t.Played)})
	}
	return map[string]int{"turns": turns}, ctx.Err()
}
