package bridge

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unsafe"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/vector"
)

// protocol is the version of the protocol. The caller compares it with the version that it uses itself.
const protocol = 1

// ask is a request as JSON. Each request uses only some of the members.
type ask struct {
	Do      string            `json:"do"`    // the name of the request; see [server.do]
	Rules   uint32            `json:"rules"` // numbers of objects, which the caller chooses
	State   uint32            `json:"state"`
	Vector  uint32            `json:"vector"`
	Game    string            `json:"game"`
	Options map[string]string `json:"options"` // values of the game's options by name
	Start   string            `json:"start"`   // a position text; the start of the game if it is empty
	Actions []uint32          `json:"actions"`
	Turn    string            `json:"turn"` // the text of a turn

	N            int    `json:"n"` // number of games in a vector
	Seed         uint64 `json:"seed"`
	Threads      int    `json:"threads"`      // 0 for one thread per core
	Path         string `json:"path"`         // the file that both processes map
	Masks        bool   `json:"masks"`        // whether the vector has the array Masks
	Observations bool   `json:"observations"` // whether the vector has the array Observations
}

type object = map[string]any

// answerJSON answers a request in JSON.
func (s *server) answerJSON(text []byte) ([]byte, error) {
	var a ask
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, err
	}
	answer, err := s.do(&a)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

// do answers a request. Those about a state are answered by [state.do].
func (s *server) do(a *ask) (object, error) {
	switch a.Do {
	case "hello":
		return object{"version": s.version, "protocol": protocol}, nil
	case "games":
		return object{"games": s.listGames()}, nil
	case "load":
		return s.load(a)
	case "state":
		return s.makeState(a)
	case "vector":
		return s.makeVector(a)
	case "free":
		if v, ok := s.vectors[a.Vector]; ok {
			v.unmap()
			delete(s.vectors, a.Vector)
		}
		return object{}, nil
	case "describe", "svg", "names", "parse":
		st, err := find(s.states, a.State, "state")
		if err != nil {
			return nil, err
		}
		return st.do(a)
	}
	return nil, fmt.Errorf("unknown request %q", a.Do)
}

func (s *server) listGames() (list []object) {
	for _, game := range s.games {
		var options []object
		for _, o := range game.Options() {
			options = append(options, object{"name": o.Name, "default": o.Default, "values": o.Values, "min": o.Min,
				"max": o.Max, "help": o.Help})
		}
		list = append(list, object{"name": game.Name(), "title": game.Title(), "options": options})
	}
	return list
}

// load makes rules of the named game with the given options and returns what the caller needs to know about them.
func (s *server) load(a *ask) (object, error) {
	game, err := engine.Find("game", a.Game, s.games, engine.Game.Name)
	if err != nil {
		return nil, err
	}
	var settings engine.Settings
	for name, value := range a.Options {
		settings = append(settings, engine.Setting{Name: name, Value: value})
	}
	rules, err := game.New(settings)
	if err != nil {
		return nil, err
	}
	arrays, ok := rules.(engine.ArrayRules)
	if !ok {
		return nil, fmt.Errorf("%s has no arrays", game.Name())
	}
	files, ranks := arrays.BoardSize()
	b := &board{ArrayRules: arrays, planes: len(arrays.Planes()) * files * ranks}
	b.steps, b.actions = vector.Actions(arrays)
	s.rules[a.Rules] = b
	var planes []object
	for _, plane := range arrays.Planes() {
		planes = append(planes, object{"name": plane.Name, "help": plane.Help})
	}
	return object{"game": game.Name(), "title": game.Title(), "options": rules.Settings().Values(),
		"seats": rules.Seats(), "seat_names": rules.SeatNames(), "kinds": rules.StepKinds(), "actions": len(b.steps),
		"planes": planes, "files": files, "ranks": ranks, "start": rules.Start().String(),
		"turn_cap": rules.TurnCap(), "repetition": rules.Repetition()}, nil
}

// makeState makes a state whose game begins at the position that a.Start describes.
func (s *server) makeState(a *ask) (object, error) {
	rules, err := find(s.rules, a.Rules, "rules")
	if err != nil {
		return nil, err
	}
	start := rules.Start()
	if a.Start != "" {
		if start, err = rules.Game().Read(a.Start, rules.Settings()); err != nil {
			return nil, err
		}
	}
	s.states[a.State] = &state{rules, engine.NewHistory(start)}
	return object{}, nil
}

// do answers a request about a state.
func (st *state) do(a *ask) (object, error) {
	p := st.history.Position()
	switch a.Do {
	case "describe":
		return st.describe(p), nil
	case "svg":
		return object{"svg": diagram.SVG(p.Diagram())}, nil
	case "names":
		return st.names(p, a.Actions)
	}
	steps, err := engine.ParseTurn(p, a.Turn) // for the request "parse"
	return object{"actions": st.actionsOf(steps)}, err
}

func (st *state) describe(p engine.Position) object {
	var board strings.Builder
	_ = diagram.Text(&board, p.Diagram(), diagram.TextStyle{}) // a Builder returns no errors
	start, steps := st.history.Start(), st.history.Steps()
	turns := append([]string{}, engine.Turns(start, steps)...) // not nil, so that JSON has [] and not null
	return object{"position": p.String(), "start": start.String(), "turns": turns, "board": board.String(),
		"reason": string(st.history.Outcome().Reason), "history": st.actionsOf(steps)}
}

// names returns the texts of legal actions.
func (st *state) names(p engine.Position, actions []uint32) (object, error) {
	legal, texts := p.AppendSteps(nil), []string{}
	for _, action := range actions {
		if int64(action) >= int64(len(st.rules.steps)) || !slices.Contains(legal, st.rules.steps[action]) {
			return nil, fmt.Errorf("action %d is not legal in %s", action, p)
		}
		texts = append(texts, p.StepText(st.rules.steps[action]))
	}
	return object{"names": texts}, nil
}

func (st *state) actionsOf(steps []engine.Step) []int32 {
	actions := []int32{}
	for _, step := range steps {
		actions = append(actions, st.rules.actions[step])
	}
	return actions
}

// makeVector makes a vector whose arrays are in a file that both processes map. It returns the layout of the file.
func (s *server) makeVector(a *ask) (object, error) {
	rules, err := find(s.rules, a.Rules, "rules")
	if err != nil {
		return nil, err
	}
	if a.N < 1 {
		return nil, fmt.Errorf("%d games; give at least 1", a.N)
	}
	threads := a.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	layout := layoutOf(rules, a)
	memory, unmap, err := mapFile(a.Path, layout.size)
	if err != nil {
		return nil, err
	}
	games := vector.New(rules, layout.in(memory), min(threads, a.N))
	if err := games.Reset(a.Seed); err != nil {
		unmap()
		return nil, err
	}
	if earlier := s.vectors[a.Vector]; earlier != nil {
		earlier.unmap()
	}
	s.vectors[a.Vector] = &shared{games, unmap}
	return object{"size": layout.size, "arrays": layout.parts}, nil
}

// part is one array in shared memory, as NumPy describes it.
type part struct {
	Name   string `json:"name"`
	Type   string `json:"dtype"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
}

// layout says where the arrays of a vector lie in a file, and finds them in the memory that maps the file.
type layout struct {
	parts  []part
	size   int // of all arrays, in bytes
	arrays vector.Arrays
	binds  []func(memory []byte) // a function for each part, which sets the slice of the part in arrays
}

// cacheLine is the size in bytes of a line of the processor's cache.
const cacheLine = 64

// layoutOf returns the layout of the arrays that a request asks for.
func layoutOf(rules *board, a *ask) *layout {
	l, n := &layout{}, a.N
	files, ranks := rules.BoardSize()
	add(l, "actions", "<i4", &l.arrays.Actions, n)
	add(l, "counts", "<i4", &l.arrays.Counts, n)
	add(l, "legal", "<i4", &l.arrays.Legal, n, vector.Width(len(rules.steps)))
	add(l, "seats", "|u1", &l.arrays.Seats, n)
	add(l, "rewards", "<f4", &l.arrays.Rewards, n, rules.Seats())
	add(l, "dones", "|b1", &l.arrays.Dones, n)
	add(l, "steps", "<i4", &l.arrays.Steps, n)
	if a.Masks {
		add(l, "masks", "|b1", &l.arrays.Masks, n, len(rules.steps))
	}
	if a.Observations {
		add(l, "observations", "|u1", &l.arrays.Observations, n, len(rules.Planes()), ranks, files)
	}
	return l
}

// add appends an array of the given shape to the layout, at the beginning of a cache line. kind is the NumPy type of
// the elements. The array gets its memory only in [layout.in].
func add[T uint8 | int32 | float32](l *layout, name, kind string, array *[]T, shape ...int) {
	count, offset := 1, l.size
	for _, n := range shape {
		count *= n
	}
	l.parts = append(l.parts, part{name, kind, shape, offset})
	bytes := count * int(unsafe.Sizeof(*new(T)))
	l.size += (bytes + cacheLine - 1) / cacheLine * cacheLine
	l.binds = append(l.binds, func(memory []byte) {
		*array = unsafe.Slice((*T)(unsafe.Pointer(&memory[offset])), count) // aligned: cacheLine divides offset
	})
}

// in returns the arrays in the given memory. The memory must be a mapped file, which keeps its address.
func (l *layout) in(memory []byte) vector.Arrays {
	for _, bind := range l.binds {
		bind(memory)
	}
	return l.arrays
}
