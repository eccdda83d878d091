package tournament

import (
	"cmp"
	"errors"
	"slices"
)

// SwissRow is what one player of a Swiss tournament has.
type SwissRow struct {
	Place    int    // from 1; players with equal points and equal Buchholz share it
	Number   int    // of the player in the spec, from 1
	Player   string // full name
	Points   float64
	Buchholz float64 // the sum of the points of all opponents so far; a bye counts as an opponent with the player's own points
	Matches  int     // begun or due, without byes
	Byes     int
}

// SwissTable is the standing of a Swiss tournament, the best first, by points, then Buchholz, then number. Rounds count as soon as they are paired:
// their games as results come in, a bye with all points of a match at once. Results are by identity. It fails for a plan of another format.
func SwissTable(plan Plan, results map[string]Result) ([]SwissRow, error) {
	if plan.Spec.Format != Swiss {
		return nil, errors.New("only a Swiss tournament has this table, not a " + plan.Spec.Format.String())
	}
	_, field := plan.swissRounds(results)
	rows := make([]SwissRow, len(plan.Spec.Players))
	for i, player := range plan.Spec.Players {
		rows[i] = SwissRow{
			Number: i + 1, Player: player, Points: field.points[i], Buchholz: field.buchholz(i),
			Matches: len(field.opponents[i]) - field.byes[i], Byes: field.byes[i],
		}
	}
	slices.SortStableFunc(rows, SwissRow.compare)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && rows[i-1].compare(rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows, nil
}

// compare puts the better row first.
func (r SwissRow) compare(other SwissRow) int {
	return cmp.Or(cmp.Compare(other.Points, r.Points), cmp.Compare(other.Buchholz, r.Buchholz))
}
