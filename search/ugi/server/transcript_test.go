package server_test

import (
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/search/ugi/server"
)

// TestTranscript compares a whole conversation line by line. The server reads nothing after quit.
func TestTranscript(t *testing.T) {
	const requests, answers = `ugi
query result
position startpos moves b1a1
query p2turn
query p1turn
query p3turn
position fen x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9
isready
query gameover
query result
query p2turn
go
setoption name SIZE value 6
position fen x4/x4/x4/x3,wbwbwbwbbwbwbwbw b 9
isready
query result
uginewgame
query gameover
position junk
frob
query weather
stop

setoption name Game value PIT
setoption name seed value -1
setoption name No value 1
position startpos moves b1a1 b1a1
quit
ugi
`, `id name test
id author nobody
option name Game type combo default pilastri var pit-of-pillars var pilastri var pylyx var pit
option name Seed type string default 1
option name size type string default 4
option name files type string default 0
option name ranks type string default 0
option name jumpers type string default off
option name reserve type string default 0
option name repetition type string default 3
option name cap type string default 2000
option name reach type string default slide
option name players type string default 2
option name board type string default default
ugiok
response none
response true
response false
info string query "p3turn": known are gameover, result, p1turn and so on
readyok
response true
response p1win
response false
info string go: the game is over (no legal step)
bestmove (none)
info string position fen: board: it has 4 files and 4 ranks, which options size=6 contradict; leave them out
info string there is no position; the last one was not understood
readyok
info string there is no position; the last one was not understood
response false
info string position: want startpos or fen F, then moves and the turns
info string unknown request "frob"; known are ugi, isready, setoption, uginewgame, position, query, go, stop, quit
info string there is no position; the last one was not understood
info string option Game: unknown game "PIT"
info string option Seed: "-1" is not a whole number of 0 or more
info string unknown option "No" in pilastri; ugi lists all options
info string position, turn 2: `
	var out strings.Builder
	config := configOf(t, "pilastri", "random", "size=4")
	require.NoError(t, server.Serve(t.Context(), strings.NewReader(requests), &out, config))
	said, want := strings.Split(out.String(), "\n"), strings.Split(answers, "\n")
	for i, line := range want {
		if i >= len(said) || said[i] != line && (i < len(want)-1 || !strings.HasPrefix(said[i], line)) {
			t.Fatalf("line %d is not %q in\n%s", i+1, line, out.String())
		}
	}
	if len(said) != len(want)+1 || said[len(want)] != "" {
		t.Errorf("more is said than expected:\n%s", out.String())
	}
}
