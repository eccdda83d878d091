package certificate

import "pillars/engine"

// Value is the value of a turn or a position according to a checked certificate.
type Value string

// The values, for the seat to act or for the seat that makes a turn.
const (
	Win     Value = "win"
	Loss    Value = "loss"
	Unknown Value = "unknown"
)

// FirstTurn is a turn from the start with its value.
type FirstTurn struct {
	Turn  string `json:"turn"`
	Value Value  `json:"value"`
}

// Values returns the value of a position for the seat to act and the values of its turns. They are Unknown if they do
// not follow from the members. The certificate must have been checked.
func (c *Certificate) Values(p engine.Position) (Value, []FirstTurn) {
	k := &checker{certificate: c}
	k.tree.at(0, p).position.CopyFrom(p)
	var turns []FirstTurn
	for _, step := range k.tree.list(0) {
		v := Unknown
		switch child := k.tree.after(0, step); {
		case k.isMember(child) || k.tree.losesWithin(1, c.Turns):
			v = Win
		case k.answered(1):
			v = Loss
		}
		turns = append(turns, FirstTurn{engine.LineText(p, []engine.Step{step}), v})
	}
	return best(turns), turns
}

// Position returns the position of a key on a board of Pilastri, with White as the seat to act.
func Position(rules engine.Rules, key []byte) (engine.Position, error) {
	return shapeOf(rules).position(rules, key)
}

// best returns the value of the best of all turns.
func best(turns []FirstTurn) Value {
	value := Loss
	for _, turn := range turns {
		switch {
		case turn.Value == Win:
			return Win
		case turn.Value == Unknown:
			value = Unknown
		}
	}
	return value
}
