package solve

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"pillars/engine"
)

// TestKeys numbers many texts of all lengths, some again and again, and compares with a map.
func TestKeys(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(1))
	k, want := newKeys(), map[string]uint32{}
	var texts []string
	for range 30_000 {
		text := make([]byte, random.IntN(300)/(1+random.IntN(60)))
		for i := range text {
			text[i] = byte(random.IntN(3))
		}
		number, fresh := k.number(text)
		known, ok := want[string(text)]
		if fresh == ok || ok && number != known || !ok && int(number) != len(want) {
			t.Fatalf("text %v has number %d (new: %t); want %d (known: %t)", text, number, fresh, known, ok)
		}
		if !ok {
			want[string(text)] = number
			texts = append(texts, string(text))
		}
	}
	for i, text := range texts {
		if number, found := k.find([]byte(text)); !found || int(number) != i || string(k.text(number)) != text {
			t.Fatalf("text %d is found %t as number %d, %v", i, found, number, k.text(number))
		}
	}
	if _, found := k.find([]byte("never")); found {
		t.Error("a text is found that was never numbered")
	}
	if len(texts) < 10_000 {
		t.Errorf("%d different texts; the test means to make the table grow", len(texts))
	}
}

// TestArena adds runs that fill blocks to the last value, and longer ones.
func TestArena(t *testing.T) {
	t.Parallel()
	var a arena[byte]
	runs := [][]byte{{1}, nil, bytes.Repeat([]byte{2}, blockSize-1), nil, {3}, bytes.Repeat([]byte{4}, 2*blockSize+1), nil, {5, 6}, nil}
	var starts []uint64
	for _, run := range runs {
		starts = append(starts, a.add(run))
	}
	for i, run := range runs {
		if got := a.from(starts[i])[:len(run)]; !bytes.Equal(got, run) {
			t.Errorf("run %d is not what was added", i)
		}
	}
}
