package conclusion

import (
	"fmt"
	"io"

	"pillars/results/show/table"
	"pillars/search/proof/certificate"
	"pillars/search/proof/solver"
)

// A Certificate describes a certificate of a proof, for printing.
type Certificate struct {
	Type       string                  `json:"type"` // "certificate"
	Game       string                  `json:"game"`
	Options    string                  `json:"options"`
	Position   string                  `json:"position"`
	Checked    bool                    `json:"checked"` // whether every member was checked, not only written
	Members    int                     `json:"members"` // number of positions in the certificate
	Bytes      int64                   `json:"bytes"`   // size of the file
	Value      certificate.Value       `json:"value"`   // of the start, for the seat that begins
	FirstTurns []certificate.FirstTurn `json:"first_turns"`
	Nodes      uint64                  `json:"positions,omitempty"` // positions searched to write it; 0 if it was read
	Seats      []string                `json:"-"`                   // names of the seats
}

// Of returns c with the fields that follow from a proof, which is in a file of the given size.
func (c Certificate) Of(proof certificate.Proof, bytes int64) Certificate {
	rules := proof.Rules()
	start := rules.Start()
	c.Type, c.Game, c.Options = "certificate", rules.Game().Name(), rules.Settings().String()
	c.Position, c.Seats = start.String(), rules.SeatNames()
	c.Members, c.Bytes = proof.Len(), bytes
	c.Value, c.FirstTurns = proof.Values(start)
	return c
}

func (c Certificate) Records() []any { return []any{c} }

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

// A Share says what one of several machines has proven for a certificate.
type Share struct {
	Type        string `json:"type"`        // "share"
	Proven      int    `json:"proven"`      // number of first turns that this machine has proven
	FirstTurns  int    `json:"first_turns"` // number of first turns of all shares, up to symmetry
	Log         string `json:"log"`         // file with the values of the proven turns
	Certificate string `json:"-"`           // file of the certificate that the shares become in the end
}

func (s Share) Records() []any {
	s.Type = "share"
	return []any{s}
}

func (s Share) WriteText(w io.Writer) error {
	return Write(w, []string{
		fmt.Sprintf("%d of %d first turns are proven, in %s.", s.Proven, s.FirstTurns, s.Log),
		fmt.Sprintf("When the logs of all shares lie beside %s, the command without its share writes the certificate.",
			s.Certificate)})
}

func (c Certificate) winner() string {
	if c.Value == certificate.Unknown {
		return "The value of the start is unknown"
	}
	return winner(string(c.Value), c.Seats[0], c.Seats[1])
}
