package selfplay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/parallel"
)

// playShards plays the shards of so many games, each into a file, and returns the files.
func playShards(t *testing.T, spec Spec, of, games int, signature string) (files []string) {
	t.Helper()
	spec, rules := settled(t, "pit-of-pillars", spec)
	for part := 1; part <= of; part++ {
		path := filepath.Join(t.TempDir(), "part")
		share := Share{parallel.Shard{Part: part, Of: of}, signature}
		for _, most := range []int{games / 2, games} { // broken off once
			file, err := OpenShare(path, spec, "test", share)
			if err == nil {
				_, err = generator(rules, 2).Fill(t.Context(), file, most)
			}
			if err == nil {
				err = file.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		files = append(files, path)
	}
	return files
}

// TestMergeIsOneFile plays the same games in shards of several sizes. Joined, with files given twice, they are the file
// of one process; learned from as they are, they give the same games to train on and to validate by.
func TestMergeIsOneFile(t *testing.T) {
	const games = 23
	spec, rules := settled(t, "pit-of-pillars", short())
	whole := filepath.Join(t.TempDir(), "whole")
	playFile(t, whole, spec, rules, 2, games)
	selection := Selection{Quiet: QuietAny, Validation: .3, SetUp: true}
	want := collected(t, rules, selection, read(t, whole)).Counts
	random := enginetest.Random(t)
	for _, of := range []int{1, 2, 5, 23} {
		files := playShards(t, short(), of, games, "aa")
		files = append(files, files[0], whole)
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		var out bytes.Buffer
		n, twice, err := Merge(t.Context(), files, &out)
		if err != nil || n != games || twice != games+(games+of-1)/of || !bytes.Equal(out.Bytes(), read(t, whole)) {
			t.Errorf("%d shards: %d games, %d twice, error %v", of, n, twice, err)
		}
		var parts [][]byte
		for _, file := range playShards(t, short(), of, games, "aa") {
			parts = append(parts, read(t, file))
		}
		got := collected(t, rules, selection, parts...).Counts
		if got.Games != want.Games || got.Validation != want.Validation || got.Turns != want.Turns {
			t.Errorf("%d shards give %+v to learn from, one file %+v", of, got, want)
		}
	}
}

// TestMergeRefuses joins files that lack games, are of other games, are damaged, or do not agree.
func TestMergeRefuses(t *testing.T) {
	parts := playShards(t, short(), 3, 9, "aa")
	other := short()
	other.Seed++
	unsigned := filepath.Join(t.TempDir(), "unsigned")
	spec, rules := settled(t, "pit-of-pillars", short())
	playFile(t, unsigned, spec, rules, 2, 1)
	damaged, cut := filepath.Join(t.TempDir(), "damaged"), filepath.Join(t.TempDir(), "cut")
	data := read(t, parts[1])
	write := func(path string, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(cut, data[:len(data)-3])
	data[len(data)-9] ^= 1
	write(damaged, data)
	for want, files := range map[string][]string{
		"game 1 is missing, though":        {parts[0], parts[2]},
		"shard 2/3, ends before it":        {parts[0], cut, parts[2]},
		"damaged: its checksum is wrong":   {parts[0], damaged, parts[2]},
		"its games have other settings":    {parts[0], parts[1], playShards(t, other, 3, 9, "aa")[2]},
		"the player has signature bb here": {parts[0], parts[1], playShards(t, short(), 3, 9, "bb")[2]},
		"signature bb here and aa in":      {unsigned, parts[0], parts[1], playShards(t, short(), 3, 9, "bb")[2]},
		"no such file":                     {parts[0], filepath.Join(t.TempDir(), "none")},
		"this is not a self-play file":     {parts[0], "merge_test.go"},
		"game 4 is not the same in ":       {parts[0], parts[1], parts[2], changed(t, parts[1])},
	} {
		_, _, err := Merge(t.Context(), files, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// changed is a copy of a file with another result of its second game.
func changed(t *testing.T, path string) string {
	t.Helper()
	r, err := newReader(bytes.NewReader(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	header, err := json.Marshal(r.header)
	out := appendBlock([]byte(Magic), header)
	for n := 0; err == nil; n++ {
		var game storedGame
		if game, err = r.next(); err == nil {
			if n == 1 {
				game.final++
			}
			out = appendBlock(out, appendGame(nil, game))
		}
	}
	path = filepath.Join(t.TempDir(), "changed")
	if err := os.WriteFile(path, out, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSharesOfAFile refuses to go on with a file of another shard, or where the player decides otherwise.
func TestSharesOfAFile(t *testing.T) {
	spec, _ := settled(t, "pit-of-pillars", short())
	path := playShards(t, short(), 2, 4, "aa")[0]
	for want, share := range map[string]Share{
		"it is of shard 1/2, not of shard 2/2": {parallel.Shard{Part: 2, Of: 2}, "aa"},
		"it is of shard 1/2, not of all games": {},
		"its player decides otherwise here":    {parallel.Shard{Part: 1, Of: 2}, "bb"},
	} {
		if _, err := OpenShare(path, spec, "test", share); err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
