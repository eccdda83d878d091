package positions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/information"
	"pillars/results/runs"
	"pillars/results/stats"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
	"pillars/tournament/openings"
)

type informativeFlags struct {
	openings.Valuer
	db    string
	count int
	path  string
	force bool
	json  bool
}

func newBookInformativeCommand() *cobra.Command {
	var flags informativeFlags
	cmd := &cobra.Command{
		Use:   "informative RUN...",
		Short: "Choose the openings from which games tell most about players",
		Long: `Choose, from the book that stored runs have played, the openings from which a pair of games tells most
about a difference in strength, so that a match needs fewer pairs. An opening tells nothing if one seat wins both games
whoever plays. It tells much if the better player wins both.

First make a book of candidates and play it with players of different strength, such as one player at three node
limits. Several pairings are better than one: the choice is then also checked in pairings that took no part in it. The
command evaluates each opening with --player and fits a model to all results (docs/STATISTICS.md, "Openings by
information"). Openings with few games borrow from the others, so luck in a few games chooses none.

The book is for questions about players only: seats are even in it by choice. It says so in a line, "#!only-players",
and "pillars advantage", "measure" and "report" refuse it. Without --output the command only says what it would
choose.`,
		Example: `  pillars book --count 500 --margin 3 -o candidates.book
  pillars tournament mcts:nodes=400 mcts:nodes=200 mcts:nodes=100 --book candidates.book --rounds 500
  pillars book informative 3f9c --count 200 -o informed.book
  pillars sprt mcts:nodes=500 alphabeta:nodes=500 --book informed.book`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Usagef("%s needs the runs that played the candidates", cmd.CommandPath())
			}
			return nil
		},
		ValidArgsFunction: cli.CompleteRuns,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
	}
	set := cmd.Flags()
	set.IntVar(&flags.count, "count", 100, "openings to choose")
	set.StringVar(&flags.Player, "player", "alphabeta:nodes=20000", "the `PLAYER` that evaluates")
	set.Uint64Var(&flags.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&flags.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cli.DatabaseFlag(cmd, &flags.db)
	set.StringVarP(&flags.path, "output", "o", "", "write the book to this `FILE`")
	set.BoolVar(&flags.force, "force", false, cli.ForceUsage)
	set.BoolVar(&flags.json, "json", false, "print a JSON line for each opening, and one for the whole")
	return cmd
}

func (f *informativeFlags) run(cmd *cobra.Command, words []string) error {
	err := cmp.Or(cli.Between("count", f.count, 2, openings.MaxTries), cli.AtLeast("workers", f.Workers, 1))
	if err != nil {
		return err
	}
	return cli.WithStore(f.db, func(db *store.Store) error {
		combined, err := runs.Together(cmd.Context(), db, words, "", false)
		if err != nil {
			return cli.RunError(err)
		}
		pool := playedBook{combined: combined}
		if err := cmp.Or(pool.read(cmd.Context(), db), settleValuer(&f.Valuer, combined.Rules)); err != nil {
			return err
		}
		if len(pool.openings) < f.count {
			return cli.Usagef("--count %d: only %d openings have games; give a smaller number or play more", f.count,
				len(pool.openings))
		}
		choose := func() error { return f.choose(cmd, &pool) }
		return remembering(&f.Valuer, "--output", f.path, combined.Rules, &f.force, choose)
	})
}

// playedBook is the openings of runs with the results of the games from them.
type playedBook struct {
	combined   *runs.Combined
	openings   []openings.Opening
	candidates []information.Candidate
	matches    [][2]string // the players of each
	games      int
}

// read gathers the games that no fault ended.
func (b *playedBook) read(ctx context.Context, db *store.Store) error {
	rules := b.combined.Rules
	if seats := rules.Seats(); seats != 2 {
		return cli.Usagef("%s with these options has %d seats; pairs are of games for two", rules.Game().Name(), seats)
	}
	places, numbers := map[string]int{}, map[string]int{} // of openings, and of matches
	for i, run := range b.combined.Runs {
		spec := b.combined.Specs[i]
		if spec.Openings.Kind != openings.FromBook || spec.Format.Mirrored() {
			return cli.Usagef("run %s: its openings are no book, or players met themselves; play a book of candidates "+
				"with pillars tournament --book", run.ID)
		}
		list, err := openings.First(rules, spec.Seed, spec.Openings, len(spec.Openings.Lines))
		if err != nil {
			return err
		}
		for game, err := range db.FindResults(ctx, run.ID, store.Filter{}) {
			if err != nil {
				return err
			}
			if game.Faulted() {
				continue
			}
			if err := b.add(places, numbers, list[game.Opening-1], game); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *playedBook) add(places, numbers map[string]int, opening openings.Opening, game tournament.Stored) error {
	place, known := places[opening.String()]
	if !known {
		h, err := openings.Play(b.combined.Rules, opening)
		if err != nil {
			return err
		}
		place, places[opening.String()] = len(places), len(places)
		b.openings = append(b.openings, opening)
		b.candidates = append(b.candidates, information.Candidate{Turns: h.Position().Turn()})
	}
	players := [2]string{min(game.Players[0], game.Players[1]), max(game.Players[0], game.Players[1])}
	match, known := numbers[game.Run+" "+game.Pairing]
	if !known {
		match, numbers[game.Run+" "+game.Pairing] = len(numbers), len(numbers)
		b.matches = append(b.matches, players)
	}
	seat := 0
	if game.Players[0] != players[0] {
		seat = 1
	}
	c := &b.candidates[place]
	c.Games = append(c.Games, information.Game{Match: match, Seat: seat, Score: game.Outcome.Scores[seat]})
	b.games++
	return nil
}

func (f *informativeFlags) choose(cmd *cobra.Command, b *playedBook) error {
	ctx, stop := cli.Interruptible(cmd.Context())
	defer stop()
	status := cli.NewScreen(cmd.ErrOrStderr(), false)
	valued, err := f.Values(ctx, b.combined.Rules, b.openings, func(done, total int) {
		status.Count(done, total, "opening")
	})
	status.Clear()
	if errors.Is(err, context.Canceled) {
		return cli.Interrupted("interrupted; no book was written")
	}
	if err != nil {
		return err
	}
	for i := range b.candidates {
		b.candidates[i].Value = cli.Logits(int(min(max(valued[i].Score, -mostValue), mostValue)))
	}
	told, err := information.Tell(b.candidates)
	if err != nil {
		return err
	}
	for i := range told {
		valued[i].Information = information.Information(told[i]) / information.Most
	}
	numbers := information.Choose(told, f.count)
	found := choice{playedBook: b, player: f.Player}
	var best []information.Told
	for _, i := range numbers {
		best, found.entries = append(best, told[i]), append(found.entries, valued[i])
	}
	found.all = information.Information(told...) / information.Most
	found.chosen = information.Information(best...) / information.Most
	if found.checked, err = information.Check(b.candidates, f.count); err != nil {
		return err
	}
	return f.report(cmd, found)
}

// mostValue bounds values, since a proven win has no logit.
const mostValue = 500 // hundredths of a logit

// choice is what was chosen, and what it is worth.
type choice struct {
	*playedBook
	player      string
	entries     []openings.Valued
	all, chosen float64 // information of a pair, as a share of that from an even opening
	checked     []information.Checked
}

func (f *informativeFlags) report(cmd *cobra.Command, c choice) error {
	rules, out := c.combined.Rules, cmd.OutOrStdout()
	var err error
	if f.json {
		err = cli.PrintJSON(out, c.records()...)
	} else {
		err = c.writeText(cmd, rules.Game().Title()+" ("+rules.Settings().String()+")")
	}
	if err != nil || f.path == "" {
		return err
	}
	return cli.WriteNewFile("--output", f.path, f.force, bookOf(cmd, rules, c.entries,
		fmt.Sprintf("Chosen from %d by how much a pair of games tells about players: %s of %s; seed %d.",
			len(c.openings), tournament.Counted(c.games, "game"), c.runs(), f.Seed),
		"For questions about players only: the seats are even here by choice.",
		fmt.Sprintf("After each opening: its value for %s in logits, by %s; the information of a pair, as a share of "+
			"that from an even opening.", rules.SeatNames()[0], c.player)))
}

func (c choice) runs() string {
	var ids []string
	for _, run := range c.combined.Runs {
		ids = append(ids, run.ID)
	}
	return "run " + strings.Join(ids, ", ")
}

func (c choice) records() (records []any) {
	for _, o := range c.entries {
		facts := table.Object("type", "opening", "start", o.Start, "turns", append([]string{}, o.Turns...),
			"seat", c.combined.Rules.SeatNames()[0])
		records = append(records, append(append(facts, valueFacts(o.Score)...),
			table.Fact{Key: "information", Value: o.Information}))
	}
	matches := []table.Facts{}
	for _, m := range c.checked {
		matches = append(matches, table.Object("players", c.matches[m.Match], "pairs_all", m.All,
			"pairs_chosen", m.Chosen, "nelo_all", stats.NormalizedElo(m.All),
			"nelo_chosen", stats.NormalizedElo(m.Chosen), "times", m.Times()))
	}
	return append(records, table.Object("type", "choice", "candidates", len(c.openings), "games", c.games,
		"openings", len(c.entries), "information_all", c.all, "information_chosen", c.chosen, "checked", matches))
}

func (c choice) writeText(cmd *cobra.Command, game string) error {
	out := cmd.OutOrStdout()
	err := table.Printf(out, "%s: %d of %d openings, chosen by %s of %s in %s\n"+
		"A pair tells %.0f %% of what one from an even opening tells; from all candidates %.0f %%. "+
		"So about %.0f %% fewer pairs tell as much.\n", game, len(c.entries), len(c.openings),
		tournament.Counted(c.games, "game"), tournament.Counted(len(c.matches), "pairing"), c.runs(),
		100*c.chosen, 100*c.all, 100*max(0, 1-c.all/c.chosen))
	if err != nil || len(c.checked) == 0 {
		return cmp.Or(err,
			table.Printf(out, "Not checked: with a single pairing all games took part in the choice.\n"))
	}
	grid := table.New("…pairing", "#pairs", "#nElo", "#chosen", "#nElo", "#times as much")
	for _, m := range c.checked {
		grid.Add(strings.Join(c.matches[m.Match][:], " - "), total(m.All), stats.NormalizedElo(m.All).Text(0),
			total(m.Chosen), stats.NormalizedElo(m.Chosen).Text(0), stats.FormatNumber(m.Times(), 2))
	}
	return cmp.Or(table.Printf(out, "\nChecked in pairings that took no part in the choice (normalized Elo, 95 %%):\n"),
		grid.WriteText(out))
}

func total(pairs stats.Pentanomial) (n int) {
	for _, count := range pairs {
		n += count
	}
	return n
}
