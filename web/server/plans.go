package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/measurement"
	"pillars/results/show/runs"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// A wish describes the run that a page asks to play. The plan ignores fields that do not belong to the kind.
type wish struct {
	Kind    string            `json:"kind"` // kindTournament, kindTest or kindStudy
	Game    string            `json:"game"`
	Options map[string]string `json:"options"`
	Players []string          `json:"players"`
	Seed    uint64            `json:"seed"`
	Rounds  int               `json:"rounds"` // largest number of openings of every pairing
	Elo0    float64           `json:"elo0"`
	Elo1    float64           `json:"elo1"`
	Nodes   uint64            `json:"nodes"` // nodes of a decision in a fairness study
	Clock   float64           `json:"clock"` // seconds of each player's clock; 0 for none
	Gain    float64           `json:"gain"`  // seconds that a clock gains with each turn
	Try     bool              `json:"try"`   // try a few games to estimate how long the run takes
}

// The kinds of runs that a page may play, which are also the names of their commands.
const (
	kindTournament = "tournament"
	kindTest       = "sprt"
	kindStudy      = "measure" // a study of a player against itself
)

// Bounds of the runs that a page may ask to play.
const (
	longestPlayer = 200       // bytes of a player's text
	mostNodes     = 1_000_000 // nodes in the search of a decision
	mostGames     = 100_000   // games of one run
	mostClock     = 3600      // seconds of a clock
	trial         = time.Second
)

// bounds holds, by kind of run, how many players a run has and how many rounds it may have. The openings of all rounds
// are drawn before a run begins.
var bounds = map[string]struct{ fewest, most, rounds int }{
	kindTournament: {2, 12, 10_000},
	kindTest:       {2, 2, mostGames / 2},
	kindStudy:      {1, 1, 10_000},
}

// wrongField returns the error for a wish in which the named field is wrong.
func wrongField(field, format string, values ...any) error {
	return refusal{http.StatusUnprocessableEntity, field, fmt.Errorf(format, values...)}
}

// A plan is a run that the server plays.
type plan struct {
	kind  string
	spec  tournament.Spec
	game  engine.Game
	words string // description of what is played
	games int    // number of games, at most
}

// An estimate says how long a run takes. If no game ended while it was made, the run takes at least so long.
type estimate struct {
	Seconds float64 `json:"seconds"`
	AtLeast bool    `json:"atLeast"`
}

// session returns a new session of the run. It returns an error if the run cannot be played.
func (p plan) session() (*session.Session, error) {
	s, err := session.New(p.kind, p.spec, p.game, session.Observer{})
	if err == nil && p.kind == kindTest {
		_, err = s.Test()
	}
	return s, err
}

// plan returns the plan for a wish. All parts of the plan that a wish cannot set have the defaults of the commands.
func (config Config) plan(w wish) (plan, error) {
	game, err := games.Find(w.Game)
	if err != nil {
		return plan{}, wrongField("game", "%w", err)
	}
	options := engine.SettingsOf(w.Options)
	rules, err := game.New(options)
	if err != nil {
		return plan{}, wrongField("options", "%w", err)
	}
	if err := w.check(); err != nil {
		return plan{}, err
	}
	limits := search.Limits{} // limits that the plan sets for every player
	if w.Kind == kindStudy {
		limits.Nodes = w.Nodes
	}
	for i, text := range w.Players {
		own, _ := search.ParseSpec(text)
		err := config.checkPlayer(text, rules, w.Kind, limits.Tightest(search.Limits{Time: w.clock().Base}))
		if err == nil && w.Kind == kindStudy && own.Limits != (search.Limits{}) {
			err = errors.New("a fairness study sets the limit of its player; leave out that of the player")
		}
		if err != nil {
			return plan{}, wrongField(fmt.Sprintf("player%d", i), "%w", err)
		}
	}
	spec := tournament.Spec{Game: game.Name(), Options: options, Players: w.Players, Rounds: w.Rounds, Seed: w.Seed,
		Limits: limits, Clock: w.clock()}
	spec.Openings.Turns = 4
	switch w.Kind {
	case kindStudy:
		spec, err = w.study(spec, rules)
	case kindTest:
		spec.Format = tournament.UntilTest(tournament.Test{Elo0: w.Elo0, Elo1: w.Elo1,
			Alpha: .05, Beta: .05, Model: stats.Normalized.String()})
	}
	if err == nil && w.Kind != kindStudy {
		spec.Margin = 500 * time.Millisecond
		spec, err = session.Settle(spec, game)
	}
	if err != nil {
		return plan{}, wrongField("players", "%w", err)
	}
	return config.planOf(w.Kind, spec, rules)
}

// clock returns the clock of each player.
func (w wish) clock() tournament.TimeControl {
	seconds := func(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
	return tournament.TimeControl{Base: seconds(w.Clock), Increment: seconds(w.Gain)}
}

// takes estimates how long a run takes.
func (config Config) takes(ctx context.Context, p plan) (e estimate) {
	s, err := p.session()
	if err != nil {
		return e
	}
	s.Workers, s.NewPlayer = max(1, config.Workers), newPlayer
	takes, known := s.Estimate(ctx, trial)
	return estimate{takes.Seconds(), !known}
}

// study returns the spec of a player against itself from openings, as "pillars measure" makes it.
func (w wish) study(spec tournament.Spec, rules engine.Rules) (tournament.Spec, error) {
	source, err := measurement.OpeningsOf(rules, spec.Openings.Turns)
	if err != nil {
		return spec, err
	}
	m, err := measurement.SelfPlay(measurement.Variant{Options: spec.Options, Rules: rules}, w.Players[:1], w.Nodes,
		source, w.Rounds*rules.Seats(), w.Seed)
	return m.Spec, err
}

// planOf returns the plan of a run.
func (config Config) planOf(kind string, spec tournament.Spec, rules engine.Rules) (plan, error) {
	p := plan{kind: kind, spec: spec, game: rules.Game()}
	if n := spec.OpeningGames(rules.Seats()); n > 0 && spec.Rounds > mostGames/n { // before a session lists all games
		return plan{}, wrongField("rounds", "these are %d rounds of %s; a page may play %d games at most", spec.Rounds,
			tournament.Counted(n, "game"), mostGames)
	}
	s, err := p.session()
	if err != nil {
		return plan{}, wrongField("rounds", "%w", err)
	}
	s.Workers = max(1, config.Workers) // PlanText mentions the workers
	warning := spec.Overload(min(s.Workers, s.Total()), runtime.GOMAXPROCS(0))
	p.words, p.games = strings.TrimSpace(runs.PlanText(s)+"\n"+warning), s.Total()
	return p, nil
}

// check returns an error if a number of the wish is out of bounds.
func (w wish) check() error {
	b, known := bounds[w.Kind]
	switch n := len(w.Players); {
	case !known:
		return wrongField("kind", "%q: must be %s, %s or %s", w.Kind, kindTournament, kindTest, kindStudy)
	case w.Kind == kindTest && (!(w.Elo0 < w.Elo1) || w.Elo0 < -1000 || w.Elo1 > 1000):
		return wrongField("elo1", "H1 must be above H0, and both from -1000 to 1000 Elo")
	case w.Kind == kindStudy && (w.Nodes < 1 || w.Nodes > mostNodes):
		return wrongField("nodes", "%d: must be from 1 to %d", w.Nodes, mostNodes)
	case !(0 <= w.Gain && w.Gain <= w.Clock && w.Clock <= mostClock) || w.Clock > 0 && w.Kind == kindStudy:
		return wrongField("clock", "must have from 0 to %d seconds, gain no more with a turn, and be none in a study",
			mostClock)
	case n < b.fewest || n > b.most:
		return wrongField("players", "%d players: must be from %d to %d", n, b.fewest, b.most)
	case w.Rounds < 1 || w.Rounds > b.rounds:
		return wrongField("rounds", "%d: must be from 1 to %d", w.Rounds, b.rounds)
	}
	return nil
}

// checkPlayer returns an error for a player that a page may not name, or whose decisions may take too long. Both the
// limits of the plan and the limits in the player's text apply to a decision.
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

// fileless parses the text of a player that neither starts a program nor reads a file. For any other player, it returns
// an error that recommends the command for this kind of run.
func fileless(text, kind string) (search.Spec, error) {
	if len(text) > longestPlayer {
		return search.Spec{}, fmt.Errorf("a player's text has at most %d bytes", longestPlayer)
	}
	spec, err := search.ParseSpec(text)
	does := "reads a file"
	switch {
	case spec.Program():
		does = "starts a program"
	case err != nil || len(spec.Files()) == 0:
		return spec, err
	}
	if kind == kindStudy {
		kind += " GAME --player"
	}
	return spec, fmt.Errorf("this player %s, which a page may not ask for; play it on the command line: pillars %s %s",
		does, kind, outside.Quoted(text))
}

// resumePlan returns a plan that continues a stored run. The bounds for new runs apply to its players too.
func (config Config) resumePlan(ctx context.Context, db *store.Store, run store.Run) (plan, error) {
	if _, known := bounds[run.Kind]; !known {
		return plan{}, refused(http.StatusBadRequest,
			"the page cannot continue a run of pillars %s; play on with that command", run.Kind)
	}
	spec, rules, err := catalog.SpecOf(run)
	if err != nil {
		return plan{}, refused(http.StatusUnprocessableEntity, "%w", err)
	}
	latest, err := db.FindRun(ctx, run.Hash)
	if err != nil {
		return plan{}, err
	}
	if latest.ID != run.ID {
		return plan{}, refused(http.StatusBadRequest, "run %s has the same plan and is later; continue that", latest.ID)
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
		return plan{}, refused(http.StatusUnprocessableEntity, "%w", err)
	}
	return config.planOf(run.Kind, spec, rules)
}
