package stored

import (
	"fmt"
	"strings"

	"pillars/cmd/pillars/cli"
)

// verificationAnswer is what a verification came to, as it is printed.
type verificationAnswer struct {
	Type        string `json:"type"`
	Run         string `json:"run"`
	Stored      int    `json:"stored"`
	Missing     int    `json:"missing"` // planned, not stored
	Checked     int    `json:"checked"`
	Wrong       int    `json:"wrong"`             // not as the rules or the plan have them
	Decided     int    `json:"decided,omitempty"` // again
	Different   int    `json:"different,omitempty"`
	Program     string `json:"program"`
	SameProgram bool   `json:"same_program"`
}

// differenceAnswer is a difference that was found, as it is printed.
type differenceAnswer struct {
	Type string `json:"type"`
	Run  string `json:"run"`
	Game string `json:"game"`
	difference
}

// wrongAnswer is a game that is not as the rules or the plan have it, as it is printed.
type wrongAnswer struct {
	Type  string `json:"type"`
	Run   string `json:"run"`
	Game  string `json:"game"`
	Error string `json:"error"`
}

// conclude prints the summary. It fails if anything differed.
func (v *verification) conclude() error {
	a := v.answer
	if v.json {
		if err := cli.PrintJSON(v.out, a); err != nil {
			return err
		}
	} else {
		v.printSummary()
	}
	var failures []string
	if a.Wrong > 0 {
		failures = append(failures, fmt.Sprintf("%d of %s do not agree with the rules or the plan", a.Wrong, cli.Counted(a.Checked, "game")))
	}
	if a.Different > 0 {
		failures = append(failures, fmt.Sprintf("%d of %s were decided differently", a.Different, cli.Counted(a.Decided, "game")))
	}
	if len(failures) == 0 {
		return nil
	}
	return fmt.Errorf("run %s: %s", a.Run, strings.Join(failures, "; "))
}

// printSummary writes what was found to be in order, and how many games are missing.
func (v *verification) printSummary() {
	a := v.answer
	if a.Wrong == 0 {
		fmt.Fprintf(v.out, "run %s: %s as the rules and the plan have them\n", a.Run, cli.Counted(a.Checked, "game"))
	}
	if a.Decided > 0 && a.Different == 0 {
		fmt.Fprintf(v.out, "run %s: %s decided again, turn for turn the same\n", a.Run, cli.Counted(a.Decided, "game"))
	}
	if a.Missing > 0 {
		fmt.Fprintf(v.out, "run %s: %s planned and not stored\n", a.Run, cli.Counted(a.Missing, "game"))
	}
}
