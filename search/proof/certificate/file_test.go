package certificate_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"pillars/engine/enginetest"
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

// TestReadMembers reads certificates written by hand, and refuses wrong members with the words of the error. On 2 x 3
// squares, a key has 18 bits and thus three bytes.
func TestReadMembers(t *testing.T) {
	t.Parallel()
	const (
		plain  = "pillars certificate 1\npilastri size=0 files=2 ranks=3\nturns 0\nmembers "
		ranked = "pillars ranked certificate 1\npilastri size=0 files=2 ranks=3\nmembers "
		start  = "b,w/w,b/b,w w"
		line   = "3 " + start + "\n" // of 16 bytes
		second = "1 b,w/w,b/bw,x b\n"
	)
	for _, test := range []struct{ head, members, want string }{
		{plain + "0 of 3 bytes\n", "", ""},
		{plain + "2 of 3 bytes\n", "\x00\x01\x00\x00\x05\x00", ""},
		{plain + "2 of 3 bytes\n", "\x01\x00\x00\x00\x00\x05", "member 2 does not come after the one before it"},
		{plain + "2 of 3 bytes\n", "\x01\x01\x00\x00\x05\x05", "member 2 does not come after the one before it"},
		{plain + "1 of 4 bytes\n", "1234", "line 4: 1 members of 4 bytes: this board has keys of 3 bytes, and " +
			"a file at most 2147483648 bytes of members"},
		{plain + "-1 of 3 bytes\n", "", "line 4: -1 members of 3 bytes"},
		{plain + "715827883 of 3 bytes\n", "", "line 4: 715827883 members"},
		{plain + "715827882 of 3 bytes\n", "", "after line 5: not 2147483646 bytes of members"},
		{plain + "1 of 3 bytes\n", "1234", "after line 5: not 3 bytes of members"},
		{plain + " 1 of 3 bytes\n", "123", `line 4: "members  1 of 3 bytes\n" is not "members %d of %d bytes\n"`},
		{strings.Replace(plain, "turns 0", "turns -2", 1), "", "line 3: turns -2: must be even"},
		{"pillars certificate 1\npylyx\n", "", `line 2: "pylyx": certificates exist only for pilastri`},
		{"pillars certificate 2\n", "", `line 1 is not "pillars certificate 1"; this is no certificate`},
		{ranked + "0 of 0 bytes\n", "", ""},
		{ranked + "2 of 33 bytes\n", line + second, ""},
		{ranked + "1 of 17 bytes\n", line + " ", `member 2: " " begins with no rank`},
		{ranked + "2 of 16 bytes\n", line, "member 1 is the last; there should be 2"},
		{ranked + "2 of 32 bytes\n", line + line, `member 2: "` + start + `": an image of it is a member already`},
		{ranked + "1 of 33 bytes\n", line + second, "member 2 is the last; there should be 1"},
		{ranked + "2 of 32 bytes\n", line + "x" + line[1:], `member 2: "x ` + start + `\n" begins with no rank`},
		{ranked + "1 of 16 bytes\n", "0" + line[1:], `member 1: "` + start + `": rank 0 is not 1 or more`},
		{ranked + "1 of 4 bytes\n", "1 x\n", `member 1: "x": `},
		{ranked + "1 of 19 bytes\n", "1 x2/x2/bw,wbwb b \n", `member 1: "x2/x2/bw,wbwb b ": the game is over or in`},
		{ranked + "0 of -1 bytes\n", "", "line 3: -1 bytes of members; a file has at most 2147483648"},
		{ranked + "0 of 2147483649 bytes\n", "", "line 3: 2147483649 bytes of members"},
		{ranked + "0 of 2147483648 bytes\n", "", "after line 4: not 2147483648 bytes of members"},
		{"pillars ranked certificate 1\npit players=3\n", "", "line 2: certificates exist only for games of two " +
			"seats whose positions have keys; not for Pit"},
	} {
		c, err := certificate.Read(strings.NewReader(fileOf(t, test.head, test.members)))
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q with %q: %v, want %q", test.head, test.members, err, test.want)
			continue
		}
		if err == nil && !strings.Contains(test.head, fmt.Sprintf("members %d of", c.Len())) {
			t.Errorf("%q: %d members", test.head, c.Len())
		}
	}
}

// TestOtherGames checks that a certificate of this form is for Pilastri only.
func TestOtherGames(t *testing.T) {
	t.Parallel()
	if _, err := certificate.New(enginetest.Rules(t, "pit"), 0); err == nil {
		t.Error("there is a certificate for pit")
	}
}
