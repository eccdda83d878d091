package store

import "strings"

// Filter selects games of a run. Zero fields select all; a game must meet all others.
type Filter struct {
	Player   string // full name of one who took part
	Opponent string // full name of one who took part, beside Player if that is given
	Pairing  string // the players' numbers as they stand in identities, such as "1v2"
	Opening  int    // number of the opening, from 1
	Reason   string // words of the reason, in small or capital letters
	Faults   bool   // only games that a player's fault ended
	Result   Ending
	Limit    int // at most so many games, the first to be finished
}

// Ending is how a game ended, as a [Filter] asks for it.
type Ending string

// The endings that can be asked for. AnyEnding is the zero value.
const (
	anyEnding  Ending = ""
	firstWins  Ending = "1-0"  // the first seat has a score of 1
	secondWins Ending = "0-1"  // the second seat has
	drawn      Ending = "draw" // all seats have the same score
)

// Endings lists the endings that can be asked for.
func Endings() []Ending { return []Ending{firstWins, secondWins, drawn} }

var endingConditions = map[Ending]string{
	firstWins:  "json_extract(scores, '$[0]') = 1",
	secondWins: "json_extract(scores, '$[1]') = 1",
	drawn:      "(SELECT count(DISTINCT value) FROM json_each(scores)) = 1",
}

// query is a filter as the rest of a query on a run's games, with its arguments. The numbers are looked up first, so
// that rows come in the order of finishing without being sorted: a run's games may fill more than the memory.
func (s *Store) query(run string, f Filter) (string, []any) {
	conditions := []string{"number IN (SELECT number FROM games WHERE run = ?)"}
	arguments := []any{run}
	add := func(condition string, values ...any) {
		conditions, arguments = append(conditions, condition), append(arguments, values...)
	}
	for _, player := range []string{f.Player, f.Opponent} {
		if player != "" {
			add("EXISTS (SELECT 1 FROM json_each(players) WHERE value = ?)", player)
		}
	}
	if f.Pairing != "" {
		add("pairing = ?", f.Pairing)
	}
	if f.Opening > 0 {
		add("opening = ?", f.Opening)
	}
	if f.Reason != "" {
		add("instr(lower(reason), lower(?)) > 0", f.Reason)
	}
	if f.Faults {
		add("fault <> ''")
	}
	if f.Result != anyEnding {
		add(endingConditions[f.Result])
	}
	rest := "WHERE " + strings.Join(conditions, " AND ") + " ORDER BY number"
	if f.Limit > 0 {
		rest, arguments = rest+" LIMIT ?", append(arguments, f.Limit)
	}
	return rest, arguments
}
