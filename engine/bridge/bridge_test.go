package bridge

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// client is the other end of a bridge.
type client struct {
	t      *testing.T
	memory []byte
	to     io.Writer
	from   io.Reader
	frames []byte // to be sent by reply
}

// dial starts a bridge that ends with the test.
func dial(t *testing.T) *client {
	t.Helper()
	path := filepath.Join(t.TempDir(), "slot")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	memory, unmap, err := mapFile(path, slotBytes)
	require.NoError(t, err)
	ask, requests := io.Pipe()
	replies, answer := io.Pipe()
	done := make(chan error)
	go func() { done <- Serve(ask, answer, path, Program{Version: "1.2.3", Games: games.All()}) }()
	t.Cleanup(func() {
		_ = requests.Close()
		if err := <-done; err != nil {
			t.Errorf("the bridge ends with %v", err)
		}
		unmap()
	})
	return &client{t: t, memory: memory, to: requests, from: replies}
}

// send appends a frame to the next request. Its fields are numbers of their sizes, or text.
func (c *client) send(operation byte, fields ...any) {
	c.t.Helper()
	body := []byte{operation}
	for _, field := range fields {
		if text, ok := field.(string); ok {
			body = append(body, text...)
			continue
		}
		var err error
		if body, err = binary.Append(body, binary.LittleEndian, field); err != nil {
			c.t.Fatal(err)
		}
	}
	c.frames = append(binary.LittleEndian.AppendUint32(c.frames, uint32(len(body))), body...)
}

// post sends a request or a part of one, and waits for the reply.
func (c *client) post(part []byte, flag uint32) (answer []byte, status uint32) {
	c.t.Helper()
	s := newSlot(nil, nil, c.memory)
	binary.LittleEndian.PutUint32(s.memory, uint32(len(part))|flag)
	at := areaAt
	if len(part) <= shortBytes {
		at = 4
	}
	copy(s.memory[at:], part)
	s.asked.Add(1)
	for s.answered.Load() != s.asked.Load() {
		var back [1]byte
		if _, err := c.to.Write([]byte("e")); err != nil {
			c.t.Fatal(err)
		}
		if _, err := c.from.Read(back[:]); err != nil || back[0] != 'e' {
			c.t.Fatal(back, err)
		}
	}
	head := s.memory[answerAt-8:]
	size := binary.LittleEndian.Uint32(head)
	return slices.Clone(head[8:][:size]), binary.LittleEndian.Uint32(head[4:])
}

// reply sends the request and returns its reply, or its error as text.
func (c *client) reply() (answer []byte, wrong string) {
	c.t.Helper()
	flag := uint32(0)
	for ; len(c.frames) > areaBytes; c.frames, flag = c.frames[areaBytes:], continued {
		c.post(c.frames[:areaBytes], flag|more)
	}
	answer, status := c.post(c.frames, flag)
	for status == 3 {
		var rest []byte
		rest, status = c.post(nil, 0)
		answer = append(answer, rest...)
	}
	c.frames = nil
	if status != 0 {
		return nil, string(answer)
	}
	return answer, ""
}

func (c *client) ask(text string) map[string]any {
	c.t.Helper()
	c.send('J', text)
	answer, wrong := c.reply()
	if wrong != "" {
		c.t.Fatalf("%s: %s", text, wrong)
	}
	var read map[string]any
	if err := json.Unmarshal(answer, &read); err != nil {
		c.t.Fatal(err)
	}
	return read
}

// legal returns the legal actions of a state, by the operation I.
func (c *client) legal(state uint32) (actions []uint32) {
	c.t.Helper()
	c.send('I', state)
	answer, wrong := c.reply()
	if wrong != "" {
		c.t.Fatal(wrong)
	}
	for rest := answer[12:]; len(rest) > 0; rest = rest[2:] {
		actions = append(actions, uint32(binary.LittleEndian.Uint16(rest)))
	}
	return actions
}

// TestStatesFollowTheRules plays games of all kinds, always the middle legal action, beside a History.
func TestStatesFollowTheRules(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			c := dial(t)
			rules, err := game.New(nil)
			require.NoError(t, err)
			arrays, ok := rules.(engine.ArrayRules)
			if !ok {
				return // this game has no arrays
			}
			c.ask(fmt.Sprintf(`{"do":"load","rules":3,"game":%q}`, game.Name()))
			h, steps := engine.NewHistory(rules.Start()), arrays.Actions()
			c.send('N', uint32(3), uint32(8))
			for turns := 0; !h.Outcome().Over() && turns < 60; turns++ {
				actions, want := c.legal(8), h.Position().AppendSteps(nil)
				slices.Sort(want)
				for i, action := range actions {
					if steps[action] != want[i] || len(actions) != len(want) {
						t.Fatalf("%s: legal actions %v, want the steps %v", h.Position(), actions, want)
					}
				}
				middle := len(actions) / 2
				names := c.ask(fmt.Sprintf(`{"do":"names","state":8,"actions":[%d]}`, actions[middle]))
				if text := h.Position().StepText(want[middle]); fmt.Sprint(names["names"]) != "["+text+"]" {
					t.Fatalf("the name of %s is %v", text, names)
				}
				c.send([]byte{'P', 'T'}[turns%2], uint32(8), actions[middle])
				require.NoError(t, h.Play(want[middle]))
				described := c.ask(`{"do":"describe","state":8}`)
				if described["position"] != h.Position().String() {
					t.Fatalf("the position is %v, want %s", described["position"], h.Position())
				}
			}
		})
	}
}

// TestCopiesAndUndo checks that steps played in the original do not change a copy, and that steps can be taken back.
func TestCopiesAndUndo(t *testing.T) {
	t.Parallel()
	c := dial(t)
	c.ask(`{"do":"load","rules":1,"game":"pilastri","options":{"size":"4"}}`)
	c.send('N', uint32(1), uint32(1))
	start := c.legal(1)
	c.send('P', uint32(1), start[0])
	second := c.legal(1)
	c.send('C', uint32(1), uint32(2))
	c.send('P', uint32(1), second[0])
	third := c.legal(1)
	if !slices.Equal(c.legal(2), second) || slices.Equal(third, second) {
		t.Error("a copy changes with the original")
	}
	c.send('U', uint32(1), uint32(2))
	if !slices.Equal(c.legal(1), start) {
		t.Error("taking back two steps does not lead to the start")
	}
	read := c.ask(`{"do":"parse","state":1,"turn":"b1a1"}`)
	c.send('P', uint32(1), uint32(read["actions"].([]any)[0].(float64)))
	position := c.ask(`{"do":"describe","state":1}`)["position"].(string)
	c.ask(fmt.Sprintf(`{"do":"state","rules":1,"state":5,"start":%q}`, position))
	if !slices.Equal(c.legal(5), c.legal(1)) {
		t.Error("a position's text does not lead back to it")
	}
}

// TestErrorsNameTheirReason sends invalid requests to one bridge, and checks that each error names its reason.
func TestErrorsNameTheirReason(t *testing.T) {
	t.Parallel()
	c := dial(t)
	c.ask(`{"do":"load","rules":1,"game":"pilastri","options":{"size":"4"}}`)
	c.send('N', uint32(1), uint32(1))
	for _, one := range []struct {
		send func()
		want string
	}{
		{func() { c.send('J', `{"do":"dance"}`) }, `unknown request "dance"`},
		{func() { c.send('J', `{`) }, "unexpected end of JSON input"},
		{func() { c.send('J', `{"do":"load","game":"pilastry"}`) }, "pilastri"},
		{func() { c.send('J', `{"do":"load","game":"pilastri","options":{"size":"5"}}`) }, "option size=5"},
		{func() { c.send('J', `{"do":"names","state":1,"actions":[999]}`) }, "action 999 is not legal"},
		{func() { c.send('J', `{"do":"vector","rules":1,"vector":1,"n":0}`) }, "give at least 1"},
		{func() { c.send('J', `{"do":"vector","rules":1,"vector":1,"n":1,"path":"nowhere"}`) }, "nowhere"},
		{func() { c.send('J', `{"do":"state","rules":1,"start":"x"}`) }, "board"},
		{func() { c.send('I', uint32(7)) }, "there is no state 7"},
		{func() { c.send('O', uint32(1), uint8(2)) }, "seat 2"},
		{func() { c.send('T', uint32(1), uint32(0)) }, "not legal"},
		{func() { c.send('S', uint32(1)) }, "there is no vector 1"},
		{func() { c.send('x') }, "unknown operation"},
		{func() { c.send('P', uint32(1), uint32(96)); c.send('I', uint32(1)) }, "action 96: there are 96"},
		{func() { c.send('N', uint32(4), uint32(1)); c.send('I', uint32(1)) }, "there is no rules 4"},
	} {
		one.send()
		if answer, wrong := c.reply(); !strings.Contains(wrong, one.want) {
			t.Errorf("answer %q, error %q; want an error with %q", answer, wrong, one.want)
		}
	}
}

// TestVectorsShareMemory checks that the arrays are where the bridge says they are, and that errors of steps name the
// game.
func TestVectorsShareMemory(t *testing.T) {
	t.Parallel()
	c := dial(t)
	loaded := c.ask(`{"do":"load","rules":1,"game":"pit-of-pillars","options":{"size":"5"}}`)
	path := filepath.Join(t.TempDir(), "arrays")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	made := c.ask(fmt.Sprintf(`{"do":"vector","rules":1,"vector":2,"n":3,"seed":4,"masks":true,"legal":true,
		"observations":true,"path":%q}`, filepath.ToSlash(path)))
	read := func(name string) []byte {
		memory, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, array := range made["arrays"].([]any) {
			if array := array.(map[string]any); array["name"] == name {
				return memory[int(array["offset"].(float64)):]
			}
		}
		t.Fatalf("there is no array %s in %v", name, made)
		return nil
	}
	if masks := read("masks")[:3*int(loaded["actions"].(float64))]; bytes.Count(masks, []byte{1}) != 3*21 {
		t.Errorf("%d actions are legal at the start of three games on 21 squares", bytes.Count(masks, []byte{1}))
	}
	c.send('A', uint32(2), uint32(4))
	if _, wrong := c.reply(); wrong != "" || read("steps")[0] != 4 {
		t.Errorf("four random steps: %s, %d", wrong, read("steps")[0])
	}
	before := read("observations")
	c.send('R', uint32(2), uint32(1), uint64(4))
	if _, wrong := c.reply(); wrong != "" || bytes.Equal(before, read("observations")) || read("steps")[0] != 0 {
		t.Errorf("a new start: %s", wrong)
	}
	c.send('A', uint32(2), uint32(1))
	if _, wrong := c.reply(); wrong != "" {
		t.Error(wrong)
	}
	c.send('S', uint32(2)) // with the same actions, on squares that are taken now
	if _, wrong := c.reply(); !strings.Contains(wrong, "game ") || !strings.Contains(wrong, "is not legal") {
		t.Errorf("illegal actions: %q", wrong)
	}
	c.ask(`{"do":"free","vector":2}`)
	c.send('A', uint32(2), uint32(1))
	if _, wrong := c.reply(); wrong != "there is no vector 2" {
		t.Errorf("a freed vector: %q", wrong)
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
