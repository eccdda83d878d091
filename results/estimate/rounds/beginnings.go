package rounds

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/stats"
)

// Roles says which seat acted first after the set-up of the board, and which seat made the pie choice of the set-up.
type Roles struct {
	SetUp   bool        // whether the game had a set-up and finished it
	Opener  engine.Seat // seat that acted first after the set-up
	Chosen  bool        // whether the players themselves, not a given opening, made a pie choice
	Chooser engine.Seat // seat that made the first pie choice
}

// rolesOf replays the set-up of a recorded game. It returns an error if a turn cannot be played.
func rolesOf(game engine.Game, record engine.Record) (r Roles, err error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return r, fmt.Errorf("start: %w", err)
	}
	turns := 0
	for i, text := range record.Turns {
		if p.Over() || !p.InOpening() {
			break
		}
		if !r.Chosen && i >= record.Opening && engine.IsPieChoice(p) {
			r.Chosen, r.Chooser = true, p.Seat()
		}
		if err := playTurn(p, text); err != nil {
			return Roles{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		turns++
	}
	if turns > 0 && !p.Over() && !p.InOpening() {
		r.SetUp, r.Opener = true, p.Seat()
	}
	return r, nil
}

func playTurn(p engine.Position, text string) error {
	steps, err := engine.ParseTurn(p, text)
	for _, step := range steps {
		p.Play(step)
	}
	return err
}

// begins holds the start of a game and the turns of its opening or, without an opening, its first turn.
type begins struct{ start, turns string }

func beginsOf(r engine.Record) begins {
	return begins{r.Start, strings.Join(r.Turns[:min(max(1, r.Opening), len(r.Turns))], " ")}
}

// Beginning holds the scores of the rounds that begin with the same opening or, without an opening, with the same
// first turn.
type Beginning struct {
	Key    uint64          // hash of the position, equal for symmetric beginnings of the same rules
	Turns  string          // text of the turns; of symmetric beginnings, the alphabetically first text
	scores map[float64]int // number of rounds with each mean score of the first seat in the round
}

// Rounds returns the number of rounds with this beginning.
func (b Beginning) Rounds() (n int) {
	for _, rounds := range b.scores {
		n += rounds
	}
	return n
}

// Score returns the mean score of the first seat with its anytime interval at the 95 % level.
func (b Beginning) Score() stats.Estimate { return stats.MeanOf(b.scores, .95) }

// firstScores returns the number of rounds with each mean score of the first seat in the round.
func firstScores(all []Round) map[float64]int {
	scores := map[float64]int{}
	for _, r := range all {
		sum := 0.
		for _, g := range r {
			sum += g.Outcome.Scores[0]
		}
		scores[min(1, sum/float64(len(r)))]++ // rounding must not make it larger than 1
	}
	return scores
}

// Beginnings returns the beginnings of rounds of a game with the given settings, the most frequent first. All games
// must have Moves. It returns an error if a beginning cannot be played.
func Beginnings(game engine.Game, settings engine.Settings, all []Round) (list []Beginning, err error) {
	byText, order := map[begins][]Round{}, []begins(nil)
	for _, r := range all {
		text := r[len(r)-1].Moves.begins
		if byText[text] == nil {
			order = append(order, text)
		}
		byText[text] = append(byText[text], r)
	}
	indices := map[uint64]int{} // in list, by key
	for _, text := range order {
		p, err := game.Read(text.start, settings)
		for turn := range strings.FieldsSeq(text.turns) {
			if err == nil {
				err = playTurn(p, turn)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("beginning %s: %w", text.turns, err)
		}
		key := engine.CanonicalHash(p)
		i, known := indices[key]
		if !known {
			i, indices[key] = len(list), len(list)
			list = append(list, Beginning{key, text.turns, map[float64]int{}})
		}
		list[i].Turns = min(list[i].Turns, text.turns)
		for score, rounds := range firstScores(byText[text]) {
			list[i].scores[score] += rounds
		}
	}
	slices.SortFunc(list, func(a, b Beginning) int {
		return cmp.Or(cmp.Compare(b.Rounds(), a.Rounds()), cmp.Compare(a.Turns, b.Turns), cmp.Compare(a.Key, b.Key))
	})
	return list, nil
}
