package games_test

import (
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// root is the module's folder, seen from here.
const root = "../.."

// imports returns, for every package of the module, the packages of the module that it imports outside tests.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	graph := map[string][]string{}
	err := filepath.WalkDir(root, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); folder != root && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		p, err := build.ImportDir(folder, 0)
		if err != nil {
			return nil // no Go here
		}
		relative, _ := filepath.Rel(root, folder)
		graph[filepath.ToSlash(relative)] = inModule(p.Imports)
		return nil
	})
	require.NoError(t, err)
	return graph
}

func inModule(paths []string) (inside []string) {
	for _, path := range paths {
		if name, ok := strings.CutPrefix(path, "pillars/"); ok {
			inside = append(inside, name)
		}
	}
	return inside
}

// TestNobodyKnowsTheGames checks that only the list of games imports a game, and that games import only package engine
// and what games share.
func TestNobodyKnowsTheGames(t *testing.T) {
	t.Parallel()
	var packages []string
	for _, game := range games.All() {
		packages = append(packages, "engine/"+strings.ReplaceAll(game.Name(), "-", ""))
	}
	for from, imported := range imports(t) {
		for _, to := range imported {
			if slices.Contains(packages, to) && from != "engine/games" {
				t.Errorf("%s imports the game %s; only engine/games may", from, to)
			}
			known := []string{"engine", "engine/internal/base"}
			if slices.Contains(packages, from) && !slices.Contains(known, to) {
				t.Errorf("the game %s imports %s; a game knows %v only", from, to, known)
			}
		}
	}
}

// floors holds the layers in order. A package imports only from its own layer or those before it.
var floors = []string{"docs", "engine", "eval", "search", "tournament", "results", "web", "cmd", "scripts"}

func floor(name string) int { return slices.Index(floors, strings.Split(name, "/")[0]) }

// TestImportsPointDown checks the order of the layers.
func TestImportsPointDown(t *testing.T) {
	t.Parallel()
	graph := imports(t)
	if len(graph) < 10 {
		t.Fatalf("only %d packages found; is %s the module?", len(graph), root)
	}
	for from, imported := range graph {
		for _, to := range imported {
			if floor(from) < 0 || floor(to) < 0 {
				t.Errorf("%s imports %s: one of them lies in none of the rooms %v", from, to, floors)
			} else if floor(to) > floor(from) {
				t.Errorf("%s imports %s, which lies above it", from, to)
			}
		}
	}
}

// apart holds rooms and other rooms from which their packages import nothing: estimates, which are pure functions of
// games, know neither files nor words, and what keeps games does not show them.
var apart = [][2]string{{"results/estimate/", "results/"}, {"results/keep/", "results/show/"}}

// TestRoomsStandAlone checks that packages import nothing from the rooms that they should not know.
func TestRoomsStandAlone(t *testing.T) {
	t.Parallel()
	for from, imported := range imports(t) {
		for _, to := range imported {
			for _, rooms := range apart {
				room := strings.HasPrefix(to+"/", rooms[1]) && !strings.HasPrefix(to, rooms[0])
				if room && strings.HasPrefix(from, rooms[0]) {
					t.Errorf("%s imports %s; packages in %s import none of %s", from, to, rooms[0], rooms[1])
				}
			}
		}
	}
}

// narrow holds packages that may import less than their layer allows.
var narrow = map[string][]string{
	"engine/internal/base": {"engine"},
	"eval/tune":            {"engine", "engine/parallel", "eval", "eval/internal/rows"},
	"results/keep/store": {"engine", "engine/outside", "engine/parallel", "search", "tournament", "tournament/guard",
		"tournament/lock"},
	"search/tune": {"engine"},
}

// TestNarrowPackages checks the imports of narrow packages.
func TestNarrowPackages(t *testing.T) {
	t.Parallel()
	graph := imports(t)
	for from, allowed := range narrow {
		if len(graph[from]) == 0 {
			t.Errorf("there is no package %s", from)
		}
		for _, to := range graph[from] {
			if !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s; it is to import nothing but %v", from, to, allowed)
			}
		}
	}
}
