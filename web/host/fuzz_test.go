package host_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pillars/web/host"
)

// kinds lists valid questions of every topic.
var kinds = []string{
	`{"do":"games"}`,
	`{"do":"view","game":"pit-of-pillars","options":{"size":"4"},"start":"","turns":["@b4","@b3@c1"],"steps":[]}`,
	`{"do":"view","game":"pit","options":{"players":"3"},"steps":["@a1"],"known":["w1"]}`,
	`{"do":"view","game":"pit","options":{"board":"1.../..o./...2"}}`,
	`{"do":"view","game":"pylyx","options":{"size":"6","reach":"1","repetition":"0","cap":"0"},"steps":["@Wc4"]}`,
	`{"do":"read","game":"pit-of-pillars","text":"c3"}`,
	`{"do":"picture","game":"pit-of-pillars","start":"x2/r,W,x2/x3,W/w,x w m 0/0 - 9"}`,
	`{"do":"edit","game":"pylyx","options":{"size":"6"},"start":"","square":"b3","put":"w","known":["o"]}`,
	`{"do":"edit","game":"pit","start":"x,bp,bt/wt,o,x/x2,wp w a 5/5 a1|n - 5","put":"clear"}`,
	`{"do":"save","game":"pilastri","turns":["c2b2"],"players":["you","level 3"],"resigned":0,"date":"2026.11.22"}`,
	`{"do":"save","game":"pit","options":{"players":"4"},"players":["a","b","c","\n\"]"]}`,
	`{"do":"load","pgn":"[Game \"pilastri\"]\n[White \"a\"]\n\n1. c2b2 {why} 0-1\n"}`,
	`{"do":"puzzles","game":"pit"}`,
	`{"do":"lessons","game":"pit"}`,
	`{"do":"sample","game":"pit","options":{"players":"3"}}`,
	`{"do":"hint","game":"pilastri","player":"alphabeta","nodes":30,"against":"practice:level=1"}`,
	`{"do":"solve","id":"pit-of-pillars-1","turn":"@d8","turns":[]}`,
	`{"do":"decide","game":"pilastri","options":{"size":"4"},"player":"practice:level=3","seed":5}`,
	`{"do":"decide","game":"pylyx","player":"uct:turns=5","seconds":0.01}`,
	`{"do":"analyze","game":"pilastri","player":"alphabeta:table=1","seconds":60,"lines":3,"seed":1}`,
	`{"do":"hint","game":"pit-of-pillars","start":"x2/r,W,x2/x3,W/w,x w m 0/0 - 9","player":"mcts:memory=1"}`,
	`{"do":"review","game":"pilastri","turns":["c2b2","b4c4"],"player":"multiseat:table=1","lines":0}`,
}

// goWords lists words that only Go programmers understand.
var goWords = []string{"runtime error", "goroutine", "reflect", "interface {}", "Go struct", "Go value", "json:",
	"strconv", "unmarshal", "map[", "<nil>", "nil pointer", "index out of range", "%!"}

// fewNodes lowers the node limit of a fuzzer's question, since no time limit ends searches here.
func fewNodes(question string) []byte {
	var fields map[string]json.RawMessage
	var nodes uint64
	if json.Unmarshal([]byte(question), &fields) != nil || fields == nil ||
		fields["nodes"] != nil && json.Unmarshal(fields["nodes"], &nodes) != nil {
		return []byte(question) // it is refused
	}
	fields["nodes"] = json.RawMessage("20")
	text, err := json.Marshal(fields)
	if err != nil {
		return []byte(question)
	}
	return text
}

// FuzzAnswer checks that every question gets an answer of bounded size or an error in plain words, and that saved games
// can be loaded.
func FuzzAnswer(f *testing.F) {
	for _, question := range kinds {
		f.Add(question)
	}
	for _, question := range []string{
		`{"do":"decide","game":"pilastri","player":"ugi:/bin/sh","nodes":1e300,"seconds":-1}`,
		`{"do":"view","game":"pilastri","turns":{"a":[1]},"start":5}`,
		`{"do":"load","pgn":"[Game \"pit\"]\n[Options \"players=3 board=1.../..o./3..2\"]\n[Start \"x\"]\n\n*\n"}`,
		`[{"do":"games"}]`,
	} {
		f.Add(question)
	}
	bounded := host.Host{MaxTable: 1, MaxThreads: 1}
	f.Fuzz(func(t *testing.T, question string) {
		asked := fewNodes(question)
		size := 0
		count := func(value any) []byte {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatalf("%s: the answer cannot be written: %v", asked, err)
			}
			size += len(text)
			return text
		}
		answer, err := bounded.Answer(t.Context(), asked, func(thought any) { count(thought) })
		if err != nil {
			checkWords(t, question, err.Error())
			return
		}
		text := count(answer)
		if size > 1<<20+6*len(asked) { // a byte of a text may be written as \u0000
			t.Fatalf("%s: the answer has %d bytes", asked, size)
		}
		var saved struct{ PGN string }
		if json.Unmarshal(text, &saved); saved.PGN != "" {
			if _, err := bounded.Answer(t.Context(), []byte(loading(t, saved.PGN)), nil); err != nil {
				t.Fatalf("%s: the saved game does not load: %v\n%s", asked, err, saved.PGN)
			}
		}
	})
}

// checkWords checks that an error is in plain words, except for words that it quotes from the question.
func checkWords(t *testing.T, question, text string) {
	t.Helper()
	if text == "" || len(text) > 2048 || !utf8.ValidString(text) {
		t.Fatalf("%s: the error is %q", question, text)
	}
	for _, word := range goWords {
		if strings.Contains(text, word) && !strings.Contains(question, word) && !strings.Contains(question, `\u`) {
			t.Fatalf("%s: the error speaks of %s: %s", question, word, text)
		}
	}
}
