// Package bridge answers another process about games. Requests come through a pipe; arrays of many games lie in memory
// that both processes map. The package for Python is its user, which a crash here cannot bring down.
//
// A request is its length in four bytes, one byte for the operation, and what the operation needs. A reply is its
// length, one byte that is 0 or, with the text of an error, 1, and the answer. All numbers are little endian.
//
//	J  JSON, an object with the member do     an object; see asks.go
//	N  rules, state                           no reply: a new state, under a number that the caller chooses
//	C  state, state                           no reply: the second becomes a copy of the first
//	F  state                                  no reply: forget it
//	P  state, action                          no reply: play a legal action
//	U  state, count                           no reply: take back the last steps
//	I  state                                  what is known of it; see [server.info]
//	O  state, seat (one byte)                 the planes of the position as the seat sees them
//	R  vector, seed (eight bytes)             all its games begin again
//	S  vector                                 its games play the actions in the array of actions
//	A  vector, rounds                         each of its games plays as many random actions as rounds says
//
// An operation without a reply keeps its error for the next reply.
package bridge

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"pillars/engine"
	"pillars/engine/vector"
)

// mostBytes is the length of the longest request.
const mostBytes = 1 << 26

type server struct {
	version string
	games   []engine.Game
	rules   map[uint32]*board
	states  map[uint32]*state
	vectors map[uint32]*shared
	failed  error // of an operation without a reply
}

// board is rules with their actions.
type board struct {
	engine.ArrayRules
	steps   []engine.Step // by action
	actions []int32       // by step
	planes  int           // numbers in an observation
}

type state struct {
	of      *board
	history *engine.History
}

// shared is games whose arrays another process sees.
type shared struct {
	*vector.Games
	memory *memory
}

// Serve answers requests until they end. games are the games to offer, and version is the program's.
func Serve(in io.Reader, out io.Writer, games []engine.Game, version string) error {
	s := &server{version: version, games: games, rules: map[uint32]*board{}, states: map[uint32]*state{},
		vectors: map[uint32]*shared{}}
	from, to := bufio.NewReaderSize(eager(in), 1<<16), bufio.NewWriterSize(out, 1<<16)
	defer func() {
		for _, v := range s.vectors {
			v.memory.close()
		}
	}()
	var request, reply []byte
	for {
		var err error
		if request, err = receive(from, request); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		answer, replies, err := s.answer(request[0], fields{rest: request[1:]}, reply[:0])
		if !replies {
			s.failed = cmp.Or(s.failed, err)
			continue
		}
		if s.failed != nil {
			err, s.failed = s.failed, nil
		}
		status := byte(0)
		if err != nil {
			status, answer = 1, []byte(err.Error())
		}
		reply = answer
		_, _ = to.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(1+len(answer))), status))
		_, _ = to.Write(answer) // Flush returns the errors
		if err := to.Flush(); err != nil {
			return err
		}
	}
}

// receive reads the next request into memory, which it extends if needed. The error is io.EOF where requests end.
func receive(from io.Reader, memory []byte) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return memory, err
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size == 0 || size > mostBytes {
		return memory, fmt.Errorf("a request of %d bytes; 1 to %d are possible", size, mostBytes)
	}
	memory = slices.Grow(memory[:0], int(size))[:size]
	if _, err := io.ReadFull(from, memory); err != nil {
		return memory, io.ErrUnexpectedEOF
	}
	return memory, nil
}

// answer carries out one operation and appends the answer to reply, if the operation has one.
func (s *server) answer(operation byte, f fields, reply []byte) (answer []byte, replies bool, err error) {
	switch operation {
	case 'J':
		answer, err = s.ask(f.rest)
		return answer, true, err
	case 'N', 'C', 'F', 'P', 'U':
		return nil, false, s.change(operation, f.number(), &f)
	case 'I':
		answer, err = s.info(f.number(), reply)
		return answer, true, err
	case 'O':
		answer, err = s.observation(f.number(), engine.Seat(f.byte()), reply)
		return answer, true, err
	case 'R', 'S', 'A':
		return nil, true, s.advance(operation, f.number(), &f)
	}
	return nil, true, fmt.Errorf("unknown operation %q", operation)
}

// change carries out an operation that has no reply.
func (s *server) change(operation byte, number uint32, f *fields) error {
	if operation == 'N' {
		of, err := find(s.rules, number, "rules")
		if err == nil {
			s.states[f.number()] = &state{of, engine.NewHistory(of.Start())}
		}
		return err
	}
	if operation == 'F' {
		delete(s.states, number) // which may be unknown, where the caller was interrupted before it made the state
		return nil
	}
	one, err := find(s.states, number, "state")
	if err != nil {
		return err
	}
	switch operation {
	case 'C':
		s.states[f.number()] = &state{one.of, one.history.Clone()}
	case 'P':
		action := f.number()
		if int64(action) >= int64(len(one.of.steps)) {
			return fmt.Errorf("action %d: there are %d", action, len(one.of.steps))
		}
		return one.history.Play(one.of.steps[action])
	case 'U':
		one.history = one.history.Back(int(f.number()))
	}
	return nil
}

// info appends what is known of a state: one byte each for whether the game is over, the seat to act, the kind of the
// next step and whether that begins a turn; the number of the turn; the scores of four seats as float32; the number of
// legal actions, and these in ascending order.
func (s *server) info(number uint32, reply []byte) ([]byte, error) {
	one, err := find(s.states, number, "state")
	if err != nil {
		return nil, err
	}
	p, outcome := one.history.Position(), one.history.Outcome()
	flag := func(set bool) {
		if set {
			reply = append(reply, 1)
		} else {
			reply = append(reply, 0)
		}
	}
	word := func(value uint32) { reply = binary.LittleEndian.AppendUint32(reply, value) }
	flag(outcome.Over())
	reply = append(reply, byte(p.Seat()), byte(p.StepKind()))
	flag(p.StartsTurn())
	word(uint32(p.Turn()))
	for _, score := range outcome.Scores {
		word(math.Float32bits(float32(score)))
	}
	var legal []engine.Step
	if !outcome.Over() {
		legal = p.AppendSteps(nil)
		slices.Sort(legal) // actions have the order of steps
	}
	word(uint32(len(legal)))
	for _, step := range legal {
		word(uint32(one.of.actions[step]))
	}
	return reply, nil
}

func (s *server) observation(number uint32, seat engine.Seat, reply []byte) ([]byte, error) {
	one, err := find(s.states, number, "state")
	if err != nil {
		return nil, err
	}
	if int(seat) >= one.of.Seats() {
		return nil, fmt.Errorf("seat %d: there are %d, from 0", seat, one.of.Seats())
	}
	reply = slices.Grow(reply, one.of.planes)[:one.of.planes]
	one.history.Position().(engine.ArrayPosition).WritePlanes(seat, reply)
	return reply, nil
}

func (s *server) advance(operation byte, number uint32, f *fields) error {
	v, err := find(s.vectors, number, "vector")
	switch {
	case err != nil:
		return err
	case operation == 'R':
		return v.Reset(uint64(f.number()) | uint64(f.number())<<32)
	case operation == 'A':
		return v.StepRandom(int(f.number()))
	}
	return v.Step()
}

// find returns the thing of a kind with the given number.
func find[T any](things map[uint32]T, number uint32, kind string) (T, error) {
	thing, ok := things[number]
	if !ok {
		return thing, fmt.Errorf("there is no %s %d", kind, number)
	}
	return thing, nil
}

// fields reads the numbers of a request. Those that are missing are 0.
type fields struct{ rest []byte }

func (f *fields) number() uint32 {
	var word [4]byte
	f.rest = f.rest[copy(word[:], f.rest):]
	return binary.LittleEndian.Uint32(word[:])
}

func (f *fields) byte() byte { return byte(f.number()) }
