package measurement

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/show/answer"
	"pillars/results/show/report"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/proof/solver"
	"pillars/tournament/openings"
)

// FirstTurns holds the first turns of a game up to symmetry. If there are more than mostListed, it holds mostListed of
// them, drawn at random.
type FirstTurns struct {
	All   []report.FirstTurn
	Whole bool   // whether All has every first turn
	Pie   bool   // whether the set-up ends with a choice, which is a swap rule; if so, All is empty
	Run   string // id of the run with the games from first turns; empty if none were played
}

const (
	mostListed = 200    // greatest number of first turns that are listed, up to symmetry
	mostTurns  = 20_000 // greatest number of legal first turns that list looks at
)

// list returns the first turns of a game, in an order drawn by the seed. It leaves out turns that end the game.
func list(rules engine.Rules, seed uint64) (list FirstTurns, err error) {
	if list.Pie, err = openings.DividesSetUp(rules, 0); err != nil || list.Pie { // with any seed, here 0
		return list, err
	}
	start, seen, turns := rules.Start(), map[uint64]bool{}, 0
	for steps, after := range engine.EachTurn(start) {
		turns++
		if turns > mostTurns {
			break
		}
		if key := engine.CanonicalHash(after); !seen[key] && !after.Over() {
			seen[key] = true
			list.All = append(list.All, report.FirstTurn{Turn: engine.LineText(start, steps), Key: key})
		}
	}
	list.Whole = turns <= mostTurns && len(list.All) <= mostListed
	random := rand.New(engine.NewRandom(engine.DeriveSeed(seed, "first turns")))
	random.Shuffle(len(list.All), func(i, j int) { list.All[i], list.All[j] = list.All[j], list.All[i] })
	list.All = list.All[:min(mostListed, len(list.All))]
	return list, nil
}

// prove sets the field Proven of every turn in f.All for which the proof p has a value.
func (f *FirstTurns) prove(p *solver.Solution, start engine.Position) {
	for _, proven := range p.FirstTurns {
		steps, err := engine.ParseTurn(start, proven.Turn)
		if err != nil {
			continue
		}
		key := engine.CanonicalHash(engine.After(start, steps))
		for i := range f.All {
			if f.All[i].Key == key {
				f.All[i].Proven = proven.Value
			}
		}
	}
}

// choose returns the first turns from which to play games, but not more than most. If f.All has more and the game has
// two seats, choose values all turns by a search and sorts f.All, the most even value first. It returns the turns at
// the beginning of f.All, or none if the proof has values for all turns. The proof may be nil.
func (f *FirstTurns) choose(ctx context.Context, rules engine.Rules, proof *solver.Solution, most int,
	valuer openings.Valuer) (chosen []string, err error,
) {
	if proof != nil {
		f.prove(proof, rules.Start())
	}
	anyUnproven := slices.ContainsFunc(f.All, func(t report.FirstTurn) bool { return t.Proven == "" })
	switch {
	case !anyUnproven:
		return nil, nil
	case len(f.All) > most && rules.Seats() == 2:
		if err := f.value(ctx, rules, valuer); err != nil {
			return nil, err
		}
		slices.SortStableFunc(f.All, func(a, b report.FirstTurn) int {
			return cmp.Compare(math.Abs(*a.Search-.5), math.Abs(*b.Search-.5))
		})
	}
	for _, t := range f.All[:min(most, len(f.All))] {
		chosen = append(chosen, t.Turn)
	}
	return chosen, nil
}

// value sets the field Search of all turns in f.All, by a search of the positions after these turns.
func (f *FirstTurns) value(ctx context.Context, rules engine.Rules, valuer openings.Valuer) error {
	var list []openings.Opening
	for _, t := range f.All {
		steps, err := engine.ParseTurn(rules.Start(), t.Turn)
		if err != nil {
			return err
		}
		list = append(list, openings.Opening{Turns: engine.Turns(rules.Start(), steps)})
	}
	chances, err := search.ChancesOf(valuer.Player, rules)
	if err != nil {
		return err
	}
	valuer.NewPlayer = players.Recorded
	valued, err := valuer.Values(ctx, rules, list)
	for i := range valued {
		f.All[i].Search = new(chances.Of(valued[i].Score))
	}
	return err
}

// score sets f.Run, and the fields Games and Score of all turns from which the finding has games.
func (f *FirstTurns) score(found experiment.Finding) {
	f.Run = found.Run
	for i := range f.All {
		t := &f.All[i]
		if scores, played := found.Beginnings[t.Turn]; played {
			t.Games, t.Score = scores.Total().Games, scores.Estimate(experiment.Level)
		}
	}
}

// sorted returns first the proven turns, then the turns with games, then the other turns. In each group, the turns are
// sorted from the best for the first seat to the worst.
func (f *FirstTurns) sorted() []report.FirstTurn {
	rank := func(t report.FirstTurn) float64 { // scores are from 0 to 1, so 100 and 10 keep the groups apart
		switch {
		case t.Proven != "":
			return 100 + map[string]float64{"win": 2, "draw": 1, "loss": 0}[t.Proven]
		case t.Games > 0:
			return 10 + t.Score.Value
		case t.Search != nil:
			return *t.Search
		}
		return -1
	}
	all := slices.Clone(f.All)
	slices.SortFunc(all, func(a, b report.FirstTurn) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(a.Turn, b.Turn))
	})
	return all
}

// sentence says how many first turns are won or nearly even, and what a swap rule would do. By a swap rule, the second
// player may take the first player's side after the first turn.
func (f *FirstTurns) sentence() string {
	counts := map[string]int{} // number of proven turns, by value
	var played []report.FirstTurn
	for _, t := range f.All {
		if t.Proven != "" {
			counts[t.Proven]++
		}
		if t.Games > 0 {
			played = append(played, t)
		}
	}
	what := fmt.Sprintf("%d up to symmetry", len(f.All))
	if !f.Whole {
		what = fmt.Sprintf("%d drawn from more", len(f.All))
	}
	switch {
	case f.Pie:
		return "The set-up ends with a choice, so the game has its swap rule."
	case len(f.All) == 0:
		return "First turns: every first turn ends the game."
	case len(counts) > 0:
		return fmt.Sprintf("First turns: %s; proven: %d win, %d draw, %d lose. %s", what, counts["win"], counts["draw"],
			counts["loss"], swapProven(counts, len(f.All)))
	case len(played) == 0:
		return "First turns: " + what + "; none was played."
	}
	return fmt.Sprintf("First turns: %s; %s", what, swapPlayed(played))
}

// swapProven says what a swap rule would do. counts has the number of proven turns by value; all is the number of all
// first turns.
func swapProven(counts map[string]int, all int) string {
	switch {
	case counts["win"]+counts["draw"]+counts["loss"] < all:
		return "The others are not proven."
	case counts["draw"] > 0:
		return "With a swap rule best play is a draw."
	case counts["win"] == all || counts["loss"] == all:
		return "All have one value: a swap rule would only exchange the seats."
	}
	return "A swap rule gives the win to the second player, who must know which is which."
}

// swapPlayed says how many of the played first turns favour a seat, and which turns are closest to even. It sorts
// played.
func swapPlayed(played []report.FirstTurn) string {
	slices.SortStableFunc(played, func(a, b report.FirstTurn) int {
		return cmp.Compare(math.Abs(a.Score.Value-.5), math.Abs(b.Score.Value-.5))
	})
	uneven := 0 // number of turns after which a seat is shown to be ahead
	var closest []string
	for i, t := range played {
		if low, high := t.Score.Limits(); low > .5 || high < .5 {
			uneven++
		}
		if i < 3 {
			closest = append(closest, t.Turn+" "+answer.Share(t.Score))
		}
	}
	said := fmt.Sprintf("of the %d played %d are shown to favour a seat", len(played), uneven)
	switch uneven {
	case len(played):
		said = fmt.Sprintf("each of the %d played is shown to favour a seat: a swap rule has nothing to swap", uneven)
	case 1:
		said = fmt.Sprintf("of the %d played one is shown to favour a seat", len(played))
	}
	return fmt.Sprintf("%s; closest to even: %s.", said, strings.Join(closest, ", "))
}
