package pgn

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// pick returns the game of a file with the given number, from 1. Number 0 means the only game of the file.
func pick(r io.Reader, number int) (picked Entry, err error) {
	count := 0
	for game, err := range Games(r) {
		if err != nil {
			return picked, err
		}
		if count++; count == max(1, number) {
			picked = game
		}
		if count == number {
			return picked, nil
		}
	}
	switch {
	case count == 0:
		return picked, fmt.Errorf("it holds no game; a game begins with tags, such as [%s \"name\"]", gameTag)
	case number > 0:
		return picked, fmt.Errorf("there is no game %d; the file holds %d", number, count)
	case count > 1:
		return picked, fmt.Errorf("the file holds %d games; choose one by its number, 1 to %[1]d", count)
	}
	return picked, nil
}

// largest is the largest size of a file that [Load] reads, in bytes.
const largest = 1 << 28

// Load reads the game of a file with the given number, from 1, and replays it with [Entry.Replay]. Number 0 means the
// only game of the file, and is an error if the file has several.
func Load(path string, number int, find func(string) (engine.Game, error)) (*engine.History, engine.Record, error) {
	text, err := outside.ReadFile(path, largest)
	if err != nil {
		return nil, engine.Record{}, err
	}
	game, err := pick(bytes.NewReader(text), number)
	if err != nil {
		return nil, engine.Record{}, err
	}
	return game.Replay(find)
}

// Replay replays the game and returns its history and record. The function find returns a game by its name. Replay
// checks every turn. It also checks the last position and the outcome if the file states them. Errors name the line.
func (g Entry) Replay(find func(name string) (engine.Game, error)) (*engine.History, engine.Record, error) {
	fail := func(err error) (*engine.History, engine.Record, error) {
		return nil, engine.Record{}, fmt.Errorf("the game that begins on line %d: %w", g.Line, err)
	}
	name, named := g.Tag(gameTag)
	if !named {
		return nil, engine.Record{}, fmt.Errorf("line %d: the game has no tag %s; add one, such as [%[2]s \"pylyx\"]",
			g.Line, gameTag)
	}
	game, err := find(name)
	if err != nil {
		return fail(err)
	}
	record, start, err := g.record(game)
	if err != nil {
		return fail(err)
	}
	h := engine.NewHistory(start)
	for i, turn := range g.Turns {
		if err := h.PlayTurn(turn); err != nil {
			return nil, record, fmt.Errorf("line %d: turn %d: %w; correct it, or cut the game off there", g.lines[i],
				i+1, err)
		}
	}
	// A game without a reason is unfinished or comes from another program. In both cases the rules say how it ended.
	if reason, _ := g.Tag(terminationTag); reason == "" {
		record.Outcome = h.Outcome()
	}
	if _, err := record.Replay(game); err != nil {
		return fail(err)
	}
	return h, record, nil
}

// unblank restores the blanks and percent signs that [blankOut] has escaped.
var unblank = strings.NewReplacer("%25", "%", "%20", " ")

// record returns the record that the tags and turns describe, and its first position. Without the tag Start, that is
// the start of the rules.
func (g Entry) record(game engine.Game) (r engine.Record, start engine.Position, err error) {
	r = engine.Record{Game: game.Name(), Turns: g.Turns}
	options, _ := g.Tag(optionsTag)
	words := strings.Fields(options)
	for i, word := range words {
		words[i] = unblank.Replace(word)
	}
	var rules engine.Rules
	if r.Settings, err = engine.ParseSettings(words); err == nil {
		rules, err = game.New(r.Settings)
	}
	if err != nil {
		return r, nil, fmt.Errorf("tag %s: %w", optionsTag, err)
	}
	for _, tag := range seatTags[:rules.Seats()] {
		player, _ := g.Tag(tag)
		r.Players = append(r.Players, player)
	}
	opening, _ := g.Tag(openingTag)
	r.Opening, _ = strconv.Atoi(opening)
	r.Final, _ = g.Tag(finalTag)
	if r.Outcome, err = g.outcome(); err != nil {
		return r, nil, err
	}
	var given bool
	if r.Start, given = g.Tag(startTag); !given {
		r.Start = rules.Start().String()
	}
	if start, err = game.Read(r.Start, r.Settings); err != nil {
		return r, nil, fmt.Errorf("tag %s: %w", startTag, err)
	}
	r.Settings = start.Rules().Settings()
	if err := checkOutcome(r.Outcome, start.Rules().Seats()); err != nil {
		return r, nil, fmt.Errorf("tag %s: %w", scoreTag, err)
	}
	return r, start, nil
}

// outcome returns the outcome that the tags state, or the zero Outcome if they state none.
func (g Entry) outcome() (o engine.Outcome, err error) {
	reason, _ := g.Tag(terminationTag)
	scores, _ := g.Tag(scoreTag)
	if reason == "" || scores == "" {
		return o, nil
	}
	o.Reason = engine.Reason(reason)
	for _, word := range strings.Fields(scores) {
		score, err := strconv.ParseFloat(word, 64)
		if err != nil || o.Seats == engine.MaxSeats {
			return o, fmt.Errorf("tag %s: %q is not a score for each seat, such as 1 0", scoreTag, scores)
		}
		o.Scores[o.Seats] = score
		o.Seats++
	}
	return o, nil
}
