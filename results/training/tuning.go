package training

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/results/stats"
	"pillars/search"
	"pillars/search/tune"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// spsa is the method of all tunings. Earlier versions had another one.
const spsa = "spsa"

// Tuning looks for better constants of a player, and tests those it finds against those at the start. All it makes lies in a folder, and a tuning
// that was broken off goes on with what is there.
type Tuning struct {
	Folder    string
	Rules     engine.Rules
	Workers   int
	Plan      TuningPlan
	NewPlayer guard.Factory
	Drain     <-chan struct{} // when it is closed, the question under way is answered, and nothing further
	Observer  TuningObserver
}

// TuningPlan is what decides the course of a tuning. A folder keeps it, and refuses to go on with another one.
type TuningPlan struct {
	Game       string           `json:"game"`    // set from the rules
	Options    []string         `json:"options"` // set from the rules
	Player     string           `json:"player"`
	Parameters []tune.Parameter `json:"constants"` // their names are keys of the player
	Method     string           `json:"method"`    // set
	Iterations int              `json:"iterations"`
	Batch      int              `json:"batch"` // pairs of games that answer a question
	Openings   int              `json:"opening_turns"`
	Pairs      int              `json:"pairs"` // of the match at the end at most
	Elo1       float64          `json:"elo1"`  // of that match, normalized; the other hypothesis is 0
	Seed       uint64           `json:"seed"`
}

// TuningObserver follows a tuning. Its functions may be nil.
type TuningObserver struct {
	Begun func(earlier, all int) // is called first: how many questions were answered in earlier calls, and how many there are in all
	Told  func(Iteration)        // is called for every answer, those of earlier calls included
	Match func(Verdict)          // is called after every game of the match at the end
}

// Iteration is a question answered. The folder keeps it as a line of JSON.
type Iteration struct {
	Number     int         `json:"iteration"` // from 1
	Candidates [][]float64 `json:"candidates"`
	Wins       int         `json:"wins"` // of the first candidate
	Draws      int         `json:"draws"`
	Losses     int         `json:"losses"`
	Answer     float64     `json:"answer"`   // what the tuner was told
	Estimate   []float64   `json:"estimate"` // thereafter
}

// Games are the games of the iteration, for the first candidate.
func (i Iteration) Games() stats.WDL {
	return stats.WDL{Wins: i.Wins, Draws: i.Draws, Losses: i.Losses}
}

// Check says what is wrong with the tuning, if anything. It makes the players at the bounds of all constants, so that values that cannot be are
// found before any game.
func (t *Tuning) Check() error {
	if err := t.checkPlan(); err != nil {
		return err
	}
	if _, err := t.tuner(); err != nil {
		return err
	}
	_, err := t.settle()
	return err
}

// checkPlan looks at the parts that need no player to be judged.
func (t *Tuning) checkPlan() error {
	plan := t.Plan
	switch {
	case t.Rules.Seats() != 2:
		return fmt.Errorf("constants are tuned by matches of two players; this game has %d seats", t.Rules.Seats())
	case t.Folder == "":
		return errors.New("no folder is named to keep the course of the tuning in")
	case plan.Batch < 1 || plan.Batch > tournament.MaxRounds:
		return fmt.Errorf("batch: %d pairs of games are not from 1 to %d", plan.Batch, tournament.MaxRounds)
	case plan.Pairs < 1:
		return fmt.Errorf("pairs of the match at the end: %d is not 1 or more", plan.Pairs)
	}
	test := stats.SPRT{Elo1: plan.Elo1, Alpha: matchError, Beta: matchError, Model: stats.Normalized}
	_, err := test.OnPairs()
	return err
}

// tuner is a new one.
func (t *Tuning) tuner() (*tune.SPSA, error) {
	seed := engine.DeriveSeed(t.Plan.Seed, "tuner")
	return tune.NewSPSA(t.Plan.Parameters, t.Plan.Iterations, t.Plan.Batch, seed)
}

// enter settles the plan, and makes its folder or checks that the folder is of the same plan.
func (t *Tuning) enter() error {
	t.Plan.Game, t.Plan.Options, t.Plan.Method = t.Rules.Game().Name(), settingTexts(t.Rules), spsa
	stored, err := enterFolder(t.Folder, t.Plan)
	if stored.Method != spsa && stored.Method != "" {
		return fmt.Errorf("%s was tuned by the method %s, which this version no longer has; name another folder",
			t.Folder, stored.Method)
	}
	if err == nil {
		t.Plan = stored
	}
	return err
}

// current is the plan with its player and constants in the words of today.
func (p TuningPlan) current() TuningPlan {
	p.Player, p.Parameters = search.CurrentText(p.Player), slices.Clone(p.Parameters)
	for i := range p.Parameters {
		p.Parameters[i].Name = search.CurrentKey(p.Parameters[i].Name)
	}
	return p
}

func (t *Tuning) path(name string) string { return filepath.Join(t.Folder, name) }

// player is the player with constants of some values.
func (t *Tuning) player(values []float64) (string, error) {
	return WithConstants(t.Plan.Player, t.Plan.Parameters, values)
}

// start is the player with the constants at the start.
func (t *Tuning) start() (string, error) {
	var values []float64
	for _, p := range t.Plan.Parameters {
		values = append(values, p.Start)
	}
	return t.player(values)
}

// WithConstants is a player's text with keys set to values, in the order of the parameters.
func WithConstants(player string, parameters []tune.Parameter, values []float64) (string, error) {
	kind, keys, err := search.SplitText(player)
	if err != nil {
		return "", err
	}
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool {
		name, _, _ := strings.Cut(key, "=")
		return slices.ContainsFunc(parameters, func(p tune.Parameter) bool { return p.Name == name })
	})
	for i, p := range parameters {
		keys = append(keys, p.Name+"="+FormatConstant(p, values[i]))
	}
	return kind + ":" + strings.Join(keys, ","), nil
}

// FormatConstant writes a value of a parameter as player texts have it: to six digits, which no match can tell apart.
func FormatConstant(p tune.Parameter, value float64) string {
	if p.Integer {
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(value, 'g', 6, 64), 64)
	if err != nil {
		rounded = value
	}
	return strconv.FormatFloat(min(max(rounded, p.Min), p.Max), 'f', -1, 64)
}
