// Package learn holds the commands that make players better: self-play, tuning of weights and of constants, policies.
package learn

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/tournament/selfplay"
)

type dataFlags struct {
	options []string
	out     string
	quiet   bool
	json    bool
}

func (f *dataFlags) register(cmd *cobra.Command, output, extension string) {
	set := cmd.Flags()
	cli.OptionFlag(cmd, &f.options)
	set.StringVarP(&f.out, "output", "o", "", output)
	set.BoolVar(&f.json, "json", false, "print the results as JSON lines")
	cli.Complete(cmd, "output", cli.CompleteFiles(extension))
}

func (f *dataFlags) rules(cmd *cobra.Command, name string) (engine.Rules, error) {
	start, err := (&cli.GameFlags{Options: f.options, Set: cmd.Flags()}).Position(name)
	if err != nil {
		return nil, err
	}
	return start.Rules(), nil
}

func registerPlay(cmd *cobra.Command, spec *selfplay.Spec) {
	set := cmd.Flags()
	spec.LeastRandom, spec.MostRandom = 2, 12
	set.Var(turnRange{&spec.LeastRandom, &spec.MostRandom}, "random-turns",
		"random turns after the set-up that games of self-play begin with, from the least to the most: `A..B`")
	set.Float64Var(&spec.Stray, "stray", .2, "share of the games of self-play in which one turn in twelve is random")
	set.Float64Var(&spec.OwnSetUp, "own-set-up", 0,
		"share of the games that begin with the random turns, the set-up being the player's own")
	set.IntVar(&spec.Longest, "longest", 400, "draw a game of self-play after so many turns")
	set.IntVar(&spec.Margin, "margin", 30,
		"a position is settled if playing out captures changes its worth by no more hundredths of a logit")
}

type turnRange struct{ least, most *int }

func (r turnRange) Type() string { return "range" }

func (r turnRange) String() string {
	if r.least == nil {
		return ""
	}
	return fmt.Sprintf("%d..%d", *r.least, *r.most)
}

func (r turnRange) Set(text string) error {
	low, high, found := strings.Cut(text, "..")
	if !found {
		high = low
	}
	least, err := strconv.Atoi(low)
	if err != nil {
		return fmt.Errorf("%q is not of the form A..B, such as 2..12", text)
	}
	most, err := strconv.Atoi(high)
	if err != nil || least < 0 || most < least {
		return fmt.Errorf("%q is not of the form A..B, such as 2..12, the smaller first", text)
	}
	*r.least, *r.most = least, most
	return nil
}

func (f *dataFlags) messages(cmd *cobra.Command) *cli.Messages {
	return cli.NewMessages(cmd.ErrOrStderr(), f.quiet)
}
