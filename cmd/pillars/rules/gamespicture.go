package rules

import (
	"bytes"
	"context"
	"fmt"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/diagram"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament/openings"
)

// drawGames draws all games side by side into a file, each as it stands when four fifths of a game between greedy
// players are played.
func drawGames(ctx context.Context, path string, seed uint64) error {
	var captions []string
	var boards []engine.Diagram
	for _, game := range games.All() {
		rules, err := game.New(nil)
		if err != nil {
			return fmt.Errorf("%s with its default options: %w", game.Name(), err)
		}
		h, err := greedyGame(ctx, rules, seed)
		if err != nil {
			return err
		}
		captions = append(captions, game.Title())
		boards = append(boards, h.Back(len(h.Steps())/5).Position().Diagram())
	}
	var picture bytes.Buffer
	if err := diagram.SVGRow(&picture, captions, boards); err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return cli.SvgPicture.WriteDrawn("--svg", path, picture.Bytes())
}

// longestShown bounds the game that is played to be drawn.
const longestShown = 200

// greedyGame plays a game of a greedy player against itself from a random opening.
func greedyGame(ctx context.Context, rules engine.Rules, seed uint64) (*engine.History, error) {
	player, err := players.New("greedy", rules)
	if err != nil {
		return nil, err
	}
	player.NewGame(seed)
	openings, err := openings.First(rules, seed, openings.Source{}, 1)
	if err != nil {
		return nil, err
	}
	h := engine.NewHistory(rules.Start())
	for _, turn := range openings[0].Turns {
		steps, err := engine.ParseTurn(h.Position(), turn)
		if err != nil {
			return nil, err
		}
		if err := PlayAll(h, steps); err != nil {
			return nil, err
		}
	}
	for !h.Outcome().Over() && h.Position().Turn() <= longestShown {
		decision, err := player.Decide(ctx, h, search.Limits{}, nil)
		if err != nil {
			return nil, err
		}
		if err := PlayAll(h, decision.Steps); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func PlayAll(h *engine.History, steps []engine.Step) error {
	for _, step := range steps {
		if err := h.Play(step); err != nil {
			return err
		}
	}
	return nil
}
