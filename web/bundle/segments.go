package bundle

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// Bytes of the WebAssembly Core Specification 2.0, chapter 5.
const (
	dataSection = 11   // number of the section with the initial contents of memory, in segments
	i32Const    = 0x41 // instruction before the address of a segment
	endOfCode   = 0x0b // instruction after the address of a segment
)

const mostGap = 64 << 20 // most zero bytes between two segments

// errWasm is the error for a module in a form that the Go linker does not write.
var errWasm = errors.New("the go command has built an engine in a form that the page cannot shorten")

// joinSegments returns a WebAssembly module with all data in one segment. The Go linker omits zeros between data and so
// writes some 80,000 segments; in the compressed engine their addresses take 136 kB more than the zeros would.
func joinSegments(module []byte) ([]byte, error) {
	rest := &reader{left: module}
	joined := append([]byte(nil), rest.take(8)...) // the magic number and the version
	for len(rest.left) > 0 {
		kind := rest.take(1)
		section := rest.take(rest.number())
		if len(kind) > 0 && kind[0] == dataSection {
			section = oneSegment(&reader{left: section})
			rest.failed = rest.failed || section == nil
		}
		joined = binary.AppendUvarint(append(joined, kind...), uint64(len(section)))
		joined = append(joined, section...)
	}
	if rest.failed {
		return nil, errWasm
	}
	return joined, nil
}

// oneSegment returns a data section with one segment in place of all segments of the given section, which may be in any
// order. It returns nil if the section has another form than the Go linker writes, or if its segments overlap.
func oneSegment(section *reader) []byte {
	type segment struct {
		address int
		data    []byte
	}
	var segments []segment
	for range section.number() {
		active := section.take(2) // the mode, 0 for an address in memory 0, and the instruction before the address
		address := section.number()
		end := section.take(1)
		data := section.take(section.number())
		if section.failed || active[0] != 0 || active[1] != i32Const || end[0] != endOfCode {
			return nil
		}
		segments = append(segments, segment{address, data})
	}
	if len(segments) == 0 || len(section.left) > 0 {
		return nil
	}
	slices.SortStableFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	var memory []byte
	start := segments[0].address
	for _, s := range segments {
		gap := s.address - start - len(memory)
		if gap < 0 || gap > mostGap {
			return nil
		}
		memory = append(append(memory, make([]byte, gap)...), s.data...)
	}
	joined := append(appendSigned([]byte{1, 0, i32Const}, start), endOfCode) // one segment, of mode 0
	return append(binary.AppendUvarint(joined, uint64(len(memory))), memory...)
}

// appendSigned appends a number of 0 or more in signed LEB128: seven bits in each byte, the lowest bits first. The
// highest of the seven bits in the last byte is the sign and so must be 0.
func appendSigned(text []byte, number int) []byte {
	for ; number >= 1<<6; number >>= 7 {
		text = append(text, byte(number)|1<<7)
	}
	return append(text, byte(number))
}

// A reader reads bytes and numbers from the beginning of the bytes left. After a failure no bytes are left.
type reader struct {
	left   []byte
	failed bool
}

func (r *reader) take(count int) []byte {
	if count > len(r.left) {
		r.left, r.failed = nil, true
		return nil
	}
	taken := r.left[:count]
	r.left = r.left[count:]
	return taken
}

// number reads a number of 0 or more in LEB128, signed or unsigned. It does not recognise a negative number: it returns
// a wrong positive one, or fails.
func (r *reader) number() int {
	number, length := binary.Uvarint(r.left)
	if length <= 0 || number > 1<<35 {
		r.left, r.failed = nil, true
		return 0
	}
	r.left = r.left[length:]
	return int(number)
}
