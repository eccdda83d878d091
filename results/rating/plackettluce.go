package rating

import "pillars/results/stats"

// PlaceRatings are the ratings of players in games of several seats, from one fit. There is no Advantage and no DrawRate.
type PlaceRatings struct {
	Ratings
	Seats         []stats.Estimate // what each seat is worth more than seat 1, in Elo; absent where strength could explain it too
	SeatsFitted   bool             // the seats' effects were estimated with the ratings; otherwise all seats are taken to be worth the same
	LogLikelihood float64          // natural logarithm, of the games among players of one scale
}

// RatePlaces fits the strengths th of all players and the effects eta of all seats together, by maximum likelihood in the model of Plackett and Luce
// with seat effects:
//
//	P(order) = prod_j e^(th(j) + eta(seat j)) / sum_{l >= j} e^(th(l) + eta(seat l))
//
// where j runs over the places from the first. (Plackett, The analysis of permutations, 1975; Luce, Individual choice behavior, 1959; Hunter, MM
// algorithms for generalized Bradley-Terry models, 2004.) All is given on the scale of Elo, times 400/ln 10; seat 1 is worth 0 and ratings average 0
// in every pool. With two seats this is [Rate] for games without draws, and eta of seat 2 is minus the first seat's advantage.
//
//   - Where the places of some are not known the factors for them are left out: of a game of which only the winner is known counts the first factor
//     alone. That is the exact probability of what is known.
//   - A tie counts as all orders of the tied in equal parts: its log likelihood is the mean of theirs, as a draw between two is half a win and half a
//     loss.
//
// Errors come from the inverse Hessian of the log likelihood. They are those of games without ties; ties make them somewhat too wide. Where games share
// openings these are clusters, as for [Rate].
//
// Players who were ahead of or behind everyone, or whom no chain of games connects, are marked and bounded as their [Mark] says, with "won against"
// for "placed ahead of". Seats whose effects the games do not determine are taken to be worth the same, and bounded where one direction is excluded.
//
// It fails when the games are too few and too far-fetched for the arithmetic.
func RatePlaces(t *Places) (*PlaceRatings, error) {
	m := newPlacesModel(t)
	open := m.openSeats()
	if len(open) == 0 {
		m.addSeats()
		if m.fit() == nil && wellConditioned(m.base.hessian) {
			return m.ratings(nil)
		}
		m.dropSeats()
		open = nil
	}
	if err := m.fit(); err != nil {
		return nil, err
	}
	return m.ratings(m.seatEvidence(open))
}
