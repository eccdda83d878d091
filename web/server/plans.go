package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// A wish describes the runs that a page asks to play. The plan ignores fields that do not belong to the kind.
type wish struct {
	Kind    string            `json:"kind"` // kindTournament, kindTest or kindStudy
	Game    string            `json:"game"`
	Options map[string]string `json:"options"`
	Players []string          `json:"players"`
	Seed    uint64            `json:"seed"`
	Rounds  int               `json:"rounds"` // openings of every pairing; of a test, the most openings
	Elo0    float64           `json:"elo0"`
	Elo1    float64           `json:"elo1"`
	Nodes   uint64            `json:"nodes"` // of a fairness study, on its lowest rung
	Rungs   int               `json:"rungs"` // of a fairness study
	Games   int               `json:"games"` // of each measurement of a fairness study
}

// Kinds of runs that a page may play, which are the names of their commands.
const (
	kindTournament = "tournament"
	kindTest       = "sprt"
	kindStudy      = "advantage"
)

// Bounds of what a page may play.
const (
	mostPlayers   = 12
	longestPlayer = 200       // bytes of a player's text
	mostNodes     = 1_000_000 // nodes of a decision
	mostRounds    = 10_000    // rounds of a tournament, whose openings are all drawn first; games of a measurement
	mostGames     = 100_000   // games of one run
	mostRungs     = 4         // rungs of a fairness study
	mostStudied   = 4         // players of a fairness study
)

// A fieldError is an error about the named field of the page's form.
type fieldError struct {
	field string
	error
}

func wrongField(field, format string, values ...any) error {
	return fieldError{field, fmt.Errorf(format, values...)}
}

// A part is one run of a plan.
type part struct {
	kind string
	spec tournament.Spec
	game engine.Game
}

// session returns a new session of the run. It returns an error if the run cannot be played.
func (p part) session() (*session.Session, error) {
	s, err := session.New(p.kind, p.spec, p.game, session.Observer{})
	if err == nil && p.kind == kindTest {
		_, err = s.Test()
	}
	return s, err
}

// A plan is what the server plays: one run, or all runs of a fairness study.
type plan struct {
	parts []part
	words string // description of what is played
	games int    // number of games, at most
}

// plan returns the plan for a wish. Settings that a wish does not have are the defaults of the commands.
func (config Config) plan(w wish) (plan, error) {
	game, err := games.Find(w.Game)
	if err != nil {
		return plan{}, fieldError{"game", err}
	}
	var options engine.Settings
	for _, name := range slices.Sorted(maps.Keys(w.Options)) {
		options = append(options, engine.Setting{Name: name, Value: w.Options[name]})
	}
	rules, err := game.New(options)
	if err != nil {
		return plan{}, fieldError{"options", err}
	}
	if err := w.check(); err != nil {
		return plan{}, err
	}
	planNodes := uint64(0) // node limit that the plan sets for every player; 0 for none
	if w.Kind == kindStudy {
		planNodes = w.Nodes
	}
	for i, text := range w.Players {
		own, _ := search.ParseSpec(text)
		err := config.checkPlayer(text, rules, w.Kind, search.Limits{Nodes: planNodes})
		if err == nil && planNodes > 0 && own.Limits != (search.Limits{}) {
			err = errors.New("a fairness study sets the limits of its players; leave out those of this one")
		}
		if err != nil {
			return plan{}, wrongField(fmt.Sprintf("player%d", i), "%w", err)
		}
	}
	spec := tournament.Spec{Game: game.Name(), Options: options, Players: w.Players, Rounds: w.Rounds, Seed: w.Seed,
		Margin: 500 * time.Millisecond, Format: tournament.RoundRobin{}}
	spec.Openings.Turns = 4
	if w.Kind == kindStudy {
		return w.study(spec, game, rules)
	}
	if w.Kind == kindTest {
		spec.Format = tournament.Sequential{Test: tournament.Test{Elo0: w.Elo0, Elo1: w.Elo1, Alpha: .05, Beta: .05,
			Model: stats.Normalized.String()}}
	}
	if spec, err = session.Settle(spec, game); err != nil {
		return plan{}, fieldError{"players", err}
	}
	return config.single(w.Kind, spec, game)
}

// single returns the plan of a single run.
func (config Config) single(kind string, spec tournament.Spec, game engine.Game) (plan, error) {
	parts := []part{{kind, spec, game}}
	s, err := parts[0].session()
	if err != nil {
		return plan{}, fieldError{"rounds", err}
	}
	if s.Total() > mostGames {
		return plan{}, wrongField("rounds", "these are %d games; a page may play %d at most", s.Total(), mostGames)
	}
	s.Workers = max(1, config.Workers) // for PlanText
	return plan{parts, strings.TrimSpace(s.PlanText()), s.Total()}, nil
}

func (w wish) check() error {
	between := func(field string, value, least, most int) error {
		if value < least || value > most {
			return wrongField(field, "%d: must be from %d to %d", value, least, most)
		}
		return nil
	}
	n := len(w.Players)
	switch w.Kind {
	case kindTournament:
		if n < 2 || n > mostPlayers {
			return wrongField("players", "a tournament has from 2 to %d players", mostPlayers)
		}
		return between("rounds", w.Rounds, 1, mostRounds)
	case kindTest:
		if n != 2 {
			return wrongField("players", "a sequential test compares two players")
		}
		if !(w.Elo0 < w.Elo1) || w.Elo0 < -1000 || w.Elo1 > 1000 {
			return wrongField("elo1", "H1 must be above H0, and both from -1000 to 1000 Elo")
		}
		return between("rounds", w.Rounds, 1, mostGames/2)
	case kindStudy:
		if n < 1 || n > mostStudied {
			return wrongField("players", "a fairness study has from 1 to %d players", mostStudied)
		}
		if err := between("rungs", w.Rungs, 1, mostRungs); err != nil {
			return err
		}
		mostLowest := mostNodes >> (2 * (w.Rungs - 1)) // each rung has four times the nodes of the one below
		nodes := int(min(w.Nodes, 2*mostNodes))        // as an int, which not every Nodes fits
		return cmp.Or(between("games", w.Games, 2, mostRounds), between("nodes", nodes, 1, mostLowest))
	}
	return wrongField("kind", "%q: must be %s, %s or %s", w.Kind, kindTournament, kindTest, kindStudy)
}

// checkPlayer returns an error for a player that a page may not name, or whose decisions may take too long. The limits
// of the plan and those in the player's text both apply.
func (config Config) checkPlayer(text string, rules engine.Rules, kind string, limits search.Limits) error {
	spec, err := fileless(text, kind)
	if err == nil {
		_, err = config.Host.Player(text, rules)
	}
	if err != nil || !players.Thinks(text) {
		return err
	}
	limits = limits.Tightest(spec.Limits)
	mostTime := config.Host.MaxTime // 0 for no bound
	boundByNodes := limits.Nodes > 0 && limits.Nodes <= mostNodes
	boundByTime := limits.Time > 0 && (mostTime == 0 || limits.Time <= mostTime)
	switch {
	case boundByNodes || boundByTime:
		return nil
	case limits.Nodes > 0:
		return fmt.Errorf("nodes=%d: must be at most %d", limits.Nodes, mostNodes)
	case limits.Time > 0:
		return fmt.Errorf("time=%v: must be at most %v", limits.Time, mostTime)
	}
	return fmt.Errorf("nothing limits how long it thinks; write %s", search.With(text, "nodes", 1000))
}

// fileless parses the text of a player that neither starts a program nor reads a file. For another player, its error
// recommends the command of the kind of run.
func fileless(text, kind string) (search.Spec, error) {
	if len(text) > longestPlayer {
		return search.Spec{}, fmt.Errorf("a player's text has at most %d bytes", longestPlayer)
	}
	spec, err := search.ParseSpec(text)
	does := "reads a file"
	switch {
	case spec.Program():
		does = "starts a program"
	case err != nil || spec.WeightsFile() == "":
		return spec, err
	}
	return spec, fmt.Errorf("this player %s, which a page may not ask for; play it on the command line: pillars %s %s",
		does, kind, outside.Quoted(text))
}

// study plans the measurements of a fairness study as "pillars advantage" does.
func (w wish) study(spec tournament.Spec, game engine.Game, rules engine.Rules) (plan, error) {
	spec.Format, spec.Margin, spec.OnFault = nil, 0, tournament.FaultVoid
	spec.Limits.Nodes = w.Nodes
	all := experiment.Plan{Game: game, Spec: spec, Spread: 2, Players: w.Players, Measures: experiment.Measures(),
		Rungs: w.Rungs, Games: w.Games}
	if err := all.Add(experiment.Variant{Options: spec.Options, Rules: rules}); err != nil {
		return plan{}, fieldError{"players", err}
	}
	p := plan{}
	lines := []string{}
	for _, m := range all.Measurements {
		p.parts = append(p.parts, part{kindStudy, m.Spec, game})
		p.games += all.Played(m)
		lines = append(lines, fmt.Sprintf("  %d  %s, %s", len(p.parts), m,
			tournament.Counted(all.Played(m), "game")))
	}
	p.words = fmt.Sprintf("%s (%s): %s of players against themselves, %s in all\n%s", game.Title(), rules.Settings(),
		tournament.Counted(len(p.parts), "measurement"), tournament.Counted(p.games, "game"), strings.Join(lines, "\n"))
	return p, nil
}

// resumePlan returns a plan that continues a stored run. The bounds for new runs apply to its players too.
func (config Config) resumePlan(ctx context.Context, db *store.Store, run store.Run) (plan, error) {
	if run.Kind != kindTournament && run.Kind != kindTest && run.Kind != kindStudy {
		return plan{}, fmt.Errorf("a run of pillars %s %w by the page; play on with that command", run.Kind,
			errUnanswerable)
	}
	spec, rules, err := catalog.SpecOf(run)
	if err != nil {
		return plan{}, err
	}
	latest, err := db.FindRun(ctx, run.Hash)
	if err != nil {
		return plan{}, err
	}
	if latest.ID != run.ID {
		return plan{}, fmt.Errorf("run %s %w by the page: run %s has the same plan and is later", run.ID,
			errUnanswerable, latest.ID)
	}
	game, err := games.Find(spec.Game)
	if err == nil {
		_, err = game.New(spec.Options)
	}
	for i, text := range spec.Players {
		control := spec.ControlOf(i)
		if control.Clock.Runs() {
			control.Limits = control.Limits.Tightest(search.Limits{Time: control.Clock.Base})
		}
		if err == nil {
			err = config.checkPlayer(text, rules, run.Kind, control.Limits)
		}
	}
	if err != nil {
		return plan{}, err
	}
	return config.single(run.Kind, spec, game)
}
