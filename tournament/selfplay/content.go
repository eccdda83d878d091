package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"pillars/engine"
	"pillars/search"
)

// appendGame writes a game as docs/TUNING.md describes it; parseGame reads it.
func appendGame(b []byte, g storedGame) []byte {
	b = binary.AppendUvarint(b, uint64(g.number))
	b = append(b, byte(g.end), byte(len(g.shares)))
	b = append(b, g.shares...)
	b = binary.AppendUvarint(b, uint64(len(g.steps)))
	for _, step := range g.steps {
		b = binary.AppendUvarint(b, uint64(step))
	}
	b = binary.AppendUvarint(b, uint64(len(g.notes)))
	for _, note := range g.notes {
		b = append(b, byte(note.flags))
		if note.flags.has(flagDecided) {
			b = binary.AppendVarint(b, int64(note.score))
		}
		if note.flags.has(flagVisits) {
			b = appendVisits(b, note.visits)
		}
	}
	return binary.LittleEndian.AppendUint32(b, g.final)
}

func appendVisits(b []byte, visits [][]search.Visits) []byte {
	b = binary.AppendUvarint(b, uint64(len(visits)))
	for _, list := range visits {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, tried := range list {
			b = binary.AppendUvarint(b, uint64(tried.Step))
			b = binary.AppendUvarint(b, uint64(tried.Times))
		}
	}
	return b
}

func parseGame(content []byte) (storedGame, error) {
	p := parser{rest: content}
	g := storedGame{number: int(p.number(1<<31 - 1)), end: ending(p.below(byte(ends), "end"))}
	g.shares = make([]uint8, p.below(engine.MaxSeats+1, "number of seats"))
	for i := range g.shares {
		g.shares[i] = p.below(shareUnit+1, "score")
	}
	g.steps = make([]engine.Step, p.length())
	for i := range g.steps {
		g.steps[i] = engine.Step(p.number(math.MaxUint32))
	}
	g.notes = make([]turnNote, p.length())
	for i := range g.notes {
		g.notes[i].flags = flags(p.below(byte(allFlags)+1, "flags"))
		if g.notes[i].flags.has(flagDecided) {
			g.notes[i].score = p.score()
		}
		if g.notes[i].flags.has(flagVisits) {
			g.notes[i].visits = p.visits()
		}
	}
	g.final = binary.LittleEndian.Uint32(p.take(4))
	if p.err == nil && len(p.rest) > 0 {
		p.fail(fmt.Sprintf("%d bytes follow the game", len(p.rest)))
	}
	return g, p.err
}

// parser takes a block apart. After the first error everything reads as 0.
type parser struct {
	rest []byte
	err  error
}

func (p *parser) fail(what string) {
	if p.err == nil {
		p.err = errors.New(what)
	}
	p.rest = nil
}

func (p *parser) take(n int) []byte {
	if len(p.rest) < n {
		p.fail("the game is cut off")
		return make([]byte, n)
	}
	taken := p.rest[:n]
	p.rest = p.rest[n:]
	return taken
}

func (p *parser) below(bound byte, what string) byte {
	b := p.take(1)[0]
	if b >= bound {
		p.fail(fmt.Sprintf("%s %d is not below %d", what, b, bound))
		return 0
	}
	return b
}

func (p *parser) number(most uint64) uint64 {
	n, size := binary.Uvarint(p.rest)
	if size <= 0 || n > most {
		p.fail("a number is cut off or too large")
		return 0
	}
	p.rest = p.rest[size:]
	return n
}

// length is a number of things that take a byte at least, so that no block asks for more memory than it has bytes.
func (p *parser) length() int { return int(p.number(uint64(len(p.rest)))) }

func (p *parser) visits() [][]search.Visits {
	visits := make([][]search.Visits, p.length())
	for i := range visits {
		visits[i] = make([]search.Visits, p.length())
		for j := range visits[i] {
			step, times := p.number(math.MaxUint32), p.number(math.MaxUint32)
			visits[i][j] = search.Visits{Step: engine.Step(step), Times: uint32(times)}
		}
	}
	return visits
}

func (p *parser) score() search.Score {
	n, size := binary.Varint(p.rest)
	if size <= 0 || n > int64(search.MaxScore) || n < -int64(search.MaxScore) {
		p.fail("a score is cut off or too large")
		return 0
	}
	p.rest = p.rest[size:]
	return search.Score(n)
}
