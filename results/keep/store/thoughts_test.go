package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/tournament"
)

func TestClocksAreStored(t *testing.T) {
	thoughts := []tournament.Thought{
		{Nodes: 1, Depth: 2, Score: 3, Time: time.Millisecond, Left: time.Minute},
		{Nodes: 4, Left: -3 * time.Microsecond},
	}
	text, err := encodeThoughts(thoughts)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := decodeThoughts(text); err != nil || !slices.Equal(back, thoughts) {
		t.Errorf("%s came back as %+v, error %v", text, back, err)
	}
	thoughts[0].Left, thoughts[1].Left = 0, 0
	if text, err = encodeThoughts(thoughts); err != nil || strings.Contains(text, "left") {
		t.Errorf("without clocks it is stored as %s, error %v", text, err)
	}
}

func TestThoughtsOfOlderRows(t *testing.T) {
	const old = `{"nodes":[5,6],"depth":[1,2],"score":[-30,31],"us":[7,8]}`
	want := []tournament.Thought{{Nodes: 5, Depth: 1, Score: -30, Time: 7 * time.Microsecond},
		{Nodes: 6, Depth: 2, Score: 31, Time: 8 * time.Microsecond}}
	if back, err := decodeThoughts(old); err != nil || !slices.Equal(back, want) {
		t.Errorf("%+v, error %v", back, err)
	}
	broken := strings.Replace(old, "}", `,"left_us":[9]}`, 1)
	if _, err := decodeThoughts(broken); err == nil || !strings.Contains(err.Error(), "clocks after 1 of 2 turns") {
		t.Errorf("error %v for %s", err, broken)
	}
	for _, entry := range []string{"[5,6]", "[1,2]", "[-30,31]", "[7,8]"} { // one list is longer than the others
		broken := strings.Replace(old, entry, "[1,2,3]", 1)
		if _, err := decodeThoughts(broken); err == nil {
			t.Errorf("%s is read", broken)
		}
	}
}
