package measure

import (
	"pillars/cmd/pillars/cli"
	"pillars/results/advantage"
	"pillars/results/stats"
)

// estimateAnswer is an estimate as it is printed for programs; what there is not is null.
type estimateAnswer struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

func newEstimateAnswer(e stats.Estimate) estimateAnswer {
	value, low, high := e.Numbers()
	return estimateAnswer{value, low, high}
}

// measurementAnswer says which measurement an answer is of.
type measurementAnswer struct {
	Type    string  `json:"type"`
	Run     string  `json:"run"`
	Game    string  `json:"game"`
	Options string  `json:"options"`
	Player  string  `json:"player"`
	Nodes   uint64  `json:"nodes"`
	Measure string  `json:"measure"`
	Level   float64 `json:"level"` // of every interval, at all times
	Rough   bool    `json:"rough"` // under nine tenths of the rounds differ: only score_of_all is strict
}

// advantageAnswer is what a measurement of scores says.
type advantageAnswer struct {
	measurementAnswer
	Games    int              `json:"games"`
	Faults   int              `json:"faults"`
	Rounds   int              `json:"rounds"`
	Distinct int              `json:"distinct"`
	First    advantage.Tally  `json:"first"`
	Score    estimateAnswer   `json:"score"`        // of the first seat
	All      estimateAnswer   `json:"score_of_all"` // with rounds that were played before
	Seats    []estimateAnswer `json:"seats"`
	Wins     []estimateAnswer `json:"wins"`
	Draws    estimateAnswer   `json:"draws"`
	Opener   estimateAnswer   `json:"opener"`
	Chooser  estimateAnswer   `json:"chooser"`
	Given    []givenAnswer    `json:"given"`
}

// givenAnswer is the first seat's score in the games in which one seat opened with so many men.
type givenAnswer struct {
	Opener string `json:"opener"` // the number of its seat
	Men    int    `json:"men"`
	advantage.Tally
	Score estimateAnswer `json:"score"`
}

// oddsAnswer is what a measurement at odds says.
type oddsAnswer struct {
	measurementAnswer
	Games    int             `json:"games"`
	Faults   int             `json:"faults"`
	Distinct int             `json:"distinct"`
	First    advantage.Tally `json:"first"`
	Ratio    estimateAnswer  `json:"ratio"`               // of the second seat's nodes to the first seat's, at which both are even
	Slope    estimateAnswer  `json:"logits_per_doubling"` // of the second seat's score
}

// ladderAnswer is how the first seat's score moves with the nodes.
type ladderAnswer struct {
	Type     string         `json:"type"`
	Game     string         `json:"game"`
	Setting  string         `json:"setting"`
	Player   string         `json:"player"`
	Measure  string         `json:"measure"`
	Level    float64        `json:"level"`
	Rough    bool           `json:"rough"`  // on some rung
	Rounds   int            `json:"rounds"` // different ones on all rungs
	Rungs    []uint64       `json:"rungs"`
	Slope    estimateAnswer `json:"logits_per_factor_of_four"`
	Next     uint64         `json:"next_nodes"`
	Promised estimateAnswer `json:"next_score"`
}

// reportJSON prints for programs: a line for every measurement, then one for every ladder.
func (s *experiment) reportJSON(ladders []seatLadder) error {
	out := s.cmd.OutOrStdout()
	for _, f := range s.findings {
		if err := cli.PrintJSON(out, f.answer(s.game.Name())); err != nil {
			return err
		}
	}
	for _, l := range ladders {
		if !l.Climbs() {
			continue
		}
		answer := ladderAnswer{Type: "ladder", Game: s.game.Name(), Setting: l.setting, Player: l.player, Measure: l.measure, Level: advantage.Level,
			Rough: l.Rough(), Rounds: l.Games(), Slope: newEstimateAnswer(l.Slope())}
		for _, r := range l.Rungs() {
			answer.Rungs = append(answer.Rungs, r.Nodes)
		}
		next, promised := l.Next()
		answer.Next, answer.Promised = next, newEstimateAnswer(promised)
		if err := cli.PrintJSON(out, answer); err != nil {
			return err
		}
	}
	return nil
}

func (f *finding) answer(game string) any {
	head := measurementAnswer{"advantage", f.run, game, f.spec.Options.String(), f.player, f.nodes, f.measure, advantage.Level, f.repeats()}
	if f.measure == atOdds {
		head.Type = "odds"
		games, faults := f.odds.Games()
		return oddsAnswer{head, games, faults, f.odds.Distinct(), f.odds.First(), newEstimateAnswer(advantage.Ratio(f.even.Even())),
			newEstimateAnswer(f.even.Slope())}
	}
	v := f.summary
	answer := advantageAnswer{
		measurementAnswer: head, Games: v.Games, Faults: v.Faults, Rounds: v.Rounds, Distinct: v.Distinct, First: v.First,
		Score: newEstimateAnswer(v.Seats[0]), All: newEstimateAnswer(v.All), Draws: newEstimateAnswer(v.Draws), Opener: newEstimateAnswer(v.Opener),
		Chooser: newEstimateAnswer(v.Chooser), Given: []givenAnswer{},
	}
	for seat := range v.Seats {
		answer.Seats = append(answer.Seats, newEstimateAnswer(v.Seats[seat]))
		answer.Wins = append(answer.Wins, newEstimateAnswer(v.Wins[seat]))
	}
	for _, g := range v.Given {
		answer.Given = append(answer.Given, givenAnswer{g.Opener.String(), g.Men, g.Tally, newEstimateAnswer(g.Score)})
	}
	return answer
}
