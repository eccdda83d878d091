// Package client starts programs that speak UGI and makes players of them. It never trusts a program: it limits the
// program's output and the time that it waits for answers, and checks the answers. After a fault it ends the program's
// process and all processes that the program has started.
package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

	engine     *Conversation // nil while the program does not run
	startKnown bool          // whether the program knows the start position of the rules as "startpos"
	failed     error         // the failure in the current game; nil if there is none
}

// New returns a player with the given name that runs a command line, or an error if the program cannot be found.
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

// Name implements [search.Player].
func (p *Program) Name() string { return p.name }

// NewGame calls [Program.Begin] without a deadline.
func (p *Program) NewGame(seed uint64) { p.Begin(context.Background(), seed) }

// Begin starts the program, unless it already runs, and then a new game. It gives up when ctx ends. If Begin fails, the
// following calls of Decide return the error.
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
	p.startKnown = startKnown
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

// decide does the work of Decide for a program that runs. After an error the program must be killed.
func (p *Program) decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	request := fmt.Sprintf("%s\nisready\n%s\n", ugi.PositionLine(h, !p.startKnown), ugi.GoLine(limits))
	p.engine.Allow(p.patience.Volume)
	release, err := p.engine.sendGo(ctx, request, p.patience.allowed(h.Position().Seat(), limits))
	defer release()
	if err != nil {
		return search.Decision{}, err
	}
	if err := p.engine.until("readyok", nil); err != nil { // also skips a second bestmove for an earlier go
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
		const shown = 40 // largest length of the quoted text, in bytes
		if len(best) > shown {
			best = best[:shown] + "..."
		}
		return search.Decision{}, fmt.Errorf("%s answered with bestmove %q: %w", p.engine.program, best, err)
	}
	info, _ := ugi.ParseInfo(h.Position(), lastInfo)
	if len(info.Principal) == 0 {
		info.Principal = steps
	}
	return search.Decision{Steps: steps, Info: info}, nil
}

// allowed returns the time that a program may think before it is sent "stop".
func (p Patience) allowed(seat engine.Seat, limits search.Limits) time.Duration {
	// left is the smaller of the clock time and the time limit, or 0 if there is neither.
	left := search.Limits{Time: limits.Clock.Left[seat]}.Tightest(search.Limits{Time: limits.Time}).Time
	if left == 0 {
		return p.Decide
	}
	return left + p.late
}

// Facts returns a tag for records with the name that the program gives itself, or nil if there is none. The player's
// own name has only the command line.
func (p *Program) Facts() []engine.Tag {
	if p.engine == nil || p.engine.Title == "" {
		return nil
	}
	const most = 100
	name := strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf) || r == '"' || r == '\\' {
			return -1 // a tag of a record cannot contain such a character
		}
		return r
	}, p.engine.Title)
	return []engine.Tag{{Name: "Engine", Value: strings.ToValidUTF8(name[:min(len(name), most)], "")}}
}

// Close ends the program and all processes that it has started. It returns an error if the program had to be killed or
// ended with a failure.
func (p *Program) Close() error {
	if p.engine == nil {
		return nil
	}
	leaving := p.engine
	p.engine = nil
	return leaving.HangUp("quit\n", p.patience.Quit)
}

// Patience says how long to wait for an engine, and how much output to accept, before the engine counts as failed.
type Patience struct {
	Start  time.Duration // wait for "ugiok" after the start of the program, and wait for every "readyok"
	Decide time.Duration // wait for a turn before "stop" is sent, if there is no time limit
	Stop   time.Duration // wait for the turn after "stop" before the program is killed
	Quit   time.Duration // wait for the program's end after "quit" before the program is killed
	Volume int64         // bytes of output accepted before an answer
	late   time.Duration // wait for a turn beyond the time limit before "stop" is sent
}

// DefaultPatience returns the patience of players that are made from texts.
func DefaultPatience() Patience {
	return Patience{Start: 30 * time.Second, Decide: 10 * time.Minute, Stop: 2 * time.Second, Quit: 2 * time.Second,
		Volume: 16 << 20, late: 10 * time.Second}
}

// A Conversation is the exchange of lines with a running program that has answered "ugi" with its name and options.
type Conversation struct {
	*process
	Title    string            // the name that the engine gives itself
	Author   string            // the author that the engine names
	Options  []ugi.Declaration // the options that the engine declares
	Wrong    []error           // faults in lines that declare options
	patience Patience
}

// Greet starts a program, sends "ugi" and reads the answer. If ctx ends during the call, Greet ends the program.
func Greet(ctx context.Context, words []string, patience Patience) (*Conversation, error) {
	process, err := start(words)
	if err != nil {
		return nil, err
	}
	c := &Conversation{process: process, patience: patience}
	if err := c.ask(ctx, "ugi\n", "ugiok", c.hear); err != nil {
		return nil, err
	}
	return c, nil
}

// hear reads a line of the program's answer to "ugi". It ignores lines of other kinds, such as a banner.
func (c *Conversation) hear(line string) {
	const most = 1000 // largest number of options, and of faults in options
	switch key, rest, _ := strings.Cut(line, " "); key {
	case "id":
		what, text, _ := strings.Cut(rest, " ")
		if what == "name" {
			c.Title = text
		} else if what == "author" {
			c.Author = text
		}
	case "option":
		option, err := ugi.ParseOption(rest)
		if err != nil && len(c.Wrong) < most {
			c.Wrong = append(c.Wrong, fmt.Errorf("%q: %w", line, err))
		} else if err == nil && len(c.Options) < most {
			c.Options = append(c.Options, option)
		}
	}
}

// Option returns the option of the given name, and whether the program has declared it. Names ignore case, as in UCI.
func (c *Conversation) Option(name string) (ugi.Declaration, bool) {
	i := slices.IndexFunc(c.Options, func(o ugi.Declaration) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		return ugi.Declaration{}, false
	}
	return c.Options[i], true
}

// ask sends requests, waits for the line answer, and passes the lines before it to hear, unless hear is nil. After an
// error the program has ended.
func (c *Conversation) ask(ctx context.Context, requests, answer string, hear func(string)) error {
	defer c.Within(c.patience.Start, answer)()
	defer context.AfterFunc(ctx, func() { c.Kill(errors.New("was given up before " + answer)) })()
	c.Allow(c.patience.Volume)
	if err := c.Send(requests); err != nil {
		return err
	}
	return c.until(answer, hear)
}

// until reads lines up to the line answer, and passes the lines before it to hear, unless hear is nil.
func (c *Conversation) until(answer string, hear func(string)) error {
	for {
		line, err := c.next()
		if err != nil || line == answer {
			return err
		}
		if hear != nil {
			hear(line)
		}
	}
}

// Ready sends requests and waits until they are carried out. It passes other lines to hear, unless hear is nil.
func (c *Conversation) Ready(ctx context.Context, hear func(string), requests ...string) error {
	return c.ask(ctx, strings.Join(append(requests, "isready\n"), "\n"), "readyok", hear)
}

// Settings returns the requests that set the rules by the options that the engine has declared. StartKnown is true if
// the engine then knows the rules' start position as "startpos". This requires that the engine has declared all options
// whose values are not the defaults.
func (c *Conversation) Settings(rules engine.Rules) (requests []string, startKnown bool, err error) {
	game, startKnown := rules.Game(), true
	if option, declared := c.Option(ugi.GameOption); declared {
		if len(option.Values) > 0 && !slices.Contains(option.Values, game.Name()) {
			return nil, false, fmt.Errorf("%s does not play %s; its option %s has %s: choose one of them",
				c.program, game.Name(), option.Name, strings.Join(option.Values, ", "))
		}
		requests = append(requests, ugi.SetOptionLine(option.Name, game.Name()))
	}
	settings := rules.Settings()
	for _, rule := range game.Options() {
		value, _ := settings.Get(rule.Name)
		if option, declared := c.Option(rule.Name); declared {
			requests = append(requests, ugi.SetOptionLine(option.Name, value))
		} else if value != rule.Default {
			startKnown = false
		}
	}
	return requests, startKnown, nil
}

func (c *Conversation) newGame(ctx context.Context, seed uint64) error {
	if option, declared := c.Option(ugi.SeedOption); declared {
		return c.Ready(ctx, nil, ugi.SetOptionLine(option.Name, fmt.Sprint(seed)), "uginewgame")
	}
	return c.Ready(ctx, nil, "uginewgame")
}

// Bestmove returns the text of the turn that answers a go. It passes the words after "info" to hear.
func (c *Conversation) Bestmove(hear func(info string)) (string, error) {
	for {
		line, err := c.next()
		if err != nil {
			return "", err
		}
		switch key, rest, _ := strings.Cut(line, " "); key {
		case "bestmove":
			turn, _, _ := strings.Cut(rest, " ")
			return turn, nil
		case "info":
			hear(rest)
		}
	}
}

// sendGo sends a request that ends with a go line. It starts a goroutine that sends "stop" when ctx ends or the allowed
// time is used up. If the engine does not read the stop or does not answer it in time, the goroutine kills the engine.
// The caller must call release when it has the answer or has given up; release ends the goroutine.
func (c *Conversation) sendGo(ctx context.Context, request string, allowed time.Duration) (release func(), err error) {
	answered, done := make(chan struct{}), make(chan struct{})
	c.sending.Lock() // so that the stop cannot be sent before the go
	defer c.sending.Unlock()
	go func() {
		defer close(done)
		select {
		case <-answered:
			return
		case <-ctx.Done():
		case <-time.After(allowed):
		}
		killer := time.AfterFunc(c.patience.Stop, func() {
			c.Kill(fmt.Errorf("gave no turn within %v of being told to stop", c.patience.Stop))
		})
		defer killer.Stop()
		_ = c.Send("stop\n") // if the program has ended, the goroutine that reads reports it
		<-answered
	}()
	return func() {
		close(answered)
		<-done
	}, c.write(request)
}
