package certificate_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/search/proof/certificate"
)

// fileOf returns a file with the given lines before the checksum, the right checksum, and the given members.
func fileOf(t *testing.T, head, members string) string {
	t.Helper()
	var file bytes.Buffer
	fmt.Fprintf(&file, "%ssha256 %x\n", head, sha256.Sum256([]byte(head+members)))
	packer := gzip.NewWriter(&file)
	if _, err := packer.Write([]byte(members)); err != nil || packer.Close() != nil {
		t.Fatal(err)
	}
	return file.String()
}

// The heads of small files, and a member of each. On 2 x 3 squares, a key has 18 bits and thus three bytes.
const (
	plainHead  = "pillars certificate 1\npilastri size=0 files=2 ranks=3 jumpers=off\nturns 0\nmembers "
	rankedHead = "pillars ranked certificate 1\npilastri size=0 files=2 ranks=3 jumpers=off\nmembers "
	pitHead    = "pillars ranked certificate 1\npit-of-pillars size=4 reserve=0 repetition=3 cap=0\nmembers "
)

// TestReadMembers reads certificates written by hand, and refuses wrong members with the words of the error.
func TestReadMembers(t *testing.T) {
	t.Parallel()
	const (
		start  = "b,w/w,b/b,w w"
		line   = "3 " + start + "\n" // of 16 bytes
		second = "1 b,w/w,b/bw,x b\n"
		third  = "3 w,b/b,w/w,b w\n"
	)
	of := func(text, old, replacement string) string { return strings.Replace(text, old, replacement, 1) }
	for _, test := range []struct{ head, members, want string }{
		{plainHead + "0 of 3 bytes\n", "", ""},
		{plainHead + "2 of 3 bytes\n", "\x00\x01\x00\x00\x05\x00", ""},
		{plainHead + "2 of 3 bytes\n", "\x01\x00\x00\x00\x00\x05", "member 2 does not come after the one before it"},
		{plainHead + "2 of 3 bytes\n", "\x01\x01\x00\x00\x05\x05", "member 2 does not come after the one before it"},
		{plainHead + "1 of 4 bytes\n", "1234", "line 4: 1 members of 4 bytes: this board has keys of 3 bytes"},
		{plainHead + "-1 of 3 bytes\n", "", "line 4: -1 members of 3 bytes"},
		{plainHead + "715827883 of 3 bytes\n", "", "line 4: 715827883 members"},
		{plainHead + "715827882 of 3 bytes\n", "", "line 4: 2147483646 bytes of members in 23 compressed bytes"},
		{plainHead + "2 of 3 bytes\n", "12345", "after line 5: not 6 bytes of members"},
		{plainHead + "1 of 3 bytes\n", "1234", "after line 5: not 3 bytes of members"},
		{plainHead + " 1 of 3 bytes\n", "123", `line 4: "members  1 of 3 bytes\n" is not "members %d of %d bytes\n"`},
		{of(plainHead, "turns 0", "turns -2"), "", "line 3: turns -2: must be even"},
		{of(plainHead, "turns 0", "turns 3"), "", "line 3: turns 3: must be even"},
		{of(plainHead, "turns 0", "turns 8"), "", "line 3: turns 8: must be even, from 0 to 6"},
		{of(plainHead, "turns 0", "turns 4294967298"), "", "line 3: turns 4294967298: must be even, from 0 to 6"},
		{of(plainHead, " ranks=3", ""), "", "line 2: option size=0: needs both files and ranks"},
		{of(plainHead, " jumpers=off", ""), "", `line 2: "pilastri size=0 files=2 ranks=3\n" must be "pilastri size=0`},
		{of(plainHead, "jumpers=off", "jumpers=HIGH"), "", "line 2: option jumpers="},
		{of(plainHead, "size=0 files=2", "files=2 size=0"), "", `line 2: "pilastri files=2 size=0 ranks=3`},
		{of(plainHead, "files=2", "files=2 files=2"), "", `line 2: option "files" is given twice`},
		{of(plainHead, "off\n", "off\r\n"), "", `line 2: "pilastri size=0 files=2 ranks=3 jumpers=off\r\n" must be`},
		{of(plainHead, "off\n", "off"+strings.Repeat(" ", 300)+"\n"), "", `line 2: "pilastri size=0`},
		{"pillars certificate 1\npit board=/etc/passwd players=2\n", "", `line 2: "pit": certificates exist only for`},
		{"pillars certificate 1\npit-of-pillars size=4 reserve=0 repetition=3 cap=0\n", "",
			`line 2: "pit-of-pillars": certificates of this form exist only for pilastri`},
		{"pillars certificate 2\n", "", `line 1 is not "pillars certificate 1"; this is no certificate`},
		{rankedHead + "0 of 0 bytes\n", "", ""},
		{rankedHead + "1 of 16 bytes\n", line, ""},
		{rankedHead + "1 of 17 bytes\n", second, `member 1: "b,w/w,b/bw,x b": the seat to act must be`},
		{rankedHead + "2 of 17 bytes\n", line + " ", `member 2: " " is not a rank`},
		{rankedHead + "2 of 16 bytes\n", line, "member 1 is the last; there should be 2"},
		{rankedHead + "2 of 32 bytes\n", line + line, `member 2: "3 ` + start + `\n" does not come after the member`},
		{rankedHead + "2 of 32 bytes\n", line + third, `member 2: "w,b/b,w/w,b w": an image of it is a member already`},
		{rankedHead + "2 of 32 bytes\n", third + line, `member 2: "3 ` + start + `\n" does not come after the member`},
		{rankedHead + "1 of 32 bytes\n", line + third, "member 2 is one too many"},
		{rankedHead + "1 of 16 bytes\n", "x" + line[1:], `member 1: "x ` + start + `\n" is not a rank`},
		{rankedHead + "1 of 16 bytes\n", "0" + line[1:], `member 1: "` + start + `": rank 0 is not from 1`},
		{rankedHead + "1 of 18 bytes\n", "2.0" + line[1:], `member 1: "2.0 ` + start + `\n" is not a rank`},
		{rankedHead + "1 of 17 bytes\n", "+" + line, `member 1: "+3 ` + start + `\n" is not a rank`},
		{rankedHead + "1 of 17 bytes\n", line[:15] + "\r\n", `member 1: "` + start + `\r" is not the shortest text`},
		{rankedHead + "1 of 25 bytes\n", "1000000000" + line[1:], `member 1: "` + start + `": rank 1000000000 is no`},
		{rankedHead + "1 of 4 bytes\n", "1 x\n", `member 1: `},
		{rankedHead + "1 of 18 bytes\n", "1 x2/x2/b,wbwbw w\n", `member 1: "x2/x2/b,wbwbw w": the game is over or in`},
		{rankedHead + "1 of 17 bytes\n", "1 b,w/w,b/bw,x w\n", ""},
		{rankedHead + "1 of 16 bytes\n", "1 b,w/w,b/b,x w\n", "member 1: b,w/w,b/b,x: 2 against 3 pieces; each"},
		{rankedHead + "1 of 100000 bytes\n", strings.Repeat("7", 100_000), `member 1: "77777777777777777`},
		{rankedHead + "0 of -1 bytes\n", "", "line 3: -1 bytes of members; a file has at most 2147483648"},
		{rankedHead + "0 of 2147483649 bytes\n", "", "line 3: 2147483649 bytes of members"},
		{rankedHead + "0 of 2147483648 bytes\n", "", "line 3: 2147483648 bytes of members in 23 compressed bytes"},
		{pitHead + "1 of 37 bytes\n", "2 R,R/r,x,w,x/x3,wr/x2 w m 0/2 -\n", "after line 4"},
		{pitHead + "1 of 33 bytes\n", "2 R,R/r,x,w,x/x3,wr/x2 w m 0/2 -\n", ""},
		{of(pitHead, "cap=0", "cap=3") + "1 of 33 bytes\n", "2 R,R/r,x,w,x/x3,wr/x2 w m 0/2 -\n",
			"line 2: cap=3 would draw games of this proof, which may take 4 turns"},
		{of(pitHead, "cap=0", "cap=4") + "1 of 33 bytes\n", "2 R,R/r,x,w,x/x3,wr/x2 w m 0/2 -\n", ""},
	} {
		file := fileOf(t, test.head, test.members)
		c, err := certificate.Read(strings.NewReader(file))
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q with %.80q: %v, want %q", test.head, test.members, err, test.want)
			continue
		}
		if err == nil && !strings.Contains(test.head, fmt.Sprintf("members %d of", c.Len())) {
			t.Errorf("%q: %d members", test.head, c.Len())
		}
		if err == nil {
			_, err = certificate.Read(strings.NewReader(file + "\x00"))
			require.ErrorContains(t, err, "1 bytes follow the compressed members", "with a byte after the end")
		} else if len(err.Error()) > 400 {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
	}
}

// TestReadHostile reads files that would take gigabytes if they were believed.
func TestReadHostile(t *testing.T) {
	t.Parallel()
	zeros := strings.Repeat("\x00", 30_000_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for name, file := range map[string]io.Reader{
		"an endless line": endless{},
		"a long line":     strings.NewReader("pillars certificate 1\npilastri " + zeros),
		"zero members":    strings.NewReader(fileOf(t, plainHead+"10000000 of 3 bytes\n", zeros)),
		"one long member": strings.NewReader(fileOf(t, rankedHead+"1 of 30000000 bytes\n", zeros)),
	} {
		if _, err := certificate.Read(file); err == nil || len(err.Error()) > 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 500<<20 {
		t.Errorf("%d MiB allocated", (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}

// endless is an endless file of zeros.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
