package enginetest_test

import (
	"testing"

	"pillars/engine/enginetest"
)

func TestCount(t *testing.T) {
	t.Setenv(enginetest.Thorough, "")
	if got := enginetest.Count(3, 100); got != 3 {
		t.Errorf("a usual run tries %d cases, want 3", got)
	}
	t.Setenv(enginetest.Thorough, "1")
	if got := enginetest.Count(3, 100); got != 100 {
		t.Errorf("a thorough run tries %d cases, want 100", got)
	}
}
