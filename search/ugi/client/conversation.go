package client

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"pillars/engine"
	"pillars/search/ugi"
)

// Identity is what an engine has told of itself.
type Identity struct {
	Title   string // its own name
	Author  string
	Options []ugi.Option
	Wrong   []error // what was wrong with lines of the greeting
}

// maxOptions bounds what is kept of an engine's options, and of what was wrong with them.
const maxOptions = 1000

// Has finds a declared option. As in UCI, case does not tell names apart.
func (id *Identity) Has(name string) (ugi.Option, bool) {
	for _, option := range id.Options {
		if strings.EqualFold(option.Name, name) {
			return option, true
		}
	}
	return ugi.Option{}, false
}

// Conversation is a process past its greeting.
type Conversation struct {
	*Process
	Identity
	patience Patience
}

// Greet starts a program and has it tell what it is.
func Greet(words []string, patience Patience) (*Conversation, error) {
	process, err := Start(words)
	if err != nil {
		return nil, err
	}
	c := &Conversation{Process: process, patience: patience}
	if err := c.Ask("ugi\n", "ugiok", patience.Start, c.hear); err != nil {
		return nil, err
	}
	return c, nil
}

// hear notes what a line of the greeting tells. What is no UGI is passed over, as it may be a banner.
func (c *Conversation) hear(line string) {
	key, rest, _ := strings.Cut(line, " ")
	switch key {
	case "id":
		what, text, _ := strings.Cut(rest, " ")
		if what == "name" {
			c.Title = text
		} else if what == "author" {
			c.Author = text
		}
	case "option":
		option, err := ugi.ParseOption(rest)
		if err != nil && len(c.Wrong) < maxOptions {
			c.Wrong = append(c.Wrong, fmt.Errorf("%q: %w", line, err))
		} else if err == nil && len(c.Options) < maxOptions {
			c.Options = append(c.Options, option)
		}
	}
}

// Ask sends requests and hands lines to hear, if not nil, until the answer comes. On an error the program has ended.
func (c *Conversation) Ask(requests, answer string, within time.Duration, hear func(string)) error {
	defer c.Within(within, answer)()
	c.Allow(c.patience.Volume)
	if err := c.Send([]byte(requests)); err != nil {
		return err
	}
	for {
		line, err := c.Next()
		if err != nil {
			return err
		}
		if line = bytes.TrimSpace(line); string(line) == answer {
			return nil
		}
		if hear != nil {
			hear(string(line))
		}
	}
}

// Ready sends requests, each a line, and waits until the engine has done all it was told.
func (c *Conversation) Ready(requests ...string) error {
	return c.Ask(strings.Join(append(requests, "isready\n"), "\n"), "readyok", c.patience.Start, nil)
}

// Settle tells the engine the game and its options, as far as it has declared them. Known reports whether it knows all that differs from the
// defaults, and therefore the start of the game.
func (c *Conversation) Settle(rules engine.Rules) (known bool, err error) {
	requests, known, err := c.Settings(rules)
	if err != nil {
		return false, err
	}
	return known, c.Ready(requests...)
}

// Settings are the requests with which [Conversation.Settle] tells rules.
func (c *Conversation) Settings(rules engine.Rules) (requests []string, known bool, err error) {
	game, known := rules.Game(), true
	if option, declared := c.Has(ugi.GameOption); declared {
		if len(option.Values) > 0 && !slices.Contains(option.Values, game.Name()) {
			return nil, false, fmt.Errorf("%s does not play %s; its option %s has %s", c.program, game.Name(), option.Name, strings.Join(option.Values, ", "))
		}
		requests = append(requests, ugi.SetOptionLine(option.Name, game.Name()))
	}
	settings := rules.Settings()
	for _, rule := range game.Options() {
		value, _ := settings.Get(rule.Name)
		if option, declared := c.Has(rule.Name); declared {
			requests = append(requests, ugi.SetOptionLine(option.Name, value))
		} else if value != rule.Default {
			known = false
		}
	}
	return requests, known, nil
}

// NewGame tells the engine of a new game, and of a seed if it has an option for it.
func (c *Conversation) NewGame(seed uint64) error {
	requests := []string{"uginewgame"}
	if option, declared := c.Has(ugi.SeedOption); declared {
		requests = []string{ugi.SetOptionLine(option.Name, fmt.Sprint(seed)), "uginewgame"}
	}
	return c.Ready(requests...)
}
