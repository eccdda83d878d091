package compliance_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestConversation checks that the engine in Python answers as in the conversation that docs/reference/protocol.md
// shows.
func TestConversation(t *testing.T) {
	data, err := os.ReadFile("../../../docs/reference/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(data), "## A conversation")
	_, block, _ := strings.Cut(chapter, "\n\n    ")
	block, _, _ = strings.Cut(block, "\n\n")
	var requests, want []string
	for line := range strings.Lines(block) {
		line = strings.TrimSpace(line)
		if request, found := strings.CutPrefix(line, "> "); found {
			requests = append(requests, request)
		} else {
			want = append(want, line)
		}
	}
	if len(requests) < 10 || len(want) < 8 {
		t.Fatalf("only %d requests and %d answers found", len(requests), len(want))
	}
	words := tinyEngine(t)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin = strings.NewReader(strings.Join(requests, "\n"))
	out, err := cmd.Output()
	if got := strings.Split(strings.TrimSpace(string(out)), "\n"); err != nil || !slices.Equal(got, want) {
		t.Errorf("the engine says %q, %v; the page %q", got, err, want)
	}
}
