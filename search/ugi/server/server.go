package server

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"sync"

	"pillars/engine"
	"pillars/search"
	"pillars/search/ugi"
)

// Config is what a server is made of.
type Config struct {
	Name, Author string
	Games        []engine.Game   // that can be chosen
	Game         engine.Game     // chosen at the start
	Settings     engine.Settings // of its rules
	Player       string          // the player's text, if it has no keys that can be set
	Keys         *flag.FlagSet   // of the player, with their values; nil if it has none
	NewPlayer    func(text string, rules engine.Rules) (search.Player, error)
}

// server answers the requests of one conversation. Its fields belong to the goroutine that reads requests, while nothing is being thought about.
type server struct {
	Config
	out       *output
	positions ugi.PositionReader
	history   *engine.History // nil for the start of the game
	lost      bool            // the last position could not be read
	player    search.Player   // nil until it is needed
	made      string          // of what text and rules the player was made
	seed      uint64
	thinking  *thinking // nil, or what goes on or has just ended
}

// Serve answers requests until "quit" or the end of in. The error is that of reading or writing.
func Serve(in io.Reader, out io.Writer, config Config) error {
	s := &server{Config: config, out: &output{buffered: bufio.NewWriter(out)}, seed: 1}
	s.positions = ugi.PositionReader{Game: s.Game, Settings: s.Settings}
	lines := ugi.NewLineReader(in, ugi.MaxRequest)
	defer s.leave()
	for {
		line, err := lines.Next()
		switch {
		case errors.Is(err, ugi.ErrLongLine):
			s.complain(err)
			err = lines.Skip()
		case err == nil && !s.handle(string(line)):
			s.leave()
			return s.out.failure()
		}
		if errors.Is(err, io.EOF) {
			s.leave()
			return s.out.failure()
		}
		if err != nil {
			return fmt.Errorf("reading requests: %w", err)
		}
	}
}

// leave ends thinking and player.
func (s *server) leave() {
	if s.thinking != nil {
		s.thinking.stop()
		s.idle()
	}
	s.drop()
}

// drop forgets the player, which is made anew when it is needed.
func (s *server) drop() {
	if closer, ok := s.player.(io.Closer); ok {
		s.complain(closer.Close())
	}
	s.player, s.made = nil, ""
}

// text is the player's.
func (s *server) text() string {
	if s.Keys == nil {
		return s.Player
	}
	return search.Name(s.Keys)
}

// ready makes the player for rules, if it is not there.
func (s *server) ready(rules engine.Rules) error {
	made := strings.Join([]string{s.text(), rules.Game().Name(), rules.Settings().String()}, "\n")
	if s.player != nil && s.made == made {
		return nil
	}
	s.drop()
	player, err := s.NewPlayer(s.text(), rules)
	if err != nil {
		return err
	}
	s.player, s.made = player, made
	s.player.NewGame(s.seed)
	return nil
}

// current is the game to think about: that of the last position, or the start.
func (s *server) current() (*engine.History, error) {
	switch {
	case s.lost:
		return nil, errors.New("there is no position; the last one was not understood")
	case s.history != nil:
		return s.history, nil
	}
	h, err := s.positions.Read("startpos")
	if err != nil {
		return nil, err
	}
	s.history = h
	return h, nil
}

// complain tells what was wrong, if anything was.
func (s *server) complain(err error) {
	if err != nil {
		s.out.print(complaint(err))
	}
}

// complaint is an error as one line.
func complaint(err error) string {
	return "info string " + strings.Join(strings.Fields(err.Error()), " ")
}

// output writes whole lines of several goroutines.
type output struct {
	mu       sync.Mutex
	buffered *bufio.Writer
	err      error
}

// print writes lines at once.
func (o *output) print(lines ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, line := range lines {
		o.buffered.WriteString(line)
		o.buffered.WriteByte('\n')
	}
	if err := o.buffered.Flush(); err != nil && o.err == nil {
		o.err = fmt.Errorf("writing answers: %w", err)
	}
}

func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
