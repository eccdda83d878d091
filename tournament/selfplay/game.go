package selfplay

import (
	"fmt"
	"hash/crc32"
	"slices"

	"pillars/engine"
	"pillars/search"
)

type storedGame struct {
	number int     // from 0
	shares []uint8 // the score of every seat in twelfths, so that all shared places come out whole
	end    ending
	steps  []engine.Step
	notes  []turnNote // one for each turn that was begun, in order
	final  uint32     // checksum of the text of the last position, see textSum
}

const shareUnit = 12 // a score of 1 in storedGame.shares

func (g storedGame) score(seat engine.Seat) float64 { return float64(g.shares[seat]) / shareUnit }

// turnNote is what is known of the position at the start of a turn.
type turnNote struct {
	flags flags
	score search.Score // of the player to act, when flagDecided is set
}

type flags uint8

const (
	flagDecided flags = 1 << iota // the player thought about the turn; without it the turn was drawn at random
	flagCalm                      // no step is noisy
	flagSettled                   // playing out the noisy steps changes the evaluation by no more than [Spec.Margin]
	flagSetUp                     // the turn belongs to the set-up of the board

	allFlags = flagDecided | flagCalm | flagSettled | flagSetUp
)

func (f flags) has(wanted flags) bool { return f&wanted == wanted }

type ending uint8

const (
	byRules  ending = iota // the rules ended it
	byProof                // the player had proven the result
	byLength               // it was drawn after [Spec.Longest] turns

	ends
)

func textSum(p engine.Position) uint32 { return crc32.Checksum([]byte(p.String()), castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// replay plays the game again and calls visit before every step, with the note of its turn. It checks every step, and
// that the last position is the stored one: a file can be older than a change of the rules or of their steps.
func (g storedGame) replay(
	rules engine.Rules, visit func(p engine.Position, note turnNote, step engine.Step) error,
) error {
	if len(g.shares) != rules.Seats() {
		return fmt.Errorf("game %d: it has %d seats, the rules have %d", g.number, len(g.shares), rules.Seats())
	}
	const otherRules = "the file is of other rules than those of this program"
	p := rules.Start()
	var legal []engine.Step
	turns := 0
	for i, step := range g.steps {
		if !p.Over() && p.StartsTurn() {
			if turns++; turns > len(g.notes) {
				return fmt.Errorf("game %d: it has more turns than the %d with a note", g.number, len(g.notes))
			}
		}
		legal = p.AppendSteps(legal[:0])
		if !slices.Contains(legal, step) {
			return fmt.Errorf("game %d: step %d of %d is not legal; %s", g.number, i+1, len(g.steps), otherRules)
		}
		if err := visit(p, g.notes[turns-1], step); err != nil {
			return fmt.Errorf("game %d: %w", g.number, err)
		}
		p.Play(step)
	}
	if turns != len(g.notes) || textSum(p) != g.final {
		return fmt.Errorf("game %d: its steps lead to another end than the stored one; %s", g.number, otherRules)
	}
	return nil
}
