package web

import (
	"crypto/rand"
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/web/host"
	"pillars/web/server"
)

func NewServeCommand() *cobra.Command {
	var address, token string
	config := server.Config{Host: host.Host{}}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the page to a browser, with this program as its engine",
		Long: `Serve the page to a browser, with this program as its engine: to play and analyse at full speed, and to
look at the stored runs, their games and reports, those being played too. Ctrl-C ends it.

It listens on this machine alone. With another --address it wants a token of every visitor, and prints the address
that holds it; send that address to nobody you would not let search on this machine.`,
		Example: `  pillars serve
  pillars serve --address 0.0.0.0:8080 --host lab.example.org`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serve(cmd, config, address, token)
		},
	}
	cli.DatabaseFlag(cmd, &config.Database)
	set := cmd.Flags()
	set.StringVar(&address, "address", "127.0.0.1:7455", "`HOST:PORT` to listen on; port 0 for any that is free")
	set.StringVar(&token, "token", "",
		"`WORD` that visitors must bring (default: none on this machine, else a random one)")
	set.StringSliceVar(&config.Hosts, "host", nil, "`NAME` by which visitors may ask, beside this machine's")
	set.IntVar(&config.Searches, "searches", 2, "searches at once; others wait")
	set.DurationVar(&config.Host.MaxTime, "max-time", time.Minute, "longest time of a decision")
	set.IntVar(&config.Host.MaxTable, "max-table", 256, "largest table or tree of a player, in MiB")
	set.IntVar(&config.Host.MaxThread, "max-threads", 1, "threads of a search")
	return cmd
}

// serve listens, says where, and answers until it is interrupted.
func serve(cmd *cobra.Command, config server.Config, address, token string) error {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return cli.Usagef("--address %s: %w", address, err)
	}
	at := listener.Addr().(*net.TCPAddr)
	config.Token = token
	visit := "http://" + listener.Addr().String() + "/"
	if !at.IP.IsLoopback() {
		if token == "" {
			config.Token = rand.Text()
		}
		config.Hosts = append(config.Hosts, at.IP.String())
	}
	if config.Token != "" {
		visit += "?token=" + config.Token
	}
	fmt.Fprintf(cmd.OutOrStdout(), "open %s\n", visit)
	return server.New(config).Serve(ctx, listener)
}
