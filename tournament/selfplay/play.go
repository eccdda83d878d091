package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"pillars/engine"
	"pillars/search"
)

// table is where one worker plays: the player that sits in all seats, and what looks at the positions.
type table struct {
	spec     Spec
	rules    engine.Rules
	player   search.Player
	examiner *examiner
}

// play plays one game.
func (t *table) play(ctx context.Context, number int) (Game, error) {
	game, err := t.playSeeded(ctx, engine.DeriveSeed(t.spec.Seed, "self-play", strconv.Itoa(number)))
	if err != nil {
		return Game{}, fmt.Errorf("game %d: %w", number, err)
	}
	game.Number = number
	return game, nil
}

func (t *table) playSeeded(ctx context.Context, seed uint64) (Game, error) {
	generator := engine.NewRandom(engine.DeriveSeed(seed, "turns"))
	random := rand.New(generator)
	b := t.spec.beginning(random)
	h, err := t.spec.begin(t.rules, b, engine.DeriveSeed(seed, "beginning"))
	if err != nil {
		return Game{}, err
	}
	t.player.NewGame(engine.DeriveSeed(seed, "player"))
	g := playedGame{table: t, history: h, view: h.Clone(), notes: t.notesOf(h)}
	for !g.over() {
		if b.strays && random.IntN(strayEvery) == 0 {
			g.note(0)
			err = randomTurn(h, generator)
		} else {
			err = g.decideTurn(ctx)
		}
		if err != nil {
			return Game{}, err
		}
	}
	return g.game(), nil
}

// notesOf are the notes of a beginning.
func (t *table) notesOf(h *engine.History) []Note {
	var notes []Note
	p := h.Start().Clone()
	for _, step := range h.Steps() {
		if p.StartsTurn() {
			notes = append(notes, Note{Flags: t.examiner.flags(p)})
		}
		p.Play(step)
	}
	return notes
}

// playedGame is a game in progress.
type playedGame struct {
	*table
	history *engine.History
	view    *engine.History // what the player is shown, and may spoil
	notes   []Note
	proven  engine.Outcome // the result that the player has proven, if it has
}

func (g *playedGame) over() bool {
	return g.history.Outcome().Over() || g.proven.Over() || len(g.notes) >= g.spec.Longest
}

// note notes the turn that begins.
func (g *playedGame) note(score search.Score, more ...Flags) {
	flags := g.examiner.flags(g.history.Position())
	for _, flag := range more {
		flags |= flag
	}
	g.notes = append(g.notes, Note{flags, score})
}

// decideTurn has the player play a turn. If it has proven the result the turn is not played.
func (g *playedGame) decideTurn(ctx context.Context) error {
	h := g.history
	for from := len(h.Steps()); !turnDone(h, from); {
		first := len(h.Steps()) == from
		g.view.CopyFrom(h)
		decision, err := g.player.Decide(ctx, g.view, search.Limits{}, nil)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case len(decision.Steps) == 0:
			return errors.New("the player returned no step")
		}
		if score := decision.Info.Score; first && score.Decided() && g.rules.Seats() == 2 {
			g.proven = provenResult(score, h.Position().Seat())
			return nil
		} else if first {
			g.note(score, Decided)
		}
		for _, step := range decision.Steps {
			if err := h.Play(step); err != nil {
				return fmt.Errorf("the player returned an illegal step: %w", err)
			}
		}
	}
	return nil
}

// provenResult is the outcome that a decided score of the seat to act tells, of a game of two seats.
func provenResult(score search.Score, seat engine.Seat) engine.Outcome {
	if score < 0 {
		seat = 1 - seat
	}
	return engine.Win(seat, "proven")
}

// game is the finished game.
func (g *playedGame) game() Game {
	h := g.history
	outcome, end := h.Outcome(), ByRules
	switch {
	case outcome.Over():
	case g.proven.Over():
		outcome, end = g.proven, ByProof
	default:
		outcome, end = engine.Draw(g.rules.Seats(), "length"), ByLength
	}
	shares := make([]uint8, g.rules.Seats())
	for seat := range shares {
		shares[seat] = uint8(math.Round(shareUnit * outcome.Scores[seat]))
	}
	return Game{Shares: shares, End: end, Steps: h.Steps(), Notes: g.notes, Final: TextSum(h.Position())}
}
