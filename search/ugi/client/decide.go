package client

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// decide has the engine think about the position of h.
func (p *Player) decide(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) (search.Decision, error) {
	request := append(append([]byte(nil), p.positions.Line(h)...), '\n')
	request = append(append(request, ugi.GoLine(limits)...), '\n')
	release := p.engine.supervise(ctx, p.patience.allowed(h.Position().Seat(), limits))
	defer release()
	p.engine.Allow(p.patience.Volume)
	if err := p.engine.Send(request); err != nil {
		return search.Decision{}, err
	}
	best, err := p.listen(h.Position(), report)
	if err != nil {
		return search.Decision{}, err
	}
	steps, err := engine.ParseTurn(h.Position(), best)
	if err != nil {
		return search.Decision{}, fmt.Errorf("%s answered with bestmove %q: %w", p.engine.program, clip(best), err)
	}
	info := p.lastThought(h.Position(), steps)
	return search.Decision{Steps: steps, Info: info}, nil
}

// listen reads until the turn comes.
func (p *Player) listen(position engine.Position, report func(search.Info)) (string, error) {
	p.thoughts = p.thoughts[:0]
	for {
		line, err := p.engine.Next()
		if err != nil {
			return "", err
		}
		key, rest, _ := bytes.Cut(line, []byte(" "))
		switch string(key) {
		case "bestmove":
			turn, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
			return string(turn), nil
		case "info":
			if bytes.HasPrefix(rest, []byte("string")) {
				continue
			}
			p.thoughts = append(p.thoughts[:0], rest...)
			if report != nil {
				info, _ := ugi.ParseInfo(position, string(rest)) // what can be read of it
				report(info)
			}
		}
	}
}

// lastThought is what the engine told last, or no more than its turn.
func (p *Player) lastThought(position engine.Position, turn []engine.Step) search.Info {
	info, _ := ugi.ParseInfo(position, string(p.thoughts))
	if len(info.Principal) == 0 {
		info.Principal = turn
	}
	return info
}

// clip keeps messages short.
func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

// allowed is how long an engine may think before it is told to stop.
func (p Patience) allowed(seat engine.Seat, limits search.Limits) time.Duration {
	left := search.Limits{Time: limits.Clock.Left[seat]}.Tightest(search.Limits{Time: limits.Time}).Time
	if left == 0 {
		return p.Decide
	}
	return left + p.Late
}
