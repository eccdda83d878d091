package diagram_test

import (
	"log"
	"os"

	"pillars/engine/diagram"
	"pillars/engine/pitofpillars"
)

func ExampleText() {
	p, err := pitofpillars.Game.Read("x,r/w,x2,W/x,wwwwwr,x2/rr,x w m 0/2 - 20", nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := diagram.Text(os.Stdout, p.Diagram(), diagram.TextStyle{}); err != nil {
		log.Fatal(err)
	}
	// Output:
	//         ┌─────┬─────┐
	// 4       │     │  r  │
	//   ┌─────┼─────┼─────┼─────┐
	// 3 │  w  │     │     │ [W] │
	//   ├─────┼─────┼─────┼─────┤
	// 2 │     │ w5r │     │     │
	//   └─────┼─────┼─────┼─────┘
	// 1       │ rr  │     │
	//         └─────┴─────┘
	//      a     b     c     d
	//   turn 20: White, main step
	//   reserves: White 0, Red 2
}
