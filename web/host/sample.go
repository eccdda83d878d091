package host

import (
	"pillars/engine"
	"pillars/engine/diagram"
)

// sampleSteps is the number of steps before a sample: enough to fill the board, and few enough that games rarely end.
const sampleSteps = 14

// sample returns a picture of a typical position of a game with the given options. It is the position that introduces
// the game, if no options are given or if the board has the same size; otherwise it is the position sampleSteps steps
// into a game, always the same one.
func sample(q State) (any, error) {
	p, err := State{Game: q.Game, Options: q.Options}.start()
	if err != nil {
		return nil, err
	}
	known, err := introduced(p.Rules().Game())
	if err != nil {
		return nil, err
	}
	d := p.Diagram()
	if known != nil && (len(q.Options) == 0 || known.Files == d.Files && known.Ranks == d.Ranks) {
		d = *known
	} else if d, err = stepsInto(p); err != nil {
		return nil, err
	}
	return map[string]string{"picture": diagram.SVGBoard(d, false)}, nil
}

// introduced returns the diagram of the position that introduces a game, or nil if the game has none.
func introduced(game engine.Game) (*engine.Diagram, error) {
	of, ok := game.(engine.IntroducedGame)
	if !ok || of.Introduction().Picture == "" {
		return nil, nil
	}
	p, err := State{Game: game.Name(), Start: of.Introduction().Picture}.start()
	if err != nil {
		return nil, err
	}
	d := p.Diagram()
	return &d, nil
}

// stepsInto returns the diagram of the position sampleSteps steps after p, or of the last one before the game ends.
func stepsInto(p engine.Position) (engine.Diagram, error) {
	h := engine.NewHistory(p)
	shown := p.Diagram()
	for i := range sampleSteps {
		steps := h.Position().AppendSteps(nil)
		if len(steps) == 0 {
			break
		}
		if err := h.Play(steps[(7*i+3)%len(steps)]); err != nil { // an arbitrary step, but the same every time
			return shown, err
		}
		if h.Outcome().Over() {
			break
		}
		shown = h.Position().Diagram()
	}
	return shown, nil
}
