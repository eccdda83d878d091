package host_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// TestAnswersAreOfTheirFile compares the answers to the questions in a file with the answers there: turns, choices,
// results, threats, hints, edits, records and errors. Pictures are left out.
func TestAnswersAreOfTheirFile(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/answers.txt")
	require.NoError(t, err)
	var text strings.Builder
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, " ") {
			continue // an answer
		}
		text.WriteString(line)
		words := strings.SplitN(line, " ", 3)
		if words[0] == "#" {
			continue
		}
		answer, err := ask[any](t, `{"do":"`+words[0]+`",`+words[2][1:])
		fields, _ := answer.(map[string]any)
		switch {
		case err != nil:
			fmt.Fprintf(&text, "  error: %v\n", err)
		case words[1] == "first": // of a list
			fmt.Fprintf(&text, "  %s\n", asText(t, answer.([]any)[0]))
		case words[1] == "all":
			fmt.Fprintf(&text, "  %s\n", asText(t, answer))
		default:
			for part := range strings.SplitSeq(words[1], ",") {
				fmt.Fprintf(&text, "  %s: %s\n", part, asText(t, fields[part]))
			}
		}
	}
	got := text.String()
	for _, game := range games.All() { // lists in the file name only this project's games
		if !enginetest.Family(game) {
			got = strings.ReplaceAll(got, ", "+game.Name(), "")
		}
	}
	enginetest.Golden(t, "answers.txt", got)
}

// emptySquare matches a square without pieces, which is not compared; decimals matches all but three decimals.
var (
	emptySquare = regexp.MustCompile(`\n    {"name":"..","words":"..: empty"},`)
	decimals    = regexp.MustCompile(`(\.[0-9]{3})[0-9]+`)
)

// asText returns a part of an answer as JSON, in which the objects of a list stand in lines of their own.
func asText(t *testing.T, part any) string {
	t.Helper()
	whole, err := json.Marshal(part)
	require.NoError(t, err)
	if fields, _ := part.(map[string]any); strings.HasPrefix(fmt.Sprint(fields["svg"]), "<svg") {
		return "a picture"
	}
	text := decimals.ReplaceAllString(strings.ReplaceAll(string(whole), "},{", "},\n    {"), "$1")
	return emptySquare.ReplaceAllString(text, "")
}

// TestDrawings checks that a board leaves out the drawings that the page knows, and that a sample is the same each
// time.
func TestDrawings(t *testing.T) {
	t.Parallel()
	const small = `"game":"pilastri","options":{"size":"4"}}`
	sample, err := ask[view](t, `{"do":"sample",`+small)
	require.NoError(t, err)
	again, err := ask[view](t, `{"do":"sample",`+small)
	require.NoError(t, err)
	if len(sample.Drawings) < 2 || !reflect.DeepEqual(sample, again) {
		t.Errorf("the sample has %d drawings, then %d", len(sample.Drawings), len(again.Drawings))
	}
	known := slices.Sorted(maps.Keys(sample.Drawings))
	last := known[0]
	rest, err := ask[view](t, map[string]any{"do": "sample", "game": "pilastri",
		"options": map[string]string{"size": "4"}, "known": known[1:]})
	if err != nil || len(rest.Drawings) != 1 || rest.Drawings[last] != sample.Drawings[last] {
		t.Errorf("of %q the page gets %v; %v", known, rest.Drawings, err)
	}
}

// wantsError checks that a question gets an error that begins with the given words.
func wantsError(t *testing.T, question, want string) {
	t.Helper()
	answer, err := bounded.Answer(t.Context(), []byte(question), nil)
	if err == nil || answer != nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%.200s:\nthe answer is %.80v with the error\n%v\ninstead of\n%s", question, answer, err, want)
	}
}
