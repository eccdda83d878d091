// Package client starts programs that speak UGI and makes players of them. It never trusts a program: it limits the
// program's output and the time that it waits for answers, and checks the answers. After a fault it ends the program's
// process and all processes that the program has started.
package client

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// A Program is a player that runs in a process of its own. The process starts with the first game. After a failure it
// starts again with the next game.
type Program struct {
	name     string
	words    []string
	rules    engine.Rules
	patience Patience

	engine   *Conversation // nil while the program does not run
	position ugi.PositionWriter
	failed   error // the failure in the current game; nil if there is none
}

// New returns a player with the given name that runs a command line. It returns an error if the program cannot be
// found.
func New(name, command string, rules engine.Rules, patience Patience) (*Program, error) {
	words, err := ugi.SplitCommand(command)
	if err != nil {
		return nil, err
	}
	if err := Find(words[0]); err != nil {
		return nil, err
	}
	return &Program{name: name, words: words, rules: rules, patience: patience}, nil
}

func (p *Program) Name() string { return p.name }

// NewGame calls [Program.Begin] without a deadline.
func (p *Program) NewGame(seed uint64) { p.Begin(context.Background(), seed) }

// Begin starts a new game, and the program if it does not run. It gives up when ctx ends. If Begin fails, the following
// calls of Decide return its error.
func (p *Program) Begin(ctx context.Context, seed uint64) {
	p.failed = nil
	if p.engine == nil {
		if p.failed = p.start(ctx); p.failed != nil {
			p.failed = fmt.Errorf("%w: %w", search.ErrNotStarted, p.failed)
		}
	}
	if p.failed == nil {
		p.failed = p.engine.newGame(ctx, seed)
	}
	p.killFailed()
}

func (p *Program) start(ctx context.Context) error {
	talk, err := Greet(ctx, p.words, p.patience)
	if err != nil {
		return err
	}
	p.engine = talk
	requests, startKnown, err := talk.Settings(p.rules)
	if err != nil {
		return err
	}
	p.position = ugi.PositionWriter{StartUnknown: !startKnown}
	return talk.Ready(ctx, nil, requests...)
}

// killFailed kills the program if it has failed, and adds its last lines to the failure.
func (p *Program) killFailed() {
	if p.failed != nil && p.engine != nil {
		p.engine.Kill(errors.New("failed"))
		p.failed = &failure{p.failed, p.engine.said.lines()}
		p.engine = nil
	}
}

// Decide asks for a turn. It sends "stop" when ctx or the time ends, and kills a program that then gives no turn.
func (p *Program) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	if h.Outcome().Over() {
		return search.Decision{}, fmt.Errorf("ugi: the game is over (%s)", h.Outcome().Reason)
	}
	if p.engine == nil && p.failed == nil {
		p.Begin(ctx, 0)
	}
	if p.failed != nil {
		return search.Decision{}, p.failed
	}
	var decision search.Decision
	decision, p.failed = p.decide(ctx, h, limits, report)
	p.killFailed()
	return decision, p.failed
}

func (p *Program) decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	request := fmt.Sprintf("%s\nisready\n%s\n", p.position.Line(h), ugi.GoLine(limits))
	p.engine.Allow(p.patience.Volume)
	release, err := p.engine.sendGo(ctx, request, p.patience.allowed(h.Position().Seat(), limits))
	defer release()
	if err != nil {
		return search.Decision{}, err
	}
	if err := p.engine.until("readyok", nil); err != nil { // skips a second bestmove for an earlier go, too
		return search.Decision{}, err
	}
	lastInfo := ""
	best, err := p.engine.Bestmove(func(info string) {
		if strings.HasPrefix(info, "string") {
			return
		}
		lastInfo = info
		if report != nil {
			read, _ := ugi.ParseInfo(h.Position(), info) // values that are wrong stay zero
			report(read)
		}
	})
	if err != nil {
		return search.Decision{}, err
	}
	steps, err := engine.ParseTurn(h.Position(), best)
	if err != nil {
		return search.Decision{}, fmt.Errorf("%s answered with bestmove %q: %w", p.engine.program, shortened(best), err)
	}
	info, _ := ugi.ParseInfo(h.Position(), lastInfo)
	if len(info.Principal) == 0 {
		info.Principal = steps
	}
	return search.Decision{Steps: steps, Info: info}, nil
}

// shortened returns the beginning of a long text, for an error message.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "..."
	}
	return text
}

// allowed returns the time that a program may think before it is sent "stop".
func (p Patience) allowed(seat engine.Seat, limits search.Limits) time.Duration {
	left := search.Limits{Time: limits.Clock.Left[seat]}.Tightest(search.Limits{Time: limits.Time}).Time
	if left == 0 {
		return p.Decide
	}
	return left + p.late
}

// Facts returns the name that the program gives itself, for records. The player's name has only the command line.
func (p *Program) Facts() []engine.Tag {
	if p.engine == nil || p.engine.Title == "" {
		return nil
	}
	const most = 100
	name := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf) || r == '"' || r == '\\' {
			return -1 // a tag of a record cannot contain it
		}
		return r
	}, p.engine.Title)
	return []engine.Tag{{Name: "Engine", Value: strings.ToValidUTF8(name[:min(len(name), most)], "")}}
}

// Close ends the program and all processes that it has started. It returns an error if the program had to be killed,
// ended with a failure, or left processes behind.
func (p *Program) Close() error {
	if p.engine == nil {
		return nil
	}
	leaving := p.engine
	p.engine = nil
	return leaving.HangUp("quit\n", p.patience.Quit)
}
