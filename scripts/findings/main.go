// Findings makes the main table of docs/FINDINGS.md and docs/findings/first-seat.csv from the games in
// docs/findings/data. Without a flag it writes nothing. It exits with status 1 if they, or a figure in a sentence whose
// source in docs/findings is marked, differ from the data.
//
//	go run ./scripts/findings                   check
//	go run ./scripts/findings -write            write the tables, then check the sentences
//	go run ./scripts/findings -export FILE.db   store the games of a database as a table
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	write := flag.Bool("write", false, "write the tables")
	database := flag.String("export", "", "store the games of the database `FILE`")
	flag.Parse()
	var err error
	if *database != "" {
		err = export(context.Background(), *database)
	} else {
		err = run(*write)
	}
	if err != nil {
		log.Fatal(err)
	}
}

var sheetPath = filepath.Join(folder, firstSeatSheet+".csv")

func run(write bool) error {
	f, err := gather()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	if write {
		made, err := f.remade(string(text))
		if err != nil {
			return err
		}
		text = []byte(made)
		err = cmp.Or(os.WriteFile(document, text, 0o644),
			os.WriteFile(sheetPath, []byte(f.sheets[firstSeatSheet].text()), 0o644))
		if err != nil {
			return err
		}
	}
	stored, err := os.ReadFile(sheetPath)
	if err != nil {
		return err
	}
	faults, err := f.check(string(text), string(stored))
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s", strings.Join(faults, "\n"))
	}
	return err
}

func gather() (f findings, err error) {
	if f.tables, err = measureAll(); err != nil {
		return f, err
	}
	if f.sheets, err = readSheets(); err != nil {
		return f, err
	}
	f.sheets[firstSeatSheet], err = firstSeats(f.tables)
	return f, err
}

// check lists the first line at which the document text and the stored sheet each differ from the data, and all faults
// of the document's figures.
func (f findings) check(text, stored string) (faults []string, err error) {
	made, err := f.remade(text)
	if err != nil {
		return nil, err
	}
	for _, file := range []struct{ path, got, want string }{
		{document, text, made}, {sheetPath, stored, f.sheets[firstSeatSheet].text()},
	} {
		got, want := strings.Split(file.got, "\n"), append(strings.Split(file.want, "\n"), "")
		same := 0 // number of equal lines at the beginning
		for same < min(len(got), len(want)-1) && got[same] == want[same] {
			same++
		}
		if file.got != file.want {
			faults = append(faults, fmt.Sprintf("%s:%d: differs from the data, which have\n%s", file.path, same+1,
				want[same]))
		}
	}
	return append(faults, f.faults(text)...), nil
}
