// Package listing prints what a user can choose from: the games with their options, and the kinds of players with their
// keys. It also prints the findings of checks: of an engine, and of the answers of problems.
package listing

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/outside"
	"pillars/results/estimate/randomplay"
	"pillars/results/show/table"
	"pillars/search/players"
	"pillars/search/suite"
	"pillars/search/ugi/compliance"
)

// Game is a game to list, given by its rules with the default options.
type Game struct{ Rules engine.Rules }

var optionColumns = []table.Column[engine.Option]{
	{Key: "name", Head: "option", Value: func(o engine.Option) any { return o.Name }},
	{Key: "help", Value: func(o engine.Option) any { return o.Help }},
	{Key: "default", Head: "default", Value: func(o engine.Option) any { return o.Default }},
	{Key: "min", OmitEmpty: true, Value: func(o engine.Option) any { return limitOf(o, o.Min) }},
	{Key: "max", OmitEmpty: true, Value: func(o engine.Option) any { return limitOf(o, o.Max) }},
	{Key: "values", OmitEmpty: true, Value: func(o engine.Option) any { return o.Values }},
	{Head: "possible", Text: possibleText},
	{Head: "meaning", Text: func(o engine.Option) string { return o.Help }},
}

// limitOf returns a pointer to the limit, or nil if the option has no limits.
func limitOf(o engine.Option, limit int) *int {
	if o.Min == 0 && o.Max == 0 {
		return nil
	}
	return &limit
}

func possibleText(o engine.Option) string {
	switch {
	case len(o.Values) > 0:
		return strings.Join(o.Values, "|")
	case o.Min != 0 || o.Max != 0:
		return fmt.Sprintf("%d..%d", o.Min, o.Max)
	}
	return "text"
}

func (g Game) options() table.Table[engine.Option] {
	return table.Table[engine.Option]{Columns: optionColumns, Rows: g.Rules.Game().Options()}
}

func (g Game) Records() []any {
	return []any{table.Object("type", "game", "name", g.Rules.Game().Name(), "title", g.Rules.Game().Title(),
		"seats", g.Rules.SeatNames(), "start", g.Rules.Start().String(), "options", g.options())}
}

func (g Game) WriteText(w io.Writer) error {
	seats := g.Rules.SeatNames()
	table.Printf(w, "%s: %s, %d players (%s)\n  start: %s\n", g.Rules.Game().Name(), g.Rules.Game().Title(), len(seats),
		strings.Join(seats, ", "), g.Rules.Start())
	grid := g.options().Grid()
	grid.Indent = 2
	return grid.WriteText(w)
}

// PlayerKind is a kind of player to list.
type PlayerKind struct{ Kind players.Kind }

func (k PlayerKind) Records() []any {
	keys := []table.Facts{}
	k.Kind.Keys().VisitAll(func(f *flag.Flag) {
		keys = append(keys, table.Object("name", f.Name, "default", f.DefValue, "help", f.Usage))
	})
	return []any{table.Object("type", "player-kind", "name", k.Kind.Name, "help", k.Kind.Help, "keys", keys)}
}

func (k PlayerKind) WriteText(w io.Writer) error {
	grid := table.New("", "", "~")
	k.Kind.Keys().VisitAll(func(f *flag.Flag) { grid.Add(f.Name, f.DefValue, f.Usage) })
	grid.Indent = 2
	table.Printf(w, "%s: %s\n", k.Kind.Name, k.Kind.Help)
	return grid.WriteText(w)
}

// Finding is a finding about an engine to print.
type Finding struct{ Of compliance.Finding }

func (f Finding) Records() []any {
	facts := table.Object("type", "check", "check", f.Of.Check, "passed", f.Of.Passed, "saw", f.Of.Saw,
		"wants", f.Of.Wants)
	facts.AddSome("sent", f.Of.Sent)
	return []any{facts}
}

// WriteText writes the finding in one line. If the engine failed, further lines say what it should have done after
// which requests.
func (f Finding) WriteText(w io.Writer) error {
	verdict := "ok"
	if !f.Of.Passed {
		verdict = "FAIL"
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-4s  %-16s  %s", verdict, f.Of.Check,
		outside.Visible(f.Of.Saw, "")), " "))
	if f.Of.Passed {
		return err
	}
	table.Printf(w, "      wanted: %s\n", f.Of.Wants)
	for _, line := range f.Of.Sent {
		fmt.Fprintf(w, "      sent:   %s\n", outside.Visible(line, ""))
	}
	return err
}

// Draw returns an SVG picture of all games side by side. It shows the position after four fifths of a game that the
// greedy player has played against itself.
func Draw(ctx context.Context, all []engine.Rules, seed uint64) ([]byte, error) {
	var captions []string
	var boards []engine.Diagram
	for _, rules := range all {
		h, err := randomplay.Greedy(ctx, rules, seed)
		if err != nil {
			return nil, err
		}
		captions = append(captions, rules.Game().Title())
		boards = append(boards, h.Back(len(h.Steps())/5).Position().Diagram())
	}
	var picture bytes.Buffer
	err := diagram.SVGRow(&picture, captions, boards)
	return picture.Bytes(), err
}

// Proof says whether the expected answer of a problem is proven.
type Proof struct {
	Problem *suite.Problem
	Fault   error // why the answer is not proven; nil if it is
}

func (p Proof) Records() []any {
	facts := table.Object("type", "proof", "id", p.Problem.ID, "kind", p.Problem.Kind, "proven", p.Fault == nil)
	if p.Fault != nil {
		facts.Add("cause", p.Fault.Error())
	}
	return []any{facts}
}

func (p Proof) WriteText(w io.Writer) error {
	if p.Fault != nil {
		return table.Printf(w, "WRONG   %-9s  %s\n", p.Problem.Kind, p.Fault)
	}
	return table.Printf(w, "proven  %-9s  %s\n", p.Problem.Kind, p.Problem.ID)
}
