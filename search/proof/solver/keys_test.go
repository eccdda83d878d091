package solver

import (
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
	c := cursor{keys: k}
	for i, text := range texts {
		if number, found := k.find([]byte(text)); !found || int(number) != i {
			t.Fatalf("text %d is found %t as number %d", i, found, number)
		}
		if next, _, more := c.next(); !more || string(next) != text {
			t.Fatalf("text %d is %v to a cursor, not %s", i, next, text)
		}
	}
	if _, _, more := c.next(); more {
		t.Error("a cursor finds more texts than there are")
	}
	if _, found := k.find([]byte("never")); found {
		t.Error("a text is found that was never numbered")
	}
	if len(texts) < 10_000 {
		t.Errorf("%d different texts; the test means to make the table grow", len(texts))
	}
}
