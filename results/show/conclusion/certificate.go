package conclusion

import (
	"fmt"
	"io"
	"strings"

	"pillars/results/show/table"
	"pillars/search/proof/certificate"
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
	table.Printf(w, "%s (%s): %s\n\nfirst turns\n", c.Game, c.Options, c.Position)
	for _, value := range []certificate.Value{certificate.Win, certificate.Loss, certificate.Unknown} {
		var turns []string
		for _, turn := range c.FirstTurns {
			if turn.Value == value {
				turns = append(turns, turn.Turn)
			}
		}
		if len(turns) > 0 {
			table.Printf(w, "  %s, %d: %s\n", value, len(turns), strings.Join(turns, " "))
		}
	}
	return table.Printf(w, "")
}

func (c Certificate) winner() string {
	switch c.Value {
	case certificate.Win:
		return c.Seats[0] + ", to act, wins"
	case certificate.Loss:
		return c.Seats[1] + ", who acts second, wins"
	}
	return "The value of the start is unknown"
}
