package stats_test

import (
	"fmt"

	"pillars/results/estimate/stats"
)

// Example estimates a difference in strength from pairs of games, and runs a sequential test.
func Example() {
	pairs := stats.Pentanomial{10, 40, 150, 70, 30} // pairs by half points of the first player
	fmt.Println("Elo", stats.Elo(pairs).Text(1))
	fmt.Printf("LOS %.5f\n", stats.LOS(pairs))

	test := stats.SPRT{Elo0: 0, Elo1: 10, Alpha: .05, Beta: .05}
	ratio, err := test.LLR(pairs)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("LLR %.2f: %v\n", ratio, test.Decide(ratio))
	// Output:
	// Elo 40.7 ± 18.3
	// LOS 0.99999
	// LLR 2.76: continue
}
