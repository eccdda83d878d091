package runs

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/results/store"
	"pillars/tournament"
)

// GameLines writes games of a run as lines of a list. Columns are as wide as the run's spec lets expect, for a table of
// all games would have to wait for the last.
func GameLines(ctx context.Context, db *store.Store, run store.Run) (func(tournament.Stored) string, error) {
	facts, err := FactsOf(run)
	if err != nil {
		return nil, err
	}
	identity, err := db.LongestIdentity(ctx, run.ID)
	name, player := len(run.ID)+1+identity, Widest(facts.Players)
	return func(game tournament.Stored) string {
		line := fmt.Sprintf("%-*s", name, game.Name())
		for _, text := range game.Players {
			line += fmt.Sprintf("  %-*s", player, text)
		}
		width := len("1/2-1/2") // the widest of two
		if seats := len(game.Players); seats > 2 {
			width = seats*len("0.33-") - 1
		}
		var scores []string
		for _, score := range game.Outcome.Scores[:game.Outcome.Seats] {
			scores = append(scores, ScoreText(score))
		}
		return fmt.Sprintf("%s  %-*s  %9s  %s", line, width, strings.Join(scores, "-"),
			tournament.Counted(game.Turns, "turn"), game.Outcome.Reason)
	}, err
}

// ScoreText is a score as "1", "1/2" or "0.33".
func ScoreText(score float64) string {
	switch score {
	case 0, 1:
		return strconv.Itoa(int(score))
	case 0.5:
		return "1/2"
	}
	return strconv.FormatFloat(score, 'f', 2, 64)
}

// Widest is how many characters the longest of the texts has.
func Widest(texts []string) (width int) {
	for _, text := range texts {
		width = max(width, utf8.RuneCountInString(text))
	}
	return width
}
