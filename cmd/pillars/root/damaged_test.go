package root

import (
	"database/sql"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

// TestDamagedGames changes the scores of a stored game as flipped bits would. It checks that every command that reads
// games fails with an error about the damage, or prints the same as before.
func TestDamagedGames(t *testing.T) {
	t.Chdir(t.TempDir())
	const play = "tournament greedy random --option size=4 --rounds 2 --name ladder --quiet"
	if code, _, err := pillars(strings.Fields(play)...); code != cli.ExitDone {
		t.Fatal(err)
	}
	commands := []string{play, "runs show ladder", "ratings ladder", "games list ladder --result 1-0 --json",
		"games export ladder --format csv", "games export ladder --format pgn", "games show ladder/1v2/1/1",
		"measure ladder --random-games 0 --judgements 0 --quiet --judge=",
		"report ladder --random-games 0 --judge= --json --quiet", "merge pillars.db -o merged.db --force",
		"verify ladder", "analyze ladder/1v2/1/1 --nodes 5 --turn 3 --json"}
	before := map[string]string{}
	for _, command := range commands {
		_, out, err := pillars(strings.Fields(command)...)
		before[command] = out + err
	}
	db, err := sql.Open("sqlite", "pillars.db")
	if err == nil {
		_, err = db.Exec(`DROP TRIGGER games_stay; UPDATE games SET scores = char(unicode(scores) + 1) || substr(scores, 2)`)
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	noticed := 0
	for _, command := range commands {
		code, out, err := pillars(strings.Fields(command)...)
		if code != cli.ExitDone && strings.Contains(out+err, "checksum is wrong") {
			noticed++
		} else if out+err != before[command] {
			t.Errorf("%s printed\n%.500s\nwhere it had printed\n%.500s", command, out+err, before[command])
		}
	}
	if noticed < 8 {
		t.Errorf("only %d commands notice", noticed)
	}
}
