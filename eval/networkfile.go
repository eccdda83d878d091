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
	"pillars/engine/outside"
)

// A file of a network is text, like one of weights, and begins with the same kind of comments:
//
//	network UNITS
//	unit BIAS EARLY LATE        once for each hidden unit, in logits
//	PATTERN EARLY LATE ROWS     once for each pattern that is not all 0
//
// EARLY and LATE are as in files of weights. ROWS has a letter for each unit, for the seat to act, then as many for its
// opponent: the printable characters from $ to ~ stand for -45/64 to 45/64. (Compressed that takes two thirds of what
// numbers or base64 take.)

const networkWord = "network"

const (
	leastLetter = '$' // # begins a comment
	mostLetters = ('~' - leastLetter) / 2
	noLetter    = leastLetter + mostLetters // stands for 0
)

// beginsNetwork reports whether a text is a network's, of which it reads nothing: its first word that is no comment
// says so.
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

// readParameters reads parameters for rules.
func readParameters(r io.Reader, rules engine.Rules) (*Parameters, error) {
	layout, err := NewLayout(rules)
	if err != nil {
		return nil, err
	}
	read := networkReader{layout: layout, parameters: &Parameters{}}
	lines, line := bufio.NewScanner(outside.Lines(r, 1<<15)), 1
	for ; lines.Scan(); line++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if fields := strings.Fields(text); len(fields) > 0 {
			if err := read.line(fields); err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	if has, want := len(read.parameters.Bias), read.parameters.Units; has != want || want == 0 {
		return nil, fmt.Errorf("%d hidden units are given, the network has %d", has, want)
	}
	return read.parameters, nil
}

type networkReader struct {
	layout     *Layout
	parameters *Parameters
	known      map[string]bool
}

func (r *networkReader) line(fields []string) error {
	p := r.parameters
	switch {
	case r.known == nil:
		return r.begin(fields)
	case fields[0] == "unit" && len(fields) == 4:
		bias, err := strconv.ParseFloat(fields[1], 32)
		early, err2 := strconv.ParseFloat(fields[2], 64)
		late, err3 := strconv.ParseFloat(fields[3], 64)
		p.Bias, p.Output = append(p.Bias, float32(bias)), append(p.Output, Weight{early, late})
		return errors.Join(err, err2, err3)
	case len(fields) == 4:
		return r.pattern(fields)
	}
	return errors.New("not of the form \"unit BIAS EARLY LATE\" or \"PATTERN EARLY LATE ROWS\"")
}

func (r *networkReader) begin(fields []string) error {
	units := 0
	if len(fields) == 2 && fields[0] == networkWord {
		units, _ = strconv.Atoi(fields[1])
	}
	if units <= 0 || units > 128 {
		return errors.New("this is not the beginning of a network: \"network UNITS\", up to 128 of them")
	}
	patterns := r.layout.Len() - r.layout.features
	*r.parameters = Parameters{Units: units, Linear: make([]Weight, patterns), Rows: make([]float32, 2*patterns*units)}
	r.known = map[string]bool{}
	return nil
}

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
	case strings.ContainsFunc(letters, isNoLetter):
		return fmt.Errorf("rows have the letters from %c to ~", leastLetter)
	}
	p.Linear[number] = weight
	for i := range letters {
		p.Rows[p.row(number, i)] = float32(int(letters[i])-noLetter) / hiddenOne
	}
	return nil
}

func isNoLetter(letter rune) bool { return letter < leastLetter || letter > leastLetter+2*mostLetters }

// row is where the i-th number of a pattern's line stands, of 2 · Units: those of the opponent are apart.
func (p *Parameters) row(pattern, i int) int {
	seat, unit := i/p.Units, i%p.Units
	return (seat*len(p.Linear)+pattern)*p.Units + unit
}

// WriteNetwork writes parameters as readParameters reads them, rounded, after a header of lines that become comments.
func WriteNetwork(w io.Writer, layout *Layout, p *Parameters, header ...string) error {
	out := bufio.NewWriter(w)
	writeHeader(out, header)
	fmt.Fprintln(out, networkWord, p.Units)
	for i, bias := range p.Bias {
		fmt.Fprintf(out, "unit %.4f %.5f %.5f\n", bias, p.Output[i].Early, p.Output[i].Late)
	}
	row, zero := make([]byte, 2*p.Units), bytes.Repeat([]byte{noLetter}, 2*p.Units)
	for number, weight := range p.Linear {
		for i := range row {
			row[i] = byte(noLetter + math.Round(float64(max(-MaxRow, min(MaxRow, p.Rows[p.row(number, i)])))*hiddenOne))
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
