package store

import (
	"database/sql"
	"database/sql/driver"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"modernc.org/sqlite"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// The tables.
var (
	//go:embed schema.sql
	schema string
	//go:embed extensions.sql
	extensionsSchema string // since version 2
	//go:embed games.sql
	gamesSchema string
	//go:embed notes.sql
	notesSchema string // since version 5
	//go:embed checksums.sql
	checksumsSchema string // since version 6
)

const (
	applicationID = 0x50696c6c // "Pill"
	schemaVersion = 6
)

// earlierGames selects the games of a table of version 1 or 2 as those of the present version.
const earlierGames = `(SELECT number, run, identity, pair, ` + earlierFact + `('pairing', pair) AS pairing,
	` + earlierFact + `('opening', pair) AS opening, players, scores, reason,
	` + earlierFact + `('fault', reason) AS fault, ` + earlierFact + `('seat', reason) AS fault_seat,
	` + earlierFact + `('adjudicated', reason) AS adjudicated, turns, record, thoughts, finished FROM earlier_games)`

// prepare makes the tables of a new database, or checks that an existing one is ours and brings it up to date.
func prepare(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after Commit there is nothing to roll back
	var tables int
	if err := tx.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	version, lacking := 0, schema+extensionsSchema+gamesSchema+notesSchema+checksumsSchema
	if tables > 0 {
		if version, err = checkMarks(tx); err != nil {
			return err
		}
		lacking = migration(version)
	}
	if version == schemaVersion {
		return nil
	}
	marks := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion)
	if _, err := tx.Exec(lacking + marks); err != nil {
		return err
	}
	return tx.Commit()
}

// migration brings tables of an earlier version up to date. Games are written anew, since what is read most must stand
// before the long columns: SQLite reads a row from its beginning.
func migration(version int) string {
	lacking, games := "", "earlier_games"
	if version == 1 {
		lacking += extensionsSchema
	}
	if version < 3 {
		games = earlierGames
	}
	if version < 5 {
		lacking += notesSchema
	}
	return lacking + checksumsSchema + `DROP TRIGGER games_stay; DROP TRIGGER games_last;
		ALTER TABLE games RENAME TO earlier_games;` + gamesSchema + `INSERT INTO games (number, ` + gameColumns +
		`) SELECT number, ` + summedColumns("run") + " FROM " + games + ` ORDER BY number; DROP TABLE earlier_games;`
}

// checkMarks refuses databases of other programs and of later versions of this one. Of others it tells the version.
func checkMarks(db interface{ QueryRow(string, ...any) *sql.Row }) (version int, err error) {
	var id int
	err = db.QueryRow("SELECT * FROM pragma_application_id, pragma_user_version").Scan(&id, &version)
	switch {
	case err != nil:
		return 0, err
	case id != applicationID:
		return 0, errForeign
	case version > schemaVersion:
		return 0, fmt.Errorf("it has version %d, this program knows versions up to %d: use a newer program, or name "+
			"another file", version, schemaVersion)
	}
	return version, nil
}

// earlierFact is the name of a function in SQL that reads what games of versions 1 and 2 told in words only.
const earlierFact = "pillars_earlier"

func init() {
	sqlite.MustRegisterDeterministicScalarFunction(earlierFact, 2,
		func(_ *sqlite.FunctionContext, arguments []driver.Value) (driver.Value, error) {
			text, _ := arguments[1].(string)
			// "1v3/12"; in a search for even odds the pair is a whole identity, and every game is by itself
			pairing, opening, _ := strings.Cut(text, "/")
			switch arguments[0] {
			case "pairing":
				return pairing, nil
			case "opening":
				number, _ := strconv.ParseInt(opening, 10, 64) // 0 for what is no number
				return max(0, number), nil
			case "fault":
				return string(readFault(text).Kind), nil
			case "seat":
				return int64(seatNumber(readFault(text))), nil
			}
			return string(readVerdict(text)), nil
		})
}

// faultWords are what follows the seat in the reason of a fault.
var faultWords = []struct {
	words string
	kind  guard.FaultKind
}{
	{"failed: ", guard.Failed}, {"panicked: ", guard.Panicked}, {"returned no step", guard.NoStep},
	{"returned an illegal step", guard.IllegalStep}, {"returned ", guard.Overrun}, {"lost on time: ", guard.OutOfTime},
	{"could not be made again: ", guard.Absent}, {"", guard.Other},
}

func readFault(reason string) (fault tournament.Fault) {
	rest, ok := strings.CutPrefix(reason, "fault: player ")
	if !ok || rest == "" || rest[0] < '1' || rest[0] >= '1'+engine.MaxSeats {
		return fault
	}
	fault.Seat = engine.Seat(rest[0] - '1')
	for _, one := range faultWords {
		if strings.HasPrefix(strings.TrimPrefix(rest[1:], " "), one.words) {
			fault.Kind = one.kind
			break
		}
	}
	return fault
}

func readVerdict(reason string) tournament.Verdict {
	return map[string]tournament.Verdict{
		"adjudicated: proven by both": tournament.ProvenByBoth, "adjudicated: agreed by both": tournament.AgreedByBoth,
		"adjudicated: longest game": tournament.TooLong,
	}[reason]
}
