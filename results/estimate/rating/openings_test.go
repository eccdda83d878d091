package rating

import (
	"testing"

	"pillars/results/estimate/stats"
)

// TestInformativeOpeningsAreChosen checks that openings in which the stronger player wins with either seat are chosen
// before openings that one seat always wins, and that the choice is checked in every match.
func TestInformativeOpeningsAreChosen(t *testing.T) {
	t.Parallel()
	var candidates []OpeningCandidate
	for i := range 40 {
		c := OpeningCandidate{Turns: 10 + i%3}
		back := 1.
		if i%2 == 1 { // the first seat wins, whoever has it
			back = 0
		}
		for match := range 4 {
			c.Games = append(c.Games, OpeningGame{match, 0, 1}, OpeningGame{match, 1, back})
		}
		candidates = append(candidates, c)
	}
	info, err := EstimateOpenings(candidates)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range ChooseOpenings(info, 20) {
		if i%2 == 1 || !(PairInformation(info[i]) > 2*PairInformation(info[i^1])) {
			t.Errorf("opening %d is chosen, with the information %v", i, PairInformation(info[i]))
		}
	}
	checked, err := CheckChoice(candidates, 10)
	if err != nil || len(checked) != 4 {
		t.Fatalf("%+v, %v", checked, err)
	}
	for match, c := range checked {
		want := CheckedChoice{match, stats.Pentanomial{2: 20, 4: 20}, stats.Pentanomial{4: 10}}
		if c != want || c.Times() != 0 { // without a variance there is no ratio
			t.Errorf("%+v, want %+v", c, want)
		}
	}
	if _, err := EstimateOpenings(nil); err != errNoGames {
		t.Errorf("nothing gives %v", err)
	}
}
