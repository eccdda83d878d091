package certificate

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
)

// Proof is a [Certificate] or a [Ranked].
type Proof interface {
	Len() int // number of members
	Write(w io.Writer) error
	Rules() engine.Rules // the rules of the board
	// member returns a member, and the rank that the members after its turns and replies must stay below.
	member(i int) (p engine.Position, below int, err error)
	rank(key []byte) (rank int, found bool) // the rank of the member with a canonical key
	omitted() int                           // see [Certificate].Turns
}

// The lines of a file before the members.
const (
	magic       = "pillars certificate 1"
	rankedMagic = "pillars ranked certificate 1"
	turnsLine   = "turns %d\n"
	countLine   = "members %d of %d bytes\n"
	sumLine     = "sha256 %s\n" // hash of the lines before this one and of the members before compression
)

// The bounds of a file. They keep a hostile file from using up memory: a table that compresses better than maxPacking
// allows holds no proof.
const (
	maxSize    = 1 << 31 // largest number of bytes of the table of members
	maxHead    = 200     // largest number of bytes of a line before the table
	maxLine    = 600     // largest number of bytes of a line of the table of a [Ranked]
	maxQuote   = 100     // largest number of bytes of an error that quotes the file
	maxPacking = 32      // most bytes of the table, beyond freeSize, for each byte of its compressed form
	freeSize   = 1 << 20 // bytes of the table to which maxPacking does not apply
)

// Write writes a certificate: lines of text, and then the keys, compressed by gzip. The keys stand in columns: first
// the first bytes of all keys, then their second bytes, and so on.
func (c *Certificate) Write(w io.Writer) error {
	head := magic + "\n" + rulesLine(c.rules) + fmt.Sprintf(turnsLine+countLine, c.Turns, c.Len(), c.width)
	return write(w, head, transposed(c.keys, c.Len(), c.width))
}

// Write writes a certificate: lines of text and, compressed by gzip, a line for each member with rank and position.
func (c *Ranked) Write(w io.Writer) error {
	if err := c.fits(); err != nil {
		return err
	}
	slices.SortFunc(c.members, rankedMember.compare)
	var lines bytes.Buffer
	for _, m := range c.members {
		lines.WriteString(m.line())
	}
	head := rankedMagic + "\n" + rulesLine(c.rules) + fmt.Sprintf(countLine, c.Len(), lines.Len())
	return write(w, head, lines.Bytes())
}

// line returns the line of a member in a file.
func (m rankedMember) line() string { return fmt.Sprintf("%d %s\n", m.rank, m.text) }

// compare orders members as a file does: by rank, then by the bytes of the text.
func (m rankedMember) compare(other rankedMember) int {
	return cmp.Or(cmp.Compare(m.rank, other.rank), strings.Compare(m.text, other.text))
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

// Read reads a certificate. It checks the format of the file and its checksum, but not the proof, which the method
// Check of [Proof] checks.
func Read(r io.Reader) (Proof, error) {
	f := &reader{in: bufio.NewReader(r)}
	first := f.line()
	if first != magic+"\n" && first != rankedMagic+"\n" {
		return nil, fmt.Errorf("line 1 is not %q; this is no certificate", magic)
	}
	rules, err := f.rules()
	switch {
	case err != nil:
		return nil, err
	case first == magic+"\n":
		return f.plain(rules)
	}
	return f.ranked(rules)
}

// reader reads the parts of a file in their order. Its errors name the line.
type reader struct {
	in   *bufio.Reader
	head string // the lines read so far
	read int    // number of lines in head
}

// line returns the next line with its line feed. It returns a line that is too long without the line feed, so that no
// caller accepts it.
func (f *reader) line() string {
	line, _ := f.in.ReadSlice('\n')
	text := string(line[:min(len(line), maxHead)])
	f.head += text
	f.read++
	return text
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
		return fmt.Errorf("line %d: %.80q is not %q", f.read, line, form)
	}
	return nil
}

// rules reads the line that names the rules, such as "pilastri size=0 files=4 ranks=6 jumpers=off".
func (f *reader) rules() (engine.Rules, error) {
	line := f.line()
	name, options, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	if name != pilastri && name != pitOfPillars { // options of other games may name files, which must stay closed
		return nil, fmt.Errorf("line %d: %.80q: certificates exist only for %s and %s", f.read, name, pilastri,
			pitOfPillars)
	}
	settings, err := engine.ParseSettings(strings.Fields(options))
	game, unknown := games.Find(name)
	var rules engine.Rules
	if err = cmp.Or(unknown, err); err == nil {
		rules, err = game.New(settings)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("line %d: %s", f.read, outside.Short(err.Error(), maxQuote))
	case rulesLine(rules) != line:
		return nil, fmt.Errorf("line %d: %.80q must be %q", f.read, line, rulesLine(rules))
	}
	return rules, nil
}

// plain reads the part of the file of a [Certificate] that follows the line with the rules.
func (f *reader) plain(rules engine.Rules) (*Certificate, error) {
	c, err := New(rules, 0)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", f.read, err)
	}
	var count, width int
	if err := f.scan(turnsLine, &c.Turns); err != nil {
		return nil, err
	}
	if c.Turns < 0 || c.Turns > MaxTurns || c.Turns%2 != 0 {
		return nil, fmt.Errorf("line %d: turns %d: must be even, from 0 to %d", f.read, c.Turns, MaxTurns)
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

// ranked reads the part of the file of a [Ranked] that follows the line with the rules.
func (f *reader) ranked(rules engine.Rules) (*Ranked, error) {
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
	for line := range bytes.Lines(lines) {
		if c.Len() == count {
			return nil, fmt.Errorf("member %d is one too many", count+1)
		}
		if err := c.addLine(line); err != nil {
			return nil, fmt.Errorf("member %d: %s", c.Len()+1, outside.Short(err.Error(), maxQuote))
		}
	}
	if c.Len() != count {
		return nil, fmt.Errorf("member %d is the last; there should be %d", c.Len(), count)
	}
	if err := c.fits(); err != nil {
		return nil, fmt.Errorf("line 2: %w", err)
	}
	return c, nil
}

// addLine adds the member that a line of the file describes. It returns an error if this member does not follow the
// last one in the order of the file.
func (c *Ranked) addLine(line []byte) error {
	var m rankedMember
	if len(line) > maxLine {
		return fmt.Errorf("%.80q and so on: a line of %d bytes; the longest has %d", line, len(line), maxLine)
	}
	number, text, _ := strings.Cut(string(line), " ")
	m.rank, _ = strconv.Atoi(number)
	m.text = strings.TrimSuffix(text, "\n")
	if m.line() != string(line) {
		return fmt.Errorf("%q is not a rank, a blank and a position, and then a line feed", line)
	}
	if last := c.Len() - 1; last >= 0 && c.members[last].compare(m) >= 0 {
		return fmt.Errorf("%q does not come after the member before it", line)
	}
	return c.Add(m.text, m.rank)
}

// members reads the checksum and the members, and returns the members, which must have size bytes after decompression.
func (f *reader) members(size int) ([]byte, error) {
	head := f.head // the lines before the checksum; the checksum covers them too
	sumWanted := f.line()
	packed, err := io.ReadAll(f.in)
	switch {
	case err != nil:
		return nil, fmt.Errorf("after line %d: %w", f.read, err)
	case size > freeSize+maxPacking*len(packed):
		return nil, fmt.Errorf("line %d: %d bytes of members in %d compressed bytes, which hold no such proof",
			f.read-1, size, len(packed))
	case !bytes.HasPrefix(packed, []byte("\x1f\x8b\x08\x00")):
		return nil, fmt.Errorf("after line %d: no gzip stream, or one with a name or other extra fields", f.read)
	}
	rest := bytes.NewReader(packed)
	unpacker, err := gzip.NewReader(rest)
	if err != nil {
		return nil, fmt.Errorf("after line %d: %w", f.read, err)
	}
	unpacker.Multistream(false)
	members := make([]byte, size+1) // one byte more, to detect more than size bytes
	switch got, err := io.ReadFull(unpacker, members); {
	case err == nil || got < size && (err == io.EOF || err == io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("after line %d: not %d bytes of members", f.read, size)
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		return nil, fmt.Errorf("after line %d: %w", f.read, err)
	case rest.Len() > 0:
		return nil, fmt.Errorf("after line %d: %d bytes follow the compressed members", f.read, rest.Len())
	}
	members = members[:size]
	if right := fmt.Sprintf(sumLine, sum(head, members)); sumWanted != right {
		return nil, fmt.Errorf("line %d: the sum does not fit the file; it should be %q", f.read, right)
	}
	return members, nil
}
