package measure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/advantage"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Bounds and defaults of an experiment.
const (
	maxRungs   = 8
	usualGames = 200     // of a measurement, where nothing else ends it
	mostGames  = 100_000 // of a measurement that something else ends
)

// experiment is all that one call of the command measures.
type experiment struct {
	*advantageFlags
	cmd          *cobra.Command
	game         engine.Game
	measurements []measurement
	findings     []finding // of the measurements played so far, in their order
}

// measurement is one run of a player with itself.
type measurement struct {
	setting string // the value of the option that is swept, as name=value; empty without
	measure string // start, openings or odds
	player  string
	nodes   uint64
	flags   tournaments.RunFlags // of its run
	spec    tournament.Spec
	rules   engine.Rules
}

// plan settles all measurements. What can be wrong with the flags is found here, before anything is played.
func (f *advantageFlags) plan(cmd *cobra.Command) (*experiment, error) {
	game, err := games.Find(f.Game)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	if err := f.check(cmd); err != nil {
		return nil, err
	}
	settings, err := f.sweepSettings(cmd, game)
	if err != nil {
		return nil, err
	}
	s := &experiment{advantageFlags: f, cmd: cmd, game: game}
	for _, setting := range settings {
		if err := s.add(setting); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// check refuses numbers that cannot be.
func (f *advantageFlags) check(cmd *cobra.Command) error {
	switch {
	case f.rungs < 1 || f.rungs > maxRungs:
		return cli.Usagef("--rungs %d: give 1 to %d", f.rungs, maxRungs)
	case f.Spec.Limits.Nodes < 1 || f.Spec.Limits.Nodes > math.MaxUint32:
		return cli.Usagef("--nodes %d: give 1 to %d", f.Spec.Limits.Nodes, uint32(math.MaxUint32))
	case cmd.Flags().Changed("games") && (f.games < 1 || f.games > mostGames):
		return cli.Usagef("--games %d: give 1 to %d", f.games, mostGames)
	case cmd.Flags().Changed("half-width") && !(f.halfWidth >= .001 && f.halfWidth < .5):
		return cli.Usagef("--half-width %v: give a share from 0.001 to 0.5, such as 0.02", f.halfWidth)
	case f.time < 0:
		return cli.Usagef("--time %v: give a time above 0", f.time)
	case len(f.players) == 0 || len(f.measures) == 0:
		return cli.Usagef("there is nothing to measure: name a --player and a --measure")
	}
	if f.Book != "" && !slices.Contains(f.measures, fromOpenings) {
		return cli.Usagef("--book: its openings are for --measure %s", fromOpenings)
	}
	for _, measure := range f.measures {
		if !slices.Contains(seatMeasures(), measure) {
			return cli.Usagef("--measure %s: there are %s, %s and %s", measure, fromStart, fromOpenings, atOdds)
		}
	}
	for _, player := range f.players {
		if limits, err := search.LimitsOf(player); err == nil && limits != (search.Limits{}) {
			return cli.Usagef("--player %s: a limit of its own would stand for that of the ladder; leave it out and "+
				"give --nodes and --rungs", player)
		}
	}
	return f.checkPlot()
}

// add plans the measurements with one value of the option that is swept: rung by rung, so that whoever stops early has
// the lower rungs whole. A player that has no nodes to think with has one rung.
func (s *experiment) add(setting string) error {
	rules, err := s.rulesWith(s.game, setting)
	if err != nil {
		return cli.Usagef("--option: %w", err)
	}
	for rung := range s.rungs {
		for _, player := range s.players {
			for _, measure := range s.measures {
				once := measure == atOdds || !players.Thinks(player)
				if rung > 0 && once || measure == atOdds && rules.Seats() != 2 {
					continue
				}
				m := measurement{setting: setting, measure: measure, player: player, nodes: s.nodesOf(rung),
					rules: rules, flags: s.RunFlags}
				m.flags.Spec.Seed = advantage.RungSeed(s.Spec.Seed, rung)
				if err := m.settle(s); err != nil {
					return err
				}
				if slices.ContainsFunc(s.measurements,
					func(other measurement) bool { return other.spec.Hash() == m.spec.Hash() }) {
					return cli.Usagef("%s: the same measurement is asked for twice; name it once", m.what())
				}
				s.measurements = append(s.measurements, m)
			}
		}
	}
	if len(s.measurements) == 0 {
		return cli.Usagef("--measure %s: odds are for games of two seats, this one has %d", atOdds, rules.Seats())
	}
	return nil
}

// settle makes the spec of the run.
func (m *measurement) settle(s *experiment) (err error) {
	m.flags.Options = s.optionsWith(m.setting)
	spec := &m.flags.Spec
	spec.Limits.Nodes = m.nodes
	spec.Format = tournament.SelfPlay
	if m.measure == atOdds {
		spec.Format = tournament.Odds
	}
	if err := m.setOpenings(); err != nil {
		return err
	}
	spec.Rounds = max(1, s.mostGames(m.measure)/spec.RoundGames(m.rules.Seats()))
	if spec.Openings.Kind == openings.FromBook {
		spec.Rounds = min(spec.Rounds, len(spec.Openings.Lines))
	}
	if m.spec, _, err = m.flags.Settle([]string{m.player}); err == nil {
		m.player = m.spec.Players[0]
	}
	return err
}

// setOpenings says what the games begin with. A book ends a measurement when all its openings are played; it is read
// here, and not again.
func (m *measurement) setOpenings() error {
	spec, given := &m.flags.Spec, m.flags
	m.flags.Book = ""
	switch {
	case m.measure != fromOpenings:
		spec.Openings = openings.Source{Kind: openings.None}
	case given.Book != "":
		return given.SetOpenings(spec, m.rules)
	default:
		divided, err := openings.DividesSetUp(m.rules)
		if err != nil {
			return err
		}
		if divided {
			spec.Openings = openings.Source{Kind: openings.SetUps}
		}
	}
	return nil
}

// nodesOf is the node limit of a rung, numbered from 0.
func (f *advantageFlags) nodesOf(rung int) uint64 {
	return f.Spec.Limits.Nodes * uint64(math.Pow(advantage.RungFactor, float64(rung)))
}

// mostGames is how many games a measurement may have. The width of a score's interval says nothing of odds.
func (f *advantageFlags) mostGames(measure string) int {
	switch {
	case f.games > 0:
		return f.games
	case f.time > 0 || f.halfWidth > 0 && measure != atOdds:
		return mostGames
	}
	return usualGames
}

// what says in a few words what is measured.
func (m *measurement) what() string {
	text := m.player + ", "
	if players.Thinks(m.player) {
		text += strconv.FormatUint(m.nodes, 10) + " nodes, "
	}
	if m.setting != "" {
		text = m.setting + ", " + text
	}
	return text + m.measure
}

// printPlan prints the measurements, and with --all their first games.
func (s *experiment) printPlan() error {
	table := tabwriter.NewWriter(s.cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	if !s.JSON {
		fmt.Fprintln(table, "run\tgame\tplayer\tnodes\tmeasure\tgames at most")
	}
	for _, m := range s.measurements {
		most := m.spec.Rounds * m.spec.RoundGames(m.rules.Seats())
		if s.JSON {
			answer := plannedMeasurement{"planned", m.spec.Hash(), s.game.Name(), m.spec.Options.String(), m.player,
				m.nodes, m.measure, most}
			if err := cli.PrintJSON(s.cmd.OutOrStdout(), answer); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%d\n", m.spec.Hash(), m.spec.Options, m.player, m.nodes, m.measure,
			most)
	}
	return table.Flush()
}

// plannedMeasurement is a measurement of the plan as it is printed for programs.
type plannedMeasurement struct {
	Type    string `json:"type"`
	Run     string `json:"run"` // the beginning of its run's id
	Game    string `json:"game"`
	Options string `json:"options"`
	Player  string `json:"player"`
	Nodes   uint64 `json:"nodes"`
	Measure string `json:"measure"`
	Games   int    `json:"games"` // at most
}

// deadline is when a measurement must end, if so many are left with it; zero for never.
func (s *experiment) deadline(end time.Time, left int) time.Time {
	if end.IsZero() {
		return end
	}
	return time.Now().Add(time.Until(end) / time.Duration(max(1, left)))
}
