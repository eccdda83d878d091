package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// elsewhere names pages whose commands other tests run, or that need a browser or packages of Python.
var elsewhere = []string{"add-a-game.md", "use-python.md", "use-the-page.md"}

// tutorial is the script command "tutorial FILE...". For each page, also in folders, it runs the sh blocks in a folder
// of their own, with the next typed block as their input, and checks that they succeed and print the next text block.
// There "..." matches anything, and lines may be missing. Blocks marked "sh long" are not run, nor is the text after
// them checked. Every block must say what it is, and every command stand in one.
func tutorial(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: tutorial FILE...")
	}
	fences := regexp.MustCompile("(?ms)^```(\\w+(?: long)?)\n(.*?)^```$")
	strays := regexp.MustCompile(`(?m)^    (?:pillars [a-z]+(?: [^1].*)?|(?:go|python|scripts/\S+) .*)$`)
	for _, file := range documents(ts, args) {
		if slices.Contains(elsewhere, filepath.Base(file)) {
			continue
		}
		text := ts.ReadFile(file)
		blocks := fences.FindAllStringSubmatch(text, -1)
		if stray := strays.FindString(text); stray != "" || strings.Count("\n"+text, "\n```") != 2*len(blocks) {
			ts.Fatalf("%s: a block does not say what it is, or this is in no block of commands: %s", file, stray)
		}
		section, name := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".md")
		folder := ts.MkAbs(filepath.Join(section, name))
		ts.Check(os.MkdirAll(folder, 0o777))
		ts.Check(os.Symlink(ts.Getenv("SCRIPTS"), filepath.Join(folder, "scripts"))) // as in a clone
		said, ran := "", false
		for i, block := range blocks {
			switch kind, text := block[1], block[2]; {
			case kind == "sh":
				typed := ""
				if i+1 < len(blocks) && blocks[i+1][1] == "typed" {
					typed = regexp.MustCompile(`(?m)  .*$`).ReplaceAllString(blocks[i+1][2], "")
				}
				said, ran = run(ts, folder, typed, "sh", "-ec", text), true
			case kind == "sh long":
				ran = false
			case kind == "text" && ran:
				contains(ts, said, text)
			}
		}
	}
}

// documented is the script command "documented FILE...". It checks that the commands, subcommands and flags in the code
// blocks of Markdown files exist, and that the flags accept the values there.
func documented(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: documented FILE...")
	}
	commands := regexp.MustCompile(`(?m)^(?:    )?(?:\$ |go run \./cmd/)?(pillars(?: [a-z]+)*)((?: .*\\\n)*.*)$`)
	for _, file := range documents(ts, args) {
		for _, c := range commands.FindAllStringSubmatch(ts.ReadFile(file), -1) {
			rest, _, _ := strings.Cut(strings.ReplaceAll(c[2], "\\\n", ""), "  #")
			words := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(c[1]+" --help "+rest, -1)
			for i := range words {
				words[i] = strings.Trim(words[i], `"`)
			}
			if out := run(ts, ts.MkAbs("."), "", words...); !strings.HasPrefix(out, "Examples:") && c[1] != "pillars" {
				ts.Fatalf("%s: %s%s: no such command", file, c[1], c[2])
			}
		}
	}
}

// documents lists files, and the documents in folders. It leaves out the notebook, whose commands may be outdated, and
// the help of commands, which another test checks.
func documents(ts *testscript.TestScript, places []string) (files []string) {
	for _, place := range places {
		ts.Check(filepath.WalkDir(place, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && entry.Name() == "notebook" {
				return fs.SkipDir
			}
			if filepath.Ext(path) == ".md" && entry.Name() != "commands.md" {
				files = append(files, path)
			}
			return err
		}))
	}
	return files
}

// run returns the output of a command.
func run(ts *testscript.TestScript, folder, typed string, words ...string) string {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "HOME="+folder)
	cmd.Stdin = strings.NewReader(typed)
	out, err := cmd.CombinedOutput()
	ts.Logf("$ %s\n%s", words[len(words)-1], out)
	ts.Check(err)
	return strings.ReplaceAll(string(out), "> ", "\n") // what follows a prompt is on a line of its own at a terminal
}

// contains checks that the lines of a text occur in said in the same order. It ignores differences in blanks.
func contains(ts *testscript.TestScript, said, text string) {
	rest := strings.Split(said, "\n")
	for want := range strings.Lines(text) {
		pattern := regexp.QuoteMeta(strings.Join(strings.Fields(want), " "))
		pattern = "^" + strings.ReplaceAll(pattern, `\.\.\.`, ".*") + "$"
		for {
			if len(rest) == 0 {
				ts.Fatalf("the command does not say %s", want)
			}
			line := strings.Join(strings.Fields(rest[0]), " ")
			rest = rest[1:]
			if regexp.MustCompile(pattern).MatchString(line) {
				break
			}
		}
	}
}
