package wire

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"
)

// TestFailuresAreExplained checks that a failed connection is told with its address, without secrets, and with what to
// do about it.
func TestFailuresAreExplained(t *testing.T) {
	key, err := LoadKey(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	own, err := ParseAddress(key.Address("host", 7447))
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := ParseAddress("nats://user:password@host:4222")
	if err != nil {
		t.Fatal(err)
	}
	const (
		refused = " refuses the key or password, or has shut out this worker for a wrong result: copy the address " +
			"that the coordinator prints"
		noServer = "nothing answers at nats://host:4222: start the NATS server there (nats-server), or correct the " +
			"address"
		noCoordinator = "nothing answers at pillars://host:7447: start the coordinator first, and check that no " +
			"firewall blocks the connection"
	)
	for _, c := range []struct {
		address Address
		err     error
		want    string
	}{
		{own, errOtherCertificate, "pillars://host:7447 shows another certificate than the address says: the key is " +
			"of an earlier coordinator, or something intercepts the connection; copy the address that the " +
			"coordinator prints"},
		{own, nats.ErrAuthorization, "pillars://host:7447" + refused},
		{foreign, nats.ErrAuthExpired, "nats://host:4222" + refused},
		{foreign, nats.ErrNoServers, noServer}, {foreign, nats.ErrTimeout, noServer},
		{own, nats.ErrNoServers, noCoordinator}, {own, nats.ErrTimeout, noCoordinator},
		{foreign, nats.ErrSecureConnRequired, "nats://host:4222 wants TLS: write tls:// in place of nats://"},
		{own, errors.New("no route"), "pillars://host:7447 cannot be reached: no route; check the address and the " +
			"network"},
	} {
		if got := c.address.Explain(fmt.Errorf("it failed: %w", c.err)); got == nil ||
			got.Error() != c.want && c.err.Error() != "no route" {
			t.Errorf("%v: %v, want %s", c.err, got, c.want)
		}
		if got := c.address.Explain(c.err); got == nil || got.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.err, got, c.want)
		}
	}
	if err := own.Explain(nil); err != nil {
		t.Errorf("a success is explained: %v", err)
	}
	if plain, err := ParseAddress("tls://host"); err != nil || plain.Secret() || !own.Secret() || !foreign.Secret() {
		t.Errorf("secret: %v without a user, %v with a key, %v with a password; error %v", plain.Secret(), own.Secret(),
			foreign.Secret(), err)
	}
}
