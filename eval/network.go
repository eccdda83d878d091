package eval

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/eval/internal/rows"
)

// Network evaluates positions of two seats. The value is the sum of a linear part, which adds weights of patterns as
// [Linear] does, and of the output of a layer of hidden units, which depends on the patterns of both seats together.
// For the seat to act
//
//	hidden = bias + the sum of own rows + the sum of the opponent's rows
//	worth  = linear + the sum of activation(hidden) · output,   activation(x) = min(1, max(0, x))²
//
// Every pattern has two rows, which are vectors with an element for each hidden unit. The own row is added if the seat
// to act shows the pattern, the other row if its opponent shows the pattern. The weights of the linear part and of the
// output change with the phase. The worth for the opponent is minus the worth for the seat to act. All computation is
// in integers, so results are the same everywhere. Chess engines use the same activation (nnue-pytorch, docs/nnue.md).
type Network struct {
	Parameters *Parameters
	layout     *Layout
	linear     []int64  // weights of the linear part, by pattern: the late one shifted by lateShift, plus the early one
	own        []uint64 // rows for the seat to act, by pattern, packed by packLanes
	other      []uint64 // rows for the opponent of the seat to act
	bias       []uint64
	output     [engine.SetUpPhase + 1][]int32 // by phase and hidden unit; outputOne*PhaseEnd means one logit

	sums  []uint64            // a buffer for the hidden units
	lists engine.PatternLists // a buffer
}

// Parameters holds the numbers of a network, which training finds and files store.
type Parameters struct {
	Units  int       // number of hidden units
	Linear []Weight  // by pattern, in hundredths of a logit
	Rows   []float32 // a row of Units numbers for each pattern of the seat to act, then for each of its opponent
	Bias   []float32 // by hidden unit
	Output []Weight  // by hidden unit, in logits
	SetUp  []float64 // output in the set-up, by hidden unit, in logits
}

// The scales of the integers in which a network computes, and the bounds of its numbers.
const (
	hiddenOne = 64          // the integer for a hidden unit of 1
	outputOne = 1 << 12     // the integer for an early or late output of one logit
	perLogit  = 100 * scale // the integer for one logit in the linear part
	fireShift = 2*6 + 12    // log2 of hiddenOne² · outputOne, which is the integer for one logit in a sum of outputs
	lateShift = 32          // a sum of MaxPatterns early weights has fewer bits

	MaxRow  = float32(mostLetters) / hiddenOne // largest element of Rows; files write it as ~
	maxUnit = 100                              // largest bias or output; larger ones could overflow sums
)

// newNetwork returns the evaluator with the given parameters, which must belong to these rules.
func newNetwork(parameters *Parameters, rules engine.Rules) *Network {
	units := parameters.Units
	n := &Network{Parameters: parameters, layout: NewLayout(rules), sums: make([]uint64, units/4)} // see packLanes
	for _, w := range parameters.Linear {
		scaled := inUnits(w)
		n.linear = append(n.linear, scaled.late<<lateShift+scaled.early)
	}
	table := packLanes(parameters.Rows)
	n.own, n.other = table[:len(table)/2], table[len(table)/2:]
	n.bias = packLanes(parameters.Bias)
	for i := range n.bias {
		n.bias[i] += rows.Zeros
	}
	for phase := range n.output {
		for i, w := range parameters.Output {
			var output int32
			if phase == engine.SetUpPhase {
				output = int32(math.Round(parameters.SetUp[i]*outputOne)) * engine.PhaseEnd
			} else {
				early, late := int32(math.Round(w.Early*outputOne)), int32(math.Round(w.Late*outputOne))
				output = early*int32(engine.PhaseEnd-phase) + late*int32(phase)
			}
			n.output[phase] = append(n.output[phase], output)
		}
	}
	return n
}

// packLanes packs the values of four hidden units into each word, as integers of 16 bits. Adding two words adds all
// four units, if each sum fits into 16 bits. A negative unit borrows 1 from the next unit; adding [rows.Zeros] undoes
// this.
func packLanes(values []float32) []uint64 {
	words := make([]uint64, len(values)/4)
	for i, value := range values {
		words[i/4] += uint64(int64(math.Round(float64(value)*hiddenOne))) << (16 * (i % 4))
	}
	return words
}

// Evaluate implements [Evaluator].
func (n *Network) Evaluate(p engine.Position, seat engine.Seat) int {
	patterned := p.(engine.PatternPosition)
	n.lists.Reset()
	patterned.AppendPatterns(&n.lists)
	toAct := p.Seat() & 1 // a network has two seats; the mask saves bounds checks
	own, other := n.lists[toAct], n.lists[toAct^1]
	copy(n.sums, n.bias)
	rows.AddWords(n.sums, n.own, own)
	rows.AddWords(n.sums, n.other, other)
	phase := patterned.Phase()
	stage := phase // the index of the outputs
	if p.InOpening() {
		stage = engine.SetUpPhase
	}
	hidden := rows.Fire(n.sums, n.output[stage], hiddenOne) * perLogit >> fireShift // in the unit of the linear part
	worth := n.sumLinear(own).at(phase) - n.sumLinear(other).at(phase) + hidden
	value := rounded(worth, scale*engine.PhaseEnd)
	if seat&1 != toAct {
		return -value
	}
	return value
}

// sumLinear returns the sum of the weights of the linear part whose numbers are in list.
func (n *Network) sumLinear(list []uint16) taper {
	sum := int64(0)
	for _, number := range list {
		sum += n.linear[number]
	}
	early := int64(int32(sum))
	return taper{early, (sum - early) >> lateShift}
}

// networkWord is the first word in a file of a network. Such a file is text with comments, like a file of weights:
//
//	network UNITS
//	unit BIAS EARLY LATE SET-UP once for each hidden unit; the outputs are in logits
//	PATTERN EARLY LATE ROWS     once for each pattern whose numbers are not all 0
//
// If SET-UP is missing, it equals EARLY. EARLY and LATE of a pattern are its weights in hundredths of a logit. ROWS has
// a letter for each unit: first the pattern's row for the seat to act, then its row for the opponent. The printable
// characters from $ to ~ encode -45/64 to 45/64. Compressed, they take two thirds of the space of decimals or base64.
const networkWord = "network"

const (
	leastLetter = '$'                       // the first printable character after #, which begins a comment
	mostLetters = ('~' - leastLetter) / 2   // the number of letters on each side of the letter for 0
	noLetter    = leastLetter + mostLetters // the letter for 0
)

// beginsNetwork reports whether a text is the file of a network, by its first word outside comments. It consumes
// nothing.
func beginsNetwork(text *bufio.Reader) bool {
	start, _ := text.Peek(text.Size())
	for line := range strings.Lines(string(start)) {
		content, _, _ := strings.Cut(line, "#")
		if fields := strings.Fields(content); len(fields) > 0 {
			return fields[0] == networkWord
		}
	}
	return false
}

func readParameters(r io.Reader, rules engine.Rules) (*Parameters, error) {
	layout := NewLayout(rules)
	switch title := rules.Game().Title(); {
	case rules.Seats() != 2:
		return nil, fmt.Errorf("a network is for two seats; %s has %d", title, rules.Seats())
	case layout.Len() == layout.features:
		return nil, fmt.Errorf("a network weighs patterns, and %s names none", title)
	}
	read := networkReader{layout: layout, parameters: &Parameters{}}
	if err := eachLine(r, read.line); err != nil {
		return nil, err
	}
	if has, want := len(read.parameters.Bias), read.parameters.Units; has != want || want == 0 {
		return nil, fmt.Errorf("%d hidden units are given, the network has %d", has, want)
	}
	return read.parameters, nil
}

// networkReader reads the file of a network line by line.
type networkReader struct {
	layout     *Layout
	parameters *Parameters
	known      map[string]bool // the patterns read so far; nil before the first line
}

// line reads one line of the file, given by its words.
func (r *networkReader) line(fields []string) error {
	switch {
	case r.known == nil:
		return r.begin(fields)
	case fields[0] == "unit" && (len(fields) == 4 || len(fields) == 5):
		return r.unit(fields[1:])
	case len(fields) == 4:
		return r.pattern(fields)
	}
	return errors.New("not of the form \"unit BIAS EARLY LATE SET-UP\" or \"PATTERN EARLY LATE ROWS\"")
}

// begin reads the line "network UNITS".
func (r *networkReader) begin(fields []string) error {
	units := 0
	if len(fields) == 2 && fields[0] == networkWord {
		units, _ = strconv.Atoi(fields[1])
	}
	if units != 32 && units != 64 && units != 128 {
		return errors.New("this is not the beginning of a network: \"network UNITS\", with 32, 64 or 128 of them")
	}
	patterns := r.layout.Len() - r.layout.features
	*r.parameters = Parameters{Units: units, Linear: make([]Weight, patterns), Rows: make([]float32, 2*patterns*units)}
	r.known = map[string]bool{}
	return nil
}

// unit reads the line of a hidden unit. fields are its words after the first.
func (r *networkReader) unit(fields []string) error {
	var numbers [4]float64 // bias, early, late, set-up
	for i, field := range fields {
		number, err := strconv.ParseFloat(field, 64)
		if err != nil || !(math.Abs(number) <= maxUnit) {
			return fmt.Errorf("%s: must be a number from -%d to %[2]d", field, maxUnit)
		}
		numbers[i] = number
	}
	if len(fields) < len(numbers) {
		numbers[3] = numbers[1] // a missing SET-UP equals EARLY
	}
	p := r.parameters
	p.Bias = append(p.Bias, float32(numbers[0]))
	p.Output, p.SetUp = append(p.Output, Weight{numbers[1], numbers[2]}), append(p.SetUp, numbers[3])
	return nil
}

// pattern reads the line of a pattern, given by its words.
func (r *networkReader) pattern(fields []string) error {
	number, known := r.layout.number[fields[0]]
	number -= r.layout.features
	if !known || number < 0 {
		return fmt.Errorf("%s has no pattern %q", r.layout.rules.Game().Title(), fields[0])
	}
	if r.known[fields[0]] {
		return errors.New("the name of a line above")
	}
	r.known[fields[0]] = true
	weight, err := parseWeight(fields[:3])
	letters, p := fields[3], r.parameters
	switch {
	case err != nil:
		return err
	case len(letters) != 2*p.Units:
		return fmt.Errorf("%d letters; a row for each seat has %d", len(letters), 2*p.Units)
	case strings.ContainsFunc(letters, func(r rune) bool { return r < leastLetter || r > leastLetter+2*mostLetters }):
		return fmt.Errorf("rows have the letters from %c to ~", leastLetter)
	}
	p.Linear[number] = weight
	for i := range letters {
		p.Rows[p.row(number, i)] = float32(int(letters[i])-noLetter) / hiddenOne
	}
	return nil
}

// row returns the index in Rows of the number for letter i on the line of a pattern. Rows has first the rows of all
// patterns for the seat to act, while a line has both rows of one pattern.
func (p *Parameters) row(pattern, i int) int {
	seat, unit := i/p.Units, i%p.Units
	return (seat*len(p.Linear)+pattern)*p.Units + unit
}

// WriteNetwork writes the lines of header as comments, and then a network in the form described at [networkWord]. It
// rounds numbers and limits elements of Rows to ±MaxRow in the file, but does not change p.
func WriteNetwork(w io.Writer, layout *Layout, p *Parameters, header ...string) error {
	out := bufio.NewWriter(w)
	writeHeader(out, header)
	fmt.Fprintln(out, networkWord, p.Units)
	for i, bias := range p.Bias {
		fmt.Fprintf(out, "unit %.4f %.5f %.5f", bias, p.Output[i].Early, p.Output[i].Late)
		if p.SetUp[i] != p.Output[i].Early {
			fmt.Fprintf(out, " %.5f", p.SetUp[i])
		}
		fmt.Fprintln(out)
	}
	row, zero := make([]byte, 2*p.Units), bytes.Repeat([]byte{noLetter}, 2*p.Units)
	for number, weight := range p.Linear {
		for i := range row {
			value := max(-MaxRow, min(MaxRow, p.Rows[p.row(number, i)]))
			row[i] = byte(noLetter + math.Round(float64(value)*hiddenOne))
		}
		if weight != (Weight{}) || !bytes.Equal(row, zero) {
			fmt.Fprintf(out, "%s %s %s %s\n", layout.terms[layout.features+number].Name, formatValue(weight.Early),
				formatValue(weight.Late), row)
		}
	}
	return out.Flush()
}

func writeHeader(out *bufio.Writer, header []string) {
	for _, line := range header {
		fmt.Fprintln(out, strings.TrimRight("# "+strings.ReplaceAll(line, "\n", "\n# "), " "))
	}
}
