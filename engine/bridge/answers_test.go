package bridge

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// wantJSON compares a value with the value in a JSON text.
func wantJSON(t *testing.T, got any, want string) {
	t.Helper()
	var value any
	require.NoError(t, json.Unmarshal([]byte(want), &value))
	if !reflect.DeepEqual(got, value) {
		t.Errorf("the answer is\n%v, want\n%v", got, value)
	}
}

// TestLoadedRules checks what a caller learns about the bridge and about rules, for a board that is not square and has
// a turn cap. On 2 x 3 squares, 3 + 6 pairs share a line, in two directions each.
func TestLoadedRules(t *testing.T) {
	t.Parallel()
	c := dial(t)
	wantJSON(t, c.ask(`{"do":"hello"}`), `{"version":"1.2.3","protocol":4}`)
	if list := c.ask(`{"do":"games"}`)["games"].([]any); len(list) != len(games.All()) {
		t.Errorf("games %v", list)
	}
	rules := c.ask(`{"do":"load","rules":1,"game":"pilastri","options":{"files":"2","ranks":"3","size":"0"}}`)
	wantJSON(t, []any{len(rules["planes"].([]any)) == 23}, "[true]")
	delete(rules, "planes")
	wantJSON(t, rules, `{"game":"pilastri","title":"Pilastri","seats":2,"seat_names":["White","Black"],"kinds":["move"],
		"options":{"size":"0","files":"2","ranks":"3","jumpers":"off"},"actions":18,"files":2,"ranks":3,
		"start":"b,w/w,b/b,w w 1","turn_cap":0,"repetition":0}`)
	rules = c.ask(`{"do":"load","rules":1,"game":"pylyx","options":{"size":"6","cap":"40","repetition":"5"}}`)
	wantJSON(t, []any{rules["turn_cap"], rules["repetition"]}, `[40, 5]`)
}

// TestStateInBytes checks the facts about a state, its planes and its texts after b1a1 and c1d1 on 4 x 4 squares, and
// the facts at the end of a game. It also forgets a state.
func TestStateInBytes(t *testing.T) {
	t.Parallel()
	c := dial(t)
	c.ask(`{"do":"load","rules":1,"game":"pilastri","options":{"size":"4"}}`)
	c.send('N', uint32(1), uint32(1))
	for _, turn := range []string{"b1a1", "c1d1"} {
		read := c.ask(fmt.Sprintf(`{"do":"parse","state":1,"turn":%q}`, turn))
		c.send('P', uint32(1), uint32(read["actions"].([]any)[0].(float64)))
	}
	c.send('I', uint32(1))
	facts, _ := c.reply()
	want := []byte{0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0}
	if len(facts) != 12+18*2 || !slices.Equal(facts[:12], want) {
		t.Errorf("facts %v, want %v and 18 actions", facts, want)
	}
	described := c.ask(`{"do":"describe","state":1}`)
	board := described["board"].(string)
	if rank := "1 │ bw  │     │     │ wb  │\n"; !strings.Contains(board, rank) ||
		!strings.Contains(board, "turn 3: White") {
		t.Errorf("the board is\n%s", board)
	}
	wantJSON(t, []any{described["position"], described["start"], described["turns"], described["reason"]},
		`["w,b,w,b/b,w,b,w/w,b,w,b/bw,x2,wb w 3", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1", ["b1a1", "c1d1"], ""]`)
	if n := len(described["history"].([]any)); n != 2 {
		t.Errorf("%d actions so far", n)
	}
	svg := c.ask(`{"do":"svg","state":1}`)["svg"].(string)
	if !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(strings.TrimSpace(svg), "</svg>") {
		t.Errorf("a picture %s", svg)
	}
	for seat := range uint8(2) {
		c.send('O', uint32(1), seat)
		planes, _ := c.reply()
		tops := [][]byte{{1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0},
			{0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1}}
		own, other, heights := tops[seat], tops[1-seat], []byte{2, 0, 0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
		if len(planes) != 23*16 || !slices.Equal(planes[:48], slices.Concat(own, other, heights)) {
			t.Errorf("seat %d: planes %v", seat, planes)
		}
	}
	c.ask(`{"do":"state","rules":1,"state":2,"start":"x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9"}`)
	c.send('I', uint32(2))
	facts, _ = c.reply()
	one := []byte{0, 0, 0x80, 0x3f} // as float32
	want = slices.Concat([]byte{1, 0, 1, 0, 0, 0, 1, 0, 9, 0, 0, 0}, one, make([]byte, 12))
	if !slices.Equal(facts, want) {
		t.Errorf("facts at the end %v, want %v", facts, want)
	}
	c.send('F', uint32(2))
	c.send('I', uint32(2))
	if _, wrong := c.reply(); wrong != "there is no state 2" {
		t.Errorf("a state that was forgotten: %q", wrong)
	}
}

// TestFirstErrorIsReportedOnce checks that the next reply has the first of several errors, and the reply after it none.
func TestFirstErrorIsReportedOnce(t *testing.T) {
	t.Parallel()
	c := dial(t)
	c.send('C', uint32(5), uint32(6))
	c.send('U', uint32(7), uint32(1))
	c.send('J', `{"do":"hello"}`)
	if _, wrong := c.reply(); wrong != "there is no state 5" {
		t.Errorf("the first error is %q", wrong)
	}
	c.ask(`{"do":"hello"}`)
	for text, want := range map[string]string{
		`{"do":"svg","state":8}`: "there is no state 8", `{"do":"state","rules":9}`: "there is no rules 9",
		`{"do":"vector","rules":4,"n":1}`: "there is no rules 4",
	} {
		c.send('J', text)
		if _, wrong := c.reply(); wrong != want {
			t.Errorf("%s: %q, want %q", text, wrong, want)
		}
	}
}

// TestLayout checks where the arrays lie. Each begins at a multiple of 64 bytes, right after the one before it. The
// bridge ends with the vectors that it has.
func TestLayout(t *testing.T) {
	t.Parallel()
	c := dial(t)
	c.ask(`{"do":"load","rules":1,"game":"pilastri","options":{"files":"2","ranks":"3","size":"0"}}`)
	for ask, want := range map[string]string{
		`"n":16,"masks":true,"legal":true,"observations":true`: `actions <i8 [16] 0, chosen |b1 [16] 128, ` +
			`counts <i4 [16] 192, legal <i4 [16 18] 256, seats |u1 [16] 1408, rewards <f4 [16] 1472, ` +
			`seat_rewards <f4 [16 2] 1536, terminations |b1 [16] 1664, truncations |b1 [16] 1728, ` +
			`steps <i4 [16] 1792, masks |b1 [16 18] 1856, observations |u1 [16 23 3 2] 2176, size 4416`,
		`"n":1,"masks":true,"packed":true,"mode":"SameStep","threads":3`: `actions <i8 [1] 0, chosen |b1 [1] 64, ` +
			`counts <i4 [1] 128, seats |u1 [1] 192, rewards <f4 [1] 256, seat_rewards <f4 [1 2] 320, ` +
			`terminations |b1 [1] 384, truncations |b1 [1] 448, steps <i4 [1] 512, masks |u1 [1 3] 576, ` +
			`final_seats |u1 [1] 640, final_steps <i4 [1] 704, size 768`,
	} {
		path := filepath.Join(t.TempDir(), "arrays")
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		made := c.ask(fmt.Sprintf(`{"do":"vector","rules":1,"vector":%d,%s,"path":%q}`, len(ask), ask,
			filepath.ToSlash(path)))
		got := ""
		for _, array := range made["arrays"].([]any) {
			a := array.(map[string]any)
			got += fmt.Sprintf("%v %v %v %v, ", a["name"], a["dtype"], a["shape"], a["offset"])
		}
		if got += fmt.Sprint("size ", made["size"]); got != want {
			t.Errorf("%s:\n%s, want\n%s", ask, got, want)
		}
		if info, err := os.Stat(path); err != nil || fmt.Sprint(info.Size()) != fmt.Sprint(made["size"]) {
			t.Errorf("%s: the file has %d bytes, %v", ask, info.Size(), err)
		}
	}
	c.ask(`{"do":"free","vector":1000}`) // there is none
}
