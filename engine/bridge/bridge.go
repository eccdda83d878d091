// Package bridge answers the requests of another process about games. Requests and replies go through pipes; arrays of
// many games lie in memory that both processes map. The package for Python uses it. Because bridge runs in a process of
// its own, a crash here cannot bring Python down.
//
// A request consists of its length in four bytes, one byte for the operation, and the arguments of the operation. A
// reply consists of its length in four bytes, a status byte, and the answer. The status is 1 if the answer is the text
// of an error, else 0. All numbers are little endian and have four bytes unless stated otherwise.
//
// The objects of requests are rules, states (a game with its history) and vectors (many games as arrays). The caller
// chooses their numbers.
//
//	op arguments                              effect and answer
//	J  JSON, an object with the member do     answer: a JSON object; see asks.go
//	N  rules, state                           no reply: make a state at the start of the game
//	C  state, state                           no reply: make the second state a copy of the first
//	F  state                                  no reply: forget the state
//	P  state, action                          no reply: play a legal action
//	U  state, count                           no reply: take back the last steps
//	I  state                                  answer: facts about the state; see [state.info]
//	O  state, seat (one byte)                 answer: the planes of the position for the seat
//	R  vector, seed (eight bytes)             empty answer: begin all games of the vector again
//	S  vector                                 empty answer: play the actions in the array of actions
//	A  vector, rounds                         empty answer: play that many random actions in each game
//
// If an operation without a reply fails, the next reply reports its error.
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

// mostBytes is the largest length of a request, in bytes.
const mostBytes = 1 << 26

type server struct {
	version string
	games   []engine.Game
	rules   map[uint32]*board
	states  map[uint32]*state
	vectors map[uint32]*shared
	failed  error // the first error of an operation without a reply, until a reply reports it
}

// board holds rules and the translation between actions and steps; see [vector.Actions].
type board struct {
	engine.ArrayRules
	steps   []engine.Step // the step of each action
	actions []int32       // the action of each step
	planes  int           // number of bytes in an observation: the planes times the squares
}

// state is a game in progress.
type state struct {
	rules   *board
	history *engine.History
}

// shared is a vector: games whose arrays lie in memory shared with the caller.
type shared struct {
	*vector.Games
	unmap func() // ends the mapping of the memory
}

// Serve answers the requests that it reads from in and writes the replies to out. It returns nil at the end of in.
// games holds the games that Serve offers, and version is the version of the program.
func Serve(in io.Reader, out io.Writer, games []engine.Game, version string) error {
	s := &server{version: version, games: games, rules: map[uint32]*board{}, states: map[uint32]*state{},
		vectors: map[uint32]*shared{}}
	from, to := bufio.NewReaderSize(eager(in), 1<<16), bufio.NewWriterSize(out, 1<<16)
	defer func() {
		for _, v := range s.vectors {
			v.unmap()
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
		answer, hasReply, err := s.answer(request[0], fields{rest: request[1:]}, reply[:0])
		if !hasReply {
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
		reply = answer // whose memory the next answer may use
		// Flush returns the errors of both writes.
		_, _ = to.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(1+len(answer))), status))
		_, _ = to.Write(answer)
		if err := to.Flush(); err != nil {
			return err
		}
	}
}

// receive reads the next request, without its length, into memory. The error is io.EOF if there are no more requests.
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

// answer carries out an operation. It returns the answer, which may lie in the memory of reply, and whether the
// operation has a reply.
func (s *server) answer(operation byte, f fields, reply []byte) (answer []byte, hasReply bool, err error) {
	switch operation {
	case 'J':
		answer, err = s.answerJSON(f.rest)
		return answer, true, err
	case 'N', 'C', 'F', 'P', 'U':
		return nil, false, s.change(operation, f.number(), &f)
	case 'I', 'O':
		st, err := find(s.states, f.number(), "state")
		if err == nil && operation == 'I' {
			answer = st.info(reply)
		} else if err == nil {
			answer, err = st.observation(engine.Seat(f.byte()), reply)
		}
		return answer, true, err
	case 'R', 'S', 'A':
		return nil, true, s.advance(operation, f.number(), &f)
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
		action := f.number()
		if int64(action) >= int64(len(st.rules.steps)) {
			return fmt.Errorf("action %d: there are %d", action, len(st.rules.steps))
		}
		return st.history.Play(st.rules.steps[action])
	case 'U':
		st.history = st.history.Back(int(f.number()))
	}
	return nil
}

// info appends facts about a state to reply. First come four bytes: whether the game is over, the seat to act, the kind
// of the next step, and whether that step begins a turn. Then come the number of the turn, the scores of four seats as
// float32, the number of legal actions, and the legal actions in ascending order.
func (st *state) info(reply []byte) []byte {
	p, outcome := st.history.Position(), st.history.Outcome()
	flag := func(set bool) byte {
		if set {
			return 1
		}
		return 0
	}
	word := func(value uint32) { reply = binary.LittleEndian.AppendUint32(reply, value) }
	reply = append(reply, flag(outcome.Over()), byte(p.Seat()), byte(p.StepKind()), flag(p.StartsTurn()))
	word(uint32(p.Turn()))
	for _, score := range outcome.Scores {
		word(math.Float32bits(float32(score)))
	}
	var legal []engine.Step
	if !outcome.Over() {
		legal = p.AppendSteps(nil)
		slices.Sort(legal) // sorts the actions too, since larger steps have larger actions
	}
	word(uint32(len(legal)))
	for _, step := range legal {
		word(uint32(st.rules.actions[step]))
	}
	return reply
}

// observation returns the planes of a state's position for a seat, in the memory of reply.
func (st *state) observation(seat engine.Seat, reply []byte) ([]byte, error) {
	if int(seat) >= st.rules.Seats() {
		return nil, fmt.Errorf("seat %d: there are %d, from 0", seat, st.rules.Seats())
	}
	reply = slices.Grow(reply, st.rules.planes)[:st.rules.planes]
	st.rules.WritePlanes(st.history.Position(), seat, reply)
	return reply, nil
}

// advance carries out an operation on the vector with the given number: R resets, S and A play actions.
func (s *server) advance(operation byte, number uint32, f *fields) error {
	v, err := find(s.vectors, number, "vector")
	switch {
	case err != nil:
		return err
	case operation == 'R':
		return v.Reset(uint64(f.number()) | uint64(f.number())<<32) // the lower four bytes come first
	case operation == 'A':
		return v.StepRandom(int(f.number()))
	}
	return v.Step()
}

// find returns the thing with the given number. Its error calls the thing by kind.
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
