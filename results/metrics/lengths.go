package metrics

var lengthDefinitions = []definition{
	{Definition{"turns", GroupLength, "Turns of a game", Turns, 1, "games",
		"Turns from the start of the game, those of the set-up and of a given opening included.", byRankAndOpening, browne}, lengths(Game.turns)},
	{Definition{"set-up-turns", GroupLength, "Turns of the set-up", Turns, 1, "games",
		"Mean number of turns that only set up the board.", byOpening, own}, func(s Sample) []Metric { return []Metric{overGames(s, "", Game.setUpTurns)} }},
	{Definition{"decided-turns", GroupLength, "Turns after the opening", Turns, 1, "games",
		"Turns that the players decided: after the opening that they found, where one was given.", byRankAndOpening, own}, lengths(Game.decidedTurns)},
	{Definition{"steps", GroupLength, "Steps of a game", Steps, 1, "games",
		"Steps from the start of the game; a turn is made of one or more.", byRankAndOpening, own}, lengths(Game.steps)},
	{Definition{"decided-steps", GroupLength, "Steps after the opening", Steps, 1, "games",
		"Steps of the turns that the players decided.", byRankAndOpening, own}, lengths(Game.decidedSteps)},
}

const byRankAndOpening = "of the mean Student, by opening; of the quartiles ranks, by opening; of the longest none"

func (g Game) turns() float64 { return float64(len(g.Turns)) }

func (g Game) setUpTurns() float64 { return g.count(func(t Turn) int { return number(t.SetUp) }) }

func (g Game) decidedTurns() float64 { return g.count(func(t Turn) int { return number(!t.Given) }) }

func (g Game) steps() float64 { return g.count(func(t Turn) int { return len(t.Steps) }) }

func (g Game) decidedSteps() float64 {
	return g.count(func(t Turn) int { return number(!t.Given) * len(t.Steps) })
}

// count adds up a number over the turns.
func (g Game) count(of func(Turn) int) float64 {
	sum := 0
	for _, t := range g.Turns {
		sum += of(t)
	}
	return float64(sum)
}

// number is 1 for true.
func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// lengths measures mean, quartiles and maximum of a length.
func lengths(length func(Game) float64) func(Sample) []Metric {
	return func(s Sample) []Metric {
		n := len(s.Games)
		if n == 0 {
			return absent("no games")
		}
		var mean parts
		longest := 0.
		for _, g := range s.Games {
			mean.add(g.Opening, length(g), 1)
			longest = max(longest, length(g))
		}
		e, note := mean.ratio()
		found := []Metric{{Subject: "mean", N: n, Estimate: e, Note: note}}
		for _, q := range []struct {
			name  string
			share float64
		}{{"lower quartile", .25}, {"median", .5}, {"upper quartile", .75}} {
			e, note := quantile(s.Games, length, q.share)
			found = append(found, Metric{Subject: q.name, N: n, Estimate: e, Note: note})
		}
		return append(found, Metric{Subject: "longest", N: n, Estimate: fixed(longest), Note: "of the games seen"})
	}
}
