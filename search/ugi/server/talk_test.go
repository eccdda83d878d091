package server_test

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/ugi/server"
)

// configOf returns the configuration of a server of a player for a game.
func configOf(t testing.TB, game, player string, options ...string) server.Engine {
	t.Helper()
	g, err := games.Find(game)
	require.NoError(t, err)
	settings, err := engine.ParseSettings(options)
	require.NoError(t, err)
	return server.Engine{
		Name: "test", Author: "nobody", Games: games.All(), Game: g, Settings: settings,
		NewPlayer: func(rules engine.Rules) (search.Player, error) { return players.New(player, rules) },
	}
}

// talk is a conversation with a server.
type talk struct {
	t     *testing.T
	in    chan<- string // of requests, which may queue up
	lines *bufio.Scanner
	ended chan error
}

func newTalk(t *testing.T, config server.Engine) *talk {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	queue := make(chan string, 1000)
	c := &talk{t: t, in: queue, lines: bufio.NewScanner(answers), ended: make(chan error, 1)}
	go func() {
		err := server.Serve(context.Background(), in, out, config)
		in.Close()
		out.Close()
		c.ended <- err
	}()
	go func() {
		defer requests.Close()
		for text := range queue {
			if _, err := io.WriteString(requests, text); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() { close(queue); answers.Close() })
	return c
}

// say sends lines.
func (c *talk) say(lines ...string) { c.in <- strings.Join(lines, "\n") + "\n" }

// hear reads up to a line that begins with a word, and returns all that was read.
func (c *talk) hear(word string) []string {
	c.t.Helper()
	var heard []string
	for c.lines.Scan() {
		heard = append(heard, c.lines.Text())
		if first, _, _ := strings.Cut(c.lines.Text(), " "); first == word {
			return heard
		}
	}
	c.t.Fatalf("the conversation ended before %q; heard %q", word, heard)
	return nil
}

// last returns the last word of the last line.
func last(lines []string) string {
	line := lines[len(lines)-1]
	return line[strings.LastIndex(line, " ")+1:]
}

// complaints returns the texts of the info string lines.
func complaints(lines []string) string {
	var texts []string
	for _, line := range lines {
		if text, found := strings.CutPrefix(line, "info string "); found {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}
