package host

import (
	"fmt"

	"pillars/engine/diagram"
)

// A filmQuestion asks for a picture of a game.
type filmQuestion struct {
	State
	Players  []string `json:"players,omitempty"`  // names by seat; "" for a seat without a name
	Resigned *int     `json:"resigned,omitempty"` // the seat that resigned, from 0
}

// film returns the whole game as an animated SVG file.
func film(q filmQuestion) (any, error) { return q.draw(diagram.Film.SVG) }

// picture returns the board of a state as an SVG file.
func picture(q filmQuestion) (any, error) { return q.draw(diagram.Film.LastSVG) }

// draw answers with the SVG file that svg makes of the game.
func (q filmQuestion) draw(svg func(diagram.Film) string) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	names := h.Position().Rules().SeatNames()
	if len(q.Players) > len(names) {
		return nil, fmt.Errorf("%d names for %d seats", len(q.Players), len(names))
	}
	f := diagram.Film{History: h, Players: q.Players}
	if q.Resigned != nil {
		if *q.Resigned < 0 || *q.Resigned >= len(names) {
			return nil, wrong("resigned")
		}
		f.Ended = names[*q.Resigned] + " resigned"
	}
	return map[string]string{"svg": svg(f)}, nil
}
