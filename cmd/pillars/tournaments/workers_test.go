package tournaments

import (
	"io"
	"os"
	"strings"
	"testing"
)

// TestAddressesLeaveTheEnvironment checks that the address is removed from the environment after it is read, since
// players' programs inherit the environment.
func TestAddressesLeaveTheEnvironment(t *testing.T) {
	t.Setenv(addressVariable, "nats://user:secret@127.0.0.1:1")
	cmd := NewWorkCommand()
	cmd.SetArgs([]string{"--quiet"})
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(t.Context())
	if err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v: want that nothing answers there", err)
	}
	if left, is := os.LookupEnv(addressVariable); is {
		t.Errorf("the variable still holds %q", left)
	}
}
