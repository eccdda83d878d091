package tune

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// gains are the constants of CMA-ES that follow from the number of parameters and the population: Hansen 2016, table 1, with its names beside ours.
type gains struct {
	weights       []float64 // w, by rank; those of the worse half are below 0
	effective     float64   // mu_eff
	parents       int       // mu
	pathShape     float64   // c_c
	rankOne       float64   // c_1
	rankMany      float64   // c_mu
	pathStep      float64   // c_sigma
	damping       float64   // d_sigma
	normalLength  float64   // expected length of a normal vector
	weightsSummed float64
}

func newGains(parameters, population int) gains {
	n := float64(parameters)
	raw := make([]float64, population)
	for i := range raw {
		raw[i] = math.Log(float64(population+1)/2) - math.Log(float64(i+1))
	}
	g := gains{parents: population / 2, normalLength: math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))}
	better, worse := raw[:g.parents], raw[g.parents:]
	g.effective = effectiveSize(better)
	g.pathShape = (4 + g.effective/n) / (n + 4 + 2*g.effective/n)
	g.rankOne = 2 / ((n+1.3)*(n+1.3) + g.effective)
	g.rankMany = min(1-g.rankOne, 2*(0.25+g.effective+1/g.effective-2)/((n+2)*(n+2)+g.effective))
	g.pathStep = (g.effective + 2) / (n + g.effective + 5)
	g.damping = 1 + 2*max(0, math.Sqrt((g.effective-1)/(n+1))-1) + g.pathStep
	negative := min(1+g.rankOne/g.rankMany, 1+2*effectiveSize(worse)/(g.effective+2), (1-g.rankOne-g.rankMany)/(n*g.rankMany))
	scale(better, 1)
	scale(worse, negative)
	g.weights, g.weightsSummed = raw, floats.Sum(raw)
	return g
}

// effectiveSize is the variance effective size of weights.
func effectiveSize(weights []float64) float64 {
	sum := floats.Sum(weights)
	return sum * sum / floats.Dot(weights, weights)
}

// scale makes the absolute values of weights sum to a total.
func scale(weights []float64, total float64) { floats.Scale(total/floats.Norm(weights, 1), weights) }

// distribution is the normal distribution that CMA-ES searches with, with the paths that it has come.
type distribution struct {
	generation int
	mean       []float64
	sigma      float64
	covariance *mat.SymDense
	pathShape  []float64 // p_c
	pathStep   []float64 // p_sigma

	axes    *mat.Dense // eigenvectors of the covariance, in columns
	lengths []float64  // square roots of its eigenvalues
}

func newDistribution(mean []float64, sigma float64) distribution {
	n := len(mean)
	d := distribution{
		mean: mean, sigma: sigma, covariance: mat.NewSymDense(n, nil), axes: mat.NewDense(n, n, nil), lengths: make([]float64, n),
		pathShape: make([]float64, n), pathStep: make([]float64, n),
	}
	for i := range n {
		d.covariance.SetSym(i, i, 1)
		d.axes.Set(i, i, 1)
		d.lengths[i] = 1
	}
	return d
}

// deviation is the standard deviation of a coordinate.
func (d *distribution) deviation(i int) float64 {
	return d.sigma * math.Sqrt(max(d.covariance.At(i, i), leastVariance))
}

// sample draws a vector.
func (d *distribution) sample(random *rand.Rand) []float64 {
	n := len(d.mean)
	stretched := mat.NewVecDense(n, nil)
	for i, length := range d.lengths {
		stretched.SetVec(i, length*random.NormFloat64())
	}
	var step mat.VecDense
	step.MulVec(d.axes, stretched)
	vector := make([]float64, n)
	for i := range vector {
		vector[i] = d.mean[i] + d.sigma*step.AtVec(i)
	}
	return vector
}

// whitened is the step without the shape of the distribution: C^(-1/2) times the step.
func (d *distribution) whitened(step []float64) []float64 {
	n := len(step)
	var along, back mat.VecDense
	along.MulVec(d.axes.T(), mat.NewVecDense(n, step))
	for i, length := range d.lengths {
		along.SetVec(i, along.AtVec(i)/length)
	}
	back.MulVec(d.axes, &along)
	return back.RawVector().Data
}

// update takes a generation, the best vector first: Hansen 2016, figure 6.
func (d *distribution) update(g gains, vectors [][]float64) error {
	n := len(d.mean)
	steps := make([][]float64, len(vectors))
	mean := make([]float64, n) // of the steps of the better half
	for rank, vector := range vectors {
		steps[rank] = make([]float64, n)
		floats.SubTo(steps[rank], vector, d.mean)
		floats.Scale(1/d.sigma, steps[rank])
		if rank < g.parents {
			floats.AddScaled(mean, g.weights[rank], steps[rank])
		}
	}
	floats.AddScaled(d.mean, d.sigma, mean)
	d.generation++

	blend(d.pathStep, g.pathStep, g.effective, d.whitened(mean))
	length := floats.Norm(d.pathStep, 2)
	settled := 1 - math.Pow(1-g.pathStep, float64(2*d.generation))
	stalled := 0.0 // 1 - h_sigma: the step size still grows fast
	if length/math.Sqrt(settled) >= (1.4+2/float64(n+1))*g.normalLength {
		stalled = 1
	}
	floats.Scale(1-g.pathShape, d.pathShape)
	floats.AddScaled(d.pathShape, (1-stalled)*math.Sqrt(g.pathShape*(2-g.pathShape)*g.effective), mean)
	d.reshape(g, steps, stalled)
	d.sigma *= math.Exp(g.pathStep / g.damping * (length/g.normalLength - 1))
	return d.decompose()
}

// blend moves a path by a share towards a step.
func blend(path []float64, share, effective float64, step []float64) {
	floats.Scale(1-share, path)
	floats.AddScaled(path, math.Sqrt(share*(2-share)*effective), step)
}

// reshape updates the covariance by the path and by the steps, those of the worse half taken off.
func (d *distribution) reshape(g gains, steps [][]float64, stalled float64) {
	n := float64(len(d.mean))
	weights := make([]float64, len(steps))
	for rank, step := range steps {
		weights[rank] = g.weights[rank]
		if weights[rank] < 0 {
			length := floats.Norm(d.whitened(step), 2)
			weights[rank] *= n / max(length*length, math.SmallestNonzeroFloat32)
		}
	}
	keep := 1 + g.rankOne*stalled*g.pathShape*(2-g.pathShape) - g.rankOne - g.rankMany*g.weightsSummed
	d.covariance.ScaleSym(keep, d.covariance)
	d.covariance.SymRankOne(d.covariance, g.rankOne, mat.NewVecDense(len(d.mean), d.pathShape))
	for rank, step := range steps {
		d.covariance.SymRankOne(d.covariance, g.rankMany*weights[rank], mat.NewVecDense(len(step), step))
	}
}

// Bounds that keep the distribution a distribution, however flat the answers are.
const (
	leastSigma, mostSigma = 1e-12, 1e6
	leastVariance         = 1e-20
)

// decompose finds the axes of the covariance.
func (d *distribution) decompose() error {
	d.sigma = min(max(d.sigma, leastSigma), mostSigma)
	var eigen mat.EigenSym
	if !eigen.Factorize(d.covariance, true) {
		return errors.New("the covariance has no eigenvalues")
	}
	eigen.VectorsTo(d.axes)
	for i, value := range eigen.Values(nil) {
		d.lengths[i] = math.Sqrt(max(value, leastVariance))
	}
	return nil
}
