package stored

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/keep/store"
	"pillars/results/show/table"
	"pillars/search/suite"
	"pillars/tournament"
)

type mergeFlags struct {
	out   string
	force bool
}

// NewMergeCommand makes "merge".
func NewMergeCommand() *cobra.Command {
	var f mergeFlags
	cmd := &cobra.Command{
		Use: "merge FILE... -o FILE", Short: "Join the files that shards have made",
		Args: cli.Words("files to join; write pillars merge a.db b.db -o all.db"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return cli.Interrupting(cmd, unwritten, func() error { return f.run(cmd, args) })
		},
	}
	set := cmd.Flags()
	set.StringVarP(&f.out, "output", "o", "", "write to this new `FILE`")
	set.BoolVar(&f.force, "force", false, "replace the --output file if it exists")
	cli.JSONFlag(cmd, "print the result as a JSON line")
	cli.QuietFlag(cmd)
	return cmd
}

// mergers lists the kinds of files that can be joined. The function merge returns the number of items, and the number
// that several files have; it writes to w. It is nil for databases, which are merged in their place.
var mergers = []struct {
	kind  string
	is    func(begin string) bool
	what  string
	merge func(ctx context.Context, files []string, w io.Writer) (joined, twice int, err error)
}{
	{"database", begins("SQLite format 3\x00"), "game", nil},
	{"suite", suite.IsShare, "problem", suite.Merge},
}

func begins(with string) func(string) bool {
	return func(begin string) bool { return strings.HasPrefix(begin, with) }
}

// run finds out what the files are and joins them.
func (f *mergeFlags) run(cmd *cobra.Command, files []string) error {
	if f.out == "" {
		return cli.Usagef("--output is missing; name the new file")
	}
	if err := cli.RefuseExisting("--output", f.out, f.force); err != nil {
		return err
	}
	kind := -1
	for i, file := range files {
		this, err := kindOf(file)
		switch {
		case err != nil:
			return err
		case i > 0 && this != kind:
			return cli.Usagef("%s is a %s file and %s a %s file; merge joins files of one kind", files[0],
				mergers[kind].kind, file, mergers[this].kind)
		}
		kind = this
	}
	m := mergers[kind]
	joined, twice, err := f.merge(cmd, kind, files)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s from %s", f.out, tournament.Counted(joined, m.what),
		tournament.Counted(len(files), m.kind+" file"))
	if twice > 0 {
		text += fmt.Sprintf("; %d in several of them, all the same", twice)
	}
	return cli.Answer(cmd, table.Object("type", "merged", "kind", m.kind, "file", f.out,
		"files", files, m.what+"s", joined, "twice", twice), "%s", text)
}

// kindOf returns the kind of a file, by its first bytes.
func kindOf(path string) (kind int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, cli.Usagef("%w; name files that exist and that you may read", err)
	}
	defer file.Close() // it was only read from
	begin := make([]byte, 32)
	n, err := io.ReadFull(file, begin)
	switch {
	case errors.Is(err, io.EOF):
		return 0, cli.Usagef("%s is empty: play its shard first, or copy it again", path)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, cli.Usagef("%w; name files", err)
	}
	for kind, m := range mergers {
		if m.is(string(begin[:n])) {
			return kind, nil
		}
	}
	return 0, cli.Usagef("%s is neither a database nor an output of pillars suite --shard --json", path)
}

// merge joins files of a kind.
func (f *mergeFlags) merge(cmd *cobra.Command, kind int, files []string) (joined, twice int, err error) {
	if merge := mergers[kind].merge; merge != nil {
		err = cli.WriteNewFile("--output", f.out, f.force, func(w io.Writer) (err error) {
			joined, twice, err = merge(cmd.Context(), files, w)
			return err
		})
		return joined, twice, err
	}
	say := cli.NewScreen(cmd)
	defer say.Clear()
	m, err := store.Merge(cmd.Context(), files, f.out, f.force, func(done, of int) { say.Count(done, of, "step") })
	return m.Games, m.Twice, err
}
