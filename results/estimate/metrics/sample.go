package metrics

import "pillars/engine"

// Sample holds the data of the metrics: games of one set of rules, random games, and a chain of players.
type Sample struct {
	Rules Rules
	Games []Game
	// games from the start of the game, for metrics of openings; without any, these use Games
	Starts   []Game
	Judge    string    // full name of the player whose opinions the games hold; empty without
	Playouts []Playout // uniformly random games from the start
	States   Sightings // positions of those random games
	Chain    []Rung    // players of growing strength, the first against the one before it
}

// Rules holds the facts about the rules that the metrics use.
type Rules struct {
	seats         []string // names
	stepKinds     []string
	Quantities    []engine.Metric
	files         int      // of the board
	Squares       []string // names, rank by rank from the lowest; empty where a place is no square
	positionBound float64  // decimal logarithm of a bound of the number of positions; 0 if the game knows none
}

// RulesOf gathers what the metrics know of rules.
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
	Name       string // names it in messages
	Opening    string // shared by the games from one opening, whoever plays them; empty for a game by itself
	Players    []string
	Outcome    engine.Outcome
	Ending     Ending
	Start      []int    // the quantities before the first turn
	Turns      []Turn   // in order, those given as an opening included
	Final      uint64   // hash of the last position
	Judgements []Choice // of some positions that players decided in
	// mean score, in random games from the middle of this one, of the seat that won it; nil if not asked or drawn
	Promise *float64
}

// Ending is how a game came to its end.
type Ending uint8

const (
	Won    Ending = iota // somebody won by the rules, or by agreement of the players
	Drawn                // a draw by a rule: repetition, passes
	CutOff               // drawn because it was too long
	Broken               // a player's fault ended it
)

// Turn is one turn, seen from before it.
type Turn struct {
	Text       string
	Seat       engine.Seat
	SetUp      bool   // whether it is of the set-up of the board
	Given      bool   // whether it is of the given opening, not decided by the players
	Key        uint64 // hash of the position before it
	Canonical  uint64 // the same for all symmetric copies of the position
	Steps      []Step
	Wholes     int // different whole turns that were legal, 0 if not counted
	Quantities []int
	// squares on which a step of the turn changes what stands there, by their places in [Rules.Squares]; each once
	Squares     []int
	Expectation []float64 // by seat, what the judge expects before the turn, 0 to 1; nil if not asked
	Undone      bool      // whether an opponent's next turn put back all that this one changed on the board
}

// Step is one decision within a turn.
type Step struct {
	Kind  engine.StepKind
	Legal int // steps to choose from, this one included
}

// MostJudged is the most whole turns of a position that are judged; of more, that number is drawn.
const MostJudged = 40

// Choice holds what a shallow and a deep search expect for the seat to act after each of the legal whole turns, or a
// sample of them.
type Choice struct {
	Shallow, Deep []float64
	// what the deep search expects after the best turn it knows, judged or not; 0 if that is one of those judged
	Best float64
}

// Playout is one uniformly random game from the start of the game.
type Playout struct {
	Outcome      engine.Outcome
	Ending       Ending
	Turns, Steps int
	Microseconds float64 // of thinking; depends on the machine
}

// Sightings counts how often the positions at the starts of turns of random games were seen.
type Sightings struct {
	Positions int // seen, repetitions included
	Distinct  int
	Once      int // seen exactly once
	Twice     int // seen exactly twice
}

// Rung is a player and its score against the player of the rung below.
type Rung struct {
	Player string
	Points float64 // draws as halves
	Games  int     // 0 for the first rung
}
