package suite

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/outside"
	"pillars/search"
)

//go:embed *.txt
var builtIn embed.FS

// Default returns the built-in problems that the players should solve. [Hard] has no problem with the same id.
func Default() ([]Problem, error) { return readBuiltIn("") }

// Hard returns the built-in problems that the program's players solve only with many nodes, or not at all.
func Hard() ([]Problem, error) { return readBuiltIn("-hard") }

// OfGame returns the problems of the game with the given name.
func OfGame(problems []Problem, game string) []Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p Problem) bool { return p.game != game })
}

func readBuiltIn(ending string) (all []Problem, err error) {
	for _, game := range games.All() {
		name := game.Name() + ending + ".txt"
		text, err := builtIn.ReadFile(name)
		if err != nil {
			continue // the game has no such problems
		}
		problems, err := Read(bytes.NewReader(text), name)
		if err != nil {
			return nil, err
		}
		all = append(all, problems...)
	}
	return all, nil
}

// ReadFile reads the problems of a file.
func ReadFile(path string) ([]Problem, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read
	return Read(file, path)
}

// Read reads problems. It does not check positions and turns. Its errors contain the given name of the file.
func Read(r io.Reader, name string) ([]Problem, error) {
	reader := reader{given: map[string]bool{}, ids: map[string]int{}}
	lines := bufio.NewScanner(outside.Lines(r, 1<<15))
	var err error
	for err == nil && lines.Scan() {
		reader.line++
		err = reader.read(strings.TrimSpace(lines.Text()))
	}
	if lines.Err() != nil {
		reader.line++
		err = lines.Err()
	} else if err == nil {
		err = reader.end()
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, reader.line, err)
	}
	if len(reader.problems) == 0 {
		return nil, fmt.Errorf("%s: it holds no problem", name)
	}
	return reader.problems, nil
}

// reader collects the problems of a file, which it receives line by line.
type reader struct {
	problems []Problem
	problem  Problem
	given    map[string]bool // keys of the current problem; empty between problems
	ids      map[string]int  // first line of each problem so far, by id
	line     int             // number of the current line, from 1
}

func (r *reader) read(line string) error {
	switch {
	case line == "":
		return r.end()
	case strings.HasPrefix(line, "#"):
		return nil
	}
	key, value, found := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	switch {
	case !found:
		return fmt.Errorf("%q: must be of the form \"key: value\"", line)
	case value == "":
		return fmt.Errorf("%q has no value; give one", key+":")
	case r.given[key]:
		return fmt.Errorf("%q is given twice; put an empty line before the next problem", key)
	}
	if len(r.given) == 0 {
		r.problem = Problem{game: games.All()[0].Name(), nodes: defaultNodes, Line: r.line}
	}
	r.given[key] = true
	return r.set(key, value)
}

// set sets the field of the current problem that belongs to a key.
func (r *reader) set(key, value string) (err error) {
	p := &r.problem
	switch key {
	case "id":
		if strings.ContainsAny(value, " \t") {
			return fmt.Errorf("id %q: must be one word", value)
		}
		if first, taken := r.ids[value]; taken {
			return fmt.Errorf("id %q: the problem in line %d has it already; choose another", value, first)
		}
		p.ID = value
	case "game":
		p.game = value
	case "options":
		if p.options, err = engine.ParseSettings(strings.Fields(value)); err != nil {
			return fmt.Errorf("options: %w", err)
		}
	case "position":
		p.Position = value
	case "kind":
		err = p.Kind.UnmarshalText([]byte(value))
	case "turns":
		p.Turns = strings.Fields(value)
	case "safe":
		p.safe = value
	case "nodes":
		return r.setNodes(strings.Fields(value))
	case "proof":
		if p.long = value == "long"; !p.long {
			return fmt.Errorf("proof %q: must be long; otherwise leave the line out", value)
		}
	case "comment":
		p.comment = value
	default:
		return fmt.Errorf("unknown key %q; known are id, game, options, position, kind, turns, safe, nodes, proof, "+
			"comment", key)
	}
	return err
}

func (r *reader) setNodes(words []string) error {
	for _, word := range words {
		player, number, named := strings.Cut(word, "=")
		if !named {
			number = word
		}
		nodes, err := strconv.ParseUint(search.ExpandCount(number), 10, 32)
		switch {
		case err != nil || nodes == 0:
			return fmt.Errorf("nodes %q: must be a whole number from 1 on, or of the form player=number", word)
		case named:
			r.problem.nodesOf = append(r.problem.nodesOf, budget{player, nodes})
		default:
			r.problem.nodes = nodes
		}
	}
	return nil
}

// end adds the current problem, if there is one, to the problems. It returns an error if a required line is missing.
func (r *reader) end() error {
	if len(r.given) == 0 {
		return nil
	}
	for _, key := range []string{"id", "position", "kind", "turns"} {
		if !r.given[key] {
			return fmt.Errorf("the problem in line %d has no %q", r.problem.Line, key)
		}
	}
	if (r.problem.Kind.theme == bad) != r.given["safe"] {
		return fmt.Errorf("the problem in line %d: a bad problem names a \"safe\" turn, and no other does",
			r.problem.Line)
	}
	r.ids[r.problem.ID] = r.problem.Line
	r.problems = append(r.problems, r.problem)
	clear(r.given)
	return nil
}
