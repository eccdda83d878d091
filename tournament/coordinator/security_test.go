package coordinator

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// TestJoiningFails checks that workers without the key or with the key of another server cannot join.
func TestJoiningFails(t *testing.T) {
	c, address := open(t, Options{})
	stranger, err := wire.LoadKey(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	port := c.server.nats.Addr().(*net.TCPAddr).Port
	token := parse(t, strings.Replace(address.Text(), c.server.key.Token, stranger.Token, 1))
	for want, address := range map[string]wire.Address{
		"refuses the key": token, "another certificate": parse(t, stranger.Address("127.0.0.1", port)),
	} {
		worker := worker.Worker{Slots: 1, Folder: t.TempDir()}
		if err := worker.Work(t.Context(), address, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestWorkersMayDoNothingElse checks that a worker cannot send or receive messages that only the coordinator or another
// worker may send or receive.
func TestWorkersMayDoNothingElse(t *testing.T) {
	_, address := open(t, Options{})
	me, err := wire.NewIdentity("me")
	if err != nil {
		t.Fatal(err)
	}
	refused := make(chan error, 100)
	conn, err := address.Connect(me, 0, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		refused <- err
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	forbidden := func(what string, try func() error) {
		t.Helper()
		if err := errors.Join(try(), conn.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(5 * time.Second):
			t.Errorf("%s: allowed", what)
		}
	}
	const other = "other-0123456789ab"
	for _, to := range []string{
		"pillars.announce", "pillars.ask.session." + other + ".deliver", "_INBOX_" + other + ".x", "$JS.API.INFO",
		"$SYS.REQ.SERVER.PING", "anything",
	} {
		forbidden("to "+to, func() error { return conn.Publish(to, nil) })
	}
	for _, from := range []string{">", "_INBOX_" + other + ".>", "_INBOX_*.>", "pillars.ask.>", "$JS.>", "$SYS.>"} {
		forbidden("from "+from, func() error {
			_, err := conn.SubscribeSync(from)
			return err
		})
	}
}

// TestFloodsAreBounded checks that the messages that wait for the coordinator take less memory than the NATS client
// would allow.
func TestFloodsAreBounded(t *testing.T) {
	c, _ := open(t, Options{})
	s, err := wire.Listen(c.conn, "session", wire.ToTake, func(string, *nats.Msg) {})
	if err != nil {
		t.Fatal(err)
	}
	messages, bytes, err := s.PendingLimits()
	if err != nil || messages >= nats.DefaultSubPendingMsgsLimit || bytes >= nats.DefaultSubPendingBytesLimit {
		t.Errorf("%d messages of %d bytes may wait, error %v", messages, bytes, err)
	}
}

// TestProgramsStartOnlyWhereAllowed checks that a worker starts programs only if its user allows it, because a run may
// name any program.
func TestProgramsStartOnlyWhereAllowed(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	program := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch "+started+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	named, sly := plan(t, spec(2)), plan(t, spec(2))
	named.Spec.Players = []string{"ugi:" + program, "random"}
	games := sly.List()
	for n := range games {
		games[n].Players = []string{"ugi:" + program, "random"}
	}
	for what, plan := range map[string]tournament.Plan{"of the run": named, "of its units alone": sly.Only(games)} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{})
			say, until := hears(t)
			running(t, c, plan, nil)
			start(t, address, &worker.Worker{Say: say})
			until("this worker starts none")
			if _, err := os.Stat(started); err == nil {
				t.Error("the program was started")
			}
		})
	}
}
