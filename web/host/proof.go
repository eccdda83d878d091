package host

import (
	"cmp"
	"encoding/hex"

	"pillars/engine"
	"pillars/search/proof/certificate"
)

// A proofQuestion asks about a position or, if Key is given, about the member of a certificate with that key.
type proofQuestion struct {
	State
	Key    string `json:"key,omitempty"`
	Within int    `json:"within,omitempty"` // the certificate leaves out positions lost within this many turns
	Nodes  uint64 `json:"nodes,omitempty"`  // most positions to search, 0 for maxPositions
}

// position returns the position that the question asks about.
func (q proofQuestion) position() (engine.Position, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	p := h.Position()
	if err := certificate.CheckGame(p.Rules()); err != nil || q.Key == "" {
		return p, err
	}
	key, err := hex.DecodeString(q.Key)
	if err != nil {
		return nil, wrong("key")
	}
	return certificate.Position(p.Rules(), key)
}

// A keyedTurn is a turn with the key of the position after it, as hexadecimal digits. The key is empty if the game is
// over there, since the seat to act has lost.
type keyedTurn struct {
	Turn    string   `json:"turn"`
	Key     string   `json:"key"`
	Replies []string `json:"replies"` // keys of the positions after each reply to the turn
}

// proof answers with the turns of a position. The page looks up their keys in a certificate.
func proof(q proofQuestion) (any, error) {
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	turns := []keyedTurn{}
	for steps, after := range engine.EachTurn(p) {
		turn := keyedTurn{engine.LineText(p, steps), key(after), []string{}}
		for _, reply := range engine.EachTurn(after) {
			turn.Replies = append(turn.Replies, key(reply))
		}
		turns = append(turns, turn)
	}
	return map[string]any{"position": p.String(), "turns": turns}, nil
}

// key returns the key of a position in certificates, or "" if the game is over.
func key(p engine.Position) string {
	if p.Over() {
		return ""
	}
	return hex.EncodeToString(p.(engine.Keyed).AppendCanonicalKey(nil))
}

// Bounds of one question, so that it takes a second or two at most.
const (
	maxWithin    = 20 // the greatest value of --turns of "pillars solve"
	maxPositions = 1_000_000
)

// finish answers with the value of a position that a certificate leaves out, since the game ends within a few turns,
// and with a winning turn if there is one. It searches all turns.
func finish(q proofQuestion) (any, error) {
	if q.Within < 0 || q.Within > maxWithin {
		return nil, wrong("within")
	}
	p, err := q.position()
	if err != nil {
		return nil, err
	}
	value, step := certificate.Settle(p, q.Within, int(min(cmp.Or(q.Nodes, maxPositions), maxPositions)))
	turn := ""
	if value == certificate.Win {
		turn = p.StepText(step)
	}
	return map[string]any{"value": value, "turn": turn}, nil
}
