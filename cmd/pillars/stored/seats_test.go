package stored_test

import (
	"regexp"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

func TestStandingOfGamesForFour(t *testing.T) {
	t.Chdir(t.TempDir())
	const path = "games.db"
	command := "tournament random greedy mcts:nodes=5 uct:nodes=5 --game pit --option players=4 --rounds 2 " +
		"--opening-turns 2 --quiet --db"
	if code, _, stderr := pillars(append(strings.Fields(command), path)...); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	_, run := onlyRun(t, path, "1v2v3v4/1/1")
	id := run.ID
	tables := map[string][]string{
		"": {`(?m)^rank +player +Elo +95 % +openings +games +place `, `(?m)^ +1 .* 24 `, `(?m)^ +4 .* 24 `,
			`(?m)^seat +share `},
		"--csv":  {`^rank,player,`, `(?m)^1,[^,]+,.*,24,`},
		"--json": {`^{"type":"standings","run":"` + id + `","players":\[.*"seats":\[.*"games":24,`},
	}
	for flag, wanted := range tables {
		code, out, stderr := pillars(strings.Fields("ratings " + id + " --db " + path + " " + flag)...)
		if code != cli.ExitDone {
			t.Fatal(stderr)
		}
		for _, want := range wanted {
			if !regexp.MustCompile(want).MatchString(out) {
				t.Errorf("ratings %s: nothing like %s in\n%s", flag, want, out)
			}
		}
	}
	_, list, stderr := pillars("games", "list", id, "--db", path)
	const players, score = `( +[a-z]+(:nodes=5)?){4} +`, `(0|1|0\.33|0\.67)`
	line := regexp.MustCompile(`(?m)^` + id + `/1v2v3v4/[12]/[0-9]+` + players + score + `(-` + score +
		`){3} +[0-9]+ turns +[a-z]`)
	if found := line.FindAllString(list, -1); len(found) != 24 {
		t.Errorf("%d games listed of 24, messages %q:\n%s", len(found), stderr, list)
	}
}
