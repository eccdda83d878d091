package dialogue

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// readLine is the type of the function [Table].ReadLine.
type readLine = func(prompt string, complete func(text string) []string) (string, error)

// Lines returns a function for [Table].ReadLine that reads from in. On a terminal the person can edit lines, recall
// earlier lines and complete words; the function returns [io.EOF] on Ctrl-C or Ctrl-D, or when ctx ends.
func Lines(ctx context.Context, in io.Reader, out io.Writer, isTerminal bool) readLine {
	if file, isFile := in.(*os.File); isFile && isTerminal && term.IsTerminal(int(file.Fd())) {
		t := &terminal{in: file, done: ctx.Done()}
		t.line = term.NewTerminal(struct {
			io.Reader
			io.Writer
		}{in, out}, "")
		return t.readLine
	}
	plain := bufio.NewReader(in)
	return func(prompt string, _ func(string) []string) (string, error) {
		fmt.Fprint(out, prompt)
		text, err := plain.ReadString('\n')
		if text != "" { // the last line may lack its line feed
			err = nil
		}
		return text, err
	}
}

// terminal reads lines that a person can edit. The terminal is in raw mode only while a line is read.
type terminal struct {
	in   *os.File
	done <-chan struct{} // closed when the program must end
	line *term.Terminal
}

func (t *terminal) readLine(prompt string, complete func(string) []string) (string, error) {
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(int(t.in.Fd()), state) }() // nothing is left to do if that fails
	if width, height, err := term.GetSize(int(t.in.Fd())); err == nil {
		_ = t.line.SetSize(width, height)
	}
	t.line.SetPrompt(prompt)
	t.line.AutoCompleteCallback = func(text string, _ int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		return t.offer(text, complete(text))
	}
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := t.line.ReadLine()
		answers <- answer{text, err}
	}()
	select {
	case a := <-answers:
		return a.text, a.err
	case <-t.done: // the goroutine is left behind, because the program ends
		return "", io.EOF
	}
}

// offer completes a line to the longest common prefix of all offers. If that adds nothing, it lists the offers. It
// returns the line and the place of the cursor at its end, as term.Terminal expects it.
func (t *terminal) offer(text string, offers []string) (string, int, bool) {
	if len(offers) == 0 {
		return text, len(text), true
	}
	common := offers[0]
	for _, offer := range offers {
		for !strings.HasPrefix(offer, common) {
			common = common[:len(common)-1]
		}
	}
	if len(offers) > 1 && len(common) <= len(text) {
		const most = 40
		if len(offers) > most {
			offers = append(offers[:most:most], "...") // the second most makes append copy the caller's offers
		}
		fmt.Fprintf(t.line, "%s\n", strings.Join(offers, "  "))
	}
	common = cmp.Or(common, text)
	return common, len(common), true
}
