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

// Names that [Load] takes for evaluations that come with the program. A file of such a name is reached as "./hand".
const (
	HandMade = "hand"     // the weights set by hand, which every game has
	patterns = "patterns" // the tuned weights without a network
)

// What comes with the program: tuned weights, in weights/hand those set by hand, and networks. A file is named after
// its game, "pit.txt", or also after options, "pit-players=3,board=small.txt". Of the files whose options are those of
// the rules the one that names most is taken, else the hand-made one.
//
//go:embed weights networks
var embedded embed.FS

// Explainer is an evaluator that can take its evaluations apart.
type Explainer interface {
	Evaluator
	// Explain takes the evaluation of p for a seat apart. The shares add up to what Evaluate returns before it rounds,
	// unless that is cut off at Limit.
	Explain(p engine.Position, seat engine.Seat) []Share
}

// Load is the evaluator of a name, [HandMade] or "patterns", or from a file of weights or of a network. An empty name
// is what players use if they are told nothing: a network, else tuned weights, else those set by hand.
func Load(name string, rules engine.Rules) (Explainer, error) {
	if name == "" && hasNetwork(embedded, rules) {
		return explainer(readBest(embedded, "networks", rules, loadedNetwork))
	}
	if !IsFile(name) {
		return explainer(LoadLinear(name, rules))
	}
	return fromFile(name, rules, func(file io.Reader, rules engine.Rules) (Explainer, error) {
		start := bufio.NewReader(file)
		if beginsNetwork(start) {
			return explainer(loadedNetwork(start, rules))
		}
		return explainer(ofWeights(NewLinear)(start, rules))
	})
}

// hasNetwork reports whether there is a network that fits the rules no less closely than the tuned weights do: those of
// one board size are better there than a network of others.
func hasNetwork(files fs.FS, rules engine.Rules) bool {
	_, network, err := bestFile(files, "networks", rules)
	_, weights, err2 := bestFile(files, "weights", rules)
	return err == nil && err2 == nil && network >= max(0, weights)
}

func explainer[T Explainer](made T, err error) (Explainer, error) {
	if err != nil {
		return nil, err
	}
	return made, nil
}

// LoadLinear is Load for those who want weights: for an empty name it is as for "patterns".
func LoadLinear(name string, rules engine.Rules) (*Linear, error) {
	switch name {
	case "", patterns:
		return builtIn(embedded, rules, "weights", "weights/"+HandMade)
	case HandMade:
		return builtIn(embedded, rules, "weights/"+HandMade)
	}
	return fromFile(name, rules, ofWeights(NewLinear))
}

// LoadNetwork is the network of a file, and nil without an error if the file is of another kind.
func LoadNetwork(name string, rules engine.Rules) (*Parameters, error) {
	return fromFile(name, rules, func(file io.Reader, rules engine.Rules) (*Parameters, error) {
		start := bufio.NewReader(file)
		if !beginsNetwork(start) {
			return nil, nil
		}
		return readParameters(start, rules)
	})
}

func fromFile[T any](
	name string, rules engine.Rules, from func(io.Reader, engine.Rules) (T, error),
) (made T, err error) {
	file, err := os.Open(name)
	if err != nil {
		return made, fmt.Errorf("weights: %w", err)
	}
	defer file.Close()
	if made, err = from(file, rules); err != nil {
		return made, fmt.Errorf("weights %s: %w", name, err)
	}
	return made, nil
}

// ofWeights reads weights and makes something of them.
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

// IsFile reports whether Load reads a file for that name.
func IsFile(name string) bool { return name != "" && name != HandMade && name != patterns }

func builtIn(files fs.FS, rules engine.Rules, folders ...string) (*Linear, error) {
	for _, folder := range folders {
		if linear, err := readBest(files, folder, rules, ofWeights(NewLinear)); err != nil || linear != nil {
			return linear, err
		}
	}
	return nil, fmt.Errorf("%s has no built-in weights", rules.Game().Title())
}

// readBest is nil where no file of a folder fits the rules.
func readBest[T any](
	files fs.FS, folder string, rules engine.Rules, from func(io.Reader, engine.Rules) (*T, error),
) (*T, error) {
	name, _, err := bestFile(files, folder, rules)
	if err != nil || name == "" {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	defer file.Close()
	made, err := from(file, rules)
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", name, err)
	}
	return made, nil
}

// bestFile is the file whose name fits the rules most closely, of several the first by name, and how closely; or
// nothing and -1.
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

// closeness is how many options of the rules a file is named after, or -1 if it is not meant for them.
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

// The weights of step patterns that come with the program, in files named like those of the evaluation. Those in
// policies/priors are for tree search alone: in alpha-beta they cost more than they gain.
//
//go:embed policies
var policies embed.FS

// Policy foretells which step a strong player chooses: a softmax over the legal steps, the logit of a step being the
// sum of the weights of the patterns that it shows (Coulom, Computing Elo Ratings of Move Patterns in the Game of Go,
// 2007, with the likelihood of a multinomial logit). It belongs to one goroutine.
type Policy struct {
	weights []float32 // in logits
	lists   engine.StepPatternLists
}

// OrderingPolicy is the policy that orders the steps of alpha-beta. It is nil, without an error, for a game without.
func OrderingPolicy(rules engine.Rules) (*Policy, error) { return policyIn("policies", rules) }

// DefaultPolicy is the policy of tree search: that of alpha-beta or, where it has none, one of its own.
func DefaultPolicy(rules engine.Rules) (*Policy, error) {
	if policy, err := OrderingPolicy(rules); err != nil || policy != nil {
		return policy, err
	}
	return policyIn("policies/priors", rules)
}

func policyIn(folder string, rules engine.Rules) (*Policy, error) {
	if _, patterned := rules.(engine.StepPatternRules); !patterned {
		return nil, nil
	}
	return readBest(policies, folder, rules, ofWeights(newPolicy))
}

// newPolicy makes a policy of weights in hundredths of a logit. Patterns without a weight count for nothing.
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

// Logits writes the logits of legal steps of a position into logits, which is as long as steps.
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
