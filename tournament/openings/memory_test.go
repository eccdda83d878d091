package openings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// findRemembered searches for a book with a memory until a number of positions are valued. It returns how many were
// valued.
func findRemembered(t *testing.T, book string, seed uint64, until int) (found []Valued, asked int, goesOn bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := balanced(enginetest.Rules(t, "pit-of-pillars", "size=4"), 20)
	b.Seed = seed
	b.NewPlayer = func(string, engine.Rules) (search.Player, error) { return &oracle{valued: &asked}, nil }
	b.Report = func(_, valued int) {
		if valued == until {
			cancel()
		}
	}
	goesOn, err := b.Remember(book, b.Rules, "test")
	if err != nil {
		t.Fatal(err)
	}
	found, _, err = b.Find(ctx)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := b.Forget(err == nil); err != nil {
		t.Fatal(err)
	}
	return found, asked, goesOn
}

// TestBookGoesOn interrupts a search again and again: it must find the same book as a search without interrupts, value
// no position twice, and leave no file behind.
func TestBookGoesOn(t *testing.T) {
	folder := t.TempDir()
	book := filepath.Join(folder, "a.book")
	want, whole, _ := findRemembered(t, filepath.Join(folder, "b.book"), 3, -1)
	// The search under way at a break is lost, and at the end one more may be under way.
	asked, breaks := 0, 0
	for until := 5; until < whole-3; until += 5 { // not at the end, when it may be over
		_, n, goesOn := findRemembered(t, book, 3, until)
		breaks++
		if asked += n; goesOn != (until > 5) || n > 8 {
			t.Errorf("broken off at %d it went on: %v, and valued %d", until, goesOn, n)
		}
	}
	got, n, _ := findRemembered(t, book, 3, -1)
	if asked += n; asked > whole+breaks+2 || len(got) != 20 || !slices.EqualFunc(got, want, sameBalanced) {
		t.Errorf("valued %d and found %v; in one go %d and %v", asked, got, whole, want)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, error %v", entries, err)
	}
}

// TestBookOutlivesKills cuts the file of values off after any byte, as a kill could do, and checks that values of
// another search are not used.
func TestBookOutlivesKills(t *testing.T) {
	folder := t.TempDir()
	book, values := filepath.Join(folder, "a.book"), filepath.Join(folder, ".a.book.values")
	findRemembered(t, book, 3, 10)
	text, err := os.ReadFile(values)
	if err != nil {
		t.Fatal(err)
	}
	want, whole, _ := findRemembered(t, filepath.Join(folder, "b.book"), 3, -1)
	for cut := 0; cut < len(text); cut += 7 {
		if err := os.WriteFile(values, text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, n, _ := findRemembered(t, book, 3, -1); !slices.EqualFunc(got, want, sameBalanced) || n > whole+2 {
			t.Fatalf("cut off after %d bytes it valued %d and found %v; want %v", cut, n, got, want)
		}
	}
	if err := os.WriteFile(values, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, goesOn := findRemembered(t, book, 4, -1); goesOn {
		t.Error("it went on from values of another seed")
	}
}
