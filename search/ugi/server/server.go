// Package server makes a UGI engine of any player: it reads requests and answers them. The player searches on a
// goroutine of its own, so that a stop takes effect at once. The server answers requests that it does not understand
// with "info string"; they change nothing.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/search/ugi"
)

// An Engine describes the engine that a server makes: its name, games and player.
type Engine struct {
	Name, Author string
	Games        []engine.Game   // the games that can be chosen
	Game         engine.Game     // the game chosen at the start
	Settings     engine.Settings // options of the game's rules
	NewPlayer    func(rules engine.Rules) (search.Player, error)
}

// server holds the state of a conversation. Except for the search in progress, it belongs to the reading goroutine.
type server struct {
	Engine
	out      *output
	history  *engine.History // the game to search; nil for the start of the game
	lost     bool            // whether the last position could not be read
	player   search.Player   // nil until it is needed
	made     string          // the game and rule options for which player was made
	seed     uint64          // the value of the option Seed
	thinking thinking        // the search for the last "go"
	searches sync.WaitGroup  // the goroutines of searches; all but the last have at most an answer to print
}

// Serve answers requests until "quit" or the end of in. It returns an error if reading or writing fails. When ctx ends,
// the player stops searching.
func Serve(ctx context.Context, in io.Reader, out io.Writer, config Engine) error {
	s := &server{Engine: config, out: &output{to: out}, seed: 1}
	err := s.converse(ctx, ugi.NewLineReader(in, ugi.MaxRequest))
	if s.busy() {
		s.thinking.stop()
	}
	s.searches.Wait()
	s.drop()
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("reading requests: %w", err)
	}
	return s.out.err
}

// converse answers requests until "quit" or an error of reading, which is [io.EOF] at the end of the input.
func (s *server) converse(ctx context.Context, lines *ugi.LineReader) error {
	for {
		line, err := lines.Next()
		if errors.Is(err, ugi.ErrLongLine) {
			s.complain(err)
			err = lines.Skip()
		}
		if err != nil {
			return err
		}
		key, rest, _ := strings.Cut(string(line), " ")
		s.complain(s.answer(ctx, key, rest))
		if key == "quit" {
			return nil
		}
	}
}

// drop closes and forgets the player.
func (s *server) drop() {
	s.complain(search.Close(s.player))
	s.player, s.made = nil, ""
}

// answer carries out a request. An error says why the request has no effect.
func (s *server) answer(ctx context.Context, key, rest string) (err error) {
	whileIdle := []string{"setoption", "uginewgame", "position", "query", "go"}
	if slices.Contains(whileIdle, key) && s.busy() {
		return fmt.Errorf("%s: not while a go is being answered; send stop first", key)
	}
	switch key {
	case "", "quit":
	case "ugi":
		lines := []string{"id name " + s.Name, "id author " + s.Author}
		for _, option := range s.options() {
			lines = append(lines, option.String())
		}
		s.out.print(append(lines, "ugiok")...)
	case "isready":
		if !s.busy() {
			s.complain(s.prepare())
		}
		s.out.print("readyok")
	case "stop":
		if s.busy() {
			s.thinking.stop()
		}
	case "setoption":
		err = s.setOption(rest)
	case "uginewgame":
		err = s.newGame()
	case "position":
		s.history, err = ugi.ReadPosition(rest, s.Game, s.Settings)
		s.lost = err != nil
	case "query":
		err = s.query(rest)
	case "go":
		s.goThink(ctx, strings.Fields(rest))
	default:
		const known = "ugi, isready, setoption, uginewgame, position, query, go, stop, quit"
		err = fmt.Errorf("unknown request %q; known are %s", key, known)
	}
	return err
}

// prepare makes a player for the rules of the current game, if necessary.
func (s *server) prepare() error {
	h, err := s.current()
	if err != nil {
		return err
	}
	return s.makePlayer(h.Position().Rules())
}

// current returns the game of the last position line or, without such a line, a game at its start.
func (s *server) current() (_ *engine.History, err error) {
	if s.lost {
		return nil, errors.New("there is no position; the last one was not understood")
	}
	if s.history == nil {
		s.history, err = ugi.ReadPosition("startpos", s.Game, s.Settings)
	}
	return s.history, err
}

// makePlayer makes a player for the rules, unless the current player was made for the same rules.
func (s *server) makePlayer(rules engine.Rules) error {
	made := rules.Game().Name() + " " + rules.Settings().String()
	if s.player != nil && s.made == made {
		return nil
	}
	s.drop()
	player, err := s.NewPlayer(rules)
	if err != nil {
		return err
	}
	s.player, s.made = player, made
	s.player.NewGame(s.seed)
	return nil
}

func (s *server) newGame() error {
	s.history, s.lost = nil, false
	s.drop()
	return s.prepare()
}

func (s *server) query(what string) error {
	h, err := s.current()
	if err != nil {
		return err
	}
	outcome, p := h.Outcome(), h.Position()
	answers := map[string]string{"gameover": strconv.FormatBool(outcome.Over()), "result": ugi.ResultWord(outcome)}
	for seat := range engine.Seat(p.Rules().Seats()) {
		answers["p"+seat.String()+"turn"] = strconv.FormatBool(!outcome.Over() && p.Seat() == seat)
	}
	answer, known := answers[what]
	if !known {
		return fmt.Errorf("query %q: known are gameover, result, p1turn and so on", what)
	}
	s.out.print("response " + answer)
	return nil
}

func (s *server) complain(err error) {
	if err != nil {
		s.out.print(complaint(err))
	}
}

func complaint(err error) string {
	return "info string " + strings.Join(strings.Fields(err.Error()), " ")
}

// output writes lines from several goroutines.
type output struct {
	mu  sync.Mutex
	to  io.Writer
	err error // the first error of writing
}

func (o *output) print(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := io.WriteString(o.to, strings.Join(lines, "\n")+"\n"); err != nil && o.err == nil {
		o.err = fmt.Errorf("writing answers: %w", err)
	}
}

// options returns all options in this order: the game, the seed, the rule options of the chosen game, and the rule
// options of all other games.
func (s *server) options() []ugi.Declaration {
	text := func(name, value string) ugi.Declaration {
		return ugi.Declaration{Name: name, Type: "string", Default: value}
	}
	game := ugi.Declaration{Name: ugi.GameOption, Type: "combo", Default: s.Game.Name()}
	declared := []ugi.Declaration{text(ugi.SeedOption, strconv.FormatUint(s.seed, 10))} // all options but the game
	for _, g := range s.Games {
		game.Values = append(game.Values, g.Name())
	}
	for _, g := range append([]engine.Game{s.Game}, s.Games...) {
		for _, option := range g.Options() {
			value, given := s.Settings.Get(option.Name)
			if !given {
				value = option.Default
			}
			if !slices.ContainsFunc(declared, func(d ugi.Declaration) bool { return d.Name == option.Name }) {
				declared = append(declared, text(option.Name, value))
			}
		}
	}
	return append([]ugi.Declaration{game}, declared...)
}

// setOption sets an option. Later requests such as position check whether the rule options fit together.
func (s *server) setOption(rest string) error {
	name, value, err := ugi.ParseSetOption(rest)
	if err != nil {
		return err
	}
	switch {
	case strings.EqualFold(name, ugi.GameOption):
		i := slices.IndexFunc(s.Games, func(g engine.Game) bool { return g.Name() == value })
		if i < 0 {
			return fmt.Errorf("option %s: unknown game %q", ugi.GameOption, value)
		}
		s.Game, s.Settings = s.Games[i], nil
		s.history, s.lost = nil, false
		return nil
	case strings.EqualFold(name, ugi.SeedOption):
		seed, err := strconv.ParseUint(search.ExpandCount(value), 10, 64)
		if err != nil {
			return fmt.Errorf("option %s: %q is not a whole number of 0 or more", ugi.SeedOption, value)
		}
		s.seed = seed
		return nil
	}
	for _, option := range s.Game.Options() {
		if strings.EqualFold(name, option.Name) {
			s.Settings = s.Settings.With(option.Name, value)
			s.history, s.lost = nil, false
			return nil
		}
	}
	return fmt.Errorf("unknown option %q in %s; ugi lists all options", name, s.Game.Name())
}

// thinking is the search for the answer to the last go. The zero value means that there was no go.
type thinking struct {
	stop context.CancelFunc // stops the search
	done <-chan struct{}    // closed when the answer is ready
}

// busy reports whether a go is being answered. It already returns false just before the turn is printed, so that the
// other side can send the next request as soon as it reads the turn.
func (s *server) busy() bool { return s.thinking.done != nil && !parallel.Closed(s.thinking.done) }

// goThink starts the search for the answer to a go with the given words. If a search is impossible, it answers at once.
// After "go infinite" the search waits for the stop before it answers.
func (s *server) goThink(ctx context.Context, words []string) {
	asked, bad := ugi.ParseGo(words)
	h, err := s.current()
	if err == nil && h.Outcome().Over() {
		err = fmt.Errorf("go: the game is over (%s)", h.Outcome().Reason)
	}
	if err == nil {
		err = s.makePlayer(h.Position().Rules())
	}
	if err != nil {
		s.out.print(complaint(err), "bestmove "+ugi.NoTurn)
		return
	}
	s.complain(bad)
	ctx, stop := context.WithCancel(ctx)
	done, player, h := make(chan struct{}), s.player, h.Clone()
	s.thinking = thinking{stop, done}
	s.searches.Go(func() {
		defer stop()
		lines, err := decide(ctx, s.out, player, h, asked.Limits)
		if err != nil {
			lines = []string{complaint(err), "bestmove " + ugi.NoTurn}
		}
		if asked.Infinite {
			<-ctx.Done()
		}
		close(done)
		s.out.print(lines...)
	})
}

// decide lets a player decide a turn, and returns the lines that answer a go: info and bestmove.
func decide(
	ctx context.Context, out *output, player search.Player, h *engine.History, limits search.Limits,
) ([]string, error) {
	root, began := h.Position(), time.Now()
	report := func(info search.Info) { out.print(ugi.InfoLine(root, info)) }
	turn, nodes, err := search.DecideTurn(ctx, spender{player, began}, h, limits, report)
	if err != nil {
		return nil, err
	}
	total := turn.Info
	if n := len(turn.Steps); len(total.Principal) < n || !slices.Equal(total.Principal[:n], turn.Steps) {
		total.Principal = turn.Steps // later decisions of the turn differ from the variation of the first decision
	}
	total.Nodes, total.Line, total.Elapsed = nodes, 1, time.Since(began)
	return []string{ugi.InfoLine(root, total), "bestmove " + engine.LineText(root, turn.Steps)}, nil
}

// spender is a player whose time limits apply to a whole turn, not to each decision of the turn.
type spender struct {
	search.Player
	began time.Time // when the turn began
}

// Decide implements [search.Player].
func (s spender) Decide(
	ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info),
) (search.Decision, error) {
	used := time.Since(s.began)
	if limits.Time > 0 { // the limit must stay above 0, because 0 means no limit
		limits.Time = max(limits.Time-used, 1)
	}
	if seat := h.Position().Seat(); limits.Clock.Runs(seat) {
		limits.Clock.Left[seat] = max(limits.Clock.Left[seat]-used, 1)
		limits.Clock.Spent += used
	}
	return s.Player.Decide(ctx, h, limits, report)
}
