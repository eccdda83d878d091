package vector

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

// drawn holds functions by game and plane. They return what the plane of a seat should say about a cell of the diagram.
var drawn = map[string]map[string]func(engine.Cell, engine.Seat) bool{
	"pilastri": {
		"own tops":        func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, pilastri[s]) },
		"opponent's tops": func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, pilastri[1-s]) },
		"own level 1":     func(c engine.Cell, s engine.Seat) bool { return piece(c, len(c.Pieces)-1, pilastri[s]) },
		"opponent's level 3": func(c engine.Cell, s engine.Seat) bool {
			return piece(c, len(c.Pieces)-3, pilastri[1-s])
		},
	},
	"pit-of-pillars": {
		"own men 0 below the top":        func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, men[s]) },
		"own men 3 below the top":        func(c engine.Cell, s engine.Seat) bool { return piece(c, 3, men[s]) },
		"opponent's men 1 below the top": func(c engine.Cell, s engine.Seat) bool { return piece(c, 1, men[1-s]) },
		"own pillars":                    func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, pillars[s]) },
		"opponent's pillars":             func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, pillars[1-s]) },
	},
	"pylyx": {"squares": func(c engine.Cell, _ engine.Seat) bool { return c.Kind == engine.Square }},
	"pit": {
		"cells":             func(c engine.Cell, _ engine.Seat) bool { return c.Kind == engine.Square },
		"own towers":        func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, tower(s)) },
		"own pawn":          func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, pawn(s)) },
		"opponent 1 towers": func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, tower(1-s)) },
		"opponent 1 pawn":   func(c engine.Cell, s engine.Seat) bool { return piece(c, 0, pawn(1-s)) },
	},
}

// highest holds by game the largest number in the plane of heights.
var highest = map[string]int{"pilastri": 255, "pit-of-pillars": 7, "pylyx": 255, "pit": 0}

var (
	pilastri = [2]engine.Piece{{Color: engine.White, Shape: engine.Man}, {Color: engine.Black, Shape: engine.Man}}
	men      = [2]engine.Piece{{Color: engine.White, Shape: engine.Man}, {Color: engine.Red, Shape: engine.Man}}
	pillars  = [2]engine.Piece{{Color: engine.White, Shape: engine.Pillar}, {Color: engine.Red, Shape: engine.Pillar}}
)

func tower(s engine.Seat) engine.Piece {
	return engine.Piece{Color: [2]engine.Color{engine.White, engine.Black}[s], Shape: engine.Tower}
}

func pawn(s engine.Seat) engine.Piece { p := tower(s); p.Shape = engine.Pawn; return p }

// piece reports whether the given piece has the given number of pieces above it.
func piece(c engine.Cell, above int, p engine.Piece) bool {
	at := len(c.Pieces) - 1 - above
	return above >= 0 && at >= 0 && c.Pieces[at] == p
}

// TestPlanesShowTheBoard compares planes with the diagrams of positions of random games, which other code draws. It
// also checks that different positions have different planes.
func TestPlanesShowTheBoard(t *testing.T) {
	t.Parallel()
	for _, rules := range boards(t)[:7] {
		t.Run(rules.Game().Name()+" "+rules.Settings().String(), func(t *testing.T) {
			t.Parallel()
			random := rand.New(engine.NewRandom(6))
			files, ranks := rules.BoardSize()
			planes := make([]uint8, len(rules.Planes())*files*ranks)
			texts, shown := map[string]string{}, map[string]int{}
			for range 5 {
				h := engine.NewHistory(rules.Start())
				for !h.Outcome().Over() && len(h.Steps()) < 500 {
					p := h.Position()
					for seat := range engine.Seat(2) {
						rules.WritePlanes(p, seat, planes)
						compare(t, rules, p, seat, planes, shown)
					}
					rules.WritePlanes(p, p.Seat(), planes)
					// The last field of a text is the number of the turn, which planes do not tell, and those before it
					// can be the seat.
					text := fmt.Sprint(p.Seat(), strings.Fields(p.String())[:len(strings.Fields(p.String()))-1])
					if other, ok := texts[string(planes)]; ok && other != text {
						t.Fatalf("two positions have the same planes:\n%s\n%s", other, text)
					}
					texts[string(planes)] = text
					steps := p.AppendSteps(nil)
					require.NoError(t, h.Play(steps[random.IntN(len(steps))]))
				}
			}
			for name := range drawn[rules.Game().Name()] {
				if shown[name] == 0 {
					t.Errorf("plane %q was never compared", name)
				}
			}
		})
	}
}

func compare(t *testing.T, rules engine.ArrayRules, p engine.Position, seat engine.Seat, planes []uint8,
	shown map[string]int,
) {
	t.Helper()
	diagram := p.Diagram()
	for i, plane := range rules.Planes() {
		numbers := planes[i*len(diagram.Cells):][:len(diagram.Cells)]
		says := drawn[rules.Game().Name()][plane.Name]
		for at, cell := range diagram.Cells {
			want := -1
			switch {
			case says != nil && says(cell, seat):
				want = 1
			case says != nil:
				want = 0
			case plane.Name == "heights" && (len(cell.Pieces) == 0 || cell.Pieces[0].Shape == engine.Man):
				want = min(len(cell.Pieces), highest[rules.Game().Name()])
			}
			if want >= 0 && int(numbers[at]) != want {
				t.Fatalf("%s, seat %s: plane %q has %d on %s, want %d", p, seat, plane.Name, numbers[at], cell.Name,
					want)
			}
			if want > 0 {
				shown[plane.Name]++
			}
		}
	}
}
