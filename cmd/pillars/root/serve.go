package root

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine/outside"
	"pillars/tournament/runner"
	"pillars/web/bundle"
	"pillars/web/server"
)

func newPageCommand() *cobra.Command {
	var output, source string
	var force bool
	cmd := cli.New("page", "Write one file to play and analyse in a browser, offline",
		func(cmd *cobra.Command, _ []string) error {
			if err := cli.RefuseExisting("--output", output, force); err != nil {
				return err
			}
			if err := bundle.Check(cmd.Context(), source); err != nil {
				return err
			}
			cmd.PrintErrln("compiling the engine; the first time takes about a minute")
			page, err := bundle.Build(cmd.Context(), source)
			if err == nil {
				err = cli.WriteNewFile("--output", output, force, page.Write)
			}
			if err != nil {
				return err
			}
			return cli.Answer(cmd, nil, "%s is written; open it in a browser", output)
		})
	cmd.Flags().StringVarP(&output, "output", "o", "pillars.html", "`FILE` to write")
	cmd.Flags().BoolVar(&force, "force", false, cli.ForceUsage)
	cmd.Flags().StringVar(&source, "source", ".", "`FOLDER` with the source of pillars: a clone of its repository")
	return cmd
}

func newServeCommand() *cobra.Command {
	var address, token string
	var config server.Config
	cmd := cli.New("serve", "Serve the page to a browser, with this program as its engine",
		func(cmd *cobra.Command, _ []string) error {
			return serve(cmd, config, address, token)
		})
	cli.DatabaseFlag(cmd)
	set := cmd.Flags()
	set.StringVar(&address, "address", "127.0.0.1:7455", "`HOST:PORT` to listen on; port 0 for any that is free")
	set.StringVar(&token, "token", "",
		"`WORD` that visitors need (default: none on this machine, otherwise a random one)")
	set.StringSliceVar(&config.Hosts, "host", nil,
		"a `NAME` of this machine that links may use, beside localhost and its addresses")
	set.IntVar(&config.Searches, "searches", 2, "searches at once; others wait")
	set.DurationVar(&config.Host.MaxTime, "max-time", time.Minute, "longest time for a decision")
	set.IntVar(&config.Host.MaxTable, "max-table", 256, "largest table or tree of a player, in MiB")
	set.IntVar(&config.Host.MaxThreads, "max-threads", 1, "most threads of a search")
	set.BoolVar(&config.AllowRuns, "allow-runs", false,
		"let visitors start, stop and continue runs; every visitor then needs the token")
	set.IntVar(&config.Workers, "workers", runtime.GOMAXPROCS(0), cli.WorkersUsage)
	return cmd
}

const shortestToken = 16 // characters of a token that other machines may try to guess

// serve listens on the address, prints the link to open, and answers requests until it is interrupted. With
// --allow-runs the first interrupt lets the games in play end, and a second one drops them.
func serve(cmd *cobra.Command, config server.Config, address, token string) error {
	ctx, release := cli.Interruptible(cmd.Context())
	defer func() { release() }() // not defer release(), since --allow-runs replaces release below
	if config.AllowRuns {
		release()
		var stops *runner.Stops
		ctx, stops = cli.NewStops(cmd.Context(), cli.NewScreen(cmd), "the games in play")
		release, config.Drain = func() { stops.End() }, stops.Drain
	}
	_, _, addressErr := outside.HostPort(address)
	if err := cmp.Or(cli.Wrong("--address "+address, addressErr), cli.AtLeast("searches", config.Searches, 1),
		cli.AtLeast("max-time", config.Host.MaxTime, 0), cli.AtLeast("max-table", config.Host.MaxTable, 0),
		cli.AtLeast("max-threads", config.Host.MaxThreads, 0), cli.AtLeast("workers", config.Workers, 1)); err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return cli.Usagef("--address %s: %w; give an address of this machine and a free port, or port 0 for any",
			address, err)
	}
	listening := listener.Addr().(*net.TCPAddr)
	if token != "" && len(token) < shortestToken && !listening.IP.IsLoopback() {
		return errors.Join(cli.Usagef("--token: give %d characters or more, or leave it out for a random one",
			shortestToken), listener.Close())
	}
	config.Token, config.Database = token, cli.Database(cmd)
	if token == "" && (config.AllowRuns || !listening.IP.IsLoopback()) {
		config.Token = rand.Text()
	}
	fmt.Fprintf(cmd.OutOrStdout(), "open %s\n", config.Invitation(listening))
	return server.New(config).Serve(ctx, listener)
}
