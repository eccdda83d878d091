package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/results/keep/store"
)

// hostile is a text that would do harm if it were interpreted as HTML or terminal codes.
const hostile = "</script><img src=x onerror=alert(1)>\"'&\x1b[31m\u202eevil"

// TestHostileNamesAreData checks that names from a store are sent without control characters, as JSON that no
// browser treats as a page.
func TestHostileNamesAreData(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	spec, err := json.Marshal(map[string]any{"game": hostile, "players": []string{hostile, "random"}})
	require.NoError(t, err)
	run, err := db.CreateRun(t.Context(), store.Run{Kind: hostile, Hash: "abcdef123456", Spec: string(spec), Total: 2})
	require.NoError(t, err)
	shown := strings.NewReplacer("\x1b", `\x1b`, "\u202e", `\u202e`).Replace(hostile)
	s := serve(t, Config{Database: path})
	for _, address := range []string{"/runs", "/runs/" + run.ID, "/runs/%3Cscript%3E"} {
		_, body, header := request(t, s.Client(), newRequest(t, "GET", s.URL+address, ""))
		if header.Get("Content-Type") != "application/json" || strings.ContainsAny(body, "<>\x1b") ||
			!json.Valid([]byte(body)) {
			t.Errorf("%s: %v, %s", address, header, body)
		}
	}
	if players := get[struct{ Players []string }](t, s, "/runs/"+run.ID).Players; !slices.Contains(players, shown) {
		t.Errorf("the players are %q", players)
	}
}
