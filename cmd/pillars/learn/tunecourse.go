package learn

import (
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/training"
)

// generationAnswer is a generation as it is printed.
type generationAnswer struct {
	Type string `json:"type"`
	training.Generation
}

func printGeneration(cmd *cobra.Command, asJSON bool, g training.Generation) error {
	out := cmd.OutOrStdout()
	if asJSON {
		return cli.PrintJSON(out, generationAnswer{"generation", g})
	}
	kept := "dropped"
	if g.Kept {
		kept = "kept"
	}
	_, err := fmt.Fprintf(out, "generation %d: %d positions of %s, loss %.5f, held back %.5f; match %s, %s Elo: %s\n",
		g.Number, g.Positions, cli.Counted(g.Games, "game"), g.Loss, g.ValidationLoss, verdictText(g.Match), eloText(g.Match), kept)
	return err
}

// courseAnswer is a course as it is printed.
type courseAnswer struct {
	Type    string            `json:"type"`
	Folder  string            `json:"folder"`
	File    string            `json:"file,omitempty"` // written only if the weights are better
	Kept    int               `json:"kept"`           // generations whose weights were kept
	Final   *training.Verdict `json:"final"`          // of the last weights against the first ones
	Written bool              `json:"written"`
}

func printCourse(cmd *cobra.Command, asJSON bool, file, folder string, outcome training.LoopOutcome) error {
	out := cmd.OutOrStdout()
	answer := courseAnswer{Type: "generations", Folder: folder, Final: outcome.Final, Written: outcome.Better()}
	for _, g := range outcome.Generations {
		if g.Kept {
			answer.Kept++
		}
	}
	if answer.Written {
		answer.File = file
	}
	if asJSON {
		return cli.PrintJSON(out, answer)
	}
	switch {
	case outcome.Final == nil:
		fmt.Fprintf(out, "no generation has changed the weights; %s is not written\n", file)
	case answer.Written:
		fmt.Fprintf(out, "the last weights against the first ones: %s, %s Elo\nweights: %s\n", verdictText(*outcome.Final), eloText(*outcome.Final), file)
	default:
		fmt.Fprintf(out, "the last weights against the first ones: %s, %s Elo; %s is not written\n", verdictText(*outcome.Final), eloText(*outcome.Final), file)
	}
	return nil
}
