package measure

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/tournament"
)

type reportFlags struct {
	output, title string
	force         bool
	games         int
}

// NewReportCommand returns the command "report".
func NewReportCommand() *cobra.Command {
	f := &reportFlags{}
	cmd := cli.New("report RUN", "Write an HTML report on a run", f.run)
	cmd.Args = cli.Arguments("a run; list the runs with pillars runs", "one run")
	set := cmd.Flags()
	set.StringVarP(&f.output, "output", "o", "report.html", "write the page to this HTML `FILE`")
	set.StringVar(&f.title, "title", "", "`TITLE` of the page (default: the game and the run)")
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	set.IntVar(&f.games, "games", usualSample, "replay at most this many games; 0 for all")
	cli.JSONFlag(cmd, "print all figures as one JSON line; write the page only with --output")
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
	return cmd
}

func (f *reportFlags) run(cmd *cobra.Command, args []string) error {
	writes := !cli.JSON(cmd) || cmd.Flags().Changed("output")
	if !writes {
		f.output = ""
	}
	if err := cmp.Or(cli.AtLeast("games", f.games, 0), checkPage(f.output, f.force)); err != nil {
		return err
	}
	use := func(db *store.Store) error {
		page, err := f.page(cmd, db, args[0])
		if err == nil && writes {
			err = writePage(cmd, page, f.output, f.force)
		}
		if err == nil && cli.JSON(cmd) {
			err = cli.PrintJSON(cmd.OutOrStdout(), page)
		}
		return err
	}
	return cli.Interrupting(cmd, "interrupted: the games are stored, but no report is written",
		func() error { return cli.WithStore(cmd, use) })
}

// page makes the page on the run with the given id or name.
func (f *reportFlags) page(cmd *cobra.Command, db *store.Store, name string) (page report.Report, err error) {
	ctx := cmd.Context()
	run, err := cli.FindRun(ctx, db, name)
	if err != nil {
		return page, err
	}
	if _, _, err := catalog.SpecOf(run); err != nil {
		return page, cli.Usagef("%w", err)
	}
	show, done := showLooks(cmd, "")
	defer done()
	reader := report.Reader{DB: db, Replay: true, Replayed: show,
		Record: usualEffort(1, runtime.GOMAXPROCS(0), f.games)}
	in, err := reader.Read(ctx, run)
	if err != nil {
		return page, fmt.Errorf("run %s: %w", run.ID, err)
	}
	in.Title, in.Commands = f.title, []string{report.Command(run, in.Spec),
		cli.CommandWith(cmd, []string{run.ID}, "output", "force", "json", "db", "quiet")}
	return report.New(in)
}

// checkPage returns an error if a page, or its files, must not be written. It returns nil for an empty path and for -.
func checkPage(path string, replace bool) error {
	if path == "" || path == "-" {
		return nil
	}
	if err := cli.RefuseExisting("--output", path, replace); err != nil {
		return err
	}
	_, err := filesFolder(path, replace)
	return err
}

// writePage writes a page and its files. It writes the files first, so that the page never links to missing files.
func writePage(cmd *cobra.Command, page report.Report, path string, replace bool) error {
	if path == "-" { // without the files, to which pages link
		return page.WriteHTML(cmd.OutOrStdout(), "")
	}
	folder, err := filesFolder(path, replace)
	if err != nil {
		return err
	}
	if err := page.WriteFiles(folder); err != nil {
		return cli.Usagef("--output: %w", err)
	}
	err = cli.WriteNewFile("--output", path, replace, func(w io.Writer) error {
		return page.WriteHTML(w, filepath.Base(folder))
	})
	if err == nil && !cli.Quiet(cmd) {
		cmd.PrintErrf("%s written, with %s in %s\n", path, tournament.Counted(len(page.Files()), "file"), folder)
	}
	return err
}

// filesFolder returns the folder for the files of a page. Unless they may be replaced, files in it are an error.
func filesFolder(path string, replace bool) (folder string, err error) {
	folder = strings.TrimSuffix(path, filepath.Ext(path)) + "_files"
	if _, err := os.Stat(filepath.Dir(folder)); err != nil {
		return folder, cli.Usagef("--output: %w; name a page in a folder that exists", err)
	}
	entries, err := os.ReadDir(folder)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return folder, cli.Usagef("--output: %w; name another page", err)
	case len(entries) > 0 && !replace:
		return folder, cli.Usagef("--output: the folder %s exists and holds %s; name another page, or remove it",
			folder, tournament.Counted(len(entries), "file"))
	}
	return folder, nil
}
