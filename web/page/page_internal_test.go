package page

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPackText reads packed text back, bit by bit, and wants nothing in it that HTML would change.
func TestPackText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for size := range 300 {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(random.Uint32() >> (size % 9))
		}
		text := packText(data)
		var n int
		if _, err := fmt.Sscan(text, &n); err != nil || n != size || strings.ContainsAny(text, unkept) {
			t.Fatalf("%d bytes are packed as %q, %v", size, text, err)
		}
		_, digits, _ := strings.Cut(text, " ")
		var bits strings.Builder
		for _, digit := range digits {
			if digit >= 256 {
				fmt.Fprintf(&bits, "%07b", unkept[(digit-256)>>7])
			}
			fmt.Fprintf(&bits, "%07b", digit&127)
		}
		for i, want := range data {
			if got := bits.String()[8*i:][:8]; got != fmt.Sprintf("%08b", want) {
				t.Fatalf("byte %d of %d is %s, want %08b", i, size, got, want)
			}
		}
	}
}
