package results

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"pillars/results/rating"
	"pillars/results/stats"
)

// WriteTable writes the standing as plain text for people: a row per player, a row per seat, and what to beware of.
func (s PlaceStanding) WriteTable(w io.Writer) error {
	players := [][]string{{"rank", "player", "Elo", "95 %", "games", "place", "share", "firsts", "turns", ""}}
	for _, r := range s.Rows {
		players = append(players, s.cells(r))
	}
	if err := writeGrid(w, players, 0, 2, 3, 4, 5, 6, 7, 8); err != nil {
		return err
	}
	if len(s.Seats) > 0 {
		seats := [][]string{{"seat", "share", "95 %, any time", "firsts", "Elo", "95 %"}}
		for _, r := range s.Seats {
			seats = append(seats, r.cells())
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		if err := writeGrid(w, seats, 0, 1, 2, 3, 4, 5); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "\n"+strings.Join(s.Remarks(), "\n"))
	return err
}

// writeGrid writes rows of texts in columns, some of them aligned on the right.
func writeGrid(w io.Writer, grid [][]string, right ...int) error {
	var text strings.Builder
	tabs := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	alignRight(grid, right...)
	for _, cells := range grid {
		fmt.Fprintln(tabs, strings.Join(cells, "\t"))
	}
	tabs.Flush() // into memory: cannot fail
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// cells are the texts of a player's row.
func (s PlaceStanding) cells(r PlaceRow) []string {
	elo, interval := eloCells(r.Rating.Estimate)
	place, share, turns := "-", "-", "-"
	if r.Games > 0 {
		place, share = stats.FormatNumber(r.MeanPlace, 2), percent(r.Share)
	}
	if r.MeanTurns > 0 {
		turns = stats.FormatNumber(r.MeanTurns, 1)
	}
	note := Standing{Pools: s.Pools}.note(Row{Rating: r.Rating})
	return []string{strconv.Itoa(r.Rank), r.Player, elo, interval, strconv.Itoa(r.Games), place, share, parts(r.Firsts), turns, note}
}

// cells are the texts of a seat's row.
func (r SeatRow) cells() []string {
	elo, interval := eloCells(r.Effect)
	limits := percent(r.Score.Low) + " .. " + percent(r.Score.High)
	return []string{strconv.Itoa(r.Seat), percent(r.Score.Value), limits, parts(r.Firsts), elo, interval}
}

// parts writes a count that may be in parts.
func parts(x float64) string {
	if text := stats.FormatNumber(x, 2); !strings.HasSuffix(text, ".00") {
		return text
	}
	return stats.FormatNumber(x, 0)
}

// Remarks are the sentences below the tables.
func (s PlaceStanding) Remarks() []string {
	if s.Games == 0 {
		return []string{"No games yet."}
	}
	out := []string{
		fmt.Sprintf("Share: of opponents placed behind, in %s of %d seats; half is even. Ties split places, points and wins.", counted(s.Games), len(s.Seats)),
	}
	if s.Partial > 0 {
		out = append(out, fmt.Sprintf("Games of which not all places are known: %d. Who has none shares what is left, and is not compared with others who "+
			"have none.", s.Partial))
	}
	if s.SeatsFitted {
		out = append(out, "A seat's Elo is what it is worth more than seat 1, the players' strength apart (95 %).")
	} else {
		out = append(out, "What the seats are worth cannot be told from strength in these games, and ratings take them as equal; seat everyone in every "+
			"seat, next to everyone, and play more.")
	}
	return append(out, s.scaleRemarks()...)
}

// scaleRemarks explain what the ratings are measured from and what is unusual about them.
func (s PlaceStanding) scaleRemarks() []string {
	seen := map[rating.Mark]bool{}
	for _, r := range s.Rows {
		seen[r.Rating.Mark] = true
	}
	var out []string
	if seen[rating.Rated] {
		out = append(out, "Elo averages 0 over the rated players of a pool; intervals are at 95 %.")
	}
	if seen[rating.OnlyWins] || seen[rating.OnlyLosses] {
		out = append(out, "A player who was always ahead of the rated players, or always behind, has only a bound (95 %) and no part in the mean.")
	}
	if seen[rating.Reference] {
		out = append(out, "The games are too one-sided for a scale: bounds are relative to the player at 0.")
	}
	if seen[rating.Unrated] {
		out = append(out, "A player who was never compared with a rated player is not rated.")
	}
	if s.Pools > 1 {
		out = append(out, fmt.Sprintf("The games do not connect all players: there are %d pools, whose ratings cannot be compared with each other.",
			s.Pools))
	}
	return out
}
