package eval

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"pillars/engine"
)

// Calibration converts players' scores to expected results.
type Calibration struct {
	Evaluation int              // [Signature] of the evaluator with which the players searched
	Curves     map[string]Curve // by the kind of player, such as "alphabeta"
}

// DefaultCalibration returns the built-in calibration, or nil without an error if there is none.
func DefaultCalibration(rules engine.Rules) (*Calibration, error) {
	return readBest(embedded, "calibration", rules, ofWeights(newCalibration))
}

// Signature returns a hash, a number from 0 to 9,972, of an evaluator's values for positions of random games. It shows
// whether a calibration was fitted to this evaluator.
func Signature(evaluator Evaluator, rules engine.Rules) int {
	const positions, base, prime = 500, 31, 9973
	random, p, sum := engine.NewRandom(1), rules.Start(), 0
	for range positions {
		if p.Over() {
			p = rules.Start()
		}
		sum = (base*sum + evaluator.Evaluate(p, p.Seat()) + Limit) % prime
		p.Play(engine.RandomStep(p, random))
	}
	return sum
}

// Curve is the expected result of the seat to act as a function of its score s, in logits, and the phase of the game
// (Platt, Probabilistic Outputs for Support Vector Machines, 1999, with a bend):
//
//	1/(1 + exp(-x)),  x = slope*s + bend*s/(1+(s/2)²) + offset
//
// The set-up has its own slope, bend and offset. After the set-up, these three are linear in the phase from the
// beginning to the middle of the game, and from the middle to the end. The offset corrects a bias of the search for or
// against the seat to act. The elements of a Curve are, in hundredths, four slopes, four bends and four offsets. The
// four of a kind are for the set-up, the beginning, the middle and the end, in this order.
type Curve [stages * len(curveTerms)]float64

var (
	curveTerms  = [...]string{"slope", "bend", "offset"}
	curveStages = [stages]string{"set-up", "early", "middle", "late"}
)

const (
	stages = 4
	// Bend and Offset are the indices of the first bend and the first offset in a Curve.
	Bend, Offset = stages, 2 * stages
)

// Plain is the curve of a search whose scores are exact logits.
var Plain = Curve{100, 100, 100, 100}

// mostLogits is the largest score, in logits, that curves distinguish from larger ones.
const mostLogits = 10

// Inputs returns the factor of each number in the formula of [Curve]: x is the sum of the factors times the numbers,
// divided by 100. The score is in hundredths of a logit, and the phase is a result of [engine.PhaseOf].
func (Curve) Inputs(score float64, phase int) (x Curve) {
	s := max(-mostLogits, min(mostLogits, score/100))
	stage, toNext := 0, 0. // an index in curveStages, and how far the phase is from there to the next, from 0 to 1
	if phase != engine.SetUpPhase {
		const intervals = stages - 2 // from the beginning to the middle, and from there to the end
		passed := float64(phase) / engine.PhaseEnd * intervals
		whole := min(int(passed), intervals-1) // the end belongs to the last interval
		stage, toNext = 1+whole, passed-float64(whole)
	}
	for i, term := range [...]float64{s, s / (1 + s*s/4), 1} {
		x[stages*i+stage], x[stages*i+stage+1] = term*(1-toNext), term*toNext
	}
	return x
}

// Logit returns x in the formula of [Curve], for a score in hundredths of a logit and a phase of [engine.PhaseOf].
func (c Curve) Logit(score float64, phase int) (x float64) {
	for i, input := range c.Inputs(score, phase) {
		x += c[i] / 100 * input
	}
	return x
}

// Expectation returns the expected result, from 0 to 1, for the same arguments as [Curve.Logit].
func (c Curve) Expectation(score float64, phase int) float64 {
	return 1 / (1 + math.Exp(-c.Logit(score, phase)))
}

// Rises reports whether the expected result rises with the score in all phases. The derivative of bend*s/(1+(s/2)²) by
// s is bend at s = 0 and -bend/8 at s = 2√3. All its other values lie between these two.
func (c Curve) Rises() bool {
	for stage, slope := range c[:Bend] {
		if min(slope+c[Bend+stage], slope-c[Bend+stage]/8) <= 0 {
			return false
		}
	}
	return true
}

// Rounded returns the curve with its numbers rounded to whole hundredths, as files have them.
func (c Curve) Rounded() Curve {
	for i, value := range c {
		c[i] = math.Round(value)
	}
	return c
}

func (c *Calibration) String() string {
	var text strings.Builder
	fmt.Fprintln(&text, signatureLine, c.Evaluation)
	for _, kind := range slices.Sorted(maps.Keys(c.Curves)) {
		for i, value := range c.Curves[kind] {
			fmt.Fprintln(&text, kind+"-"+curveNumber(i), formatValue(value))
		}
	}
	return text.String()
}

// curveNumber returns the name that the i-th number of a curve has in files, such as "slope-early".
func curveNumber(i int) string { return curveTerms[i/stages] + "-" + curveStages[i%stages] }

// signatureLine is the name of the signature in files.
const signatureLine = "evaluation"

// cutCurveNumber splits a name in a file into the kind of player and the index of the number in a curve.
func cutCurveNumber(name string) (kind string, number int, known bool) {
	for number = range len(Curve{}) {
		if kind, known = strings.CutSuffix(name, "-"+curveNumber(number)); known && kind != "" {
			return kind, number, true
		}
	}
	return "", 0, false
}

// newCalibration returns the calibration in a file, which has the form of a file of weights.
func newCalibration(weights Weights, _ engine.Rules) (*Calibration, error) {
	c := &Calibration{int(weights[signatureLine].Early), map[string]Curve{}}
	delete(weights, signatureLine)
	for name, weight := range weights {
		kind, number, known := cutCurveNumber(name)
		if !known || weight.Early != weight.Late {
			return nil, fmt.Errorf("%s: write a kind of player, one of %v and one of %v, as in alphabeta-slope-early, "+
				"and one number", name, curveTerms, curveStages)
		}
		curve := c.Curves[kind]
		curve[number] = weight.Early
		c.Curves[kind] = curve
	}
	for kind, curve := range c.Curves {
		if !curve.Rises() {
			return nil, fmt.Errorf("%s: a higher score must be a better result", kind)
		}
	}
	return c, nil
}

// Noise adds random errors to evaluations, to make a player weak in the way people are: the player misjudges positions,
// but still sees wins and losses that its search proves. The error of a position stays the same until the seed changes.
type Noise struct {
	size float64 // standard deviation of the errors, in hundredths of a logit
	seed uint64
}

// NewNoise returns noise whose errors have the given standard deviation, in hundredths of a logit.
func NewNoise(size int) *Noise { return &Noise{size: float64(size)} }

// Seed sets the seed of the errors, and so changes all evaluations. It must not be called during an evaluation.
func (n *Noise) Seed(seed uint64) { n.seed = seed }

// Over returns an evaluator that adds the noise to the given one, or the given one if there is no noise.
func (n *Noise) Over(evaluator Evaluator) Evaluator {
	if n.size == 0 {
		return evaluator
	}
	return noisy{evaluator, n}
}

type noisy struct {
	Evaluator
	noise *Noise
}

func (n noisy) Evaluate(p engine.Position, seat engine.Seat) int {
	return n.disturb(p, seat, n.Evaluator.Evaluate(p, seat))
}

// disturb adds the error of a position for a seat to its worth.
func (n noisy) disturb(p engine.Position, seat engine.Seat, worth int) int {
	return max(-Limit, min(Limit, worth+n.noise.errorOf(p.Hash(), seat)))
}

func (n noisy) evaluateAll(p engine.Position, seats int) Worths {
	worths := EvaluateAll(n.Evaluator, p, seats)
	for seat := range seats {
		worths[seat] = n.disturb(p, engine.Seat(seat), worths[seat])
	}
	return worths
}

// errorOf returns the error for a seat in a position with the given hash. The first and the second seat have opposite
// errors, and so have the third and the fourth.
func (n *Noise) errorOf(hash uint64, seat engine.Seat) int {
	e := int(math.Round(n.size * normal(mix(hash^n.seed+uint64(seat>>1)))))
	if seat&1 == 1 {
		return -e
	}
	return e
}

// normal returns a number from a nearly normal distribution with mean 0 and variance 1, given uniformly distributed
// bits. The number is the scaled sum of the four 16-bit numbers in bits.
func normal(bits uint64) float64 {
	sum := 0
	for range 4 {
		sum += int(bits & 0xffff)
		bits >>= 16
	}
	// A uniform number in [0, 1) has variance 1/12. The sum of four has variance 1/3, with the square root 0.577.
	const mean, deviation = 2 * 0xffff, 0x10000 * 0.57735026918962576
	return (float64(sum) - mean) / deviation
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Policy predicts which step a strong player chooses. The probabilities of the legal steps are the softmax of their
// logits, and the logit of a step is the sum of the weights of its patterns. This is a multinomial logit model; Coulom,
// Computing Elo Ratings of Move Patterns in the Game of Go, 2007, uses a related one. It belongs to one goroutine.
type Policy struct {
	weights []float32               // the weight of each pattern of steps, in logits
	lists   engine.StepPatternLists // a buffer
}

// OrderingPolicy returns the policy by which alpha-beta orders steps, or nil for a game without one.
func OrderingPolicy(rules engine.Rules) (*Policy, error) {
	return readBest(embedded, "policies", rules, ofWeights(newPolicy))
}

// DefaultPolicy returns the policy of tree search: its own or else the ordering policy, or nil if there is neither.
func DefaultPolicy(rules engine.Rules) (*Policy, error) {
	policy, err := readBest(embedded, "policies/priors", rules, ofWeights(newPolicy))
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

// Logits sets logits to the logits of the steps, which must be legal in position. Both slices have the same length.
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
