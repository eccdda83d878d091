package host_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

type proofAnswer struct {
	Position string
	Turns    []struct {
		Turn, Key string
		Replies   []string
	}
}

type finishAnswer struct{ Value, Turn string }

// about returns a question about the board of the proof, with one more field.
func about(topic, name string, value any) map[string]any {
	return map[string]any{"do": topic, "game": "pilastri", "options": map[string]string{"size": "4"}, name: value}
}

// members reads the keys of a certificate from its columns.
func members(t *testing.T, path string) (keys map[string]bool, turns int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	in := bufio.NewReader(file)
	var head string
	for range 5 {
		line, _ := in.ReadString('\n')
		head += line
	}
	var count, width int
	_, err = fmt.Sscanf(head[strings.Index(head, "turns"):], "turns %d\nmembers %d of %d", &turns, &count, &width)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := io.ReadAll(packed)
	if err != nil || len(columns) != count*width {
		t.Fatal(len(columns), err)
	}
	keys = map[string]bool{"": true} // a game that is over is lost by the seat to act
	key := make([]byte, width)
	for i := range count {
		for column := range key {
			key[column] = columns[column*count+i]
		}
		keys[hex.EncodeToString(bytes.Clone(key))] = true
	}
	return keys, turns
}

// TestProofsWinEveryGame plays by certificates, with the page's two questions, against random play, and checks that
// each game is won: by White on 4 x 4, and by Black after a losing first turn.
func TestProofsWinEveryGame(t *testing.T) {
	t.Parallel()
	keys, within := members(t, "../../docs/findings/proofs/pilastri-4x4.proof")
	random := rand.New(rand.NewPCG(1, 1))
	for game := range 20 {
		var turns []string
		if game%2 == 1 {
			turns = []string{"b3c3"}
		}
		for {
			question := about("proof", "turns", turns)
			answer, err := ask[proofAnswer](t, question)
			if err != nil {
				t.Fatal(err)
			}
			won := ""
			for _, turn := range answer.Turns {
				if keys[turn.Key] {
					won = turn.Turn
				}
			}
			if won == "" {
				question["do"], question["within"] = "finish", within
				last, err := ask[finishAnswer](t, question)
				if err != nil || last.Value != "win" {
					t.Fatalf("after %v the file has no turn, and the end is a %s (%v)", turns, last.Value, err)
				}
				won = last.Turn
			}
			turns = append(turns, won)
			question["do"], question["turns"] = "proof", turns
			if answer, err = ask[proofAnswer](t, question); err != nil {
				t.Fatal(err)
			}
			if len(answer.Turns) == 0 {
				break
			}
			turns = append(turns, answer.Turns[random.IntN(len(answer.Turns))].Turn)
		}
	}
}

// TestMembersAreAnswered asks about members by their keys, and checks that after each turn a reply leads back into the
// set or wins within the turns left out.
func TestMembersAreAnswered(t *testing.T) {
	t.Parallel()
	keys, within := members(t, "../../docs/findings/proofs/pilastri-4x4.proof")
	for i, key := range slices.Sorted(maps.Keys(keys)) {
		if i%100 != 1 { // the first is empty
			continue
		}
		answer, err := ask[proofAnswer](t, about("proof", "key", key))
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range answer.Turns {
			known := false
			for _, reply := range turn.Replies {
				known = known || keys[reply]
			}
			if known {
				continue
			}
			question := about("finish", "within", within)
			question["start"], question["turns"] = answer.Position, []string{turn.Turn}
			last, err := ask[finishAnswer](t, question)
			if err != nil || last.Value != "win" {
				t.Errorf("%s: nothing answers %s: %s (%v)", answer.Position, turn.Turn, last.Value, err)
			}
		}
	}
}

// TestProofQuestionsAreRefused checks the errors for another game, for keys that do not fit the board, and for too many
// turns.
func TestProofQuestionsAreRefused(t *testing.T) {
	t.Parallel()
	for fields, says := range map[string]string{
		`"do":"proof","game":"pit"`:                                              "only for pilastri",
		`"do":"finish","game":"pylyx","within":2`:                                "only for pilastri",
		`"do":"proof","game":"pilastri","key":"zz"`:                              "hexadecimal",
		`"do":"proof","game":"pilastri","key":"ff"`:                              "another key",
		`"do":"finish","game":"pilastri","within":99`:                            "from 0 to",
		`"do":"finish","game":"pilastri","within":-2`:                            "from 0 to",
		`"do":"proof","game":"pilastri","key":"` + strings.Repeat("0", 32) + `"`: "another key",
	} {
		if _, err := ask[any](t, "{"+fields+"}"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", fields, err)
		}
	}
}
