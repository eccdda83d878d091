// Package bridge answers the requests of another process about games. Requests and replies lie in memory that both
// processes map; see [slot]. So do the arrays of many games. The package for Python uses it. Because bridge runs in a
// process of its own, a crash here cannot bring Python down.
//
// A request consists of frames. A frame consists of its length in four bytes, one byte for the operation, and the
// arguments of the operation; only the last frame may have a reply. A reply consists of a status and an answer. If the
// answer is the text of an error, the status is 2 for an action that is not legal and 1 for another error, else 0. All
// numbers are little endian and have four bytes unless stated otherwise.
//
// The objects of requests are rules, states (a game with its history), vectors (many games as arrays) and searches (of
// many games). The caller chooses their numbers.
//
//	op arguments                              effect and answer
//	J  JSON, an object with the member do     answer: a JSON object; see [server.do]
//	N  rules, state                           no reply: make a state at the start of the game
//	C  state, state                           no reply: make the second state a copy of the first
//	F  state                                  no reply: forget the state
//	P  state, action                          no reply: play a legal action
//	U  state, count                           no reply: take back the last steps
//	T  state, action                          play a legal action; answer: as I
//	I  state                                  answer: facts about the state; see [state.info]
//	O  state, seat (one byte)                 answer: the planes of the position for the seat
//	R  vector, 1 or 0, seed (eight bytes)     empty answer: begin the chosen games again; 1: with a new seed
//	S  vector                                 empty answer: play the actions in the array of actions
//	A  vector, rounds                         empty answer: play that many random actions in each game
//	B  search, simulations                    answer: the rows of the first batch; see [Search]
//	L  search                                 answer: the rows of the next batch, 0 at the end of the search
//
// If an operation without a reply fails, the next reply reports its error.
package bridge

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/vector"
)

// Program is what the bridge offers.
type Program struct {
	Version     string
	Games       []engine.Game
	NewSearch   NewSearch
	NewOpponent NewOpponent
}

// NewOpponent returns the player with the given text as an opponent in a vector. One goroutine may use it at a time.
type NewOpponent func(rules engine.Rules, text string) (vector.Choose, error)

type server struct {
	Program
	rules    map[uint32]*board
	states   map[uint32]*state
	vectors  map[uint32]*shared
	searches map[uint32]*searching
	failed   error // the first error of an operation without a reply, until a reply reports it
}

// board holds rules and the translation between actions and steps; see [vector.Actions].
type board struct {
	vector.View
	steps   []engine.Step // the step of each action
	actions []int32       // the action of each step
	legal   []engine.Step // a buffer for legal steps
	marks   []uint64      // a bit for each action; 0 when not in use
}

// state is a game in progress.
type state struct {
	rules   *board
	history *engine.History
}

// shared is a vector: games whose arrays lie in memory shared with the caller.
type shared struct {
	*vector.Games
	rules *board
	unmap func() // ends the mapping of the memory
}

// Serve answers the requests in the file at path, until the end of in; see [slot].
func Serve(in io.Reader, out io.Writer, path string, program Program) error {
	memory, unmap, err := mapFile(path, slotBytes)
	if err != nil {
		return err
	}
	defer unmap()
	s := &server{Program: program, rules: map[uint32]*board{}, states: map[uint32]*state{},
		vectors: map[uint32]*shared{}, searches: map[uint32]*searching{}}
	defer func() {
		for _, v := range s.vectors {
			v.unmap()
		}
		for _, v := range s.searches {
			v.unmap()
		}
	}()
	to := newSlot(in, out, memory)
	var reply []byte
	for {
		request, err := to.next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		answer, err := s.frames(request, reply[:0])
		status := uint32(0)
		if err != nil {
			status, answer = 1, []byte(err.Error())
			if errors.As(err, &vector.Illegal{}) {
				status = 2
			}
		}
		to.answer(status, answer)
		if cap(answer) > cap(reply) {
			reply = answer // the next answer may use this memory again
		}
	}
}

// frames carries out the operations of a request and returns the answer to the last, if that has one.
func (s *server) frames(request, reply []byte) (answer []byte, err error) {
	for len(request) > 0 {
		size := 0
		if len(request) >= 4 {
			size = int(binary.LittleEndian.Uint32(request))
		}
		if size < 1 || size > len(request)-4 {
			return nil, fmt.Errorf("a frame of %d bytes in a request of %d", size, len(request))
		}
		frame := request[4:][:size]
		request = request[4+size:]
		var hasReply bool
		if answer, hasReply, err = s.answer(frame[0], fields{rest: frame[1:]}, reply); !hasReply {
			s.failed = cmp.Or(s.failed, err)
			err = nil
		} else if s.failed != nil {
			err, s.failed = s.failed, nil
		}
	}
	return answer, err
}

// answer carries out an operation. It returns the answer, which may lie in the memory of reply, and whether the
// operation has a reply.
func (s *server) answer(operation byte, f fields, reply []byte) (answer []byte, hasReply bool, err error) {
	switch operation {
	case 'J':
		var a ask
		var made object
		if err = json.Unmarshal(f.rest, &a); err == nil {
			made, err = s.do(&a)
		}
		if err == nil {
			answer, err = json.Marshal(made)
		}
		return answer, true, err
	case 'N', 'C', 'F', 'P', 'U':
		return nil, false, s.change(operation, f.number(), &f)
	case 'I', 'O', 'T':
		st, err := find(s.states, f.number(), "state")
		if err == nil {
			answer, err = st.answer(operation, &f, reply)
		}
		return answer, true, err
	case 'R', 'S', 'A':
		return nil, true, s.advance(operation, f.number(), &f)
	case 'B', 'L':
		answer, err = s.search(operation, &f, reply)
		return answer, true, err
	}
	return nil, true, fmt.Errorf("unknown operation %q", operation)
}

// change carries out an operation without a reply. number is its first argument: the rules for N, else the state.
func (s *server) change(operation byte, number uint32, f *fields) error {
	if operation == 'N' {
		rules, err := find(s.rules, number, "rules")
		if err == nil {
			s.states[f.number()] = &state{rules, engine.NewHistory(rules.Start())}
		}
		return err
	}
	if operation == 'F' {
		delete(s.states, number) // the state may be unknown, if the caller was interrupted before it made the state
		return nil
	}
	st, err := find(s.states, number, "state")
	if err != nil {
		return err
	}
	switch operation {
	case 'C':
		s.states[f.number()] = &state{st.rules, st.history.Clone()}
	case 'P':
		return st.rules.play(st.history, f.number())
	case 'U':
		st.history = st.history.Back(int(f.number()))
	}
	return nil
}

// answer carries out an operation on a state that has an answer.
func (st *state) answer(operation byte, f *fields, reply []byte) ([]byte, error) {
	switch operation {
	case 'O':
		return st.observation(engine.Seat(f.byte()), reply)
	case 'T':
		if err := st.rules.play(st.history, f.number()); err != nil {
			return nil, vector.Illegal{Err: err}
		}
	}
	return st.info(reply), nil
}

// info appends facts about a state to reply, numbers of two bytes: whether the game is over (2: by the turn cap), the
// seat to act, the kind of the next step, whether that step begins a turn, and the number of the turn (the lower half
// first). Then come the legal actions in ascending order or, at the end of a game, the scores of four seats as float32.
func (st *state) info(reply []byte) []byte {
	p, outcome := st.history.Position(), st.history.Outcome()
	add := func(value uint16) { reply = binary.LittleEndian.AppendUint16(reply, value) }
	flag := func(set bool) uint16 {
		if set {
			return 1
		}
		return 0
	}
	over := flag(outcome.Over())
	if outcome.Reason == engine.TurnCap {
		over = 2
	}
	add(over)
	add(uint16(p.Seat()))
	add(uint16(p.StepKind()))
	add(flag(p.StartsTurn()))
	reply = binary.LittleEndian.AppendUint32(reply, uint32(p.Turn()))
	if outcome.Over() {
		for _, score := range outcome.Scores {
			reply = binary.LittleEndian.AppendUint32(reply, math.Float32bits(float32(score)))
		}
		return reply
	}
	b := st.rules
	b.legal = p.AppendSteps(b.legal[:0])
	for _, step := range b.legal { // a set of bits sorts in half the time of slices.Sort
		action := b.actions[step]
		b.marks[action/64] |= 1 << (action % 64)
	}
	for i, marks := range b.marks {
		for ; marks != 0; marks &= marks - 1 {
			add(uint16(64*i + bits.TrailingZeros64(marks)))
		}
	}
	clear(b.marks)
	return reply
}

// observation returns the planes of a state's position for a seat, in the memory of reply.
func (st *state) observation(seat engine.Seat, reply []byte) ([]byte, error) {
	if int(seat) >= st.rules.Seats() {
		return nil, fmt.Errorf("seat %d: there are %d, from 0", seat, st.rules.Seats())
	}
	size := st.rules.Size()
	reply = slices.Grow(reply, size)[:size]
	clear(reply)
	st.rules.Write(st.history.Position(), st.rules.Earlier(st.history), seat, st.history.Occurrences(), reply)
	return reply, nil
}

// advance carries out an operation on the vector with the given number: R resets, S and A play actions.
func (s *server) advance(operation byte, number uint32, f *fields) error {
	v, err := find(s.vectors, number, "vector")
	switch {
	case err != nil:
		return err
	case operation == 'R':
		seeded, seed := f.number() != 0, uint64(f.number())|uint64(f.number())<<32 // the lower four bytes come first
		if !seeded {
			return v.Reset(nil)
		}
		return v.Reset(&seed)
	case operation == 'A':
		return v.StepRandom(int(f.number()))
	}
	return v.Step()
}

// find returns the thing with the given number. kind names the thing in the error.
func find[T any](things map[uint32]T, number uint32, kind string) (T, error) {
	thing, ok := things[number]
	if !ok {
		return thing, fmt.Errorf("there is no %s %d", kind, number)
	}
	return thing, nil
}

// fields reads the arguments of a request. Missing numbers are 0.
type fields struct{ rest []byte }

func (f *fields) number() uint32 {
	var word [4]byte
	f.rest = f.rest[copy(word[:], f.rest):]
	return binary.LittleEndian.Uint32(word[:])
}

// byte returns the last argument, which has one byte.
func (f *fields) byte() byte { return byte(f.number()) }

// protocol is the version of the protocol. The caller compares it with the version that it uses itself.
const protocol = 4

// mostHistory is the most positions in an observation.
const mostHistory = 64

// ask is a request as JSON. Each request uses only some of the members.
type ask struct {
	Do      string            `json:"do"`    // the name of the request; see [server.do]
	Rules   uint32            `json:"rules"` // Rules, State and Vector are numbers of objects, which the caller chooses
	State   uint32            `json:"state"`
	Vector  uint32            `json:"vector"`
	Game    string            `json:"game"`
	Options map[string]string `json:"options"` // values of the game's options by name
	History int               `json:"history"` // number of positions in an observation; 0 for 1
	Start   string            `json:"start"`   // a position text; the start of the game if it is empty
	Actions []uint32          `json:"actions"`
	Turn    string            `json:"turn"` // the text of a turn

	N            int         `json:"n"` // number of games in a vector
	Seed         uint64      `json:"seed"`
	Threads      int         `json:"threads"`      // 0 for one thread per core
	Path         string      `json:"path"`         // the file that both processes map; if empty, only its size is asked
	Mode         vector.Mode `json:"mode"`         // when a game that has ended begins again
	Masks        bool        `json:"masks"`        // whether the vector has the array Masks
	Packed       bool        `json:"packed"`       // whether Masks has bits
	Legal        bool        `json:"legal"`        // whether the vector has the array Legal
	Observations bool        `json:"observations"` // whether the vector has the array Observations
	Opponent     string      `json:"opponent"`     // the player of all seats but one, or empty
	Seat         int         `json:"seat"`         // of the caller against an opponent; see [vector.Opponent]
	Index        int         `json:"index"`        // number of a game in a vector
	Again        bool        `json:"again"`        // whether it also begins there whenever it begins again

	Search uint32       `json:"search"` // number of a search
	Config SearchConfig `json:"config"`
	Games  []placed     `json:"games"`
}

type object = map[string]any

// do answers a request in JSON. It passes requests about a state on to [state.do].
func (s *server) do(a *ask) (object, error) {
	switch a.Do {
	case "hello":
		return object{"version": s.Version, "protocol": protocol}, nil
	case "games":
		return object{"games": s.listGames()}, nil
	case "load":
		return s.load(a)
	case "symmetries":
		rules, err := find(s.rules, a.Rules, "rules")
		if err != nil {
			return nil, err
		}
		return object{"symmetries": rules.Symmetries()}, nil
	case "state":
		return s.makeState(a)
	case "vector":
		return s.makeVector(a)
	case "free":
		if v, ok := s.vectors[a.Vector]; ok {
			v.unmap()
			delete(s.vectors, a.Vector)
		}
		if v, ok := s.searches[a.Search]; ok {
			v.unmap()
			delete(s.searches, a.Search)
		}
		return object{}, nil
	case "search":
		return s.makeSearch(a)
	case "follow":
		return s.follow(a)
	case "set", "get":
		return s.exchange(a)
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
	for _, game := range s.Games {
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
	game, err := engine.Find("game", a.Game, s.Games, engine.Game.Name)
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
		return nil, fmt.Errorf("%s has no arrays for Python: its rules must be engine.ArrayRules (Actions, Planes, "+
			"BoardSize, WritePlanes); see docs/howto/add-a-game.md", game.Name())
	}
	files, ranks := arrays.BoardSize()
	if a.History < 0 || a.History > mostHistory {
		return nil, fmt.Errorf("history=%d: 1 to %d are possible", a.History, mostHistory)
	}
	b := &board{View: vector.NewView(arrays, max(a.History, 1))}
	if b.steps, b.actions = vector.Actions(arrays); len(b.steps) > math.MaxUint16 {
		return nil, fmt.Errorf("%d actions; a vector can have %d", len(b.steps), math.MaxUint16)
	}
	b.marks = make([]uint64, (len(b.steps)+63)/64)
	s.rules[a.Rules] = b
	var planes []object
	for _, plane := range b.Described() {
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
	start, err := rules.position(a.Start)
	if err != nil {
		return nil, err
	}
	s.states[a.State] = &state{rules, engine.NewHistory(start)}
	return object{}, nil
}

// exchange sets the history of a game in a vector, or returns it.
func (s *server) exchange(a *ask) (object, error) {
	v, err := find(s.vectors, a.Vector, "vector")
	if err != nil {
		return nil, err
	}
	if a.Index < 0 || a.Index >= len(v.Actions) {
		return nil, fmt.Errorf("game %d: there are %d, from 0", a.Index, len(v.Actions))
	}
	if a.Do == "get" {
		start, actions := v.Get(a.Index)
		text := start.String()
		if text == v.rules.Start().String() {
			text = ""
		}
		return object{"start": text, "actions": append([]uint16{}, actions...)}, nil // not nil, so that JSON has []
	}
	start, err := v.rules.position(a.Start)
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(start)
	for _, action := range a.Actions {
		if err := v.rules.play(h, action); err != nil {
			return nil, err
		}
	}
	return object{}, v.Set(a.Index, h, a.Again)
}

// play plays an action.
func (b *board) play(h *engine.History, action uint32) error {
	if int64(action) >= int64(len(b.steps)) {
		return fmt.Errorf("action %d: there are %d", action, len(b.steps))
	}
	return h.Play(b.steps[action])
}

// position returns the position that a text describes, or the start of the game for an empty text.
func (b *board) position(text string) (engine.Position, error) {
	if text == "" {
		return b.Start(), nil
	}
	return b.Game().Read(text, b.Settings())
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
	return object{"actions": st.rules.actionsOf(steps)}, err
}

func (st *state) describe(p engine.Position) object {
	var board strings.Builder
	_ = diagram.Text(&board, p.Diagram(), diagram.TextStyle{}) // a Builder returns no errors
	start, steps := st.history.Start(), st.history.Steps()
	turns := append([]string{}, engine.Turns(start, steps)...) // not nil, so that JSON has [] and not null
	return object{"position": p.String(), "start": start.String(), "turns": turns, "board": board.String(),
		"reason": string(st.history.Outcome().Reason), "history": st.rules.actionsOf(steps), "hash": p.Hash(),
		"canonical_hash": engine.CanonicalHash(p)}
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

func (b *board) actionsOf(steps []engine.Step) []int32 {
	actions := []int32{} // not nil, so that JSON has []
	for _, step := range steps {
		actions = append(actions, b.actions[step])
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
	threads = min(threads, a.N)
	opponent, err := s.opponent(rules, a, threads)
	if err != nil {
		return nil, err
	}
	layout := layoutOf(rules, a)
	if a.Path == "" {
		return object{"size": layout.size}, nil
	}
	memory, unmap, err := mapFile(a.Path, layout.size)
	if err != nil {
		return nil, err
	}
	debug.SetGCPercent(25) // little is allocated after the first steps
	config := vector.Config{Mode: a.Mode, Threads: threads, Opponent: opponent}
	games := vector.New(rules.View, layout.in(memory), config)
	for i := range games.Chosen {
		games.Chosen[i] = 1
	}
	if err := games.Reset(&a.Seed); err != nil {
		unmap()
		return nil, err
	}
	if earlier := s.vectors[a.Vector]; earlier != nil {
		earlier.unmap()
	}
	s.vectors[a.Vector] = &shared{games, rules, unmap}
	return object{"size": layout.size, "arrays": layout.parts}, nil
}

// opponent returns the opponent that a request asks for, or nil.
func (s *server) opponent(rules *board, a *ask, threads int) (*vector.Opponent, error) {
	if a.Opponent == "" {
		return nil, nil
	}
	if a.Seat >= rules.Seats() {
		return nil, fmt.Errorf("seat %d: there are %d, from 0", a.Seat, rules.Seats())
	}
	opponent := &vector.Opponent{Seat: a.Seat}
	for range threads {
		if a.Opponent == "random" {
			break
		}
		choose, err := s.NewOpponent(rules.ArrayRules, a.Opponent)
		if err != nil {
			return nil, err
		}
		opponent.Choices = append(opponent.Choices, choose)
	}
	return opponent, nil
}

// part describes one array in shared memory: its name, its NumPy type, its shape and its offset in the file, in bytes.
type part struct {
	Name   string `json:"name"`
	Type   string `json:"dtype"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
}

// layout says where the arrays of a vector lie in a file, and finds them in the memory that maps the file.
type layout struct {
	parts  []part
	size   int // size of all arrays, in bytes
	arrays vector.Arrays
	binds  []func(memory []byte) // a function for each part, which sets the slice of the part in arrays
}

// cacheLine is the size in bytes of a line of the processor's cache.
const cacheLine = 64

// layoutOf returns the layout of the arrays that a request asks for.
func layoutOf(rules *board, a *ask) *layout {
	l, n := &layout{}, a.N
	files, ranks := rules.BoardSize()
	observation := []int{n, len(rules.Described()), ranks, files}
	add(l, "actions", "<i8", &l.arrays.Actions, n)
	add(l, "chosen", "|b1", &l.arrays.Chosen, n)
	add(l, "counts", "<i4", &l.arrays.Counts, n)
	if a.Legal {
		add(l, "legal", "<i4", &l.arrays.Legal, n, vector.Width(len(rules.steps)))
	}
	add(l, "seats", "|u1", &l.arrays.Seats, n)
	add(l, "rewards", "<f4", &l.arrays.Rewards, n)
	add(l, "seat_rewards", "<f4", &l.arrays.SeatRewards, n, rules.Seats())
	add(l, "terminations", "|b1", &l.arrays.Terminations, n)
	add(l, "truncations", "|b1", &l.arrays.Truncations, n)
	add(l, "steps", "<i4", &l.arrays.Steps, n)
	if a.Masks && a.Packed {
		add(l, "masks", "|u1", &l.arrays.Masks, n, (len(rules.steps)+7)/8)
	} else if a.Masks {
		add(l, "masks", "|b1", &l.arrays.Masks, n, len(rules.steps))
	}
	if a.Observations {
		add(l, "observations", "|u1", &l.arrays.Observations, observation...)
	}
	if a.Mode == vector.SameStep {
		add(l, "final_seats", "|u1", &l.arrays.FinalSeats, n)
		add(l, "final_steps", "<i4", &l.arrays.FinalSteps, n)
		if a.Observations {
			add(l, "final_observations", "|u1", &l.arrays.FinalObservations, observation...)
		}
	}
	return l
}

// add appends an array of the given shape to the layout, at the beginning of a cache line. kind is the NumPy type of
// the elements. The array gets its memory only in [layout.in].
func add[T uint8 | int32 | int64 | float32](l *layout, name, kind string, array *[]T, shape ...int) {
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
