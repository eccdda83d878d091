package coordinator

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// TestJoiningFails checks the errors of workers that cannot join.
func TestJoiningFails(t *testing.T) {
	c, address := open(t, Options{})
	stranger, err := wire.LoadKey(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	port := c.server.nats.Addr().(*net.TCPAddr).Port
	token := parse(t, strings.Replace(address.Text(), c.server.key.Token, stranger.Token, 1))
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for want, address := range map[string]wire.Address{
		"refuses the key":     token,
		"another certificate": parse(t, stranger.Address("127.0.0.1", port)),
		"nothing answers":     parse(t, fmt.Sprint("nats://", closed.Addr())),
	} {
		worker := worker.Worker{Slots: 1, Folder: t.TempDir()}
		if err := worker.Work(t.Context(), address, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestOpeningFails(t *testing.T) {
	c, _ := open(t, Options{})
	taken := c.server.nats.Addr().String()
	notAKey := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(notAKey, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, options := range map[string]Options{
		"is another coordinator running": {Listen: taken, KeyFile: filepath.Join(t.TempDir(), "key")},
		"write HOST:PORT":                {Listen: "7447", KeyFile: filepath.Join(t.TempDir(), "key")},
		"not a key":                      {Listen: "127.0.0.1:0", KeyFile: notAKey},
		"no such file":                   {Listen: "127.0.0.1:0", KeyFile: filepath.Join(t.TempDir(), "none", "key")},
		"nothing answers":                {Through: parse(t, "nats://127.0.0.1:1")},
	} {
		c, err := Open(options)
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
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
		"pillars.announce", "pillars.ask.session." + other + ".join", "pillars.ask.session." + other + ".deliver",
		"pillars.ask.all." + other + ".hear",
		"_INBOX_" + other + ".x", "_INBOX.x", "$SYS.REQ.SERVER.PING", "$JS.API.INFO", "anything",
	} {
		forbidden("to "+to, func() error { return conn.Publish(to, nil) })
	}
	for _, from := range []string{
		">", "*", "_INBOX_" + other + ".>", "_INBOX_*.>", "_INBOX.>", "pillars.>", "pillars.ask.>",
		"$JS.>", "$SYS.>",
	} {
		forbidden("from "+from, func() error {
			_, err := conn.Subscribe(from, func(*nats.Msg) {})
			return err
		})
	}
}

// TestNamesNeedTheirKeys checks that a client with the token cannot connect as another worker, or as the coordinator.
func TestNamesNeedTheirKeys(t *testing.T) {
	c, address := open(t, Options{})
	victim, err := wire.NewIdentity("victim")
	if err != nil {
		t.Fatal(err)
	}
	try := func(name string, options ...nats.Option) error {
		conn, err := nats.Connect("tls://"+host(address), append(options, nats.UserInfo(name, c.server.key.Token),
			nats.Secure(insecure()))...)
		if err == nil {
			conn.Close()
		}
		return err
	}
	liar, public := keyPair(t)
	for _, name := range []string{
		victim.Name, coordinatorName, hereName, "", "me", "UPPER-0123456789ab", "a.b-0123456789ab", "*", ">",
	} {
		if err := try(name); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("without a key as %q: error %v", name, err)
		}
		if err := try(name, nats.Nkey(public, liar.Sign)); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("with another key as %q: error %v", name, err)
		}
	}
}

// TestAnswersGoToWhoeverAsked checks that an answer goes only to the worker that asked, although a worker can name any
// subject for the answer and the coordinator may use all subjects.
func TestAnswersGoToWhoeverAsked(t *testing.T) {
	c, address := open(t, Options{})
	everything, err := c.conn.SubscribeSync(">")
	if err != nil {
		t.Fatal(err)
	}
	running(t, c, plan(t, spec(1)))
	liar := newClient(t, address)
	for _, reply := range []string{
		"pillars.announce", "_INBOX_other-0123456789ab.x", "pillars.ask.all.a.hear", "anything",
	} {
		for session, verb := range map[string]wire.Verb{
			"all": "hear", liar.announcement.Session: wire.ToJoin,
		} {
			m := signed(t, c, liar, session, verb)
			m.Reply = reply
			if err := liar.conn.PublishMsg(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	liar.ask(wire.ToFetch, wire.Fetch{File: "none"}, nil) // it is answered after all these
	if err := c.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	for n, _, _ := everything.Pending(); n > 0; n-- {
		m, err := everything.NextMsg(time.Second)
		if err != nil {
			t.Fatal(err)
		}
		answer := !strings.HasPrefix(m.Subject, "pillars.") && !strings.HasPrefix(m.Subject, "_INBOX_"+liar.id.Name)
		if answer || m.Subject == "pillars.announce" && !strings.Contains(string(m.Data), liar.announcement.Session) {
			t.Errorf("to %s: %s", m.Subject, m.Data)
		}
	}
}

// signed returns a message of a client with its signature.
func signed(t *testing.T, c *Coordinator, by *client, session string, verb wire.Verb) *nats.Msg {
	t.Helper()
	sent, err := c.conn.SubscribeSync("pillars.ask." + session + "." + by.id.Name + "." + string(verb))
	if err == nil {
		err = c.conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sent.Unsubscribe() }()
	wire.Send(by.conn, by.id, session, verb, wire.Join{Slots: 1})
	m, err := sent.NextMsg(20 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return &nats.Msg{Subject: m.Subject, Header: m.Header, Data: m.Data}
}
