package sha256

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// TestSumsAreThoseOfTheStandardLibrary hashes texts of every length around one and two blocks, whole and in two parts,
// and compares the checksums with those of the standard library.
func TestSumsAreThoseOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("a seed, a length and a name \x00\x80\xff"), 10)
	for length := range 3 * BlockSize {
		data := text[:length]
		if got, want := Sum256(data), sha256.Sum256(data); got != want {
			t.Errorf("%d bytes: %x instead of %x", length, got, want)
		}
		for cut := range length {
			parts, whole := New(), sha256.New()
			parts.Write(data[:cut])
			parts.Sum(nil) // changes nothing
			parts.Write(data[cut:])
			whole.Write(data)
			if got, want := parts.Sum([]byte("x")), whole.Sum([]byte("x")); !bytes.Equal(got, want) {
				t.Fatalf("%d and %d bytes: %x instead of %x", cut, length-cut, got, want)
			}
		}
	}
}

// TestResetForgets checks that Reset clears the data written before.
func TestResetForgets(t *testing.T) {
	t.Parallel()
	hash := New()
	hash.Write([]byte("something"))
	hash.Reset()
	if got, want := hash.Sum(nil), sha256.Sum256(nil); !bytes.Equal(got, want[:]) || len(got) != hash.Size() ||
		hash.BlockSize() != sha256.BlockSize {
		t.Errorf("%x instead of %x", got, want)
	}
}
