package eval

import (
	"fmt"
	"math"

	"pillars/engine"
	"pillars/eval/internal/rows"
)

// network values positions of two seats by their patterns: as [Linear] does, and by what a layer of hidden units adds,
// which sees the patterns of both seats at once. For the seat to act
//
//	hidden = bias + the sum of own rows + the sum of the opponent's rows
//	worth  = linear + the sum of activation(hidden) · output,   activation(x) = min(1, max(0, x))²
//
// with weights of the linear part and of the output that change with the phase. What one seat gains the other loses.
// It is computed in whole numbers, so that it is the same on every machine.
//
// The squared clipped activation is the one that networks of chess engines have (nnue-pytorch, docs/nnue.md).
type network struct {
	parameters *Parameters
	layout     *Layout
	linear     []taperLanes
	own        []uint64 // rows of the seat to act by pattern, four hidden units a word
	other      []uint64 // those of its opponent
	bias       []uint64
	output     [engine.PhaseEnd + 1][]int32 // by phase and hidden unit, see outputOne

	sums  []uint64 // scratch
	lists engine.PatternLists
}

// Parameters are the numbers of a network, as training finds them and files keep them.
type Parameters struct {
	Units  int
	Linear []Weight  // by pattern, hundredths of a logit
	Rows   []float32 // Units for each pattern of the seat to act, then for each of its opponent
	Bias   []float32 // by unit
	Output []Weight  // by unit, in logits
}

// In whole numbers a hidden unit of 1 is hiddenOne, and an output of a logit at one end of the game is outputOne.
const (
	hiddenOne = 64
	outputOne = 1 << 12

	// What fires has hiddenOne² · outputOne parts of a logit by phase. It is wanted in those of the linear part.
	perLogit  = 100 * scale
	fireShift = 2*6 + 12

	// MaxRow bounds the numbers of rows, so that each fits a letter of a file.
	MaxRow = float32(mostLetters) / hiddenOne
	// maxBias and maxOutput bound the others, so that no sum overflows.
	maxBias   = 100
	maxOutput = 100
)

// laneWord packs four hidden units into a word. The sum of words has the sums of the units, if each of those fits 16
// bits: what a negative unit borrows from the next is given back when they are taken apart.
func laneWord(units []int16) (word uint64) {
	for i, unit := range units[:4] {
		word += uint64(int64(unit)) << (16 * i)
	}
	return word
}

// newNetwork makes an evaluator, or says why parameters do not fit the rules.
func newNetwork(parameters *Parameters, game engine.Rules) (*network, error) {
	layout, err := NewLayout(game)
	if err != nil {
		return nil, err
	}
	patterns := layout.Len() - layout.features
	if err := parameters.check(patterns, game); err != nil {
		return nil, err
	}
	units := parameters.Units
	n := &network{parameters: parameters, layout: layout, sums: make([]uint64, units/4)}
	for _, w := range parameters.Linear {
		units := taper{int64(math.Round(w.Early * scale)), int64(math.Round(w.Late * scale))}
		n.linear = append(n.linear, units.lanes())
	}
	table := packLanes(parameters.Rows)
	n.own, n.other, n.bias = table[:len(table)/2], table[len(table)/2:], packLanes(parameters.Bias)
	for phase := range n.output {
		for _, w := range parameters.Output {
			early, late := math.Round(w.Early*outputOne), math.Round(w.Late*outputOne)
			sum := int32(early)*int32(engine.PhaseEnd-phase) + int32(late)*int32(phase)
			n.output[phase] = append(n.output[phase], sum)
		}
	}
	return n, nil
}

func packLanes(values []float32) (words []uint64) {
	var units [4]int16
	for i, value := range values {
		units[i%4] = int16(math.Round(float64(value) * hiddenOne))
		if i%4 == 3 {
			words = append(words, laneWord(units[:]))
		}
	}
	return words
}

func (p *Parameters) check(patterns int, rules engine.Rules) error {
	switch title := rules.Game().Title(); {
	case rules.Seats() != 2:
		return fmt.Errorf("a network is for two seats; %s has %d", title, rules.Seats())
	case patterns == 0:
		return fmt.Errorf("a network weighs patterns, and %s names none", title)
	case p.Units != 32 && p.Units != 64 && p.Units != 128:
		return fmt.Errorf("%d hidden units: must be 32, 64 or 128", p.Units)
	case len(p.Linear) != patterns || len(p.Rows) != 2*patterns*p.Units || len(p.Bias) != p.Units ||
		len(p.Output) != p.Units:
		return fmt.Errorf("the network has %d patterns, %s has %d", len(p.Linear), title, patterns)
	}
	for _, row := range p.Rows {
		if !(row >= -MaxRow && row <= MaxRow) {
			return fmt.Errorf("%v in a row: must be from -%.2f to %.2f", row, MaxRow, MaxRow)
		}
	}
	for i, bias := range p.Bias {
		output := p.Output[i]
		if !(math.Abs(float64(bias)) <= maxBias) || !(math.Abs(output.Early) <= maxOutput) ||
			!(math.Abs(output.Late) <= maxOutput) {
			return fmt.Errorf("unit %d: bias and outputs must be from -%d to %d", i+1, maxBias, maxBias)
		}
	}
	return nil
}

// Evaluate is the worth for a seat, rounded.
func (n *network) Evaluate(p engine.Position, seat engine.Seat) int {
	patterned := p.(engine.PatternPosition)
	n.lists.Reset()
	patterned.AppendPatterns(&n.lists)
	act := p.Seat() & 1
	own, other := n.lists[act], n.lists[act^1]
	copy(n.sums, n.bias)
	rows.AddWords(n.sums, n.own, own)
	rows.AddWords(n.sums, n.other, other)
	phase := patterned.Phase()
	hidden := n.fire(n.output[phase]) * perLogit >> fireShift
	worth := (sumLanes(n.linear, own) - sumLanes(n.linear, other)).taper().at(phase) + hidden
	value := rounded(worth, scale*engine.PhaseEnd)
	if seat&1 != act {
		return -value
	}
	return value
}

// fire is the sum of the activations times the output.
func (n *network) fire(output []int32) (sum int64) {
	for i, word := range n.sums {
		four := output[4*i:][:4]
		for lane := range four {
			unit := int64(int16(word))
			word = uint64(int64(word)-unit) >> 16
			unit = max(0, min(hiddenOne, unit))
			sum += unit * unit * int64(four[lane])
		}
	}
	return sum
}

// Explain has a share for each pattern of the linear part that counts, then one of all that the hidden units add.
func (n *network) Explain(p engine.Position, seat engine.Seat) []Share {
	var in Inputs
	n.layout.Inputs(p, seat, &in)
	var shares []Share
	linear := 0.
	for i, count := range in.counts {
		if i < n.layout.features {
			continue
		}
		share := Share{n.layout.terms[i], float64(count), n.parameters.Linear[i-n.layout.features].at(in.Phase)}
		if share.Worth() != 0 {
			shares = append(shares, share)
			linear += share.Worth()
		}
	}
	hidden := engine.Term{Name: "hidden-units", Kind: engine.Feature, Help: "what the hidden units of the network add"}
	return append(shares, Share{hidden, 1, float64(n.Evaluate(p, seat)) - linear})
}
