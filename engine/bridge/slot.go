package bridge

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"
)

// A slot is a file that bridge and caller map. It holds one request and one reply. Waiting for memory to change takes
// less than a microsecond, waking a process that sleeps in a read takes 30 and more. So both sides look at the memory
// for a while before they sleep.
//
//	offset  bytes
//	     0      4  the length of the request in bytes, with two flags
//	     4     52  the request, if it has room here
//	    56      8  the number of the request, counted from 1; written by the caller at last
//	    64      8  1 while the bridge sleeps: it reads its input, and any byte wakes it
//	   128      8  1 while the caller sleeps, so that the bridge need not look for another request
//	   192      8  the number of the last request that has been answered, written by the bridge at last
//	   200      8  the length of the answer and the status
//	   208  65520  the answer
//	 65728  65536  the request, if it is longer than 52 bytes
//
// A caller that has looked long enough says so in the memory and writes the byte e. The bridge returns each e when it
// has answered what was asked before. Other bytes only wake the bridge. At the end of its input, the bridge ends.
//
// Longer requests come in parts: all but the last have the flag more, and all but the first the flag continued. Each
// part is answered. Of a longer reply, the status is 3 in all parts but the last; an empty request asks for the next.
type slot struct {
	in       io.Reader
	out      io.Writer
	asked    *atomic.Uint64
	answered *atomic.Uint64
	asleep   *atomic.Uint64
	waits    *atomic.Uint64
	memory   []byte
	number   uint64 // of the last request received
	owed     []byte // bytes to be returned to the caller
	begun    []byte // the parts of a request that have come
	rest     []byte // of a reply
	status   uint32 // of that reply
	skip     int    // number of the next times that next sleeps without looking
	skipped  int    // skip as it was set after the last time in vain; each success halves it
}

const (
	shortBytes  = 52      // most bytes of a short request
	areaBytes   = 1 << 16 // most bytes of a part of a request
	answerAt    = 208
	answerBytes = areaBytes - 16
	areaAt      = answerAt + answerBytes
	slotBytes   = areaAt + areaBytes
	mostBytes   = 1 << 26 // most bytes of a request

	more      = 1 << 31
	continued = 1 << 30
)

// patience is how long next looks for a request before it sleeps. A caller that asks about one state after another
// sends the next request before patience has passed.
const patience = 100 * time.Microsecond

// mostSkipped is the largest number of times in a row that next sleeps without looking.
const mostSkipped = 256

func newSlot(in io.Reader, out io.Writer, memory []byte) *slot {
	word := func(offset int) *atomic.Uint64 { return (*atomic.Uint64)(unsafe.Pointer(&memory[offset])) }
	return &slot{in: in, out: out, asked: word(56), asleep: word(64), waits: word(128), answered: word(192),
		memory: memory}
}

// next waits for the next request and returns it. The error is io.EOF if there are no more requests.
func (s *slot) next() ([]byte, error) {
	s.begun = s.begun[:0]
	for {
		if err := s.await(); err != nil {
			return nil, err
		}
		head := binary.LittleEndian.Uint32(s.memory)
		size, at := int(head&^(more|continued)), 4
		if size > shortBytes {
			at = areaAt
		}
		if size > areaBytes || len(s.begun)+size > mostBytes {
			return nil, fmt.Errorf("a request of %d bytes; %d are possible", len(s.begun)+size, mostBytes)
		}
		part := s.memory[at:][:size]
		if head == 0 {
			s.answer(s.status, s.rest)
			continue
		}
		if head&(more|continued) == 0 {
			return part, nil
		}
		if head&continued == 0 {
			s.begun = s.begun[:0]
		}
		s.begun = append(s.begun, part...)
		if head&more == 0 {
			return s.begun, nil
		}
		s.answer(0, nil)
	}
}

// await waits until the caller has written a request.
func (s *slot) await() error {
	for s.asked.Load() != s.number+1 {
		if len(s.owed) > 0 {
			s.waits.Store(0)
			if _, err := s.out.Write(s.owed); err != nil {
				return err
			}
			s.owed = s.owed[:0]
		}
		if s.waits.Load() == 0 && s.look() {
			break
		}
		var read [64]byte
		s.asleep.Store(1)
		n, err := s.in.Read(read[:])
		s.asleep.Store(0)
		if err != nil {
			return err
		}
		s.owed = append(s.owed, slices.DeleteFunc(read[:n], func(b byte) bool { return b != 'e' })...)
	}
	s.number++
	return nil
}

// look looks for a request for at most the duration patience and reports whether there is one. If it looked in vain, a
// number of the next calls do not look; each further time in vain about doubles this number.
func (s *slot) look() bool {
	if s.skip > 0 {
		s.skip--
		return false
	}
	for start := time.Now(); time.Since(start) < patience; {
		for range 16 {
			if s.asked.Load() == s.number+1 {
				s.skipped /= 2
				return true
			}
		}
	}
	s.skipped = min(2*s.skipped+1, mostSkipped)
	s.skip = s.skipped
	return false
}

// answer writes a reply, or as much of it as there is room for.
func (s *slot) answer(status uint32, answer []byte) {
	s.rest, s.status = nil, status
	if len(answer) > answerBytes {
		s.rest, answer, status = answer[answerBytes:], answer[:answerBytes], 3
	}
	copy(s.memory[answerAt:], answer)
	binary.LittleEndian.PutUint32(s.memory[answerAt-8:], uint32(len(answer)))
	binary.LittleEndian.PutUint32(s.memory[answerAt-4:], status)
	s.answered.Store(s.number)
}
