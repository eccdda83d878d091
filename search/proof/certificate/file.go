package certificate

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
)

// The lines before the members. The sum is the SHA-256 of the lines above it and the columns.
const (
	magic   = "pillars certificate 1"
	heading = magic + "\n%s\nturns %d\nmembers %d of %d bytes\n"
	sumLine = "sha256 %s\n"
)

// most is the largest number of members that a reader takes, so that a hostile file cannot ask for all memory.
const most = 1 << 28

// Write writes a certificate: lines of text and, compressed by gzip, the keys in columns: the first bytes of all keys,
// then their second bytes, and so on.
func (c *Certificate) Write(w io.Writer) error {
	head := fmt.Sprintf(heading, rulesText(c.Rules), c.Turns, c.Len(), c.width)
	columns := transposed(c.keys, c.Len(), c.width)
	if _, err := fmt.Fprintf(w, "%s"+sumLine, head, sum(head, columns)); err != nil {
		return err
	}
	packer, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = packer.Write(columns)
	return errors.Join(err, packer.Close())
}

func sum(head string, columns []byte) string {
	hash := sha256.New()
	_, _ = io.WriteString(hash, head) // a hash returns no errors
	_, _ = hash.Write(columns)
	return hex.EncodeToString(hash.Sum(nil))
}

// transposed returns a table of the given numbers of rows and columns by columns.
func transposed(table []byte, rows, columns int) []byte {
	out := make([]byte, 0, len(table))
	for column := range columns {
		for row := range rows {
			out = append(out, table[row*columns+column])
		}
	}
	return out
}

// Read reads a certificate. It checks the file, but proves nothing; see [Certificate.Check].
func Read(r io.Reader) (*Certificate, error) {
	in := bufio.NewReader(r)
	var lines [5]string
	for i := range lines {
		line, err := in.ReadString('\n')
		if i == 0 && line != magic+"\n" {
			return nil, fmt.Errorf("line 1 is not %q; this is no certificate", magic)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d is missing", i+1)
		}
		lines[i] = line
	}
	c := &Certificate{}
	var count int
	var err error
	if c.Rules, err = rulesOf(strings.TrimSuffix(lines[1], "\n")); err != nil {
		return nil, fmt.Errorf("line 2: %w", err)
	}
	if _, err := fmt.Sscanf(lines[2], "turns %d\n", &c.Turns); err != nil || c.Turns < 0 || c.Turns%2 != 0 {
		return nil, fmt.Errorf("line 3: %q does not give an even number of turns", lines[2])
	}
	c.shape = shapeOf(c.Rules)
	var width int
	if _, err := fmt.Sscanf(lines[3], "members %d of %d bytes\n", &count, &width); err != nil {
		return nil, fmt.Errorf("line 4: %q does not give the number of members and their bytes", lines[3])
	}
	if count < 0 || count > most || width != c.width {
		return nil, fmt.Errorf("line 4: %d members of %d bytes: this board has keys of %d bytes, and a file at most "+
			"%d members", count, width, c.width, most)
	}
	columns, err := unpack(in, count*width)
	if err != nil {
		return nil, fmt.Errorf("after line 5: %w", err)
	}
	head := strings.Join(lines[:4], "")
	if want := fmt.Sprintf(sumLine, sum(head, columns)); lines[4] != want {
		return nil, fmt.Errorf("line 5: the sum does not fit the file; it should be %q", want)
	}
	c.keys = transposed(columns, width, count)
	return c, c.ordered()
}

func unpack(in io.Reader, size int) ([]byte, error) {
	packed, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	columns, err := io.ReadAll(io.LimitReader(packed, int64(size)+1))
	switch {
	case err != nil:
		return nil, err
	case len(columns) < size:
		return nil, fmt.Errorf("%d bytes, not %d", len(columns), size)
	case len(columns) > size:
		return nil, fmt.Errorf("more than %d bytes", size)
	}
	return columns, nil
}

// rulesOf returns the rules that a line names, such as "pilastri size=0 files=4 ranks=6".
func rulesOf(line string) (engine.Rules, error) {
	name, options, _ := strings.Cut(line, " ")
	if err := checkGame(name); err != nil {
		return nil, err
	}
	game, err := games.Find(name)
	if err != nil {
		return nil, err
	}
	settings, err := engine.ParseSettings(strings.Fields(options))
	if err != nil {
		return nil, err
	}
	return game.New(settings)
}

// ordered returns an error unless the keys rise.
func (c *Certificate) ordered() error {
	for i := 1; i < c.Len(); i++ {
		if string(c.key(i-1)) >= string(c.key(i)) {
			return fmt.Errorf("member %d does not come after the one before it", i+1)
		}
	}
	return nil
}

func rulesText(rules engine.Rules) string {
	return rules.Game().Name() + " " + rules.Settings().String()
}
