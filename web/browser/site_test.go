//go:build browser

package browser

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/web/host"
	"pillars/web/server"
)

// file returns the address of the page in one file.
func file(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(os.Getenv("PILLARS_PAGE"))
	if err != nil || filepath.Ext(path) != ".html" {
		t.Fatalf("PILLARS_PAGE does not name the page (%v): pillars page --output pillars.html", err)
	}
	return "file://" + path
}

// served starts a server without a store and returns its address.
func served(t *testing.T) string {
	t.Helper()
	return servedFrom(t, filepath.Join(t.TempDir(), "none.db"))
}

// servedFrom starts a server of the runs of a store and returns its address.
func servedFrom(t *testing.T, database string) string {
	t.Helper()
	address, _ := serve(t, "127.0.0.1:0", server.Config{Database: database})
	return "http://" + address + "/"
}

// serve starts a server at an address. It returns the server's address and a function that ends it.
func serve(t *testing.T, address string, config server.Config) (string, func()) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	config.Searches, config.Host = 2, host.Host{MaxTable: 256, MaxThreads: 1}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.New(config).Serve(ctx, listener) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return listener.Addr().String(), stop
}

// playInto plays a run of quick players into a store and returns its id. The same run is continued up to its rounds.
func playInto(t *testing.T, path string, change func(*tournament.Spec)) (id string) {
	t.Helper()
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	spec := tournament.Spec{Game: "pit-of-pillars", Options: engine.Settings{{Name: "size", Value: "4"}},
		Players: []string{"random", "greedy", "uct:nodes=20"}, Seed: 1, Rounds: 2,
		Openings: openings.Source{Kind: openings.Random, Turns: 2}}
	change(&spec)
	game, err := games.Find(spec.Game)
	if err != nil {
		t.Fatal(err)
	}
	if spec, err = session.Settle(spec, game); err != nil {
		t.Fatal(err)
	}
	s, err := session.New(spec.Format.String(), spec, game, session.Observer{})
	if err == nil {
		err = s.Enter(t.Context(), db)
	}
	if err == nil {
		_, err = s.Play(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.Run.ID
}
