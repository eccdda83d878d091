package measure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/report"
)

// write writes the page with its files, and prints the figures where that is wanted.
func (f *reportFlags) write(cmd *cobra.Command, page report.Report) error {
	if f.writesPage(cmd) {
		if err := f.writePage(cmd, page); err != nil {
			return err
		}
	}
	if f.json {
		return page.WriteJSON(cmd.OutOrStdout())
	}
	return nil
}

// writePage writes the page last, so that it never names a file that is not there.
func (f *reportFlags) writePage(cmd *cobra.Command, page report.Report) error {
	folder := filesFolder(f.output)
	if err := f.makeFolder(folder); err != nil {
		return err
	}
	for _, file := range page.Files() {
		data, err := file.Data()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, file.Name), data, 0o644); err != nil {
			return cli.Usagef("--output: %w; name a page in a folder that you may write to", err)
		}
	}
	err := cli.WriteNewFile(f.output, f.force, func(w io.Writer) error {
		var b bytes.Buffer
		if err := page.WriteHTML(&b, filepath.Base(folder)); err != nil {
			return err
		}
		_, err := b.WriteTo(w)
		return err
	})
	if err == nil && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s written, with %s in %s\n", f.output, cli.Counted(len(page.Files()), "file"),
			folder)
	}
	return err
}

// refuseFull refuses a folder that holds anything, unless it may be replaced.
func refuseFull(folder string, replace bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cli.Usagef("--output: %w; name another page", err)
	}
	if len(entries) > 0 && !replace {
		return cli.Usagef("--output: the folder %s is there already and holds %s; name another page, or replace them "+
			"with --force", folder,
			cli.Counted(len(entries), "file"))
	}
	return nil
}

// makeFolder makes the folder of the files, without what an earlier page left in it.
func (f *reportFlags) makeFolder(folder string) error {
	if err := refuseFull(folder, f.force); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range entries {
		switch filepath.Ext(entry.Name()) {
		case ".svg", ".png", ".csv":
			if err := os.Remove(filepath.Join(folder, entry.Name())); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return cli.Usagef("--output: %w; name a page in a folder that exists and that you may write to", err)
	}
	return nil
}
