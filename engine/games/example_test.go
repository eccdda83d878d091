package games_test

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/games"
)

// Example plays two turns and lists what may follow.
func Example() {
	game, err := games.Find("pilastri")
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := game.New(engine.Settings{{Name: "size", Value: "4"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	history := engine.NewHistory(rules.Start())
	for _, turn := range []string{"b1a1", "b2a2"} {
		if err := history.PlayTurn(turn); err != nil {
			fmt.Println(err)
			return
		}
	}
	position := history.Position()
	fmt.Println(position)
	fmt.Println(position.CountSteps(), "legal steps, the game is over:", history.Outcome().Over())
	for turn, after := range engine.EachTurn(position) {
		fmt.Println(engine.LineText(position, turn), "leads to", after)
		break
	}
	// Output:
	// w,b,w,b/b,w,b,w/wb,x,w,b/bw,x,b,w w 3
	// 17 legal steps, the game is over: false
	// c2d2 leads to w,b,w,b/b,w,b,w/wb,x2,bw/bw,x,b,w b 4
}
