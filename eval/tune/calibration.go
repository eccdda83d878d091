package tune

import (
	"cmp"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"pillars/eval"
)

// Scored is a position with the score that a search gives it and the result of its game.
type Scored struct {
	Game   int     // number of the game
	Score  float64 // for the seat to act, in hundredths of a logit
	Phase  int     // of the position, see [engine.PhaseOf]
	Result float64 // for the seat to act, from 0 to 1
}

// Constants of the fit of a curve.
const (
	curvePrior  = 10   // precision of the Gaussian prior of each number of the curve, in 1/logit²
	newtonSteps = 50   // largest number of Newton steps
	leastStep   = 1e-3 // smallest fraction of a Newton step to try
	leastDrop   = 1e-6 // a step that lowers the loss by less ends the fit
	straighter  = 10   // factor on the precision of the bends in each further fit
	stiffest    = 1e9  // precision of the bends at which there is no further fit
)

// FitCurve returns the curve with the least cross entropy on positions, under a Gaussian prior around [eval.Plain],
// with rounded numbers. If the curve falls somewhere, FitCurve fits again with a prior that keeps the bends closer to
// 0. It returns an error if the last curve still falls somewhere.
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

// newton returns the curve with the least loss, by Newton's method. It halves each step until the loss falls. prior
// holds the precision of each number. The loss is convex, so there is only one minimum.
func newton(positions []Scored, prior eval.Curve) eval.Curve {
	curve := eval.Plain
	loss := curveLoss(positions, prior, curve)
	for range newtonSteps {
		before, step := loss, newtonStep(positions, prior, curve)
		for size := 1.; size > leastStep && loss == before; size /= 2 {
			next := curve
			floats.AddScaled(next[:], size, step[:])
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

// curveLoss returns the summed cross entropy of a curve on positions, plus the penalty of the prior.
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

// newtonStep returns minus the inverse Hessian of the loss times its gradient, in hundredths.
func newtonStep(positions []Scored, prior, curve eval.Curve) (step eval.Curve) {
	var hessian [len(curve)]eval.Curve
	var descent eval.Curve // minus the gradient
	for i, value := range curve {
		hessian[i][i] = prior[i]
		descent[i] = prior[i] * (eval.Plain[i] - value) / 100
	}
	for _, p := range positions {
		x, predicted := curve.Inputs(p.Score, p.Phase), curve.Expectation(p.Score, p.Phase)
		for i := range x {
			descent[i] += (p.Result - predicted) * x[i]
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
	cholesky.Factorize(matrix) // cannot fail, since the prior makes the matrix positive definite
	solved := mat.NewVecDense(len(curve), nil)
	if cholesky.SolveVecTo(solved, mat.NewVecDense(len(curve), descent[:])) == nil {
		for i := range step {
			step[i] = 100 * solved.AtVec(i)
		}
	}
	return step
}

// HeldOut predicts the result of each position by cross-validation. It divides the games into folds, and predicts the
// results of a fold by a curve fitted to all other folds.
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

// Reliability compares the predicted results of some positions with the observed ones.
type Reliability struct {
	Positions, Games    int     // numbers of positions and of their games
	Predicted, Observed float64 // mean results
	Error               float64 // standard error of the difference of the means; only games count as independent
}

// Gap returns the observed mean minus the predicted mean.
func (r Reliability) Gap() float64 { return r.Observed - r.Predicted }

// NewReliability compares predictions and results at the positions i for which chosen(i) is true. predicted has an
// element for each position. The positions of a game must be adjacent.
func NewReliability(positions []Scored, predicted []float64, chosen func(i int) bool) (r Reliability) {
	var sums []gameSum // an element for each game with a chosen position
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
	squares := 0. // of the differences between a game's excess and the excess that the mean gap would give
	for _, sum := range sums {
		away := sum.excess - r.Gap()*sum.positions
		squares += away * away
	}
	r.Error = math.Sqrt(squares*games/max(1, games-1)) / n
	return r
}

// gameSum holds sums over the chosen positions of one game.
type gameSum struct {
	game      int
	positions float64 // number of positions
	excess    float64 // sum of the results minus the sum of the predictions
}

// enough reports whether there are enough games to show a gap of two percentage points. The standard error alone does
// not suffice, because games that all end alike have a standard error of 0.
func (r Reliability) enough() bool { return r.Games >= 300 && r.Error <= .01 }

// Closeness measures how close predictions are to results, over several bins of positions with enough games.
type Closeness struct {
	Bins    int         // number of bins with enough games
	Largest Reliability // the bin with the largest absolute gap
	Mean    float64     // mean of the absolute gaps, weighted by positions
}

// NewCloseness returns the closeness over the given bins.
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
