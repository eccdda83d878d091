package selfplay

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/openings"
)

// small is what most tests play: games that last a moment.
func small() Spec {
	return Spec{
		Options: []string{"size=4"}, Player: "alphabeta:nodes=60,table=1", Seed: 3, LeastRandom: 0, MostRandom: 4,
		Stray: 0.5, OwnSetUp: 0.3, Longest: 60, Margin: 20,
	}
}

// settled is the spec in canonical form with its rules.
func settled(t testing.TB, name string, spec Spec) (Spec, engine.Rules) {
	t.Helper()
	game, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	spec, rules, err := spec.Settle(game, players.New)
	if err != nil {
		t.Fatal(err)
	}
	return spec, rules
}

func generator(rules engine.Rules, workers int) Generator {
	return Generator{Rules: rules, NewPlayer: players.New, Workers: workers}
}

// playFile plays games into a file until there are so many.
func playFile(t testing.TB, path string, spec Spec, rules engine.Rules, workers, games int) {
	t.Helper()
	file, err := Open(path, spec, "test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := generator(rules, workers).Fill(t.Context(), file, games); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// gamesOf are the games of a file and the error behind the last.
func gamesOf(data []byte) (all []storedGame, err error) {
	r, err := newReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	for {
		game, err := r.next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, game)
	}
}

// played plays games into a file and reads it back, as it is and game by game.
func played(t testing.TB, spec Spec, rules engine.Rules, games int) ([]byte, []storedGame) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 2, games)
	data := read(t, path)
	stored, err := gamesOf(data)
	if err != nil {
		t.Fatal(err)
	}
	return data, stored
}

// anyGame draws a game as a file can hold it; its steps need not be legal.
func anyGame(t *rapid.T, number int) storedGame {
	g := storedGame{
		number: number,
		shares: rapid.SliceOfN(rapid.Uint8Range(0, 12), 2, 4).Draw(t, "shares"),
		end:    ending(rapid.IntRange(0, 2).Draw(t, "end")),
		steps:  []engine.Step{},
		notes:  []turnNote{},
		final:  rapid.Uint32().Draw(t, "final"),
	}
	for range rapid.IntRange(0, 20).Draw(t, "steps") {
		g.steps = append(g.steps, engine.Step(rapid.Uint32().Draw(t, "step")))
	}
	for range rapid.IntRange(0, 20).Draw(t, "notes") {
		note := turnNote{flags: flags(rapid.IntRange(0, 31).Draw(t, "flags"))}
		if note.flags.has(flagDecided) {
			note.score = search.Score(rapid.Int32Range(-32001, 32001).Draw(t, "score"))
		}
		if note.flags.has(flagVisits) {
			note.visits = rapid.SliceOfN(rapid.SliceOfN(rapid.Custom(anyVisits), 0, 5), 0, 3).Draw(t, "visits")
		}
		g.notes = append(g.notes, note)
	}
	return g
}

func anyVisits(t *rapid.T) search.Visits {
	return search.Visits{Step: engine.Step(rapid.Uint32().Draw(t, "tried")), Times: rapid.Uint32().Draw(t, "times")}
}

// TestFileKeepsGames writes any games and reads them back.
func TestFileKeepsGames(t *testing.T) {
	spec, _ := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	rapid.Check(t, func(t *rapid.T) {
		os.Remove(path)
		file, err := Open(path, spec, "test")
		if err != nil {
			t.Fatal(err)
		}
		var want []storedGame
		for number := range rapid.IntRange(0, 4).Draw(t, "games") {
			want = append(want, anyGame(t, number))
			if err := file.append(want[number]); err != nil {
				t.Fatal(err)
			}
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := gamesOf(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, %v; written %+v", got, err, want)
		}
	})
}

// TestSameFileForAnyWorkers plays with one worker and with four, in one go and in pieces, and after a torn write.
func TestSameFileForAnyWorkers(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	playFile(t, path("one"), spec, rules, 1, 24)
	want := read(t, path("one"))
	playFile(t, path("four"), spec, rules, 4, 24)
	playFile(t, path("pieces"), spec, rules, 3, 7)
	playFile(t, path("pieces"), spec, rules, 2, 24)
	if err := os.WriteFile(path("torn"), want[:len(want)*2/3], 0o644); err != nil {
		t.Fatal(err)
	}
	playFile(t, path("torn"), spec, rules, 2, 24)
	for _, name := range []string{"four", "pieces", "torn"} {
		if !bytes.Equal(read(t, path(name)), want) {
			t.Errorf("file %s differs", name)
		}
	}
}

// TestTornTail cuts a file off after every byte. What is left are the whole games, the error names the block behind
// them, and opening the file cuts it there.
func TestTornTail(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 2, 3)
	data, ends := read(t, path), map[int]int{} // length of the file by number of games
	r, err := newReader(bytes.NewReader(data))
	for n := 0; err == nil; n++ {
		ends[n] = int(r.offset)
		_, err = r.next()
	}
	for length := ends[0]; length < len(data); length++ {
		whole := 0
		for ends[whole+1] <= length {
			whole++
		}
		games, err := gamesOf(data[:length])
		torn, isTorn := errors.AsType[*tornError](err)
		if len(games) != whole || isTorn != (length > ends[whole]) ||
			isTorn && (torn.block != whole+1 || torn.offset != int64(ends[whole])) {
			t.Fatalf("cut at %d: %d games, %v", length, len(games), err)
		}
	}
	for _, tail := range [][]byte{data[ends[2] : ends[2]+5], make([]byte, 4096)} {
		if err := os.WriteFile(path, append(bytes.Clone(data[:ends[2]]), tail...), 0o644); err != nil {
			t.Fatal(err)
		}
		file, err := Open(path, spec, "test")
		if err != nil {
			t.Fatal(err)
		}
		if file.Games != 2 || file.Cut != int64(len(tail)) || errors.Join(file.Close()) != nil ||
			len(read(t, path)) != ends[2] {
			t.Errorf("%d games are found, %d bytes cut off", file.Games, file.Cut)
		}
	}
}

// TestDamageIsFound turns bits over. Wherever it is, the file is not taken for sound, and nothing behind the damage
// is cut off.
func TestDamageIsFound(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 2, 3)
	data := read(t, path)
	for at := range data {
		damaged := bytes.Clone(data)
		damaged[at] ^= 0x10
		games, err := gamesOf(damaged)
		if err == nil {
			t.Fatalf("byte %d: %d games are read without an error", at, len(games))
		}
		if at >= 20 && !strings.Contains(err.Error(), "block ") {
			t.Fatalf("byte %d: the error names no block: %v", at, err)
		}
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, spec, "test"); err == nil || !strings.Contains(err.Error(), "damaged") ||
		!bytes.Equal(read(t, path), data) {
		t.Errorf("a damaged file is opened or changed: %v", err)
	}
}

// TestOpenRefuses gives files of other games, and files of others that must not be touched.
// TestFileOfTwoPrograms opens a file that another is writing.
func TestFileOfTwoPrograms(t *testing.T) {
	spec, _ := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	first, err := Open(path, spec, "test")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(path, spec, "test")
	if err == nil || !strings.Contains(err.Error(), path+": another process is writing it") {
		t.Errorf("the second is opened with error %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := Open(path, spec, "test")
	if err != nil {
		t.Fatal("after the first is closed:", err)
	}
	second.Close()
}

func TestOpenRefuses(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	path := filepath.Join(t.TempDir(), "games.psd")
	playFile(t, path, spec, rules, 1, 1)
	other := spec
	other.Seed++
	if _, err := Open(path, other, "test"); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("a file with another seed: %v", err)
	}
	for _, text := range []string{"a letter to my aunt\n", "p", "pillars", "short"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		file, err := Open(path, spec, "test")
		if begins := strings.HasPrefix("pillars self-play 1\n", text); (err == nil) != begins {
			t.Errorf("%q: %v", text, err)
		} else if err == nil {
			file.Close()
		} else if string(read(t, path)) != text {
			t.Errorf("%q is overwritten", text)
		}
	}
	file, err := Open(filepath.Join(t.TempDir(), "new"), spec, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.append(storedGame{number: 1, shares: []uint8{0, 12}}); err == nil {
		t.Error("game 1 is taken for the first one")
	}
}

// FuzzReader reads anything: no panic, and an error that says where.
func FuzzReader(f *testing.F) {
	f.Add([]byte("pillars self-play 1\n"))
	f.Add([]byte("pillars self-play 1\n\x02{}\x00\x00\x00\x00"))
	spec, rules := settled(f, "pit-of-pillars", small())
	path := filepath.Join(f.TempDir(), "games.psd")
	playFile(f, path, spec, rules, 1, 2)
	f.Add(read(f, path))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := gamesOf(data)
		if err != nil && len(games) > 0 && !strings.Contains(err.Error(), "block ") {
			t.Errorf("the error names no block: %v", err)
		}
	})
}

// TestInterrupt drains a generator after its first game, and stops another one: what was given out is a beginning
// without gaps.
func TestInterrupt(t *testing.T) {
	spec, rules := settled(t, "pit-of-pillars", small())
	for _, kind := range []string{"drained", "stopped"} {
		ctx, stop := context.WithCancel(t.Context())
		drain, next := make(chan struct{}), 0
		g := generator(rules, 3)
		g.Drain = drain
		_, err := g.run(ctx, spec, 0, 100_000, func(game storedGame) error {
			if game.number != next {
				t.Errorf("game %d is given where %d was due", game.number, next)
			}
			if next++; next > 1 {
				return nil
			}
			if kind == "drained" {
				close(drain)
			} else {
				stop()
			}
			return nil
		})
		if kind == "drained" && err != nil || kind == "stopped" && !errors.Is(err, context.Canceled) || next < 1 ||
			next > 99_999 {
			t.Errorf("%s: %d games, %v", kind, next, err)
		}
		stop()
	}
}

func TestRate(t *testing.T) {
	if rate := (Progress{Games: 30, Elapsed: 20 * time.Second}).Rate(); rate != 1.5 {
		t.Errorf("30 games in 20 seconds are %v a second", rate)
	}
	if rate := (Progress{}).Rate(); rate != 0 {
		t.Errorf("before the first game the rate is %v", rate)
	}
}

// TestSharesAtTheirBounds settles shares of 0 and of 1, and none beyond.
func TestSharesAtTheirBounds(t *testing.T) {
	for share, valid := range map[float64]bool{0: true, 1: true, -0.01: false, 1.01: false} {
		stray, own := small(), small()
		stray.Stray, own.OwnSetUp = share, share
		if (stray.check() == nil) != valid || (own.check() == nil) != valid {
			t.Errorf("share %v: %v and %v", share, stray.check(), own.check())
		}
	}
}

// TestScoresAreBounded writes games whose only score is at a bound or just beyond it.
func TestScoresAreBounded(t *testing.T) {
	for score, sound := range map[search.Score]bool{
		search.MaxScore: true, -search.MaxScore: true, search.MaxScore + 1: false, -search.MaxScore - 1: false,
	} {
		game := storedGame{shares: []uint8{shareUnit, 0}, notes: []turnNote{{flags: flagDecided, score: score}}}
		if read, err := parseGame(appendGame(nil, game)); (err == nil) != sound ||
			sound && read.notes[0].score != score {
			t.Errorf("score %d is read as %+v: %v", score, read, err)
		}
	}
}

// TestSharesAndFlagsAreBounded writes the largest values that a byte may have, and those just beyond them.
func TestSharesAndFlagsAreBounded(t *testing.T) {
	for _, test := range []struct {
		share uint8
		end   ending
		flags flags
		sound bool
	}{
		{shareUnit, ends - 1, allFlags, true}, {shareUnit + 1, 0, 0, false},
		{0, ends, 0, false}, {0, 0, allFlags + 1, false},
	} {
		game := storedGame{shares: []uint8{test.share, 0}, end: test.end, notes: []turnNote{{flags: test.flags}}}
		if _, err := parseGame(appendGame(nil, game)); (err == nil) != test.sound {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// TestStepsAreBounded writes a step that no game can have: steps have 32 bits.
func TestStepsAreBounded(t *testing.T) {
	for step, sound := range map[uint64]bool{1<<32 - 1: true, 1 << 32: false} {
		block := binary.AppendUvarint([]byte{0, 0, 0, 1}, step) // number, end, seats, one step
		block = append(block, 0, 0, 0, 0, 0)                    // no notes, checksum
		if game, err := parseGame(block); (err == nil) != sound {
			t.Errorf("step %d is read as %+v: %v", step, game, err)
		}
	}
}

// TestSpecBounds settles specs at their bounds and just beyond them.
func TestSpecBounds(t *testing.T) {
	for _, test := range []struct {
		change func(s *Spec, beyond int)
		bound  string
	}{
		{func(s *Spec, beyond int) { s.Longest = maxTurns + beyond }, "longest game"},
		{func(s *Spec, beyond int) { s.Longest = 1 - beyond }, "longest game"},
		{func(s *Spec, beyond int) { s.Margin = maxMargin + beyond }, "margin"},
		{func(s *Spec, beyond int) { s.Margin = -beyond }, "margin"},
		{func(s *Spec, beyond int) { s.MostRandom = openings.MaxTurns + beyond }, "random turns"},
		{func(s *Spec, beyond int) { s.LeastRandom, s.MostRandom = 3+beyond, 3 }, "random turns"},
		{func(s *Spec, beyond int) { s.LeastRandom = -beyond }, "random turns"},
		{func(s *Spec, beyond int) { s.Stray = 1 + float64(beyond)/8 }, "stray games"},
		{func(s *Spec, beyond int) { s.OwnSetUp = float64(-beyond) / 8 }, "set-up"},
	} {
		at, past := small(), small()
		test.change(&at, 0)
		test.change(&past, 1)
		if err := at.check(); err != nil {
			t.Errorf("%+v: %v", at, err)
		}
		if err := past.check(); err == nil || !strings.Contains(err.Error(), test.bound) {
			t.Errorf("%+v: %v", past, err)
		}
	}
}

// TestIllegalStepIsNumbered replays a game whose second step repeats the first.
func TestIllegalStepIsNumbered(t *testing.T) {
	_, rules := settled(t, "pit-of-pillars", small())
	first := rules.Start().AppendSteps(nil)[0]
	game := storedGame{shares: make([]uint8, 2), steps: []engine.Step{first, first}, notes: make([]turnNote, 2)}
	err := game.replay(rules, func(engine.Position, turnNote, choice) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "step 2 of 2 is not legal") {
		t.Errorf("the error is %v", err)
	}
}
