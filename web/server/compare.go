package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/table"
)

type factPair struct {
	Name   string    `json:"name"`
	Values [2]string `json:"values"`
}

// A measured is a quantity that both runs estimate, such as the score of a seat.
type measured struct {
	Name    string    `json:"name"`
	Of      [2]string `json:"of"`     // the players whose difference each run estimates, or ""
	Values  [3]tile   `json:"values"` // the two estimates and their difference
	Verdict string    `json:"verdict"`

	Difference interval `json:"difference"` // the third of Values, for a chart
}

// compare returns the briefs of two runs, the quantities that both estimate, and the facts that they share or not.
func compare(r *http.Request, db *store.Store) (any, error) {
	var runs [2]store.Run
	var briefs [2]brief
	var pages [2]report.Report
	for i, name := range []string{"run", "other"} {
		run, err := db.Run(r.Context(), r.PathValue(name))
		if err == nil && run.Games == 0 {
			err = fmt.Errorf("run %v has no games yet, so it %w", run, errUnanswerable)
		}
		if err == nil {
			runs[i] = run
			briefs[i], pages[i], err = briefOf(r.Context(), db, run)
		}
		if err != nil {
			return nil, err
		}
	}
	all, conclusion, err := report.Compare(briefs[0].input, briefs[1].input)
	if err != nil {
		return nil, err
	}
	var measures []measured
	for _, c := range all {
		m := measured{Name: c.Name, Of: c.Of, Verdict: c.Verdict, Difference: intervalOf(c.Values[2])}
		for i, e := range c.Values {
			m.Values[i] = estimated("", e, func(x float64) string { return stats.FormatNumber(x, c.Decimals) })
		}
		measures = append(measures, m)
	}
	report.ShareAxes(pages[0], pages[1])
	var sides []table.Facts
	for i, run := range runs {
		if briefs[i].Figures, err = figuresOf(pages[i], shortNames(briefs[i].input.Spec.Players)); err != nil {
			return nil, err
		}
		sides = append(sides, table.Object("id", run.ID, "kind", run.Kind,
			"game", briefs[i].input.Rules.Game().Name(), "title", briefs[i].input.Rules.Game().Title(),
			"options", briefs[i].input.Rules.Settings().Texts(), "seats", briefs[i].input.Rules.SeatNames(),
			"games", run.Games, "brief", briefs[i]))
	}
	named := shortNames(slices.Concat(briefs[0].input.Spec.Players, briefs[1].input.Spec.Players))
	conclusion = inWords([]string{conclusion}, named)[0]
	same, differ := factPairs(factsOf(runs[0], briefs[0]), factsOf(runs[1], briefs[1]))
	return table.Object("runs", sides, "conclusion", conclusion, "measures", measures, "method", report.Method,
		"same", same, "differ", differ), nil
}

// factsOf returns the facts of a run that compare lists.
func factsOf(run store.Run, b brief) []fact {
	all := []fact{{"game", b.input.Rules.Game().Title()}}
	for _, option := range b.input.Rules.Settings() {
		all = append(all, fact(option))
	}
	for _, f := range b.Facts {
		if f.Name != "game" && f.Name != "run" {
			all = append(all, f)
		}
	}
	return append(all, fact{"games", catalog.GamesDone(run)}, fact{"program", strings.Join(run.Programs(), ", then ")})
}

// factPairs returns the facts that are the same for two runs, and those that differ. A fact that a run lacks is "–".
func factPairs(sides ...[]fact) (same, differ []factPair) {
	var names []string
	values := map[string][2]string{}
	for i, side := range sides {
		for _, f := range side {
			pair, known := values[f.Name]
			if !known {
				names, pair = append(names, f.Name), [2]string{"–", "–"}
			}
			pair[i] = f.Value
			values[f.Name] = pair
		}
	}
	for _, name := range names {
		if pair := values[name]; pair[0] == pair[1] {
			same = append(same, factPair{name, pair})
		} else {
			differ = append(differ, factPair{name, pair})
		}
	}
	return same, differ
}
