package session

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

// cells returns the lines of a text, with one blank between two words.
func cells(text string) []string {
	return strings.Split(enginetest.Squeezed(strings.TrimSuffix(text, "\n")), "\n")
}

// TestWorkersSayWhatTheyDo checks the table of workers: one that plays, one that waits, one that is gone, and one that
// is gone because it was shut out.
func TestWorkersSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	got := WorkerLines([]work.Member{
		{Name: "ann", Busy: 3, Games: 30, Share: .75, Rate: 1.256, Nodes: 3_000_000, Time: 2 * time.Second, Audited: 4},
		{Name: "bob", Games: 10, Share: .25},
		{Name: "cid", Busy: 1, Gone: true, Silent: 90 * time.Second},
		{Name: "dan", Gone: true, Trouble: "wrong results"},
	})
	want := []string{"4 workers", "worker games share games/s nodes/s audited", "ann 30 75 % 1.26 1.5e+06 4 plays 3",
		"bob 10 25 % 0.00 0 0 waits", "cid 0 0 % 0.00 0 0 silent for 90 s", "dan 0 0 % 0.00 0 0 wrong results"}
	if len(got) != 1 || !slices.Equal(cells(got[0]), want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
	if none := WorkerLines(nil); len(none) != 1 || none[0] != "no worker has joined yet" {
		t.Errorf("without workers: %q", none)
	}
	if one := WorkerLines([]work.Member{{}}); !strings.HasPrefix(one[0], "1 worker\n") {
		t.Errorf("%q", one)
	}
}

// TestPlansAreListed checks the list of a plan of 26 games, of which a text has the first 24 unless all are wanted.
func TestPlansAreListed(t *testing.T) {
	t.Parallel()
	s := described(t, func(s *tournament.Spec) { s.Rounds = 13 }, "a", "b")
	for _, all := range []bool{false, true} {
		p := Planned{s, all, "all with --all"}
		var text strings.Builder
		if err := p.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		lines, last := cells(text.String()), "... and 2 more (all with --all)"
		if n := len(lines); n != map[bool]int{false: 25, true: 26}[all] || (lines[n-1] == last) == all ||
			!strings.HasPrefix(lines[1], "1v2/1/2 b a ") || len(p.Records()) != 26 {
			t.Errorf("all %v:\n%s", all, text.String())
		}
	}
	s = described(t, func(s *tournament.Spec) { s.Rounds = 12 }, "a", "b")
	var text strings.Builder
	if err := (Planned{Session: s}).WriteText(&text); err != nil || len(cells(text.String())) != 24 ||
		strings.Contains(text.String(), "more") {
		t.Errorf("24 games:\n%s%v", text.String(), err)
	}
}

// standingsOf returns standings of n players, the first of whom beat each of the others.
func standingsOf(t *testing.T, n int) results.Standings {
	t.Helper()
	l := newLive(tournament.Plan{})
	for i := 1; i < n; i++ {
		l.add(tournament.Result{Players: []string{"player 1", fmt.Sprint("player ", i+1)},
			Outcome: engine.Win(0, "test")})
	}
	standing, err := l.fold.Standings(results.StandingsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return standing
}

// TestTenPlayersAreShown checks that ten players are all shown, and eight of eleven.
func TestTenPlayersAreShown(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{2: 2, 10: 10, 11: 9, 12: 9} {
		lines, leader := newLive(tournament.Plan{}).standingLines(standingsOf(t, n))
		got := lines(80)
		more := fmt.Sprintf("and %d more", n-8)
		if len(got) != 1+want || (got[want] == more) != (n > 10) || leader != "player 1 leads with 100 %" {
			t.Errorf("%d players: %s; %s", n, strings.Join(got, "\n"), leader)
		}
	}
}

// TestNamesAreShortenedStepByStep checks that names keep as many letters as fit, in steps of four from 60 to eight.
func TestNamesAreShortenedStepByStep(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 70)
	row := [][]string{{"1", long, "5", "2", "50.0 %", ""}}
	widest := len([]rune(fittedLines(row, 999)[1])) // with 60 letters
	for room, letters := range map[int]int{widest: 60, widest - 1: 56, widest - 4: 56, widest - 5: 52, widest - 52: 8,
		widest - 60: 8, 0: 8} {
		line := fittedLines(row, room)[1]
		if got := strings.Count(line, "x") + strings.Count(line, "…"); got != letters {
			t.Errorf("%d columns: %d letters in %q, want %d", room, got, line, letters)
		}
	}
}

// elsewhere is a place where nothing is played, with two workers.
type elsewhere struct{}

func (elsewhere) Play(context.Context, runner.Batch) error { return nil }

func (elsewhere) Members() []work.Member { return []work.Member{{Name: "ann"}, {Name: "bob"}} }

// TestRunsInPlayAreDescribed checks what other processes read about a run: 30 games are stored, 10 of them from earlier
// sessions, after five seconds of play.
func TestRunsInPlayAreDescribed(t *testing.T) {
	t.Parallel()
	s := described(t, func(*tournament.Spec) {}, "a", "b")
	s.shown.progress.Store(&runner.Progress{Done: 30, Total: 40, Faults: 2})
	run := store.Run{ID: "abc", Games: 10}
	got := s.inPlay(run, 90, 5*time.Second)
	if got.Run != "abc" || got.Done != 30 || got.Total != 90 || got.Faults != 2 || got.Rate != 4 || got.Games == nil ||
		len(got.Workers) != 0 {
		t.Errorf("%+v", got)
	}
	s.Elsewhere = elsewhere{}
	got = s.inPlay(run, 0, 5*time.Second)
	if got.Total != 40 || len(got.Workers) != 2 || got.Workers[1].Name != "bob" {
		t.Errorf("%+v", got)
	}
}

// TestFilesInPlayAreBounded checks the greatest age, and the greatest numbers of games and workers, of a file that is
// read.
func TestFilesInPlayAreBounded(t *testing.T) {
	t.Parallel()
	database := t.TempDir() + "/a.db"
	wanted := RunInPlay{Run: "abc", Games: make([]GameInPlay, 17), Workers: make([]work.Member, 501)}
	if err := WriteInPlay(database, wanted); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(inPlayPath(database, "abc"))
	if err != nil {
		t.Fatal(err)
	}
	for age, read := range map[time.Duration]bool{0: true, 5 * time.Second: true, -5 * time.Second: true,
		5*time.Second + 1: false, -5*time.Second - 1: false} {
		runs := ReadInPlay(database, info.ModTime().Add(age))
		if (len(runs) == 1) != read || read && (len(runs[0].Games) != 16 || len(runs[0].Workers) != 500) {
			t.Errorf("after %v: %d runs", age, len(runs))
		}
	}
}

// TestChangedWeightsAreNamed checks the text of the error for a file of weights that has changed.
func TestChangedWeightsAreNamed(t *testing.T) {
	t.Parallel()
	const want = `player "a": its file of weights has changed since run abc began`
	if got := (ChangedWeightsError{"a", "abc"}).Error(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
