package parallel

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of several equal parts of work that is fixed beforehand. The parts need nothing of each other. The zero
// value is all of the work.
type Shard struct{ Part, Of int } // Part is from 1 to Of

// mostShards is far above the machines of anybody.
const mostShards = 100_000

// UnmarshalText reads "2/4", the second of four parts.
func (s *Shard) UnmarshalText(text []byte) error {
	part, of, _ := strings.Cut(string(text), "/")
	p, err1 := strconv.Atoi(part)
	o, err2 := strconv.Atoi(of)
	switch {
	case err1 != nil || err2 != nil:
		return errors.New("must be of the form 2/4, the second of four shards")
	case o < 1 || o > mostShards:
		return fmt.Errorf("there can be 1 to %d shards", mostShards)
	case p < 1 || p > o:
		return fmt.Errorf("the shards of %d are 1/%[1]d to %[1]d/%[1]d", o)
	}
	*s = Shard{p, o}
	return nil
}

// Whole reports whether it is all of the work.
func (s Shard) Whole() bool { return s.Of == 0 }

// MarshalText is the shard as text; nothing for all.
func (s Shard) MarshalText() ([]byte, error) {
	if s.Whole() {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// String is the shard as [Shard.UnmarshalText] reads it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Part, s.Of) }

// Has reports whether a piece of the work, numbered from 0, is in the shard.
func (s Shard) Has(number int) bool { return s.Whole() || number%s.Of == s.Part-1 }

// Number is that of a piece of the work by its place in the shard, both from 0.
func (s Shard) Number(place int) int { return max(0, s.Part-1) + place*max(1, s.Of) }

// Place is the inverse of [Shard.Number].
func (s Shard) Place(number int) int { return number / max(1, s.Of) }

// Count is how many of the first pieces are in the shard.
func (s Shard) Count(pieces int) int {
	if s.Whole() {
		return pieces
	}
	return (pieces + s.Of - s.Part) / s.Of
}

// Fits refuses a shard without a piece of the work.
func (s Shard) Fits(pieces int, noun string) error {
	if s.Of > pieces {
		return fmt.Errorf("there are more shards than %ss (%d); ask for at most as many", noun, pieces)
	}
	return nil
}
