package web

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"strconv"
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
		Long: `Serve the page to a browser, with this program as its engine: play and analyse at full speed, and look
at stored runs, their games and reports, also while they are played. Ctrl-C ends it.

By default only this machine can visit it. With another --address every visitor needs a token: the command prints a
link that holds it. Send the link only to people who may search on this machine.`,
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
		"`WORD` that visitors need (default: none on this machine, otherwise a random one)")
	set.StringSliceVar(&config.Hosts, "host", nil,
		"a `NAME` of this machine that links may use, beside localhost and its addresses")
	set.IntVar(&config.Searches, "searches", 2, "searches at once; others wait")
	set.DurationVar(&config.Host.MaxTime, "max-time", time.Minute, "longest time for a decision")
	set.IntVar(&config.Host.MaxTable, "max-table", 256, "largest table or tree of a player, in MiB")
	set.IntVar(&config.Host.MaxThread, "max-threads", 1, "most threads of a search")
	return cmd
}

// serve listens, says where, and answers until it is interrupted.
func serve(cmd *cobra.Command, config server.Config, address, token string) error {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	if err := cmp.Or(cli.HostPort("address", address), cli.AtLeast("searches", config.Searches, 1),
		cli.AtLeast("max-time", config.Host.MaxTime, 0), cli.AtLeast("max-table", config.Host.MaxTable, 0),
		cli.AtLeast("max-threads", config.Host.MaxThread, 0)); err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return cli.Usagef("--address %s: %w; give an address of this machine and a free port, or port 0 for any",
			address, err)
	}
	at := listener.Addr().(*net.TCPAddr)
	config.Token = token
	if token == "" && !at.IP.IsLoopback() {
		config.Token = rand.Text()
	}
	fmt.Fprintf(cmd.OutOrStdout(), "open %s\n", invitation(at, config))
	return server.New(config).Serve(ctx, listener)
}

// invitation is the address that a visitor opens first.
func invitation(at *net.TCPAddr, config server.Config) string {
	name := at.IP.String()
	if at.IP.IsUnspecified() {
		name = append(config.Hosts, ownAddress())[0]
	}
	visit := url.URL{Scheme: "http", Host: net.JoinHostPort(name, strconv.Itoa(at.Port)), Path: "/"}
	if config.Token != "" {
		visit.RawQuery = url.Values{"token": {config.Token}}.Encode()
	}
	return visit.String()
}

// ownAddress is an address of this machine that others can reach, if it has one.
func ownAddress() string {
	addresses, _ := net.InterfaceAddrs() // without them, only this machine can visit
	for _, address := range addresses {
		if network, is := address.(*net.IPNet); is && network.IP.IsGlobalUnicast() {
			return network.IP.String()
		}
	}
	return "localhost"
}
