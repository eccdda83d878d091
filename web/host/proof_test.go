package host_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

type proofAnswer struct {
	Turns []struct{ Turn, Key string }
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
