package positions

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/search"
	"pillars/tournament/openings"
)

// setUpAnswer is a set-up that a player has valued.
type setUpAnswer struct {
	Type        string         `json:"type"`
	Rank        int            `json:"rank"`
	Draw        int            `json:"draw"`
	Position    string         `json:"position"`
	Turns       []string       `json:"turns"`
	Seat        string         `json:"seat"` // who chooses, or acts after the set-up
	valueAnswer                // for that seat
	Spread      float64        `json:"spread"` // in logits, as the score
	Unevenness  float64        `json:"unevenness"`
	Choices     []choiceAnswer `json:"choices,omitempty"`
}

// choiceAnswer is one of the choices that end a set-up.
type choiceAnswer struct {
	Step string `json:"step"`
	valueAnswer
}

// valueAnswer is a player's value of something.
type valueAnswer struct {
	Score       float64 `json:"score"` // in logits, and hundreds of them if proven
	Expectation float64 `json:"expectation"`
	Proven      string  `json:"proven,omitempty"` // "win in 5": a result with its distance in steps
	text        string
}

func newValueAnswer(score search.Score) valueAnswer {
	answer := valueAnswer{Score: cli.Logits(int(score)), Expectation: score.Expectation(), text: cli.ScoreText(score)}
	if score.Decided() {
		answer.Proven = score.String()
	}
	return answer
}

func newSetUpAnswer(rank int, s *openings.SetUp) setUpAnswer {
	rules := s.Position.Rules()
	answer := setUpAnswer{
		Type: "set-up", Rank: rank, Draw: s.Draw, Position: s.Position.String(), Turns: append([]string{}, s.Turns...),
		Seat: rules.SeatNames()[s.Position.Seat()], valueAnswer: newValueAnswer(s.Score),
		Spread: cli.Logits(int(s.Spread())), Unevenness: cli.Logits(int(s.Unevenness())),
	}
	for _, choice := range s.Choices {
		answer.Choices = append(answer.Choices, choiceAnswer{s.Position.StepText(choice.Step), newValueAnswer(choice.Score)})
	}
	return answer
}

// String is the position, and below it what it is worth.
func (a setUpAnswer) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d. %s\n", a.Rank, a.Position)
	if len(a.Choices) == 0 {
		fmt.Fprintf(&b, "   %s acts: %s", a.Seat, a.text)
		return b.String()
	}
	fmt.Fprintf(&b, "   %s chooses: ", a.Seat)
	for _, choice := range a.Choices {
		fmt.Fprintf(&b, "%s %s, ", choice.Step, choice.text)
	}
	if a.Choices[0].Proven+a.Choices[1].Proven != "" {
		b.WriteString("spread beyond measure")
	} else {
		fmt.Fprintf(&b, "spread %.2f", a.Spread)
	}
	return b.String()
}

// report prints the evenest set-ups.
func (f *fairFlags) report(cmd *cobra.Command, start engine.Position, player string, valued []openings.SetUp) error {
	rules := start.Rules()
	shown := valued[:min(f.count, f.evenEnough(valued))]
	if !f.json {
		fmt.Fprintf(cmd.OutOrStdout(), "%s (%s), seed %d: the evenest %d of %d set-ups, valued by %s\n",
			rules.Game().Title(), rules.Settings(), f.seed, len(shown), len(valued), player)
	}
	for i := range shown {
		answer := newSetUpAnswer(i+1, &shown[i])
		if f.json {
			if err := cli.PrintJSON(cmd.OutOrStdout(), answer); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(cmd.OutOrStdout(), answer)
	}
	return nil
}
