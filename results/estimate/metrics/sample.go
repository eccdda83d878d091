package metrics

import "pillars/engine"

// Sample holds the data of the metrics: games of one set of rules, random games, and a chain of players.
type Sample struct {
	Rules    Rules
	Games    []Game
	Starts   []Game    // games for the metrics of openings, played from the start; if empty, these use Games
	Judge    string    // full name of the judge, a player that evaluated the games; empty without a judge
	Playouts []Playout // uniformly random games from the start
	States   Sightings // positions of random games
	Chain    []Rung    // players of increasing strength, each measured against the player before it
}

// Rules holds the facts about the rules that the metrics use.
type Rules struct {
	seats         []string // names
	stepKinds     []string
	Quantities    []engine.Metric
	files         int      // number of files of the board
	Squares       []string // names, rank by rank from the lowest; empty for cells that are no squares
	positionBound float64  // decimal logarithm of a bound of the number of positions; 0 if unknown
}

// RulesOf returns the facts about the rules.
func RulesOf(rules engine.Rules) Rules {
	r := Rules{seats: rules.SeatNames(), stepKinds: rules.StepKinds(), Quantities: engine.MetricsOf(rules)}
	board := rules.Start().Diagram()
	r.files = board.Files
	for _, cell := range board.Cells {
		name := ""
		if cell.Kind == engine.Square {
			name = cell.Name
		}
		r.Squares = append(r.Squares, name)
	}
	if counted, ok := rules.(engine.CountedRules); ok {
		r.positionBound = counted.PositionBound()
	}
	return r
}

// Game holds the facts about a game that the metrics use.
type Game struct {
	Name       string // identity, for messages
	Opening    string // name that the games from one opening share; empty for a game without a shared opening
	Players    []string
	Outcome    engine.Outcome
	Ending     Ending
	Start      []int    // quantities before the first turn
	Turns      []Turn   // all turns, including a given opening
	Final      uint64   // hash of the last position
	Judgements []Choice // values of legal turns in some positions
	Promise    *float64 // winner's mean score in random games from the middle of the game; nil if unknown or drawn
}

// Ending is the way in which a game ended.
type Ending uint8

const (
	Won    Ending = iota // won by a rule or by adjudication
	Drawn                // drawn by a rule, such as repetition
	CutOff               // drawn because the game was too long
	Broken               // ended by a player's fault
)

// Turn is one turn of a game, with facts about the position before it.
type Turn struct {
	Text        string
	Seat        engine.Seat
	SetUp       bool   // the turn belongs to the set-up of the board
	Given       bool   // the turn belongs to a given opening, so players did not decide it
	Key         uint64 // hash of the position before the turn
	Canonical   uint64 // hash that symmetric copies of the position before the turn share
	Steps       []Step
	Wholes      int       // number of different legal whole turns; 0 if not counted
	Quantities  []int     // values after the turn
	Squares     []int     // indices in [Rules.Squares] of the squares that the turn changes, without repeats
	Expectation []float64 // by seat, score from 0 to 1 that the judge expects before the turn; nil if not asked
	Undone      bool      // an opponent's next turn restored every square that this turn changed
}

// Step is one decision within a turn.
type Step struct {
	Kind  engine.StepKind
	Legal int // number of legal steps, including the step itself
}

// MostJudged is the greatest number of whole turns of a position that searches value. They are drawn at random if there
// are more.
const MostJudged = 40

// Choice holds the values of legal whole turns in a position: the scores that searches expect for the seat to act.
type Choice struct {
	Shallow, Deep []float64 // values of a shallow and of a deep search, for all or for drawn turns
	Best          float64   // value of the turn that the deep search plays; 0 if Deep has all legal turns
}

// Playout is one uniformly random game from the start of the game.
type Playout struct {
	Outcome      engine.Outcome
	Ending       Ending
	Turns, Steps int
	Microseconds float64 // time that the game took
}

// Sightings counts the positions of random games at the starts of turns and at the end.
type Sightings struct {
	Positions int // all positions, including repeats
	Distinct  int // different positions
	Once      int // positions that occurred exactly once
	Twice     int // positions that occurred exactly twice
}

// Rung is a player and its score against the player of the rung below.
type Rung struct {
	Player string
	Points float64 // draws as halves
	Games  int     // 0 for the first rung
}
