package learn

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/positions"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/eval"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// selfplayFlags say which games to play and where to keep them.
type selfplayFlags struct {
	spec    selfplay.Spec
	random  turnRange
	games   int
	workers int
	out     string
	quiet   bool
	json    bool
}

func NewSelfplayCommand() *cobra.Command {
	flags := selfplayFlags{random: turnRange{2, 12}}
	cmd := &cobra.Command{
		Use:   "selfplay GAME",
		Short: "Play games of a player against itself and keep them for tuning",
		Long: `Play games in which one player sits in all seats, and append them to a file for "pillars tune": every step, and what the search thought of
every position at the start of a turn.

A game begins with a random set-up and some random turns, so that no two are alike; in --stray of the games a later turn is random now and then. It
ends by the rules, when the player has proven the result, or, drawn, after --longest turns. Game number n depends on the seed and n only: the file is the same
for any number of workers. Ctrl-C finishes the games in play and keeps everything; the same command goes on, and with more --games a file is extended.

Limit the player by nodes or depth, not by time, or the games cannot be repeated. docs/TUNING.md describes the file.`,
		Example: `  pillars selfplay pit-of-pillars --player alphabeta:nodes=1200,table=1 --games 5000 -o pit.psd
  pillars selfplay pilastri --option size=6 --games 1000 --seed 7 --random-turns 0..8 -o pilastri.psd`,
		Args:              cli.OneGame,
		ValidArgsFunction: positions.CompleteFirstGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.Run(cmd, args[0]) },
	}
	flags.Register(cmd)
	return cmd
}

func (f *selfplayFlags) Register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringArrayVar(&f.spec.Options, "option", nil, "a rule option as `name=value`; may be given again (see pillars games)")
	set.Uint64Var(&f.spec.Seed, "seed", 1, "seed of all that is random")
	registerPlay(cmd, &f.spec, &f.random)
	set.StringVar(&f.spec.Player, "player", "alphabeta:nodes=1200,table=1", "the `PLAYER` in all seats (see pillars players)")
	set.IntVar(&f.games, "games", 1000, "games that the file is to hold")
	set.IntVar(&f.workers, "workers", runtime.NumCPU(), "games played at the same time")
	set.StringVarP(&f.out, "output", "o", "", "the `FILE` that games are appended to")
	set.BoolVar(&f.quiet, "quiet", false, "print nothing but the results and errors")
	set.BoolVar(&f.json, "json", false, "print the results as a line of JSON")
	cli.Complete(cmd, "player", cli.CompletePlayer)
	cli.Complete(cmd, "output", cli.CompleteFiles("psd"))
	cli.Complete(cmd, "option", cli.CompleteOption)
	for _, number := range []string{"seed", "games", "workers"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

// registerPlay adds the flags that say what games of self-play are like.
func registerPlay(cmd *cobra.Command, spec *selfplay.Spec, random *turnRange) {
	set := cmd.Flags()
	set.Var(random, "random-turns", "random turns after the set-up that games of self-play begin with, from the least to the most: `A..B`")
	set.Float64Var(&spec.Stray, "stray", .2, "share of the games of self-play in which one turn in twelve is random")
	set.Float64Var(&spec.OwnSetUp, "own-set-up", 0, "share of the games that begin with the random turns, the set-up being the player's own")
	set.IntVar(&spec.Longest, "longest", 400, "draw a game of self-play after so many turns")
	set.IntVar(&spec.Margin, "margin", 30, "a position is settled if playing out captures changes its worth by no more hundredths of a logit")
	for _, number := range []string{"random-turns", "stray", "own-set-up", "longest", "margin"} {
		cli.Complete(cmd, number, cobra.NoFileCompletions)
	}
}

// Settle checks what the flags ask for.
func (f *selfplayFlags) Settle(name string) (selfplay.Spec, engine.Rules, error) {
	game, err := games.Find(name)
	if err != nil {
		return f.spec, nil, cli.Usagef("%w", err)
	}
	switch {
	case f.out == "":
		return f.spec, nil, cli.Usagef("name the file for the games with -o")
	case f.games < 1 || f.games > selfplay.MaxGames:
		return f.spec, nil, cli.Usagef("--games %d: must be from 1 to %d", f.games, selfplay.MaxGames)
	case f.workers < 1:
		return f.spec, nil, cli.Usagef("--workers %d: must be 1 or more", f.workers)
	}
	f.spec.LeastRandom, f.spec.MostRandom = f.random.least, f.random.most
	spec, rules, err := f.spec.Settle(game, players.Recorded)
	if err != nil {
		return spec, nil, cli.Usagef("%w", err)
	}
	return spec, rules, nil
}

func (f *selfplayFlags) Run(cmd *cobra.Command, name string) (err error) {
	spec, rules, err := f.Settle(name)
	if err != nil {
		return err
	}
	file, err := selfplay.Open(f.out, spec, runner.Program())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	say := messages{cmd.ErrOrStderr(), f.quiet}
	say.entered(f.out, file, f.games)
	stops := newStops(cmd.Context(), say)
	progress, playErr := playSelf(stops, say, file, rules, f.games, f.workers)
	interrupted := stops.end()
	if playErr != nil && !(interrupted && errors.Is(playErr, context.Canceled)) {
		return fmt.Errorf("%w\n%d games are kept in %s", playErr, file.Games, f.out)
	}
	if err := f.report(cmd, file, progress); err != nil {
		return err
	}
	if interrupted && file.Games < f.games {
		return cli.Exit(cli.ExitInterrupted, fmt.Errorf("interrupted: %d of %s are kept in %s; the same command goes on", file.Games, cli.Counted(f.games, "game"), f.out))
	}
	return nil
}

// playSelf fills a file up to so many games.
func playSelf(stops *stops, say messages, file *selfplay.File, rules engine.Rules, games, workers int) (selfplay.Progress, error) {
	status := cli.NewStatusLine(say.to)
	defer status.Clear()
	earlier := file.Games
	generator := selfplay.Generator{
		Spec: file.Header.Spec, Rules: rules, NewPlayer: players.StoredRecorded, Workers: workers, Drain: stops.drain, Sink: file.Append,
		Evaluator: func() (eval.Evaluator, error) { return evaluatorOf(file.Header.Player, rules) },
		Report: func(p selfplay.Progress) {
			if !say.quiet {
				status.Update(func() string { return selfplayStatus(p, earlier, games) })
			}
		},
	}
	return generator.Run(stops.ctx, earlier, games)
}

// evaluatorOf is the evaluator with the weights that a player's full text names.
func evaluatorOf(player string, rules engine.Rules) (eval.Evaluator, error) {
	return eval.Load(weightsOf(player), rules)
}

func selfplayStatus(p selfplay.Progress, earlier, games int) string {
	text := fmt.Sprintf("%d/%d games, %s, %d positions", earlier+p.Games, games, cli.RateText(p.Rate()), p.Positions)
	if p.Rate() > 0 {
		left := time.Duration(float64(games-earlier-p.Games) / p.Rate() * float64(time.Second))
		text += ", " + left.Round(time.Second).String() + " left"
	}
	return text
}

// selfplayAnswer is what a call came to.
type selfplayAnswer struct {
	Type      string `json:"type"`
	File      string `json:"file"`
	Games     int    `json:"games"`
	Bytes     int64  `json:"bytes"`
	Played    int    `json:"played"`    // in this call
	Positions int    `json:"positions"` // decided by the player in this call
}

func (f *selfplayFlags) report(cmd *cobra.Command, file *selfplay.File, p selfplay.Progress) error {
	info, err := os.Stat(f.out)
	if err != nil {
		return err
	}
	answer := selfplayAnswer{"selfplay", f.out, file.Games, info.Size(), p.Games, p.Positions}
	if f.json {
		return cli.PrintJSON(cmd.OutOrStdout(), answer)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %d bytes; %d played now, %d positions\n", f.out, cli.Counted(answer.Games, "game"), answer.Bytes, answer.Played, answer.Positions)
	if p.Games > 0 && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s, %.0f positions/s\n", cli.RateText(p.Rate()), float64(p.Positions)/p.Elapsed.Seconds())
	}
	return nil
}

// weightsOf is what a player's full text names as its weights, empty for the default ones.
func weightsOf(player string) string {
	_, keys, err := search.SplitText(player)
	if err != nil {
		return ""
	}
	for _, key := range keys {
		if name, given := strings.CutPrefix(key, "weights="); given {
			return name
		}
	}
	return ""
}
