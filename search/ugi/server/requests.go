package server

import (
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/search/ugi"
)

// handle answers a request. It reports false when the conversation is over.
func (s *server) handle(line string) bool {
	key, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	s.complain(s.answer(key, strings.TrimSpace(rest)))
	return key != "quit"
}

// answer does what is asked at any time, or passes on what is not to disturb thinking.
func (s *server) answer(key, rest string) error {
	switch key {
	case "", "quit":
		return nil
	case "ugi":
		s.introduce()
		return nil
	case "isready":
		if !s.busy() {
			s.complain(s.prepare())
		}
		s.out.print("readyok")
		return nil
	case "stop":
		if s.busy() {
			s.thinking.stop()
		}
		return nil
	case "setoption", "uginewgame", "position", "go", "query":
		if s.busy() {
			return fmt.Errorf("%s: not while a go is being answered; send stop first", key)
		}
		return s.answerIdle(key, rest)
	}
	return fmt.Errorf("unknown request %q; known are ugi, isready, setoption, uginewgame, position, query, go, stop, quit", key)
}

func (s *server) answerIdle(key, rest string) error {
	switch key {
	case "setoption":
		return s.setOption(rest)
	case "uginewgame":
		return s.newGame()
	case "position":
		return s.setPosition(rest)
	case "query":
		return s.query(rest)
	}
	s.goThink(strings.Fields(rest))
	return nil
}

// introduce tells who plays and what can be set.
func (s *server) introduce() {
	lines := []string{"id name " + s.Name, "id author " + s.Author}
	for _, option := range s.options() {
		lines = append(lines, option.String())
	}
	s.out.print(append(lines, "ugiok")...)
}

// prepare makes the player ready for the current position.
func (s *server) prepare() error {
	h, err := s.current()
	if err != nil {
		return err
	}
	return s.ready(h.Position().Rules())
}

// newGame forgets the last game.
func (s *server) newGame() error {
	s.history, s.lost = nil, false
	made := s.made
	if err := s.prepare(); err != nil {
		return err
	}
	if s.made == made {
		s.player.NewGame(s.seed)
	}
	return nil
}

func (s *server) setPosition(rest string) error {
	h, err := s.positions.Read(rest)
	s.history, s.lost = h, err != nil
	return err
}

// query answers a question about the current position.
func (s *server) query(what string) error {
	h, err := s.current()
	if err != nil {
		return err
	}
	switch outcome := h.Outcome(); what {
	case "gameover":
		s.out.print("response " + ugi.BoolWord(outcome.Over()))
		return nil
	case "result":
		s.out.print("response " + ugi.ResultWord(outcome))
		return nil
	}
	for seat := range engine.Seat(h.Position().Rules().Seats()) {
		if what == "p"+seat.String()+"turn" {
			s.out.print("response " + ugi.BoolWord(!h.Outcome().Over() && h.Position().Seat() == seat))
			return nil
		}
	}
	return fmt.Errorf("query %q: known are gameover, result, p1turn and so on", what)
}
