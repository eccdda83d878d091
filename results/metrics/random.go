package metrics

import "pillars/results/stats"

const (
	noteNoPlayouts = "no random games were played"
	bySpread       = "Student, by game"
)

var randomDefinitions = []definition{
	{Definition{"random-decided", GroupRandom, "Random games decided", Share, 1, "random games",
		"Share of uniformly random games with a winner.", anytime, aiai}, playoutEndings(Won)},
	{Definition{"random-drawn", GroupRandom, "Random games drawn", Share, 1, "random games",
		"Share of uniformly random games drawn by a rule.", anytime, aiai}, playoutEndings(Drawn)},
	{Definition{"random-cut-off", GroupRandom, "Random games cut off", Share, 1, "random games",
		"Share of uniformly random games that became too long.", anytime, aiai}, playoutEndings(CutOff)},
	{Definition{"random-first", GroupRandom, "First seat in random games", Score, 3, "random games",
		"Mean score of the first seat in uniformly random games.", anytime, aiai}, playoutFirst},
	{Definition{"random-turns", GroupRandom, "Turns of a random game", Turns, 1, "random games",
		"Mean number of turns of uniformly random games.", bySpread, aiai}, playoutMeans(func(p Playout) float64 { return float64(p.Turns) })},
	{Definition{"random-steps", GroupRandom, "Steps of a random game", Steps, 1, "random games",
		"Mean number of steps of uniformly random games.", bySpread, aiai}, playoutMeans(func(p Playout) float64 { return float64(p.Steps) })},
	{Definition{"random-time", GroupRandom, "Time of a random game", Micros, 1, "random games",
		"Mean time that a uniformly random game takes on this machine.", bySpread, aiai}, playoutTime},
	{Definition{"random-signal", GroupRandom, "Signal of random games", Score, 3, "games",
		"Mean score, in random games from the middle of real ones, of the seat that won the real game: 0.5 if random games tell nothing.", byOpening, own},
		signal},
}

func playoutEndings(ending Ending) func(Sample) []Metric {
	return func(s Sample) []Metric {
		count := 0
		for _, p := range s.Playouts {
			count += number(p.Ending == ending)
		}
		return playoutShare(s, float64(count))
	}
}

func playoutFirst(s Sample) []Metric {
	points := 0.
	for _, p := range s.Playouts {
		points += p.Outcome.Score(0)
	}
	return playoutShare(s, points)
}

// playoutShare is a sum over all random games as a mean score.
func playoutShare(s Sample, sum float64) []Metric {
	if len(s.Playouts) == 0 {
		return absent(noteNoPlayouts)
	}
	return one(len(s.Playouts), stats.MeanScore(sum, len(s.Playouts)))
}

func playoutMeans(of func(Playout) float64) func(Sample) []Metric {
	return func(s Sample) []Metric {
		if len(s.Playouts) == 0 {
			return absent(noteNoPlayouts)
		}
		var sums parts
		for _, p := range s.Playouts {
			sums.add("", of(p), 1)
		}
		e, note := sums.ratio()
		return []Metric{{N: len(s.Playouts), Estimate: e, Note: note}}
	}
}

// playoutTime is absent where nobody took the time.
func playoutTime(s Sample) []Metric {
	for _, p := range s.Playouts {
		if p.Microseconds > 0 {
			return playoutMeans(func(p Playout) float64 { return p.Microseconds })(s)
		}
	}
	return absent("nobody took the time")
}

func signal(s Sample) []Metric {
	var sums parts
	n := 0
	for _, g := range s.Games {
		if g.Promise != nil {
			sums.add(g.Opening, *g.Promise, 1)
			n++
		}
	}
	if n == 0 {
		return absent("no random games were played from real ones")
	}
	return shareMetric(n, &sums)
}
