package multiseat_test

import (
	"testing"

	"pillars/search/searchtest"
)

func TestRecorded(t *testing.T) {
	t.Parallel()
	searchtest.Recorded(t, "testdata/recorded.txt")
}
