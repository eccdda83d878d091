package selfplay

import (
	"fmt"
	"hash/crc32"
	"slices"

	"pillars/engine"
	"pillars/search"
)

// Game is one game of self-play.
type Game struct {
	Number int     // from 0
	Shares []uint8 // the result: the score of every seat in twelfths, so that all shared places come out whole
	End    End     // why it ended
	Steps  []engine.Step
	Notes  []Note // one for each turn that was begun, in order
	Final  uint32 // checksum of the text of the last position, see [TextSum]
}

// shareUnit is what a score of 1 is in [Game.Shares].
const shareUnit = 12

// Score is the score of a seat in [0, 1].
func (g Game) Score(seat engine.Seat) float64 { return float64(g.Shares[seat]) / shareUnit }

// Note is what is known of the position at the start of a turn.
type Note struct {
	Flags Flags
	Score search.Score // of the player to act, when [Decided] is set
}

// Flags are facts about a turn.
type Flags uint8

const (
	Decided Flags = 1 << iota // the player thought about the turn; without it the turn was drawn at random
	Calm                      // no step is noisy
	Settled                   // playing out the noisy steps changes the evaluation by no more than [Spec.Margin]
	SetUp                     // the turn belongs to the set-up of the board

	allFlags = Decided | Calm | Settled | SetUp
)

// Has reports whether all of the wanted flags are set.
func (f Flags) Has(wanted Flags) bool { return f&wanted == wanted }

// End is why a game ended.
type End uint8

const (
	ByRules  End = iota // the rules ended it
	ByProof             // the player had proven the result
	ByLength            // it was drawn after [Spec.Longest] turns

	ends
)

// TextSum is the checksum of a position's text, by which a replay is checked.
func TextSum(p engine.Position) uint32 { return crc32.Checksum([]byte(p.String()), castagnoli) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Replay plays the game again and calls visit at the start of every turn. It checks every step, and that the last
// position is the stored one: a file can be older than a change of the rules or of their steps.
func (g Game) Replay(rules engine.Rules, visit func(p engine.Position, note Note) error) error {
	if len(g.Shares) != rules.Seats() {
		return fmt.Errorf("game %d: it has %d seats, the rules have %d", g.Number, len(g.Shares), rules.Seats())
	}
	const otherRules = "the file is of other rules than those of this program"
	p := rules.Start()
	var legal []engine.Step
	turns := 0
	for i, step := range g.Steps {
		if !p.Over() && p.StartsTurn() {
			if turns == len(g.Notes) {
				return fmt.Errorf("game %d: it has more turns than the %d with a note", g.Number, len(g.Notes))
			}
			if err := visit(p, g.Notes[turns]); err != nil {
				return err
			}
			turns++
		}
		legal = p.AppendSteps(legal[:0])
		if !slices.Contains(legal, step) {
			return fmt.Errorf("game %d: step %d of %d is not legal; %s", g.Number, i+1, len(g.Steps), otherRules)
		}
		p.Play(step)
	}
	if turns != len(g.Notes) || TextSum(p) != g.Final {
		return fmt.Errorf("game %d: its steps lead to another end than the stored one; %s", g.Number, otherRules)
	}
	return nil
}
