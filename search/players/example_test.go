package players_test

import (
	"context"
	"fmt"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
)

// Example asks a player for a turn in a position that only one turn wins. With a limit on nodes it decides the same on
// every machine.
func Example() {
	game, err := games.Find("pilastri")
	if err != nil {
		fmt.Println(err)
		return
	}
	position, err := game.Read("x,bw,x,b/x,w,bwb,x/w,x2,bwwb/b,wb,x,w w 11", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := players.New("alphabeta:nodes=10000", position.Rules())
	if err != nil {
		fmt.Println(err)
		return
	}
	player.NewGame(1) // the seed of its randomness
	turn, _, err := search.DecideTurn(context.Background(), player, engine.NewHistory(position), search.Limits{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(engine.LineText(position, turn.Steps), turn.Info.Score)
	// Output:
	// a2a1 win in 3
}
