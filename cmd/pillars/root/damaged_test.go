package root

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/cmd/pillars/cli"
)

// readers lists the commands that read stored games, with FILE and RUN in place of the database and its run. Resuming a
// complete run reads it too.
var readers = []string{
	"runs --db FILE", "runs show RUN --db FILE", "ratings RUN --db FILE", "ratings --all --json --db FILE",
	"games list RUN --db FILE", "games list RUN --faults --json --db FILE",
	"games export RUN --format csv --db FILE", "games export RUN --format pgn --db FILE",
	"games export RUN --format jsonl --db FILE", "games show RUN/1v2/2/1 --db FILE",
	"measure RUN --random-games 0 --judgements 0 --quiet --judge  --db FILE",
	"report RUN --random-games 0 --judge  --deep random -o FILE.html --force --db FILE",
	"tournament greedy random --option size=4 --rounds 3 --quiet --db FILE",
	"sprt greedy random --option size=4 --rounds 3 --quiet --db FILE",
	"merge FILE -o FILE.merged --force", "verify RUN --db FILE",
}

// read runs one of the readers and returns whether it failed, and its output, including the page of a report.
func read(command, path, run string) (failed bool, wrote string) {
	words := strings.Split(command, " ") // before names are put in, which may hold blanks
	for i := range words {
		words[i] = strings.NewReplacer("FILE", path, "RUN", run).Replace(words[i])
	}
	code, out, err := pillars(words...)
	page, _ := os.ReadFile(path + ".html") // of a report
	os.Remove(path + ".html")
	return code != cli.ExitDone, strings.ReplaceAll(out+err+string(page), path, "FILE")
}

// storedColumns lists the columns that commands read of a game and of the rows about its run, by table.
var storedColumns = map[string]string{
	"games": "identity pair pairing opening players scores reason fault fault_seat adjudicated turns finished " +
		"result_sum record thoughts checksum",
	"runs":       "kind hash spec total program created",
	"extensions": "run spec total program created", "notes": "run kind value created",
}

// TestDamagedColumns changes every column of a game, and of the rows about its run, as flipped bits would. It checks
// that every command either fails with an error about the damage, or writes the same output as before.
func TestDamagedColumns(t *testing.T) {
	sound, path := filepath.Join(t.TempDir(), "sound.db"), filepath.Join(t.TempDir(), "damaged.db")
	for _, command := range []string{
		"tournament greedy random --option size=4 --rounds 2 --tag ladder --quiet",
		"tournament greedy random --option size=4 --rounds 3 --quiet",
		"sprt greedy random --option size=4 --rounds 3 --quiet",
	} {
		if code, _, err := pillars(append(strings.Fields(command), "--db", sound)...); code != cli.ExitDone {
			t.Fatal(err)
		}
	}
	before, run := map[string]string{}, copyChanged(t, sound, path, "")
	for _, command := range readers {
		failed, wrote := read(command, path, run)
		if failed {
			t.Fatal(command, wrote)
		}
		before[command] = wrote
	}
	for table, columns := range storedColumns {
		for column := range strings.FieldsSeq(columns) {
			next := strings.ReplaceAll(`CASE typeof(x) WHEN 'integer' THEN x + 1
				ELSE coalesce(char(unicode(x) + 1), ' ') || substr(x, 2) END`, "x", column)
			run := copyChanged(t, sound, path, fmt.Sprintf(`PRAGMA foreign_keys = OFF; DROP TRIGGER %s_stay;
				UPDATE %[1]s SET %s = %s WHERE rowid = 1`, table, column, next))
			noticed := 0
			for _, command := range readers {
				failed, wrote := read(command, path, run)
				if failed && strings.Contains(wrote, "FILE") && strings.Contains(wrote, "checksum is wrong") {
					noticed++
				} else if failed || wrote != before[command] {
					t.Errorf("%s.%s: %s wrote\n%.500s\nwhere it had written\n%.500s", table, column, command, wrote,
						before[command])
				}
			}
			if noticed == 0 {
				t.Errorf("%s.%s: nobody notices", table, column)
			}
		}
	}
}

// copyChanged copies a database and changes the copy. It returns the id of the first run.
func copyChanged(t *testing.T, from, to, statements string) (run string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", to)
	if err == nil {
		err = db.QueryRow("SELECT id FROM runs ORDER BY rowid").Scan(&run)
	}
	if err == nil {
		_, err = db.Exec(statements)
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(statements, err)
	}
	return run
}
