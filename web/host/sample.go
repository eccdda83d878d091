package host

import "pillars/engine"

// sampleSteps is how far into a game a sample is: the board has something to show, and the game is rarely over.
const sampleSteps = 14

// sample returns the picture of a position that is typical of a game under its options: the position that introduces
// the game if no options are given or its board has the same size, or else one some steps into a game, always the same.
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
	picture, err := svgOf(d, false)
	return map[string]string{"picture": picture}, err
}

// introduced returns the diagram of the position that introduces a game; nil if none does.
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

// stepsInto returns the diagram of a position some steps behind p.
func stepsInto(p engine.Position) (engine.Diagram, error) {
	h := engine.NewHistory(p)
	shown := p.Diagram()
	for i := range sampleSteps {
		steps := h.Position().AppendSteps(nil)
		if len(steps) == 0 {
			break
		}
		if err := h.Play(steps[(7*i+3)%len(steps)]); err != nil {
			return shown, err
		}
		if h.Outcome().Over() {
			break
		}
		shown = h.Position().Diagram()
	}
	return shown, nil
}
