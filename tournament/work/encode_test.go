//go:build !race

package work_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/work"
)

// TestWhatIsPlannedIsNotTaken checks that a worker cannot send what the plan determines.
func TestWhatIsPlannedIsNotTaken(t *testing.T) {
	for _, more := range []string{
		`"outcome":{"Seats":5}`, `"record":{}`, `"tags":[]`, `"settings":[]`, `"players":["a"]`, `"opening":3`,
	} {
		var games []work.Played
		if err := work.Decode(packed(t, []byte(`[{"identity":"1v2/1/1",`+more+"}]")), &games); err == nil {
			t.Errorf("%s: read as %+v", more, games)
		}
	}
}

func packed(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	require.NoError(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

// TestSmallMessagesTakeLittleMemory checks that small messages take little memory even if their decompressed size is
// very large.
func TestSmallMessagesTakeLittleMemory(t *testing.T) {
	const most = 300 << 20
	for what, text := range map[string][]byte{
		"games":      []byte("[" + strings.Repeat("{},", 7<<20) + "{}]"),
		"thoughts":   []byte(`[{"identity":"a","thoughts":[` + strings.Repeat("{},", 5<<20) + "{}]}]"),
		"one line":   bytes.Repeat([]byte(" "), 40<<20),
		"open lists": bytes.Repeat([]byte("["), 30<<20),
	} {
		content := packed(t, text)
		text = nil
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var games []work.Played
		err := work.Decode(content, &games)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > most {
			t.Errorf("%s: %d kB are read as %d games, error %v, %d MB allocated", what, len(content)>>10,
				len(games), err, took>>20)
		}
	}
}

// FuzzGames checks that every decompressed text is refused or accepted without a panic.
func FuzzGames(f *testing.F) {
	plan := planOf(f, plantest.Small("greedy", "random"))
	table := tableOf(f, plan)
	planned := plan.List()[0]
	played, err := table.Play(f.Context(), []tournament.Planned{planned}, nil)
	text, errText := json.Marshal(played)
	require.NoError(f, errors.Join(err, errText))
	f.Add(text)
	f.Add([]byte(`[{"identity":"1v2/1/1","fault":{"Kind":"time","Seat":200},"programs":["","","",""]}]`))
	f.Add([]byte(`[{"identity":"1v2/1/1","turns":"a1 a1","thoughts":[{"Score":-99999999}],"adjudicated":"length"}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var games []work.Played
		if work.Decode(packed(t, text), &games) != nil {
			return
		}
		for _, played := range games {
			game, err := table.Accept(planned, played, "w")
			if err != nil {
				continue
			}
			if game.Identity != planned.Identity || game.Outcome.Seats != 2 || game.Turns != len(game.Record.Turns) ||
				!slices.Equal(game.Record.Players, planned.Players) {
				t.Errorf("accepted as %+v", game)
			}
		}
	})
}
