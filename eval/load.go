package eval

import (
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"pillars/engine"
)

// HandMade names the weights set by hand that come with the program for every game; [Load] takes it for a file.
const HandMade = "hand"

// The weights that come with the program: those that players use if they are told nothing, and in weights/hand those
// set by hand. A file is named after its game, "pit.txt", or also after options, "pit-players=3,board=small.txt". Of
// the files whose options are those of the rules the one that names most is taken, else the hand-made one.
//
//go:embed weights
var embedded embed.FS

// Default is the evaluator with the weights that players use if they are told nothing.
func Default(rules engine.Rules) (*Linear, error) {
	return builtIn(embedded, rules, "weights", "weights/"+HandMade)
}

// Load is the evaluator with weights from a file, the hand-made one if name is HandMade, and the default one if name is
// empty. A file of that name is reached as "./hand".
func Load(name string, rules engine.Rules) (*Linear, error) {
	switch name {
	case "":
		return Default(rules)
	case HandMade:
		return builtIn(embedded, rules, "weights/"+HandMade)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return read(file, name, rules, NewLinear)
}

// IsFile reports whether Load reads a file for that name.
func IsFile(name string) bool { return name != "" && name != HandMade }

func builtIn(files fs.FS, rules engine.Rules, folders ...string) (*Linear, error) {
	for _, folder := range folders {
		if linear, err := readBest(files, folder, rules, NewLinear); err != nil || linear != nil {
			return linear, err
		}
	}
	return nil, fmt.Errorf("%s has no built-in weights", rules.Game().Title())
}

// readBest is nil where no file of a folder fits the rules.
func readBest[T any](
	files fs.FS, folder string, rules engine.Rules, from func(Weights, engine.Rules) (*T, error),
) (*T, error) {
	name, err := bestFile(files, folder, rules)
	if err != nil || name == "" {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return read(file, name, rules, from)
}

func read[T any](
	file io.ReadCloser, name string, rules engine.Rules, from func(Weights, engine.Rules) (*T, error),
) (made *T, err error) {
	defer file.Close()
	weights, err := ReadWeights(file)
	if err == nil {
		made, err = from(weights, rules)
	}
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", name, err)
	}
	return made, nil
}

// bestFile is the file whose name fits the rules most closely, of several the first by name, or "".
func bestFile(files fs.FS, folder string, rules engine.Rules) (best string, err error) {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return "", fmt.Errorf("weights: %w", err)
	}
	most := -1
	for _, entry := range entries {
		if n := closeness(entry.Name(), rules); n > most {
			best, most = path.Join(folder, entry.Name()), n
		}
	}
	return best, nil
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
	return readBest(policies, folder, rules, newPolicy)
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
