package diagram

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// pictured finds an image in a page whose title is a position text: ![words](file "position").
var pictured = regexp.MustCompile(`!\[[^]]*\]\(([^ )]+) "([^"]+)"\)`)

// TestPictures checks that the pictures on each game's pages of rules and strategy are what the package now draws for
// the positions that stand beside them.
func TestPictures(t *testing.T) {
	t.Parallel()
	const docs = "../../docs/reference"
	var images [][]string
	for _, game := range games.All() {
		page, err := os.ReadFile(filepath.Join(docs, game.Name()+".md"))
		if errors.Is(err, fs.ErrNotExist) {
			continue // only the games of this project need a page
		}
		require.NoError(t, err)
		found := pictured.FindAllStringSubmatch(string(page), -1)
		if len(found) == 0 && enginetest.Family(game) {
			t.Errorf("the page of %s has no picture", game.Name())
		}
		images = append(images, found...)
		advice, err := os.ReadFile(filepath.Join(docs, "../strategy", game.Name()+".md"))
		require.NoError(t, err)
		images = append(images, pictured.FindAllStringSubmatch(string(advice), -1)...)
	}
	for _, image := range images {
		file, position := filepath.Join(docs, image[1]), image[2]
		p, ok := readAny(position)
		if !ok {
			t.Errorf("%s: no game reads %s", file, position)
			continue
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != SVG(p.Diagram()) {
			t.Errorf("%s is not how %s is drawn (%v); draw it again:\n\tpillars show %s --position %q --svg %s",
				file, position, err, p.Rules().Game().Name(), position, file)
		}
	}
}

// readAny reads a position text of any game. No text is valid in two games.
func readAny(text string) (engine.Position, bool) {
	for _, game := range games.All() {
		if p, err := game.Read(text, nil); err == nil {
			return p, true
		}
	}
	return nil, false
}
