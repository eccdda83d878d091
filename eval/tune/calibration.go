package tune

import (
	"cmp"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"pillars/eval"
)

// Scored is the score of a search for a position, and the result of the game.
type Scored struct {
	Game   int     // number of the game; all its positions have one result
	Score  float64 // of the seat to act, in hundredths of a logit
	Phase  int
	Result float64 // of the seat to act, from 0 to 1
}

const (
	curvePrior  = 10   // weight of squared deviations from the plain curve, in logits, against one position's loss
	newtonSteps = 50   // at most
	leastDrop   = 1e-6 // of the loss in a step, else the fit ends
	straighter  = 10   // factor on the prior of the bend after a fit whose curve falls somewhere
	stiffest    = 1e9  // prior of the bend at which the fit fails
)

// FitCurve returns the curve with the least cross entropy on positions, under a Gaussian prior around the plain curve,
// with parameters in whole hundredths. If the curve falls somewhere, FitCurve fits again with a bend closer to 0.
func FitCurve(positions []Scored) (eval.Curve, error) {
	if len(positions) == 0 {
		return eval.Plain, errors.New("there is no score to learn from")
	}
	prior := eval.Curve{}
	for i := range prior {
		prior[i] = curvePrior
	}
	for prior[eval.Bend] < stiffest {
		if curve := newton(positions, prior).Rounded(); curve.Rises() {
			return curve, nil
		}
		for i := eval.Bend; i < eval.Offset; i++ {
			prior[i] *= straighter
		}
	}
	return eval.Plain, errors.New("higher scores are not better results: no calibration can help")
}

// newton minimises the loss, which is convex, by Newton's method. It halves steps until they improve the loss.
func newton(positions []Scored, prior eval.Curve) eval.Curve {
	curve := eval.Plain
	loss := curveLoss(positions, prior, curve)
	for range newtonSteps {
		before, step := loss, newtonStep(positions, prior, curve)
		for size := 1.; size > 1e-3 && loss == before; size /= 2 {
			next := curve
			for i := range next {
				next[i] += size * step[i]
			}
			if better := curveLoss(positions, prior, next); better < loss {
				curve, loss = next, better
			}
		}
		if before-loss < leastDrop {
			break
		}
	}
	return curve
}

func curveLoss(positions []Scored, prior, curve eval.Curve) (loss float64) {
	for _, p := range positions {
		loss += crossEntropy(curve.Logit(p.Score, p.Phase), p.Result)
	}
	for i, value := range curve {
		away := (value - eval.Plain[i]) / 100
		loss += prior[i] / 2 * away * away
	}
	return loss
}

func newtonStep(positions []Scored, prior, curve eval.Curve) (step eval.Curve) {
	var hessian [len(curve)]eval.Curve
	var gradient eval.Curve
	for i, value := range curve {
		hessian[i][i] = prior[i]
		gradient[i] = prior[i] * (eval.Plain[i] - value) / 100
	}
	for _, p := range positions {
		x, predicted := curve.Inputs(p.Score, p.Phase), curve.Expectation(p.Score, p.Phase)
		for i := range x {
			gradient[i] += (p.Result - predicted) * x[i]
			for j := range x {
				hessian[i][j] += predicted * (1 - predicted) * x[i] * x[j]
			}
		}
	}
	matrix := mat.NewSymDense(len(curve), nil)
	for i, row := range hessian {
		for j := i; j < len(curve); j++ {
			matrix.SetSym(i, j, row[j])
		}
	}
	var cholesky mat.Cholesky
	cholesky.Factorize(matrix) // the prior makes it positive definite
	solved := mat.NewVecDense(len(curve), nil)
	if cholesky.SolveVecTo(solved, mat.NewVecDense(len(curve), gradient[:])) == nil {
		for i := range step {
			step[i] = 100 * solved.AtVec(i)
		}
	}
	return step
}

// HeldOut returns a prediction for every position, by a curve fitted to the games of the other folds.
func HeldOut(positions []Scored, folds int) ([]float64, error) {
	predicted := make([]float64, len(positions))
	for fold := range folds {
		var others []Scored
		for _, p := range positions {
			if p.Game%folds != fold {
				others = append(others, p)
			}
		}
		curve, err := FitCurve(others)
		if err != nil {
			return nil, err
		}
		for i, p := range positions {
			if p.Game%folds == fold {
				predicted[i] = curve.Expectation(p.Score, p.Phase)
			}
		}
	}
	return predicted, nil
}

// Reliability holds a comparison of predictions for some positions with the results.
type Reliability struct {
	Positions, Games    int
	Predicted, Observed float64 // means
	Error               float64 // standard error of their difference, with games as the independent observations
}

// Gap returns the observed mean less the predicted one.
func (r Reliability) Gap() float64 { return r.Observed - r.Predicted }

// NewReliability returns the comparison of predictions with results over the chosen positions. The positions of a game
// must be adjacent.
func NewReliability(positions []Scored, predicted []float64, chosen func(i int) bool) (r Reliability) {
	var sums []gameSum // one for each game
	for i, p := range positions {
		if !chosen(i) {
			continue
		}
		if len(sums) == 0 || sums[len(sums)-1].game != p.Game {
			sums = append(sums, gameSum{game: p.Game})
		}
		sum := &sums[len(sums)-1]
		sum.positions++
		sum.excess += p.Result - predicted[i]
		r.Positions++
		r.Predicted += predicted[i]
		r.Observed += p.Result
	}
	if r.Games = len(sums); r.Games == 0 {
		return r
	}
	n, games := float64(r.Positions), float64(r.Games)
	r.Predicted, r.Observed = r.Predicted/n, r.Observed/n
	squares := 0.
	for _, sum := range sums {
		away := sum.excess - r.Gap()*sum.positions
		squares += away * away
	}
	r.Error = math.Sqrt(squares*games/max(1, games-1)) / n
	return r
}

// gameSum holds the sums over the chosen positions of one game.
type gameSum struct {
	game              int
	positions, excess float64 // number of positions; results less predictions
}

// enough reports whether there are enough games to show a gap of two points: at least 300, because games that all end
// alike have a standard error of 0.
func (r Reliability) enough() bool { return r.Games >= 300 && r.Error <= .01 }

// Closeness holds how close predictions are to results over the bins with enough games.
type Closeness struct {
	Bins    int         // number of bins with enough games
	Largest Reliability // the bin of these with the largest gap
	Mean    float64     // mean of their absolute gaps, weighted by positions
}

// NewCloseness returns the closeness over bins.
func NewCloseness(bins []Reliability) (c Closeness) {
	positions := 0
	for _, bin := range bins {
		if !bin.enough() {
			continue
		}
		c.Bins++
		c.Mean += math.Abs(bin.Gap()) * float64(bin.Positions)
		positions += bin.Positions
		if math.Abs(bin.Gap()) > math.Abs(c.Largest.Gap()) {
			c.Largest = bin
		}
	}
	c.Mean /= float64(cmp.Or(positions, 1))
	return c
}
