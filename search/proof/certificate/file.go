package certificate

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
)

// Proof is a [Certificate] or a [Ranked].
type Proof interface {
	Len() int // number of members
	Write(w io.Writer) error
	Check(ctx context.Context, threads int, report func(members int)) error
	Values(p engine.Position) (Value, []FirstTurn)
	Rules() engine.Rules
}

func (c *Certificate) Rules() engine.Rules { return c.rules }

func (c *Ranked) Rules() engine.Rules { return c.rules }

// The lines of a file before the members.
const (
	magic       = "pillars certificate 1"
	rankedMagic = "pillars ranked certificate 1"
	turnsLine   = "turns %d\n"
	countLine   = "members %d of %d bytes\n"
	sumLine     = "sha256 %s\n" // hash of the lines before this one and of the members before compression
)

// maxSize is the largest number of bytes of all members that Read accepts, so that a hostile file cannot use up memory.
const maxSize = 1 << 31

// Write writes a certificate: lines of text, and then the keys, compressed by gzip. The keys stand in columns: first
// the first bytes of all keys, then their second bytes, and so on.
func (c *Certificate) Write(w io.Writer) error {
	head := magic + "\n" + rulesLine(c.rules) + fmt.Sprintf(turnsLine+countLine, c.Turns, c.Len(), c.width)
	return write(w, head, transposed(c.keys, c.Len(), c.width))
}

// Write writes a certificate: lines of text and, compressed by gzip, a line for each member with rank and position.
func (c *Ranked) Write(w io.Writer) error {
	slices.SortFunc(c.members, func(a, b rankedMember) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.text, b.text))
	})
	var lines bytes.Buffer
	for _, m := range c.members {
		fmt.Fprintf(&lines, "%d %s\n", m.rank, m.text)
	}
	head := rankedMagic + "\n" + rulesLine(c.rules) + fmt.Sprintf(countLine, c.Len(), lines.Len())
	return write(w, head, lines.Bytes())
}

func rulesLine(rules engine.Rules) string {
	return rules.Game().Name() + " " + rules.Settings().String() + "\n"
}

// write writes the lines of head, the line with the checksum, and the compressed members.
func write(w io.Writer, head string, members []byte) error {
	if _, err := fmt.Fprintf(w, "%s"+sumLine, head, sum(head, members)); err != nil {
		return err
	}
	packer, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // returns an error only for an invalid level
	_, err := packer.Write(members)
	return errors.Join(err, packer.Close())
}

func sum(head string, members []byte) string {
	hash := sha256.New()
	_, _ = io.WriteString(hash, head) // a hash returns no errors
	_, _ = hash.Write(members)
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// transposed returns the bytes of a table with the given numbers of rows and columns, column by column.
func transposed(table []byte, rows, columns int) []byte {
	out := make([]byte, 0, len(table))
	for column := range columns {
		for row := range rows {
			out = append(out, table[row*columns+column])
		}
	}
	return out
}

// Read reads a certificate. It checks the format of the file and its checksum, but not the proof; see [Proof].
func Read(r io.Reader) (Proof, error) {
	f := &reader{in: bufio.NewReader(r)}
	switch first := f.line(); first {
	case magic + "\n":
		return f.plain()
	case rankedMagic + "\n":
		return f.ranked()
	}
	return nil, fmt.Errorf("line 1 is not %q; this is no certificate", magic)
}

// reader reads the parts of a file in their order. Its errors name the line.
type reader struct {
	in   *bufio.Reader
	head string // the lines read so far
	read int    // the number of these lines
}

// line returns the next line, or the rest of the file if it has no line feed.
func (f *reader) line() string {
	line, _ := f.in.ReadString('\n') // after an error the line is too short, and the caller rejects it
	f.head += line
	f.read++
	return line
}

// scan reads the numbers of a line of the given form, such as turnsLine, into pointers to int.
func (f *reader) scan(form string, into ...any) error {
	line := f.line()
	_, err := fmt.Sscanf(line, form, into...)
	var numbers []any
	for _, p := range into {
		numbers = append(numbers, *p.(*int))
	}
	if err != nil || fmt.Sprintf(form, numbers...) != line {
		return fmt.Errorf("line %d: %q is not %q", f.read, line, form)
	}
	return nil
}

// rules reads the line that names the rules, such as "pilastri size=0 files=4 ranks=6".
func (f *reader) rules() (engine.Rules, error) {
	name, options, _ := strings.Cut(strings.TrimSuffix(f.line(), "\n"), " ")
	settings, err := engine.ParseSettings(strings.Fields(options))
	game, unknown := games.Find(name)
	var rules engine.Rules
	if err = cmp.Or(unknown, err); err == nil {
		rules, err = game.New(settings)
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", f.read, err)
	}
	return rules, nil
}

// plain reads the rest of a [Certificate].
func (f *reader) plain() (*Certificate, error) {
	rules, err := f.rules()
	if err != nil {
		return nil, err
	}
	c, err := New(rules, 0)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", f.read, err)
	}
	var count, width int
	if err := f.scan(turnsLine, &c.Turns); err != nil {
		return nil, err
	}
	if c.Turns < 0 || c.Turns%2 != 0 {
		return nil, fmt.Errorf("line %d: turns %d: must be even", f.read, c.Turns)
	}
	if err := f.scan(countLine, &count, &width); err != nil {
		return nil, err
	}
	if count < 0 || width != c.width || count > maxSize/width {
		return nil, fmt.Errorf("line %d: %d members of %d bytes: this board has keys of %d bytes, and a file at most "+
			"%d bytes of members", f.read, count, width, c.width, maxSize)
	}
	columns, err := f.members(count * width)
	if err != nil {
		return nil, err
	}
	c.keys = transposed(columns, width, count)
	for i := 1; i < count; i++ {
		if bytes.Compare(c.key(i-1), c.key(i)) >= 0 {
			return nil, fmt.Errorf("member %d does not come after the one before it", i+1)
		}
	}
	return c, nil
}

// ranked reads the rest of a [Ranked].
func (f *reader) ranked() (*Ranked, error) {
	rules, err := f.rules()
	if err != nil {
		return nil, err
	}
	c, err := NewRanked(rules)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", f.read, err)
	}
	var count, size int
	if err := f.scan(countLine, &count, &size); err != nil {
		return nil, err
	}
	if size < 0 || size > maxSize {
		return nil, fmt.Errorf("line %d: %d bytes of members; a file has at most %d", f.read, size, maxSize)
	}
	lines, err := f.members(size)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(lines)) {
		var rank int
		start, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if _, err := fmt.Sscanf(start, "%d", &rank); err != nil {
			return nil, fmt.Errorf("member %d: %q begins with no rank", c.Len()+1, line)
		}
		if err := c.Add(text, rank); err != nil {
			return nil, fmt.Errorf("member %d: %w", c.Len()+1, err)
		}
	}
	if c.Len() != count {
		return nil, fmt.Errorf("member %d is the last; there should be %d", c.Len(), count)
	}
	return c, nil
}

// members reads the checksum and the members, and returns the members, which must have size bytes after decompression.
func (f *reader) members(size int) ([]byte, error) {
	head := f.head // the lines before the checksum, which it also covers
	sumWanted := f.line()
	packed, err := gzip.NewReader(f.in)
	if err != nil {
		return nil, fmt.Errorf("after line %d: %w", f.read, err)
	}
	members, err := io.ReadAll(io.LimitReader(packed, int64(size)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("after line %d: %w", f.read, err)
	case len(members) != size:
		return nil, fmt.Errorf("after line %d: not %d bytes of members", f.read, size)
	case sumWanted != fmt.Sprintf(sumLine, sum(head, members)):
		return nil, fmt.Errorf("line %d: the sum does not fit the file; it should be %s", f.read, sum(head, members))
	}
	return members, nil
}
