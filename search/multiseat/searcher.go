package multiseat

import (
	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/utility"
)

// maxPly bounds the length of a line.
const maxPly = 250

// level is what the search keeps for each distance from the root.
type level struct {
	position  engine.Position
	steps     []engine.Step
	hints     []int32
	ranks     []int32
	principal []engine.Step
	value     utility.Vector // in mode maxn
}

// size makes hints and ranks as long as steps.
func (l *level) size() {
	if n := len(l.steps); n > cap(l.hints) {
		l.hints, l.ranks = make([]int32, n, 2*n), make([]int32, n, 2*n)
	}
	l.hints, l.ranks = l.hints[:len(l.steps)], l.ranks[:len(l.steps)]
}

// searcher is the memory and the state of a search.
type searcher struct {
	config    *Config
	rules     engine.Rules
	seats     int
	evaluator eval.Evaluator
	table     *table
	order     *orderer
	levels    [maxPly + 1]level

	clock     clock
	report    func(search.Info)
	nodes     uint64
	root      engine.Seat // who searches
	keys      []uint64    // hashes at the starts of turns, of the game and of the line being searched
	excluded  []engine.Step
	rootBest  search.Score // of the first steps searched so far in this iteration
	unsettled bool         // this iteration has valued positions in which the game goes on
}

func newSearcher(config *Config, rules engine.Rules, evaluator eval.Evaluator) *searcher {
	s := &searcher{
		config: config, rules: rules, seats: rules.Seats(), evaluator: evaluator,
		table: newTable(config.Table), order: newOrderer(config, rules),
	}
	start := rules.Start()
	for i := range s.levels {
		s.levels[i].position = start.Clone()
	}
	return s
}
