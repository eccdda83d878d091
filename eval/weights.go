package eval

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// The names of built-in evaluations for [Load]. To load a file with such a name, write "./hand".
const (
	HandMade = "hand"     // weights chosen by hand, which every game has
	Tuned    = "patterns" // tuned weights without a network; in a game without such weights, those chosen by hand
)

// embedded holds the built-in evaluations: tuned weights in the folder weights, weights chosen by hand in weights/hand,
// and networks. It also holds their calibrations, which scripts/calibration.sh makes. The name of a file consists of
// its game and possibly options, as in "pit.txt" and "pit-players=3.txt". [Load] uses the file of a folder whose
// options agree with the rules, and of several such files the one with the most options.
//
// It also holds the built-in policies. Those in policies/priors are for tree search only. In alpha-beta, they cost more
// time than they save, or they are not sharp enough.
//
//go:embed weights networks calibration policies
var embedded embed.FS

// Load returns the evaluator with the given name: the built-in "hand" or "patterns", or a file of weights or of a
// network. An empty name selects the default of players: a network if there is one, otherwise "patterns".
func Load(name string, rules engine.Rules) (Evaluator, error) {
	switch {
	case name == "" && hasNetwork(embedded, rules):
		return readBest(embedded, "networks", rules, readEvaluator)
	case name == "" || name == Tuned:
		return builtIn(embedded, rules, "weights", "weights/"+HandMade)
	case name == HandMade:
		return builtIn(embedded, rules, "weights/"+HandMade)
	}
	return fromFile(disk{}, name, rules, readEvaluator)
}

// readEvaluator reads a network or weights.
func readEvaluator(file io.Reader, rules engine.Rules) (Evaluator, error) {
	text := bufio.NewReader(file)
	if beginsNetwork(text) {
		parameters, err := readParameters(text, rules)
		if err != nil {
			return nil, err
		}
		return newNetwork(parameters, rules), nil
	}
	linear, err := ofWeights(NewLinear)(text, rules)
	if err != nil {
		return nil, err // a nil *Linear would not be a nil Evaluator
	}
	return linear, nil
}

// hasNetwork reports whether a network fits the rules at least as closely as the tuned weights fit them, by
// [closeness]. Weights that were tuned for the size of the board are better than a network for other sizes.
func hasNetwork(files fs.FS, rules engine.Rules) bool {
	_, ofNetwork, err := bestFile(files, "networks", rules)
	_, ofWeights, err2 := bestFile(files, "weights", rules)
	return err == nil && err2 == nil && ofNetwork >= max(0, ofWeights)
}

// disk is the file system of the operating system, with its usual paths.
type disk struct{}

// Open opens a regular file.
func (disk) Open(name string) (fs.File, error) { return outside.Open(name) }

// fromFile opens a file, passes it to the function from and returns the result. Errors contain the name of the file.
func fromFile[T any](
	files fs.FS, name string, rules engine.Rules, from func(io.Reader, engine.Rules) (T, error),
) (made T, err error) {
	file, err := files.Open(name)
	if err != nil {
		return made, fmt.Errorf("weights: %w", err)
	}
	defer file.Close()
	if made, err = from(file, rules); err != nil {
		return made, fmt.Errorf("weights %s: %w", name, err)
	}
	return made, nil
}

// ofWeights returns a function that reads weights from a file and passes them to make.
func ofWeights[T any](make func(Weights, engine.Rules) (*T, error)) func(io.Reader, engine.Rules) (*T, error) {
	return func(file io.Reader, rules engine.Rules) (*T, error) {
		weights, err := ReadWeights(file)
		if err != nil {
			return nil, err
		}
		return make(weights, rules)
	}
}

// IsFile reports whether [Load] takes a name for the name of a file rather than of a built-in evaluator.
func IsFile(name string) bool { return name != "" && name != HandMade && name != Tuned }

// builtIn returns the evaluator from the first of the folders that holds weights for the rules.
func builtIn(files fs.FS, rules engine.Rules, folders ...string) (Evaluator, error) {
	for _, folder := range folders {
		if evaluator, err := readBest(files, folder, rules, readEvaluator); err != nil || evaluator != nil {
			return evaluator, err
		}
	}
	return nil, fmt.Errorf("%s has no built-in weights", rules.Game().Title())
}

// readBest passes the file that [bestFile] finds to the function from, and returns its result. Without such a file it
// returns nil.
func readBest[T any](
	files fs.FS, folder string, rules engine.Rules, from func(io.Reader, engine.Rules) (T, error),
) (none T, err error) {
	name, _, err := bestFile(files, folder, rules)
	if err != nil || name == "" {
		return none, err
	}
	return fromFile(files, name, rules, from)
}

// bestFile returns the path and the closeness of the file in a folder that is closest to the rules. Of several such
// files, it takes the first by name. If no file fits, it returns "" and -1.
func bestFile(files fs.FS, folder string, rules engine.Rules) (best string, closest int, err error) {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return "", -1, fmt.Errorf("weights: %w", err)
	}
	closest = -1
	for _, entry := range entries {
		if n := closeness(entry.Name(), rules); n > closest {
			best, closest = path.Join(folder, entry.Name()), n
		}
	}
	return best, closest, nil
}

// closeness returns the number of options in the name of a file, or -1 if the name does not fit the rules.
func closeness(file string, rules engine.Rules) int {
	name, isText := strings.CutSuffix(file, ".txt")
	options, isGame := strings.CutPrefix(name, rules.Game().Name())
	switch {
	case !isText || !isGame:
		return -1
	case options == "":
		return 0
	case options[0] != '-':
		return -1
	}
	settings, err := engine.ParseSettings(strings.Split(options[1:], ","))
	if err != nil {
		return -1
	}
	for _, setting := range settings {
		if value, known := rules.Settings().Get(setting.Name); !known || value != setting.Value {
			return -1
		}
	}
	return len(settings)
}

// Weight is the value of a term with a count of 1, in hundredths of a logit of the expected result.
type Weight struct {
	Early float64 // at phase 0
	Late  float64 // at phase engine.PhaseEnd
}

// at returns the weight at a phase from 0 to engine.PhaseEnd.
func (w Weight) at(phase int) float64 {
	return (w.Early*float64(engine.PhaseEnd-phase) + w.Late*float64(phase)) / engine.PhaseEnd
}

// Weights holds weights by the names of the terms.
type Weights map[string]Weight

// maxWeight is the largest absolute value of a weight. It prevents overflows of sums.
const maxWeight = 10000

// order returns weights in the order of the layout. Every feature must have a weight; patterns without a weight get 0.
func (l *Layout) order(weights Weights) ([]Weight, error) {
	ordered := make([]Weight, len(l.terms))
	var missing []string
	for i, term := range l.terms {
		weight, given := weights[term.Name]
		if !given && i < l.features {
			missing = append(missing, term.Name)
		}
		ordered[i] = weight
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("no value for %s", strings.Join(missing, ", "))
	}
	for name := range weights {
		if _, known := l.number[name]; !known {
			return nil, fmt.Errorf("%s has no feature %q", l.rules.Game().Title(), name)
		}
	}
	return ordered, nil
}

// ReadWeights reads lines of the form "name value" or "name early late". Values are in hundredths of a logit and have
// at most two decimals. ReadWeights ignores empty lines and everything after a #.
func ReadWeights(r io.Reader) (Weights, error) {
	weights := Weights{}
	err := eachLine(r, func(fields []string) error {
		weight, err := parseWeight(fields)
		if _, twice := weights[fields[0]]; twice && err == nil {
			err = errors.New("the name of a line above")
		}
		weights[fields[0]] = weight
		return err
	})
	if err != nil {
		return nil, err
	}
	return weights, nil
}

// eachLine calls read with the words of each line, except comments, which begin with #. Its errors name the line.
func eachLine(r io.Reader, read func(fields []string) error) error {
	lines, number := bufio.NewScanner(outside.Lines(r, 1<<15)), 1
	for ; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if fields := strings.Fields(text); len(fields) > 0 {
			if err := read(fields); err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number, err)
	}
	return nil
}

// parseWeight returns the weight on a line with the given words, of which the first is a name.
func parseWeight(fields []string) (weight Weight, err error) {
	if len(fields) != 2 && len(fields) != 3 {
		// The error does not quote the line, since the file may be secret.
		return weight, errors.New("not of the form \"name value\" or \"name early late\"")
	}
	if weight.Early, err = parseValue(fields[1]); err == nil {
		weight.Late, err = parseValue(fields[len(fields)-1])
	}
	return weight, err
}

func parseValue(text string) (float64, error) {
	value, err := strconv.ParseFloat(text, 64)
	whole, decimals, pointed := strings.Cut(strings.TrimLeft(text, "+-"), ".")
	plain := whole != "" && pointed == (decimals != "") && // refuses "5." and ".5"
		strings.Trim(text, "+-.0123456789") == "" // refuses values such as 1e3 and NaN
	if err != nil || !plain || len(decimals) > 2 || math.Abs(value) > maxWeight {
		return 0, fmt.Errorf("a value must be a number from -%d to %[1]d with at most two decimals", maxWeight)
	}
	return value, nil
}

// WriteWeights writes the lines of header as comments, and then the weights in the format of [ReadWeights]. weights
// must be in the order of the layout. The file has two decimals and leaves out patterns with a weight of 0.
func WriteWeights(w io.Writer, layout *Layout, weights []Weight, header ...string) error {
	return writeTerms(w, header, layout.terms, layout.features, weights)
}

// writeTerms writes the lines of header as comments, and then the weights of terms. It leaves out weights of 0, except
// those of the first terms, whose number is always.
func writeTerms(w io.Writer, header []string, terms []engine.Term, always int, weights []Weight) error {
	out := bufio.NewWriter(w)
	writeHeader(out, header)
	for i, weight := range weights {
		early, late := formatValue(weight.Early), formatValue(weight.Late)
		switch name := terms[i].Name; {
		case early != late:
			fmt.Fprintln(out, name, early, late)
		case early != "0" || i < always:
			fmt.Fprintln(out, name, early)
		}
	}
	return out.Flush()
}

// formatValue returns the text of a value, rounded to at most two decimals.
func formatValue(value float64) string {
	return strconv.FormatFloat(math.Round(value*100)/100+0, 'f', -1, 64) // adding 0 turns -0 into 0
}
