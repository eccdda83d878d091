package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"pillars/search"
	"pillars/tournament/openings"
)

// Format decides which players meet, in which seats, and how many games there are. Its kind says which of the other
// fields may be set. The zero value is a round robin.
//
// A group is the players of one game. Every group plays every opening in every order of seats.
type Format struct {
	Kind        FormatKind `json:"name"`
	Challengers int        `json:"challengers,omitempty"` // in a Gauntlet: the number of challengers; 0 means 1
	*Test                  // in the kind Sequential: the test that ends the run
	Spread      float64    `json:"spread,omitempty"` // in SelfPlay: see [Planned].Spread; 0 for none
	Stray       float64    `json:"stray,omitempty"`  // in Training: the share of games that stray, from 0 to 1
	Visits      bool       `json:"visits,omitempty"` // in Training: see [Planned].Visits
}

// A FormatKind is a kind of [Format].
type FormatKind string

const (
	// RoundRobin is the kind in which all possible groups of players meet, with one player for each seat. A group plays
	// every opening in every order of [Seatings].
	RoundRobin FormatKind = ""
	// Gauntlet is the kind in which those groups of a RoundRobin meet that include a challenger. The challengers are
	// the players named first in the spec.
	Gauntlet FormatKind = "gauntlet"
	// Mixed is the kind in which two players play games of any number of seats. Every opening is played in all ways to
	// fill the seats with copies of both players; see [MixedSeatings].
	Mixed FormatKind = "mixed"
	// Sequential is the kind in which two players meet as in Mixed until a test ends.
	Sequential FormatKind = "sprt"
	// SelfPlay is the kind in which every player sits in all seats of its games, so that the scores show only the
	// advantage of the seats. A Spread draws the node limit of each seat at random, so that the games differ. Without
	// openings, a round is one game. With openings, a round has one game in every order of [Seatings], in which the
	// seats exchange their drawn limits.
	SelfPlay FormatKind = "self-play"
	// Training is the kind of games to learn from: a player meets itself, and every round is one game. Some games
	// stray: now and then a turn is drawn at random, so that players also learn from positions that good play avoids.
	Training FormatKind = "training"
)

// Test is a sequential test of whether the first player is stronger than the second by Elo0 or by Elo1.
type Test struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`  // must be above Elo0
	Alpha float64 `json:"alpha"` // probability of accepting Elo1 if Elo0 is true
	Beta  float64 `json:"beta"`  // probability of accepting Elo0 if Elo1 is true
	Model string  `json:"model"` // "normalized" or "logistic" Elo
}

// UsualTest returns a test with the usual values.
func UsualTest() Test { return Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"} }

// UntilTest returns the format of a run that a test ends.
func UntilTest(t Test) Format { return Format{Kind: Sequential, Test: &t} }

const maxSpread = 4 // largest factor for drawing node limits

// FormatKinds returns all kinds of formats.
func FormatKinds() []FormatKind {
	return []FormatKind{RoundRobin, Gauntlet, Mixed, Sequential, SelfPlay, Training}
}

// String returns the name of the kind.
func (k FormatKind) String() string { return cmp.Or(string(k), "round-robin") }

// String returns the name of the format's kind.
func (f Format) String() string { return f.Kind.String() }

// ParseFormatKind reads the name of a kind.
func ParseFormatKind(name string) (FormatKind, error) {
	for _, kind := range FormatKinds() {
		if kind.String() == name {
			return kind, nil
		}
	}
	return "", fmt.Errorf("format %q: must be round-robin, gauntlet or mixed", name)
}

// UnmarshalText reads the name of a kind in the spec of a stored run.
func (k *FormatKind) UnmarshalText(text []byte) (err error) {
	*k, err = ParseFormatKind(string(text))
	return err
}

// Mirrored reports whether every player plays only against itself.
func (f Format) Mirrored() bool { return f.Kind == SelfPlay || f.Kind == Training }

// EndsEarly reports whether a run may be evaluated or stopped after any number of games. If there are too few openings,
// such a run has fewer rounds; in other formats too few openings are an error.
func (f Format) EndsEarly() bool { return f.Kind == Sequential || f.Kind == SelfPlay }

// settleFormat checks the format and the fields of the spec that the format uses. It fills in the number of
// challengers.
func (s *Spec) settleFormat(seats int) error {
	f, players := &s.Format, len(s.Players)
	if err := f.checkOptions(); err != nil {
		return err
	}
	switch f.Kind {
	case Gauntlet:
		f.Challengers = cmp.Or(f.Challengers, 1)
		if f.Challengers < 0 || f.Challengers >= players {
			return fmt.Errorf("challengers: %d of %d players; give 1 or more, and leave at least one for them to meet",
				f.Challengers, players)
		}
	case Mixed, Sequential:
		if players != 2 {
			return fmt.Errorf("format %s is for two players, in any number of seats; given: %d", f, players)
		}
		if f.Kind == Sequential {
			return f.Test.check()
		}
		return nil
	case SelfPlay:
		return s.checkSpread()
	case Training:
		return s.checkTraining()
	}
	if players < seats {
		return fmt.Errorf("%d players given; %s with these options has %d seats and needs as many different players "+
			"or more; two players meet in the format %s", players, s.Game, seats, Mixed)
	}
	return nil
}

// checkOptions returns an error if a field is set that does not apply to the kind of the format.
func (f Format) checkOptions() error {
	switch {
	case f.Challengers != 0 && f.Kind != Gauntlet:
		return fmt.Errorf("challengers: the format %s has no such option; leave it out", f)
	case f.Spread != 0 && f.Kind != SelfPlay, (f.Stray != 0 || f.Visits) && f.Kind != Training:
		return fmt.Errorf("format %s draws no node limits and no turns, and keeps no visits", f)
	case (f.Test != nil) != (f.Kind == Sequential):
		return fmt.Errorf("format %s: a sequential test has the format %s, and only there is a test", f, Sequential)
	}
	return nil
}

func (t Test) check() error {
	switch {
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("elo0 %v must be below elo1 %v", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Alpha < .5) || !(t.Beta > 0 && t.Beta < .5):
		return fmt.Errorf("alpha %v and beta %v must be above 0 and below 0.5", t.Alpha, t.Beta)
	case t.Model != "normalized" && t.Model != "logistic":
		return fmt.Errorf("model %q: must be normalized or logistic", t.Model)
	}
	return nil
}

func (s *Spec) checkSpread() error {
	switch spread := s.Format.Spread; {
	case spread != 0 && !(spread >= 1 && spread <= maxSpread):
		return fmt.Errorf("spread %v of the node limits: give a factor from 1 to %d (1 for none)", spread, maxSpread)
	case spread != 0 && s.Limits.Nodes == 0:
		return fmt.Errorf("format %s varies a node limit; give one to the run", s.Format)
	}
	return nil
}

func (s *Spec) checkTraining() error {
	f := s.Format
	switch {
	case len(s.Players) != 1:
		return fmt.Errorf("format %s is for one player; there are %d", f, len(s.Players))
	case !(f.Stray >= 0 && f.Stray <= 1):
		return fmt.Errorf("stray games: the share %v must be from 0 to 1", f.Stray)
	}
	if spec, _ := search.ParseSpec(s.Players[0]); f.Visits && spec.Kind != "mcts" && spec.Kind != "uct" {
		return fmt.Errorf("visits: the player %s does not count them; choose mcts", s.Players[0])
	}
	return nil
}

// orders returns the orders of seats in which a group plays an opening: in order i, the player group[orders[i][seat]]
// has the seat.
func (s Spec) orders(seats int) [][]int {
	orders, kind := Seatings(seats), s.Format.Kind
	switch {
	case kind == Mixed || kind == Sequential:
		return MixedSeatings(seats)
	case kind == Training || kind == SelfPlay && s.Openings.Kind == openings.None:
		return orders[:min(1, len(orders))] // Seatings returns no orders for some numbers of seats
	}
	return orders
}

// groups returns the groups of players that meet, each as player numbers from 0.
func (s Spec) groups(seats int) [][]int {
	players := len(s.Players)
	switch s.Format.Kind {
	case Gauntlet:
		return gauntletGroups(players, s.Format.Challengers, seats)
	case Mixed, Sequential:
		return [][]int{{0, 1}}
	case SelfPlay, Training:
		return mirrorGroups(players, seats)
	}
	return allGroups(players, seats)
}

// groupCount returns the number of groups, but at most math.MaxInt32, which is more than a plan can have.
func (s Spec) groupCount(seats int) int {
	players := len(s.Players)
	switch s.Format.Kind {
	case Mixed, Sequential:
		return 1
	case SelfPlay, Training:
		return players
	}
	count := choose(players, seats)
	if s.Format.Kind == Gauntlet {
		count -= choose(players-s.Format.Challengers, seats)
	}
	return int(min(count, math.MaxInt32))
}

// choose returns the number of ways to choose k of n things.
func choose(n, k int) float64 {
	count := 1.
	for i := range k {
		count = count * float64(max(0, n-i)) / float64(i+1) // count is a whole number after every division
	}
	return count
}

// RoundGames returns the number of games that a group plays from one opening.
func (s Spec) RoundGames(seats int) int { return len(s.orders(seats)) }

// OpeningGames returns the number of games that all groups together play from one opening.
func (s Spec) OpeningGames(seats int) int { return s.groupCount(seats) * s.RoundGames(seats) }

// FormatText describes, for people, who meets whom and how often.
func (s Spec) FormatText(seats int) string {
	orders := s.RoundGames(seats)
	switch s.Format.Kind {
	case Mixed:
		return fmt.Sprintf("mixed seatings, %s in %d orders", Counted(s.Rounds, "opening"), orders)
	case Sequential:
		return "a sequential test"
	case SelfPlay:
		return "self-play of each player with itself"
	case Training:
		return "games of a player with itself, to learn from"
	}
	text, groups := "", s.groupCount(seats)
	if s.Format.Kind == Gauntlet {
		text = "gauntlet, "
	}
	if seats == 2 {
		return text + fmt.Sprintf("%s, %s of games for each", Counted(groups, "pairing"), Counted(s.Rounds, "pair"))
	}
	return text + fmt.Sprintf("%s of %d, %s in %d orders for each", Counted(groups, "group"), seats,
		Counted(s.Rounds, "opening"), orders)
}

// ErrNoShards is wrapped by the errors that [NoShards] returns. A shard is a part of a plan that a process plays alone.
// A run that cannot be divided into shards can still be played by workers.
var ErrNoShards = errors.New("earlier results, so there are no shards of it")

// NoShards returns the error for a run that cannot be divided into shards because it depends on earlier results. The
// error's text is the given text, such as "the format sprt stops by", followed by the text of [ErrNoShards].
func NoShards(what string) error { return fmt.Errorf("%s %w", what, ErrNoShards) }

// CheckShard returns an error if the run cannot be divided into shards, because earlier results decide when it ends.
func (s Spec) CheckShard() error {
	if s.Format.Test != nil {
		return NoShards(fmt.Sprintf("the format %s stops by", s.Format))
	}
	return nil
}
