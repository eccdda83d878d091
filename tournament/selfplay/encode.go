package selfplay

import (
	"encoding/binary"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/search"
)

// appendGame appends the content of a game's block.
func appendGame(b []byte, g Game) []byte {
	b = binary.AppendUvarint(b, uint64(g.Number))
	b = append(b, byte(g.End), byte(len(g.Shares)))
	b = append(b, g.Shares...)
	b = binary.AppendUvarint(b, uint64(len(g.Steps)))
	for _, step := range g.Steps {
		b = binary.AppendUvarint(b, uint64(step))
	}
	b = binary.AppendUvarint(b, uint64(len(g.Notes)))
	for _, note := range g.Notes {
		b = append(b, byte(note.Flags))
		if note.Flags.Has(Decided) {
			b = binary.AppendVarint(b, int64(note.Score))
		}
	}
	return binary.LittleEndian.AppendUint32(b, g.Final)
}

// parseGame reads the content of a game's block.
func parseGame(content []byte) (Game, error) {
	p := parser{rest: content}
	g := Game{Number: int(p.number(1<<31 - 1)), End: End(p.below(byte(ends), "end"))}
	g.Shares = make([]uint8, p.below(engine.MaxSeats+1, "number of seats"))
	for i := range g.Shares {
		g.Shares[i] = p.below(shareUnit+1, "score")
	}
	g.Steps = make([]engine.Step, p.length())
	for i := range g.Steps {
		g.Steps[i] = engine.Step(p.number(1<<32 - 1))
	}
	g.Notes = make([]Note, p.length())
	for i := range g.Notes {
		g.Notes[i].Flags = Flags(p.below(byte(allFlags)+1, "flags"))
		if g.Notes[i].Flags.Has(Decided) {
			g.Notes[i].Score = p.score()
		}
	}
	g.Final = p.word()
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

// below is a byte that must be smaller than a bound.
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

// length is a number of things of which each takes a byte at least, so that no block asks for more memory than it has bytes.
func (p *parser) length() int { return int(p.number(uint64(len(p.rest)))) }

func (p *parser) score() search.Score {
	n, size := binary.Varint(p.rest)
	if size <= 0 || n > int64(search.MaxScore) || n < -int64(search.MaxScore) {
		p.fail("a score is cut off or too large")
		return 0
	}
	p.rest = p.rest[size:]
	return search.Score(n)
}

func (p *parser) word() uint32 { return binary.LittleEndian.Uint32(p.take(4)) }
