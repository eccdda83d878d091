package eval

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"pillars/engine"
)

// The names of built-in evaluations for [Load]. A file with such a name can be given as "./hand".
const (
	HandMade = "hand"     // weights chosen by hand, which every game has
	patterns = "patterns" // tuned weights without a network
)

// embedded holds the built-in evaluations: tuned weights in weights, weights chosen by hand in weights/hand, and
// networks. The name of a file consists of its game and possibly options, as in "pit.txt" and
// "pit-players=3,board=small.txt". [Load] uses the file of a folder whose options agree with the rules, and of several
// such files the one with the most options.
//
//go:embed weights networks
var embedded embed.FS

// Explainer is an evaluator that can split an evaluation into the contributions of its terms.
type Explainer interface {
	Evaluator
	// Explain returns the contributions of terms to the evaluation of p for a seat. Their sum is the result of Evaluate
	// before it is rounded and cut to Limit.
	Explain(p engine.Position, seat engine.Seat) []Share
}

// Load returns the evaluator with the given name: the built-in "hand" or "patterns", or a file of weights or of a
// network. An empty name selects the default of players: a network if there is one, otherwise "patterns".
func Load(name string, rules engine.Rules) (Explainer, error) {
	if name == "" && hasNetwork(embedded, rules) {
		return explainer(readBest(embedded, "networks", rules, loadedNetwork))
	}
	if !IsFile(name) {
		return explainer(LoadLinear(name, rules))
	}
	return fromFile(disk{}, name, rules, func(file io.Reader, rules engine.Rules) (Explainer, error) {
		start := bufio.NewReader(file)
		if beginsNetwork(start) {
			return explainer(loadedNetwork(start, rules))
		}
		return explainer(ofWeights(NewLinear)(start, rules))
	})
}

// hasNetwork reports whether there is a network that fits the rules at least as closely as the tuned weights do, by
// [closeness]. If only the weights were tuned for the size of the board, they are better than a network for other
// sizes.
func hasNetwork(files fs.FS, rules engine.Rules) bool {
	_, network, err := bestFile(files, "networks", rules)
	_, weights, err2 := bestFile(files, "weights", rules)
	return err == nil && err2 == nil && network >= max(0, weights)
}

// explainer returns made as an Explainer. If err is not nil, it returns nil and err: as an Explainer, a nil pointer
// would not equal nil.
func explainer[T Explainer](made T, err error) (Explainer, error) {
	if err != nil {
		return nil, err
	}
	return made, nil
}

// LoadLinear loads weights, not networks. The name "" means "patterns". In a game without tuned weights, "patterns"
// means "hand".
func LoadLinear(name string, rules engine.Rules) (*Linear, error) {
	switch name {
	case "", patterns:
		return builtIn(embedded, rules, "weights", "weights/"+HandMade)
	case HandMade:
		return builtIn(embedded, rules, "weights/"+HandMade)
	}
	return fromFile(disk{}, name, rules, ofWeights(NewLinear))
}

// LoadNetwork returns the network in a file, or nil without an error if the file does not begin as networks do.
func LoadNetwork(name string, rules engine.Rules) (*Parameters, error) {
	return fromFile(disk{}, name, rules, func(file io.Reader, rules engine.Rules) (*Parameters, error) {
		start := bufio.NewReader(file)
		if !beginsNetwork(start) {
			return nil, nil
		}
		return readParameters(start, rules)
	})
}

// disk is the file system of the operating system, with its usual paths.
type disk struct{}

func (disk) Open(name string) (fs.File, error) { return os.Open(name) }

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

func loadedNetwork(file io.Reader, rules engine.Rules) (*network, error) {
	parameters, err := readParameters(file, rules)
	if err != nil {
		return nil, err
	}
	return newNetwork(parameters, rules)
}

// IsFile reports whether [Load] takes a name for the name of a file rather than of a built-in evaluator.
func IsFile(name string) bool { return name != "" && name != HandMade && name != patterns }

// builtIn returns the evaluator from the first of the folders that has weights for the rules.
func builtIn(files fs.FS, rules engine.Rules, folders ...string) (*Linear, error) {
	for _, folder := range folders {
		if linear, err := readBest(files, folder, rules, ofWeights(NewLinear)); err != nil || linear != nil {
			return linear, err
		}
	}
	return nil, fmt.Errorf("%s has no built-in weights", rules.Game().Title())
}

// readBest passes the file that [bestFile] finds to the function from and returns the result. It returns nil without an
// error if there is no such file.
func readBest[T any](
	files fs.FS, folder string, rules engine.Rules, from func(io.Reader, engine.Rules) (*T, error),
) (*T, error) {
	name, _, err := bestFile(files, folder, rules)
	if err != nil || name == "" {
		return nil, err
	}
	return fromFile(files, name, rules, from)
}

// bestFile returns the path and the closeness of the file in a folder that is closest to the rules. Of several such
// files, it takes the first by name. If no file fits, it returns "" and -1.
func bestFile(files fs.FS, folder string, rules engine.Rules) (best string, most int, err error) {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return "", -1, fmt.Errorf("weights: %w", err)
	}
	most = -1
	for _, entry := range entries {
		if n := closeness(entry.Name(), rules); n > most {
			best, most = path.Join(folder, entry.Name()), n
		}
	}
	return best, most, nil
}

// closeness returns the number of options in the name of a file, or -1 if the game or an option in the name is not that
// of the rules.
func closeness(file string, rules engine.Rules) int {
	name, isWeights := strings.CutSuffix(file, ".txt")
	options, ours := strings.CutPrefix(name, rules.Game().Name())
	switch {
	case !isWeights || !ours:
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

// policies holds the built-in policies, in files named like the files of evaluations. The policies in policies/priors
// are for tree search only. In alpha-beta, they cost more time than they save, or their predictions are not sharp
// enough.
//
//go:embed policies
var policies embed.FS

// Policy predicts which step a strong player chooses. The probabilities of the legal steps are the softmax of their
// logits, and the logit of a step is the sum of the weights of its patterns. This is a multinomial logit model; Coulom,
// Computing Elo Ratings of Move Patterns in the Game of Go, 2007, uses a related one. A Policy belongs to one
// goroutine.
type Policy struct {
	weights []float32               // the weight of each pattern of steps, in logits
	lists   engine.StepPatternLists // a buffer
}

// OrderingPolicy returns the policy by which alpha-beta orders steps, or nil for a game without one.
func OrderingPolicy(rules engine.Rules) (*Policy, error) {
	return readBest(policies, "policies", rules, ofWeights(newPolicy))
}

// DefaultPolicy returns the policy of tree search: its own or else the ordering policy, or nil if there is neither.
func DefaultPolicy(rules engine.Rules) (*Policy, error) {
	policy, err := readBest(policies, "policies/priors", rules, ofWeights(newPolicy))
	if err != nil || policy != nil {
		return policy, err
	}
	return OrderingPolicy(rules)
}

// newPolicy returns the policy with the given weights, in hundredths of a logit. A pattern without a weight gets 0.
func newPolicy(weights Weights, rules engine.Rules) (*Policy, error) {
	patterned, ok := rules.(engine.StepPatternRules)
	if !ok {
		return nil, fmt.Errorf("%s names no patterns of steps", rules.Game().Title())
	}
	p := &Policy{}
	known := map[string]bool{}
	for _, pattern := range patterned.StepPatterns() {
		known[pattern.Name] = true
		p.weights = append(p.weights, float32(weights[pattern.Name].Early/100))
	}
	for name := range weights {
		if !known[name] {
			return nil, fmt.Errorf("%s is no pattern of steps of %s", name, rules.Game().Title())
		}
	}
	return p, nil
}

// Logits sets each element of logits to the logit of the step with the same index. The steps must be legal in position,
// and both slices must have the same length.
func (p *Policy) Logits(position engine.Position, steps []engine.Step, logits []float64) {
	p.lists.Reset()
	position.(engine.StepPatternPosition).AppendStepPatterns(steps, &p.lists)
	from := 0
	for i, end := range p.lists.Ends {
		sum := float32(0)
		for _, number := range p.lists.Numbers[from:end] {
			sum += p.weights[number]
		}
		logits[i], from = float64(sum), end
	}
}
