package cli

import (
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"pillars/results/show/table"
)

// helpTemplate prints the examples, the text, the usage line, the commands by group and the flags of a command.
const helpTemplate = `{{with .Example}}Examples:
{{.}}

{{end}}{{.Long}}
{{if .HasParent}}
Usage: {{.UseLine}}
{{end}}{{range $group := .Groups}}
{{.Title}}{{range $.Commands}}{{if eq .GroupID $group.ID}}
  {{rpad .Name 12}} {{.Short}}{{end}}{{end}}
{{end}}{{if and .HasAvailableSubCommands (not .AllChildCommandsHaveGroup)}}
Commands:{{range .Commands}}{{if and .IsAvailableCommand (eq .GroupID "")}}
  {{rpad .Name 12}} {{.Short}}{{end}}{{end}}
{{end}}{{if .HasAvailableFlags}}
Flags:
{{.Flags.FlagUsages}}{{end}}`

// lineBreak matches a line break within a paragraph, with the characters before and after it.
var lineBreak = regexp.MustCompile(`(\S)\n(\S)`)

// Help sets the help of all commands.
func Help(root *cobra.Command) {
	root.SetUsageTemplate(helpTemplate)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		cmd.Flags().SortFlags = false
		width := 120
		if out, ok := cmd.OutOrStdout().(*checkedWriter); ok && out.Columns() > 0 {
			width = min(width, out.Columns())
		}
		text := lineBreak.ReplaceAllString(cmd.UsageString(), "$1 $2") // the width decides where lines break
		fmt.Fprint(cmd.OutOrStdout(), table.Wrap(text, width))
	})
	root.CompletionOptions.HiddenDefaultCmd, cobra.EnableCommandSorting = true, false
}
