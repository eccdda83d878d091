package tournament

import (
	"fmt"

	"pillars/tournament/formats"
)

// RoundRobin is the format in which all possible groups of players meet. A group has one player for each seat. It plays
// every opening in every order of [formats.Seatings]. The spec's Rounds is the number of openings.
type RoundRobin struct{ grouped }

// Gauntlet is a round robin of the groups that include a challenger.
type Gauntlet struct {
	grouped
	Challengers int `json:"challengers,omitempty"` // number of challengers, which are the first players; 0 means 1
}

// Sequential is the format in which two players meet as in [Mixed] until a sequential test ends. The spec's Rounds is
// the largest number of openings.
type Sequential struct {
	Mixed
	Test
}

// Mixed is the format in which two players play games of any number of seats. Every opening is played in all ways to
// fill the seats with copies of both players; see [formats.MixedSeatings]. The spec's Rounds is the number of openings.
type Mixed struct{ grouped }

// Test holds the hypotheses of a sequential test, which decides whether the first player is stronger than the second by
// Elo0 or by Elo1.
type Test struct {
	Elo0  float64 `json:"elo0" toml:"elo0"`
	Elo1  float64 `json:"elo1" toml:"elo1"`   // above Elo0
	Alpha float64 `json:"alpha" toml:"alpha"` // probability of accepting Elo1 if Elo0 is true
	Beta  float64 `json:"beta" toml:"beta"`   // probability of accepting Elo0 if Elo1 is true
	Model string  `json:"model" toml:"model"` // "normalized" or "logistic" Elo
}

// grouped is embedded by the formats in which fixed groups of players play every opening.
type grouped struct{}

func (grouped) Traits() Traits { return Traits{} }

func (grouped) layout(s Spec, seats int) layout {
	players := len(s.Players)
	return layout{orders: formats.Seatings(seats), groups: func() [][]int { return formats.Groups(players, seats) },
		games: formats.GameCount(players, seats, s.Rounds), openings: s.Rounds}
}

func (grouped) checkPlayers(s *Spec, seats int) error {
	if len(s.Players) < seats {
		return fmt.Errorf("%d players given; %s with these options has %d seats and needs as many different players "+
			"or more; two players meet in the format %s", len(s.Players), s.Game, seats, Mixed{})
	}
	return nil
}

func (grouped) text(s Spec, seats, games int) string {
	orders := s.RoundGames(seats)
	groups := games / max(1, s.Rounds) / orders
	if seats == 2 {
		return fmt.Sprintf("%s, %s of games for each", Counted(groups, "pairing"), Counted(s.Rounds, "pair"))
	}
	return fmt.Sprintf("%s of %d, %s in %d orders for each", Counted(groups, "group"), seats,
		Counted(s.Rounds, "opening"), orders)
}

func (RoundRobin) String() string { return "round-robin" }

func (f RoundRobin) Describe(s Spec, seats, games int) string { return f.text(s, seats, games) }

func (f RoundRobin) settle(s *Spec, seats int) (Format, error) { return f, f.checkPlayers(s, seats) }

func (Gauntlet) String() string { return "gauntlet" }

func (f Gauntlet) Describe(s Spec, seats, games int) string {
	return "gauntlet, " + f.text(s, seats, games)
}

func (f Gauntlet) settle(s *Spec, seats int) (Format, error) {
	if f.Challengers == 0 {
		f.Challengers = 1
	}
	switch {
	case f.Challengers < 0:
		return f, fmt.Errorf("challengers: %d: must be 0 or more", f.Challengers)
	case f.Challengers >= len(s.Players):
		return f, fmt.Errorf("challengers: %d of %d players; leave at least one for them to meet", f.Challengers,
			len(s.Players))
	}
	return f, f.checkPlayers(s, seats)
}

func (f Gauntlet) layout(s Spec, seats int) layout {
	all, players := f.grouped.layout(s, seats), len(s.Players)
	all.games -= formats.GameCount(players-f.Challengers, seats, s.Rounds)
	all.groups = func() [][]int { return formats.GauntletGroups(players, f.Challengers, seats) }
	return all
}

func (Sequential) String() string { return "sprt" }

func (f Sequential) Traits() Traits { return Traits{Shortens: true, EndsEarly: true, Test: &f.Test} }

func (Sequential) Describe(Spec, int, int) string { return "a sequential test" }

func (f Sequential) settle(s *Spec, _ int) (Format, error) {
	switch t := f.Test; {
	case len(s.Players) != 2:
		return f, fmt.Errorf("a sequential test needs two players; given: %d", len(s.Players))
	case !(t.Elo0 < t.Elo1):
		return f, fmt.Errorf("elo0 %v must be below elo1 %v", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < .5) || !(t.Beta > 0 && t.Beta < .5):
		return f, fmt.Errorf("alpha %v and beta %v must be above 0 and below 0.5", t.Alpha, t.Beta)
	case t.Model != "normalized" && t.Model != "logistic":
		return f, fmt.Errorf("model %q: must be normalized or logistic", t.Model)
	}
	return f, nil
}

func (Mixed) String() string { return "mixed" }

func (Mixed) Describe(s Spec, seats, _ int) string {
	return fmt.Sprintf("mixed seatings, %s in %d orders", Counted(s.Rounds, "opening"), s.RoundGames(seats))
}

func (f Mixed) settle(s *Spec, _ int) (Format, error) {
	if len(s.Players) != 2 {
		return f, fmt.Errorf("format %s is for two players, in any number of seats; given: %d", f, len(s.Players))
	}
	return f, nil
}

func (Mixed) layout(s Spec, seats int) layout {
	orders := formats.MixedSeatings(seats)
	return layout{orders: orders, groups: func() [][]int { return [][]int{{0, 1}} },
		games: product(s.Rounds, len(orders)), openings: s.Rounds}
}
