package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pillars/engine/enginetest/require"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pillars": main})
}

// TestScripts runs the program as its users do. Long scripts end where they say "[short] stop", as under the race
// detector.
func TestScripts(t *testing.T) {
	docs, err := filepath.Abs("../../docs")
	require.NoError(t, err)
	scripts, err := filepath.Abs("../../scripts")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DOCS", docs)
			env.Setenv("SCRIPTS", scripts)
			return setUp(env)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"tutorial": tutorial, "documented": documented, "beside": beside,
		},
	})
}

// setUp keeps programs built with the race detector from sleeping a second before they end, since they have joined
// their goroutines by then.
func setUp(env *testscript.Env) error {
	env.Setenv("GORACE", "atexit_sleep_ms=0")
	return nil
}
