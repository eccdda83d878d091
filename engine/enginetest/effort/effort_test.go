package effort_test

import (
	"testing"

	"pillars/engine/enginetest/effort"
)

func TestCount(t *testing.T) {
	t.Setenv(effort.Thorough, "")
	if got := effort.Count(3, 100); got != 3 {
		t.Errorf("a usual run tries %d cases, want 3", got)
	}
	t.Setenv(effort.Thorough, "1")
	if got := effort.Count(3, 100); got != 100 {
		t.Errorf("a thorough run tries %d cases, want 100", got)
	}
}
