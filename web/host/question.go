package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// LongestQuestion bounds the bytes of a question: a thousand saved games of usual length. A question about a game of
// maxTurns turns takes about 60 KiB.
const LongestQuestion = 2 << 20

// field describes the valid values of a field.
type field struct {
	most int    // bytes of JSON
	is   string // in words
}

const (
	nameBytes = 128     // of a name, a number or a square
	textBytes = 4 << 10 // of a position, of options, of a player
)

// fields are the fields of all questions.
var fields = map[string]field{
	"do":       {nameBytes, "the topic of the question, a text"},
	"game":     {nameBytes, "the name of a game"},
	"options":  {textBytes, "options of the game by their names, all of them texts"},
	"start":    {textBytes, "the text of a position"},
	"turns":    {128 << 10, fmt.Sprintf("a list of at most %d turns", maxTurns)},
	"steps":    {textBytes, "a list of steps"},
	"turned":   {nameBytes, "true or false"},
	"text":     {textBytes, "a text"},
	"chosen":   {textBytes, "a list of squares"},
	"square":   {nameBytes, "the name of a square"},
	"player":   {textBytes, "the text of a player"},
	"nodes":    {nameBytes, "a whole number from 0 to 18446744073709551615"},
	"seconds":  {nameBytes, fmt.Sprintf("a number from 0 to %d", maxSeconds)},
	"lines":    {nameBytes, fmt.Sprintf("a whole number from 0 to %d", maxLines)},
	"seed":     {nameBytes, "a whole number from 0 to 18446744073709551615"},
	"players":  {textBytes, "a list of names"},
	"resigned": {nameBytes, "the number of a seat, 0 for the first"},
	"date":     {nameBytes, "a date such as 2026.11.22"},
	"pgn":      {LongestQuestion, "the text of saved games"},
	"id":       {nameBytes, "the name of a puzzle"},
	"turn":     {textBytes, "the text of a turn"},
}

// wrong returns the error of a field with an invalid value.
func wrong(name string) error { return fmt.Errorf("%s: must be %s", name, fields[name].is) }

// topicOf checks the names and sizes of a question's fields. It returns the topic, and the question with each field
// once: of several with one name the last.
func topicOf(question []byte) (topic string, checked []byte, err error) {
	if len(question) > LongestQuestion {
		return "", nil, fmt.Errorf("the question has %d bytes; at most %d are allowed", len(question), LongestQuestion)
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(question, &given) != nil {
		return "", nil, errors.New("the question is no JSON object, or not whole")
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		known, is := fields[name]
		if !is {
			return "", nil, fmt.Errorf("unknown field %q of a question", name)
		}
		if size := len(given[name]); size > known.most {
			return "", nil, fmt.Errorf("%s: %d bytes; at most %d are allowed", name, size, known.most)
		}
	}
	if do := given["do"]; do != nil && json.Unmarshal(do, &topic) != nil {
		return "", nil, wrong("do")
	}
	checked, err = json.Marshal(given)
	return topic, checked, err
}

// answer decodes a question and returns the reply to it.
func answer[Q any](question []byte, reply func(Q) (any, error)) (any, error) {
	var q Q
	err := json.Unmarshal(question, &q)
	if err == nil {
		return reply(q)
	}
	if mistaken, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		for name := range strings.SplitSeq(mistaken.Field, ".") {
			if fields[name].is != "" {
				return nil, wrong(name)
			}
		}
	}
	return nil, errors.New("the question cannot be read")
}

// longestError bounds the bytes of an error, since many errors quote the question.
const longestError = 2 << 10

// short returns an error with its middle cut out if it is too long.
func short(err error) error {
	whole := err.Error()
	if len(whole) <= longestError {
		return err
	}
	const half = longestError/2 - 5
	head, tail := whole[:half], whole[len(whole)-half:]
	return errors.New(strings.ToValidUTF8(head, "") + " ... " + strings.ToValidUTF8(tail, "")) // no cut characters
}
