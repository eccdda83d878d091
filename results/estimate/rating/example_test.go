package rating_test

import (
	"fmt"

	"pillars/results/estimate/rating"
)

// Example rates three players. Each round holds the two games of a pair, which share an opening.
func Example() {
	pair := func(a, b int, winners ...int) rating.Round {
		var round rating.Round
		for i, winner := range winners {
			seats := []int{a, b}
			if i == 1 {
				seats = []int{b, a} // the seats are swapped
			}
			places := []int{2, 1}
			if seats[0] == winner {
				places = []int{1, 2}
			}
			round.Games = append(round.Games, rating.Game{Players: seats, Places: places})
		}
		round.Count = 1
		return round
	}
	table, err := rating.NewTable(3, 2, []rating.Round{
		pair(0, 1, 0, 0), pair(0, 1, 0, 1), pair(0, 1, 0, 1), pair(1, 2, 1, 1), pair(1, 2, 2, 1), pair(1, 2, 1, 2),
		pair(0, 2, 0, 0), pair(0, 2, 0, 2), pair(0, 2, 0, 0),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	ratings, err := rating.Rate(table, rating.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, player := range ratings.Players {
		fmt.Println("player", i, player.Text(0))
	}
	// Output:
	// player 0 159 ± 206
	// player 1 0 ± 177
	// player 2 -159 ± 232
}
