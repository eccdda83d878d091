package stats

import "slices"

// Sample is what the first-named of two players scored in N observations, each a game ([WDL]) or a pair of games ([Pentanomial]). Outcome i of the k
// possible ones has the score i/(k-1).
type Sample interface {
	// outcomes counts the observations from the worst outcome to the best; no count is negative.
	outcomes() []float64
	// gamesEach is the number of games in one observation.
	gamesEach() float64
}

// WDL counts single games. Negative counts read as zero.
type WDL struct{ Wins, Draws, Losses int }

func (g WDL) outcomes() []float64 { return counts(g.Losses, g.Draws, g.Wins) }
func (g WDL) gamesEach() float64  { return 1 }

// Games is the number of games.
func (g WDL) Games() int { return g.Wins + g.Draws + g.Losses }

// Points is the score, draws as one half.
func (g WDL) Points() float64 { return float64(g.Wins) + float64(g.Draws)/2 }

// OneGame is a game by its score: 1 for a win, 0 for a loss, and anything between for a draw.
func OneGame(score float64) WDL {
	switch score {
	case 1:
		return WDL{Wins: 1}
	case 0:
		return WDL{Losses: 1}
	}
	return WDL{Draws: 1}
}

// Plus adds up two counts.
func (g WDL) Plus(h WDL) WDL { return WDL{g.Wins + h.Wins, g.Draws + h.Draws, g.Losses + h.Losses} }

// Times is n of each.
func (g WDL) Times(n int) WDL { return WDL{n * g.Wins, n * g.Draws, n * g.Losses} }

// Pentanomial counts pairs: two games from one opening with the seats swapped. Element i counts the pairs with i half points of four: two losses,
// loss and draw, win and loss or two draws, win and draw, two wins. Negative counts read as zero.
type Pentanomial [5]int

func (p Pentanomial) outcomes() []float64 { return counts(p[:]...) }
func (p Pentanomial) gamesEach() float64  { return 2 }

func counts(n ...int) []float64 {
	out := make([]float64, len(n))
	for i, c := range n {
		out[i] = max(0, float64(c))
	}
	return out
}

// moments are the size of a sample, its mean score s, and its variance v (divided by N, not N-1). Mean and variance of an empty sample are 0.
func moments(outcomes []float64) (n, s, v float64) {
	for i, c := range outcomes {
		n += c
		s += c * score(i, outcomes)
	}
	if n == 0 {
		return 0, 0, 0
	}
	s /= n
	for i, c := range outcomes {
		d := score(i, outcomes) - s
		v += c / n * d * d
	}
	return n, s, v
}

// filled is the counts with 1/1000 in place of zeros.
func filled(outcomes []float64) []float64 {
	out := slices.Clone(outcomes)
	for i, c := range out {
		if c == 0 {
			out[i] = 1e-3
		}
	}
	return out
}

// score is the score of outcome i, from 0 to 1.
func score(i int, outcomes []float64) float64 { return float64(i) / float64(len(outcomes)-1) }
