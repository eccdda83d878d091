package conclusion

import (
	"fmt"
	"io"

	"pillars/results/show/table"
	"pillars/search/proof/certificate"
	"pillars/search/proof/solver"
)

// A Certificate is what a certificate of a proof says, as it is printed.
type Certificate struct {
	Type       string                  `json:"type"` // "certificate"
	Game       string                  `json:"game"`
	Options    string                  `json:"options"`
	Position   string                  `json:"position"`
	Checked    bool                    `json:"checked"` // whether every member was checked, not only written
	Members    int                     `json:"members"`
	Bytes      int64                   `json:"bytes"`
	Value      certificate.Value       `json:"value"` // of the start for the seat that begins
	FirstTurns []certificate.FirstTurn `json:"first_turns"`
	Nodes      uint64                  `json:"positions,omitempty"` // searched to write it
	Seats      []string                `json:"-"`
}

// Records returns the certificate for JSON.
func (c Certificate) Records() []any { return []any{c} }

// WriteText writes what a certificate proves, and the first turns by value.
func (c Certificate) WriteText(w io.Writer) error {
	how := "written"
	if c.Checked {
		how = "checked"
	}
	if c.Nodes > 0 {
		how += fmt.Sprintf(" after a search of %d positions", c.Nodes)
	}
	sentence := fmt.Sprintf("%s: a certificate of %d positions, %d bytes, %s.", c.winner(), c.Members, c.Bytes, how)
	_ = Write(w, []string{sentence}) // the writes below return the same error
	err := table.Printf(w, "%s (%s): %s\n\nfirst turns\n", c.Game, c.Options, c.Position)
	var turns []solver.FirstTurn
	for _, value := range []certificate.Value{certificate.Win, certificate.Loss, certificate.Unknown} {
		for _, turn := range c.FirstTurns {
			if turn.Value == value {
				turns = append(turns, solver.FirstTurn{Turn: turn.Turn, Worth: solver.Worth{Value: string(value)}})
			}
		}
	}
	writeFirstTurns(w, turns)
	return err
}

func (c Certificate) winner() string {
	if c.Value == certificate.Unknown {
		return "The value of the start is unknown"
	}
	return winner(string(c.Value), c.Seats[0], c.Seats[1])
}
