package bridge

import (
	"encoding/binary"
	"fmt"
	"runtime"

	"pillars/engine"
	"pillars/engine/vector"
)

// Search is a tree search of n games, for which the caller evaluates positions in batches. Package search/batched has
// the only one; see there. This package cannot import it.
type Search interface {
	// Follow makes the position after the given steps the root of game i, and keeps the tree below it if possible.
	Follow(i int, start engine.Position, steps []engine.Step) error
	// Begin begins a search with the given number of simulations in each game.
	Begin(simulations int)
	// Next takes the evaluations of the last batch, makes the next one, and returns the number of its rows, 0 at the
	// end.
	Next() (rows int, err error)
}

// NewSearch makes a search of as many games as the array Best has elements.
type NewSearch func(view vector.View, arrays SearchArrays, config SearchConfig) (Search, error)

// SearchConfig is the configuration of a search.
type SearchConfig struct {
	Gumbel     bool    `json:"gumbel"`     // sequential halving at the root and the improved policy below; else PUCT
	Noise      bool    `json:"noise"`      // whether the choice at the root is random
	Considered int     `json:"considered"` // with Gumbel: most actions that are tried at the root
	Leaves     int     `json:"leaves"`     // most leaves of one game in a batch
	CVisit     float64 `json:"c_visit"`    // these two, with Gumbel, say how strongly values count beside logits
	CScale     float64 `json:"c_scale"`
	CPUCT      float64 `json:"c_puct"` // weight of exploration in PUCT
	Seed       uint64  `json:"seed"`
	Threads    int     `json:"threads"` // 0 for one thread per core
}

// SearchArrays holds what a program sees of a search of n games. A batch has up to n · leaves rows. They are filled
// from the first one on, the leaves of the first game first.
type SearchArrays struct {
	Observations []uint8   // [rows, planes, ranks, files]: the position of a leaf for the seat to act
	Masks        []uint8   // [rows, actions]: 1 for legal actions
	Logits       []float32 // [rows, actions]: written by the program; those of illegal actions have no effect
	Values       []float32 // [rows, SearchValues]: written by the program, from -1 to 1
	Visits       []int32   // [n, actions]: results: visits of the actions at the root, also of earlier searches
	Policy       []float32 // [n, actions]: the improved policy or, with PUCT, the shares of the visits; 0 at the end
	RootValues   []float32 // [n]: the mean value of all visits of the root for the seat to act; 0 at the end
	Best         []int32   // [n]: the action to play; 0 at the end of a game
}

// SearchValues returns how many values a position has: with two seats one, for the seat to act; otherwise one for each
// seat, beginning with the seat to act.
func SearchValues(rules engine.Rules) int {
	if rules.Seats() == 2 {
		return 1
	}
	return rules.Seats()
}

// searching is a search whose arrays lie in memory shared with the caller.
type searching struct {
	Search
	rules *board
	games *shared // the vector whose games it follows, or nil
	n     int     // number of games
	unmap func()
}

// placed is a game that a search is to follow.
type placed struct {
	Index   int      `json:"index"`
	Start   string   `json:"start"` // as in ask
	Actions []uint32 `json:"actions"`
}

// makeSearch makes a search, of the games of a vector if a.Vector is one, whose arrays are in a file that both
// processes map. It returns the layout of the file.
func (s *server) makeSearch(a *ask) (object, error) {
	rules, err := find(s.rules, a.Rules, "rules")
	if err != nil {
		return nil, err
	}
	games, config := s.vectors[a.Vector], a.Config
	if a.Vector != 0 && (games == nil || len(games.Actions) != a.N) {
		return nil, fmt.Errorf("there is no vector %d of %d games", a.Vector, a.N)
	}
	if a.N < 1 || config.Leaves < 1 || config.Considered < 1 {
		return nil, fmt.Errorf("games: %d, leaves: %d, actions: %d; give at least 1", a.N, config.Leaves,
			config.Considered)
	}
	if config.Threads <= 0 {
		config.Threads = runtime.GOMAXPROCS(0)
	}
	l, arrays := searchLayout(rules, a)
	if a.Path == "" {
		return object{"size": l.size}, nil
	}
	memory, unmap, err := mapFile(a.Path, l.size)
	if err != nil {
		return nil, err
	}
	l.in(memory)
	made, err := s.NewSearch(rules.View, *arrays, config)
	if err != nil {
		unmap()
		return nil, err
	}
	s.searches[a.Search] = &searching{made, rules, games, a.N, unmap}
	return object{"size": l.size, "arrays": l.parts}, nil
}

// searchLayout returns the layout of the arrays of a search. The arrays get their memory by [layout.in].
func searchLayout(rules *board, a *ask) (*layout, *SearchArrays) {
	l, arrays, rows, actions := &layout{}, &SearchArrays{}, a.N*a.Config.Leaves, len(rules.steps)
	files, ranks := rules.BoardSize()
	add(l, "observations", "|u1", &arrays.Observations, rows, len(rules.Described()), ranks, files)
	add(l, "masks", "|b1", &arrays.Masks, rows, actions)
	add(l, "logits", "<f4", &arrays.Logits, rows, actions)
	add(l, "values", "<f4", &arrays.Values, rows, SearchValues(rules))
	add(l, "visits", "<i4", &arrays.Visits, a.N, actions)
	add(l, "policy", "<f4", &arrays.Policy, a.N, actions)
	add(l, "root_values", "<f4", &arrays.RootValues, a.N)
	add(l, "best", "<i4", &arrays.Best, a.N)
	return l, arrays
}

// follow makes positions the roots of a search: those of its vector, and those of a.Games.
func (s *server) follow(a *ask) (object, error) {
	search, err := find(s.searches, a.Search, "search")
	if err != nil {
		return nil, err
	}
	for _, game := range a.Games {
		if game.Index < 0 || game.Index >= search.n {
			return nil, fmt.Errorf("game %d: there are %d, from 0", game.Index, search.n)
		}
		start, err := search.rules.position(game.Start)
		if err != nil {
			return nil, err
		}
		steps, err := stepsOf(search.rules, game.Actions)
		if err != nil {
			return nil, err
		}
		if err := search.Follow(game.Index, start, steps); err != nil {
			return nil, err
		}
	}
	return object{}, nil
}

// stepsOf returns the steps of actions.
func stepsOf[Action uint16 | uint32](b *board, actions []Action) (steps []engine.Step, err error) {
	for _, action := range actions {
		if int64(action) >= int64(len(b.steps)) {
			return nil, fmt.Errorf("action %d: there are %d", action, len(b.steps))
		}
		steps = append(steps, b.steps[action])
	}
	return steps, nil
}

// search carries out an operation on a search: B begins it at the roots, which follow the games of its vector. It
// returns the number of rows in the next batch.
func (s *server) search(operation byte, f *fields, reply []byte) ([]byte, error) {
	search, err := find(s.searches, f.number(), "search")
	if err != nil {
		return nil, err
	}
	if operation == 'B' {
		for i := 0; search.games != nil && i < search.n; i++ {
			start, actions := search.games.Get(i)
			steps, err := stepsOf(search.rules, actions)
			if err == nil {
				err = search.Follow(i, start, steps)
			}
			if err != nil {
				return nil, err
			}
		}
		search.Begin(int(f.number()))
	}
	rows, err := search.Next()
	return binary.LittleEndian.AppendUint32(reply, uint32(rows)), err
}
