package metrics

// quantityName is the name of the definition of all quantities.
const quantityName = "quantity"

var quantityDefinitions = []definition{
	{Definition{quantityName, GroupQuantities, "The game's own", Number, 2, "games",
		"What the game itself counts: what stands on the board half-way through a game and at its end; of what happens, the number in a game. " +
			"Mean over games.",
		byOpening, own}, quantities},
}

// quantities measures every quantity of the game.
func quantities(s Sample) (found []Metric) {
	for i, q := range s.Rules.Quantities {
		if q.Event {
			found = append(found, overGames(s, q.Name+" in a game", func(g Game) float64 { return g.happened(i, len(g.Turns)) }).upTo(q.Most))
			continue
		}
		found = append(found, overGames(s, q.Name+" half-way", func(g Game) float64 { return g.stands(i, len(g.Turns)/2) }).upTo(q.Most),
			overGames(s, q.Name+" at the end", func(g Game) float64 { return g.stands(i, len(g.Turns)) }).upTo(q.Most))
	}
	if len(found) == 0 {
		return absent("the game has no quantities of its own")
	}
	return found
}

// upTo cuts off what of an interval lies above the largest number that there can be; 0 if none is known.
func (m Metric) upTo(most int) Metric {
	if most > 0 {
		m.Estimate = between(m.Estimate, 0, float64(most))
	}
	return m
}

// overGames is the mean of a number that each game has.
func overGames(s Sample, subject string, of func(Game) float64) Metric {
	var sums parts
	for _, g := range s.Games {
		sums.add(g.Opening, of(g), 1)
	}
	e, note := sums.ratio()
	return Metric{Subject: subject, N: len(s.Games), Estimate: e, Note: note}
}

// stands is a quantity after so many turns.
func (g Game) stands(quantity, turns int) float64 {
	values := g.Start
	if turns > 0 {
		values = g.Turns[turns-1].Quantities
	}
	if quantity >= len(values) {
		return 0
	}
	return float64(values[quantity])
}

// happened is how often an event happened in the first turns.
func (g Game) happened(quantity, turns int) (sum float64) {
	for i := range turns {
		sum += g.stands(quantity, i+1)
	}
	return sum
}
