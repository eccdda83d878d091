package training

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/tournament/guard"
	"pillars/tournament/selfplay"
)

// Course is a number of generations: self-play, a lesson, and a match between the new weights and those before.
type Course struct {
	Folder      string
	Rules       engine.Rules
	Generations int
	Workers     int
	Plan        Plan
	Start       []eval.Weight // of generation 0, in the order of the layout of Rules
	NewPlayer   guard.Factory
	Drain       <-chan struct{} // when it is closed, what is under way is brought to a point that it can go on from
	Observer    CourseObserver
}

// Plan is what decides the weights of each generation. A folder keeps it, and refuses to go on with another one.
type Plan struct {
	Player    string             `json:"player"` // without weights, which are added to it
	Games     int                `json:"games"`  // of each generation
	Play      selfplay.Spec      `json:"play"`   // its player, facts and seed are set for each generation
	Selection selfplay.Selection `json:"selection"`
	L2        float64            `json:"l2"`
	Epochs    int                `json:"epochs"`
	Patience  int                `json:"patience"`
	Window    int                `json:"window"` // generations whose games a lesson is about
	Pairs     int                `json:"pairs"`  // of a match at most
	Openings  int                `json:"opening_turns"`
	Elo1      float64            `json:"elo1"` // normalized; the other hypothesis is 0
	Seed      uint64             `json:"seed"`
	Start     string             `json:"start"` // the beginning of the hash of the weights of generation 0
}

// CourseObserver follows a course. All functions may be nil.
type CourseObserver struct {
	Lesson Observer
	Play   func(generation int, p selfplay.Progress)
	Match  func(v Verdict)
	Told   func(Generation) // is called when a generation is complete, also for those of earlier calls
}

// Generation is what a generation came to. It is kept in the folder as JSON.
type Generation struct {
	Number         int     `json:"number"`
	Games          int     `json:"games"` // all that the lesson was about
	Positions      int     `json:"positions"`
	Loss           float64 `json:"loss"`
	ValidationLoss float64 `json:"validation_loss"`
	Epochs         int     `json:"epochs"`
	Match          Verdict `json:"match"`
	Score          float64 `json:"score"` // of the new weights
	Kept           bool    `json:"kept"`  // the new weights are those of the generation; without it, those before are
}

// check says what is wrong with the course, if anything.
func (c *Course) check() error {
	switch {
	case c.Rules.Seats() != 2:
		return fmt.Errorf("generations are tested by matches of two players; this game has %d seats: use self-play, tune and tournament one by one", c.Rules.Seats())
	case c.Folder == "" || strings.Contains(c.Folder, ","):
		return fmt.Errorf("folder %q: name a folder without a comma, since players name their weights in it", c.Folder)
	case c.Generations < 1 || c.Generations > 999:
		return fmt.Errorf("generations: %d is not from 1 to 999", c.Generations)
	case c.Plan.Games < 1 || c.Plan.Games > selfplay.MaxGames:
		return fmt.Errorf("games: %d is not from 1 to %d", c.Plan.Games, selfplay.MaxGames)
	case c.Plan.Window < 1:
		return fmt.Errorf("window: %d generations are not 1 or more", c.Plan.Window)
	case c.Plan.Pairs < 1:
		return fmt.Errorf("pairs: %d is not 1 or more", c.Plan.Pairs)
	}
	return nil
}

// enter settles the plan, and makes its folder or checks that the folder is of the same plan.
func (c *Course) enter(layout *eval.Layout) error {
	var b bytes.Buffer
	if err := eval.WriteWeights(&b, layout, layout.Named(c.Start)); err != nil {
		return err
	}
	c.Plan.Start = hashText(b.Bytes())
	c.Plan.Play.Game, c.Plan.Play.Options = c.Rules.Game().Name(), settingTexts(c.Rules)
	c.Plan.Play.Player, c.Plan.Play.Facts, c.Plan.Play.Seed = "", nil, 0
	stored, err := enterFolder(c.Folder, c.Plan, contents{c.weightsPath(0), b.Bytes()})
	if err == nil {
		c.Plan = stored
	}
	return err
}

// current is the plan with its player in the words of today.
func (p Plan) current() Plan {
	p.Player = search.CurrentText(p.Player)
	return p
}

func settingTexts(rules engine.Rules) []string {
	var texts []string
	for _, setting := range rules.Settings() {
		texts = append(texts, setting.Name+"="+setting.Value)
	}
	return texts
}

func (c *Course) path(name string) string { return filepath.Join(c.Folder, name) }

func (c *Course) weightsPath(generation int) string {
	return c.path(fmt.Sprintf("weights-%02d.txt", generation))
}

func (c *Course) candidatePath(generation int) string {
	return c.path(fmt.Sprintf("candidate-%02d.txt", generation))
}

func (c *Course) gamesPath(generation int) string {
	return c.path(fmt.Sprintf("games-%02d.psd", generation))
}

func (c *Course) recordPath(generation int) string {
	return c.path(fmt.Sprintf("generation-%02d.json", generation))
}

// player is the text of the player with the weights of a file.
func (c *Course) player(weights string) string {
	if strings.Contains(c.Plan.Player, ":") {
		return c.Plan.Player + ",weights=" + weights
	}
	return c.Plan.Player + ":weights=" + weights
}
