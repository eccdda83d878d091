package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"pillars/results"
)

// ratingsHead says what a standing or a crosstable is of.
type ratingsHead struct {
	Type    string `json:"type"`
	Run     string `json:"run,omitempty"`
	File    string `json:"file,omitempty"`
	Skipped *int   `json:"skipped,omitempty"` // games of the file without a result
}

// MarshalJSON writes one object: what the standing is of, and its fields.
func (a standingAnswer) MarshalJSON() ([]byte, error) {
	return headed(ratingsHead{Type: a.Type, Run: a.Run}, a.Standing)
}

// headed writes the fields of both as one JSON object.
func headed(head ratingsHead, body json.Marshaler) ([]byte, error) {
	first, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	second, err := body.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return append(append(first[:len(first)-1], ','), second[1:]...), nil
}

// headedAnswer is a standing or a crosstable as it is printed.
type headedAnswer struct {
	head ratingsHead
	body json.Marshaler
}

func (a headedAnswer) MarshalJSON() ([]byte, error) { return headed(a.head, a.body) }

// print writes a standing in the form that the flags name.
func (f *ratingsFlags) print(cmd *cobra.Command, head ratingsHead, s standing) error {
	out := cmd.OutOrStdout()
	if two, ok := s.(results.Standing); ok && (f.crosstable || f.matrix || f.headToHead) {
		head.Type = "crosstable"
		return f.printCrosstable(out, head, two.Crosstable())
	}
	switch {
	case f.json:
		return printJSON(out, headedAnswer{head, s})
	case f.csv:
		return s.WriteCSV(out)
	}
	return s.WriteTable(out)
}

func (f *ratingsFlags) printCrosstable(out io.Writer, head ratingsHead, table results.Crosstable) error {
	switch {
	case f.json:
		return printJSON(out, headedAnswer{head, table})
	case f.csv:
		return table.WriteCSV(out)
	case f.headToHead:
		return table.WriteList(out)
	case f.crosstable && f.matrix:
		if err := table.WriteGames(out); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(out); err != nil {
			return err
		}
	case f.crosstable:
		return table.WriteGames(out)
	}
	return table.WriteStronger(out)
}
