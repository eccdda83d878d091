package enginetest

import (
	"testing"
)

func TestCount(t *testing.T) {
	t.Setenv(longVariable, "")
	if got := Count(3, 100); got != 3 {
		t.Errorf("a usual run tries %d cases, want 3", got)
	}
	t.Setenv(longVariable, "1")
	if got := Count(3, 100); got != 100 {
		t.Errorf("a thorough run tries %d cases, want 100", got)
	}
}
