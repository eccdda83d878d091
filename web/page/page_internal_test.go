package page

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// unpacked reads packed text bit by bit.
func unpacked(text string) ([]byte, error) {
	var size int
	if _, err := fmt.Sscan(text, &size); err != nil {
		return nil, err
	}
	_, digits, _ := strings.Cut(text, " ")
	var bits strings.Builder
	for _, digit := range digits {
		if digit >= 256 {
			fmt.Fprintf(&bits, "%07b", unkept[(digit-256)>>7])
		}
		fmt.Fprintf(&bits, "%07b", digit&127)
	}
	data := make([]byte, size)
	for i := range data {
		octet, err := strconv.ParseUint(bits.String()[8*i:][:8], 2, 8)
		if err != nil {
			return nil, err
		}
		data[i] = byte(octet)
	}
	return data, nil
}

// TestPackText decodes packed text, and checks that it has no characters that HTML would change.
func TestPackText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for size := range 300 {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(random.Uint32() >> (size % 9))
		}
		text := packText(data)
		got, err := unpacked(text)
		if err != nil || string(got) != string(data) || strings.ContainsAny(text, unkept) {
			t.Fatalf("%d bytes are packed as %q and read as %q, %v", size, text, got, err)
		}
	}
}
