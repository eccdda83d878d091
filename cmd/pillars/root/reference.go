package root

import (
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/rules"
	"pillars/docs"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/show/table"
)

// newReferenceCommand makes the hidden command "reference", which prints in Markdown what stands between the lines
// "<!-- made -->" and "<!-- end -->" of a page in docs/reference.
func newReferenceCommand() *cobra.Command {
	pages := map[string]func(root *cobra.Command) string{
		"commands": commandsPage,
		"metrics":  func(*cobra.Command) string { return metricsPage() },
		"json":     func(*cobra.Command) string { return recordsPage() },
	}
	for _, game := range games.All() {
		pages[game.Name()] = func(*cobra.Command) string { return optionsTable(game) }
	}
	cmd := cli.New("reference PAGE", "Print a page of the reference", func(cmd *cobra.Command, args []string) error {
		page, ok := pages[args[0]]
		if !ok {
			return cli.Usagef("%q is no page; known are commands, metrics, json and the names of games", args[0])
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), page(cmd.Root()))
		return err
	})
	cmd.Args, cmd.Hidden = cli.Arguments("a page", "one page"), true
	return cmd
}

// commandsPage has a section for each command below cmd: its text, its examples, its usage and its flags.
func commandsPage(cmd *cobra.Command) string {
	var page strings.Builder
	for _, child := range cmd.Commands() {
		if child.Hidden || child.Name() == "help" {
			continue
		}
		child.Flags().SortFlags = false
		fmt.Fprintf(&page, "## %s\n\n%s\n\n```text\n%s\n```\n\n", child.CommandPath(),
			strings.ReplaceAll(child.Long, "\n  ", "\n    "), unindented(child.Example))
		if workers := child.Flags().Lookup("workers"); workers != nil {
			workers.DefValue = "the number of processors"
		}
		if flags := child.LocalFlags().FlagUsages(); flags != "" {
			fmt.Fprintf(&page, "```text\n%s\n\n%s```\n\n", child.UseLine(), flags)
		}
		page.WriteString(commandsPage(child))
	}
	return page.String()
}

func unindented(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "\n  ", "\n") }

// metricsPage has a section for each group of metrics, with the definition of each.
func metricsPage() string {
	var page strings.Builder
	group := ""
	for _, row := range rows(docs.Metrics)[1:] {
		if row[0] != group {
			group = row[0]
			fmt.Fprintf(&page, "\n### %s\n\n| metric | definition | unit | n counts | interval | source |\n%s\n",
				table.Capital(group), strings.Repeat("|---", 6)+"|")
		}
		fmt.Fprintf(&page, "| %s `%s` | %s |\n", row[1], row[2], strings.Join(row[3:8], " | "))
	}
	return strings.TrimPrefix(page.String(), "\n")
}

// optionsTable has a row for each option of a game.
func optionsTable(game engine.Game) string {
	text := "| option | default | possible | meaning |\n|---|---|---|---|\n"
	for _, o := range game.Options() {
		possible := strings.ReplaceAll(rules.Possible(o), "|", ", ")
		text += fmt.Sprintf("| `%s` | %s | %s | %s |\n", o.Name, o.Default, possible, o.Help)
	}
	return text
}

// recordsPage is a table of the kinds of JSON records.
func recordsPage() string {
	var page strings.Builder
	for i, row := range rows(docs.Records) {
		fmt.Fprintf(&page, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			page.WriteString("|---|---|---|\n")
		}
	}
	return page.String()
}

// rows returns the rows of an embedded table in CSV, which tests have read.
func rows(text string) [][]string {
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		panic(err)
	}
	return all
}
