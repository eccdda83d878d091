package remote

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func TestAddressesAreRead(t *testing.T) {
	_, address := open(t, Options{})
	good := address.url.String()
	for text, want := range map[string]string{
		good:                                    "",
		" " + good + "\n":                       "",
		"nats://user:password@host:4222":        "",
		"tls://host":                            "",
		"":                                      addressWords,
		"host:7447":                             addressWords,
		"http://host:7447":                      addressWords,
		"pillars://host:7447":                   "not complete",
		strings.Replace(good, "-", "", 1):       "not complete",
		good[:len("pillars://")+30] + "@host:1": "not complete",
		"pillars://key@:7447":                   "host or port is missing",
		good[:strings.LastIndex(good, ":")]:     "host or port is missing",
		"nats://%zz":                            addressWords,
	} {
		read, err := ParseAddress(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
		if said := fmt.Sprint(read, err); strings.Contains(said, address.token) || strings.Contains(said, "password") {
			t.Errorf("%q: what is said of it holds the secret: %s", text, said)
		}
	}
}

// TestJoiningFails has workers try what cannot work, and reads what they are told.
func TestJoiningFails(t *testing.T) {
	c, address := open(t, Options{})
	other, err := newKey()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, other, 0o600); err != nil {
		t.Fatal(err)
	}
	stranger, err := loadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	port := c.server.nats.Addr().(*net.TCPAddr).Port
	token := address
	token.token = stranger.token
	certificate, err := ParseAddress(stranger.address("127.0.0.1", port))
	if err != nil {
		t.Fatal(err)
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	nobody, err := ParseAddress(fmt.Sprint("nats://", closed.Addr()))
	if err != nil {
		t.Fatal(err)
	}
	for want, address := range map[string]Address{
		"refuses the key": token, "another certificate": certificate, "nothing answers": nobody,
	} {
		worker := Worker{Slots: 1, Folder: t.TempDir()}
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
		"has no JetStream":               {Through: plainServer(t, server.Options{})},
		"belongs to something else":      {Through: withStream(t, workStream, "somebody.>")},
		"an account of its own":          {Through: withStream(t, "MINE", "pillars.>")},
	} {
		c, err := Open(t.Context(), options)
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// plainServer is a NATS server as somebody else runs it.
func plainServer(t *testing.T, options server.Options) Address {
	t.Helper()
	options.Host, options.Port, options.NoSigs, options.NoLog = "127.0.0.1", server.RANDOM_PORT, true, true
	options.StoreDir = t.TempDir()
	s, err := server.NewServer(&options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(startTime) {
		t.Fatal("the server does not start")
	}
	address, err := ParseAddress(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func withStream(t *testing.T, name, subjects string) Address {
	t.Helper()
	address := plainServer(t, server.Options{JetStream: true})
	conn, err := nats.Connect(address.url.String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err == nil {
		_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: name, Subjects: []string{subjects}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// TestWorkersMayDoNothingElse tries as a worker what only the coordinator or another worker may do.
func TestWorkersMayDoNothingElse(t *testing.T) {
	_, address := open(t, Options{})
	const run, unit = "run", "unit"
	me, other := newWorkerName("me"), newWorkerName("other")
	refused := make(chan error, 100)
	conn, err := address.connect(me, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		refused <- err
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	forbidden := func(what string, try func() error) {
		t.Helper()
		if err := try(); err == nil {
			err = conn.Flush()
			if err != nil {
				t.Fatal(err)
			}
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
	for _, to := range []string{
		subject(workSubject, run, unit, 0), subject(resultSubject, run, unit, other, 0),
		subject(aliveSubject, run, other), subject(runSubject, run), subject(hereSubject, run, "x"),
		"$JS.API.STREAM.DELETE." + workStream, "$JS.API.STREAM.PURGE." + workStream,
		"$JS.API.STREAM.MSG.GET." + workStream, "$JS.API.STREAM.MSG.GET." + resultStream,
		"$JS.API.CONSUMER.CREATE." + workStream, "$JS.API.CONSUMER.CREATE." + resultStream + ".x",
		"$JS.API.CONSUMER.MSG.NEXT." + resultStream + ".results-" + run, "$JS.API.STREAM.LIST",
		"$JS.ACK." + resultStream + ".results-run.1.1.1.1.1", "$O." + fileBucket + ".M.x", "$O." + fileBucket + ".C.x",
		"$KV." + claimBucket + "." + run, "$JS.API.STREAM.MSG.GET.KV_" + claimBucket, "$SYS.REQ.SERVER.PING",
	} {
		forbidden("to "+to, func() error { return conn.Publish(to, nil) })
	}
	for _, from := range []string{
		">", inboxOf(other) + ".>", inboxOf("*") + ".>", "_INBOX.>", workSubject + ".>", resultSubject + ".>",
		aliveSubject + ".>", "$JS.>", "$SYS.>",
	} {
		forbidden("from "+from, func() error {
			_, err := conn.Subscribe(from, func(*nats.Msg) {})
			return err
		})
	}
	for _, name := range []string{coordinatorName, "", "me", "UPPER-aaaaaaaaaaaaaaaa", "a.b-aaaaaaaaaaaaaaaa", "*"} {
		if conn, err := address.connect(name); err == nil {
			conn.Close()
			t.Errorf("the name %q may come in", name)
		}
	}
}

func TestKeyStaysSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	first, err := loadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := loadKey(path)
	if err != nil || first.address("h", 1) != again.address("h", 1) {
		t.Errorf("error %v; the key is another when it is read again", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("error %v, mode %v, want 0600", err, info.Mode())
	}
}
