// Mutants tries whether tests can fail: it changes one operator or constant at a time, in a seeded sample of places,
// runs the short tests of the changed package, and lists what they did not notice. Some of that is equivalent; a reader
// must judge.
//
//	go run ./scripts/mutants --count 100 --seed 1
//	go run ./scripts/mutants --from 57        # go on at a number of the list
//	go run ./scripts/mutants --also ./tournament/coordinator ./tournament/worker
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

var (
	count   = flag.Int("count", 100, "how many mutants that compile to try")
	seed    = flag.Uint64("seed", 1, "of the sample")
	from    = flag.Int("from", 0, "number in the shuffled list to begin with")
	workers = flag.Int("workers", 2, "mutants tried at once")
	limit   = flag.Duration("limit", 3*time.Minute, "time for the tests of one mutant; one that takes longer is killed")
	memory  = flag.Int("memory", 8, "GiB of address space for the tests of one mutant")
	also    = flag.String("also", "", "`packages`, separated by blanks, whose tests are run too: those that import")
)

// where lists the packages to change. Packages that help tests are left out.
var where = []string{
	"./engine/...", "./search/...", "./tournament/...",
	"./results/stats/...", "./results/rating/...", "./results/store/...",
}

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "mutants [flags] [packages]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		where = flag.Args()
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run() error {
	all, err := collect(where)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	fmt.Printf("%d places; seed %d, from %d\n", len(all), *seed, *from)
	folder, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s := &sample{folder: folder, fates: map[fate]int{}}
	next := min(*from, len(all))
	for s.compiled < *count && next < len(all) { // in rounds of as many as are still wanted: a seed makes one sample
		var group errgroup.Group
		group.SetLimit(*workers)
		for _, m := range all[next:min(next+*count-s.compiled, len(all))] {
			number := next
			group.Go(func() error { return s.try(m, number) })
			next++
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	fmt.Printf("\n%d killed (%d of them by the limits), %d survived, %d do not compile; next is --from %d\n",
		s.fates[killed]+s.fates[stopped], s.fates[stopped], s.fates[survived], s.fates[invalid], next)
	for _, text := range s.alive {
		fmt.Println(text)
	}
	return nil
}

// collect lists the mutants of packages.
func collect(patterns []string) (all []mutant, err error) {
	const files = "{{range .GoFiles}}{{$.ImportPath}} {{$.Dir}}/{{.}}\n{{end}}"
	command := exec.Command("go", append([]string{"list", "-f", files}, patterns...)...)
	command.Stderr = os.Stderr
	list, err := command.Output()
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(list)) {
		pkg, file, is := strings.Cut(strings.TrimSpace(line), " ")
		if !is || strings.Contains(pkg+"/", "test/") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		some, err := sites(pkg, file, source)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// fate is what became of a mutant.
type fate string

const (
	killed   fate = "killed"
	stopped  fate = "stopped" // by a limit
	survived fate = "SURVIVED"
	invalid  fate = "does not compile"
)

// sample is what has become of the mutants tried so far.
type sample struct {
	folder string

	mu       sync.Mutex
	compiled int
	fates    map[fate]int
	alive    []string
}

// try runs the package's tests with the mutant laid over its file.
func (s *sample) try(m mutant, number int) error {
	changed := filepath.Join(s.folder, fmt.Sprintf("%d.go", number))
	overlay := changed + ".json"
	text, _ := json.Marshal(map[string]any{"Replace": map[string]string{m.file: changed}})
	for file, content := range map[string][]byte{changed: m.mutated(), overlay: text} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			return err
		}
		defer os.Remove(file)
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), *limit+2*time.Minute) // building included
	defer cancel()
	const shell = "ulimit -v %d; exec go test -short -count=1 -failfast -vet=off -pgo=off -timeout %v -overlay %s %s"
	line := fmt.Sprintf(shell, *memory<<20, *limit, overlay, m.pkg+" "+*also)
	output, err := exec.CommandContext(ctx, "sh", "-c", line).CombinedOutput()
	s.note(m, number, judge(string(output), err), time.Since(began))
	return nil
}

func (s *sample) note(m mutant, number int, became fate, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fates[became]++; became == invalid {
		return
	}
	s.compiled++
	here, _ := os.Getwd()
	text := fmt.Sprintf("#%d %s %s:%d (%.0f s)\n%s", number, became, strings.TrimPrefix(m.file, here+"/"), m.line,
		took.Seconds(), m.diff())
	if fmt.Println(text); became == survived {
		s.alive = append(s.alive, text)
	}
}

// judge reads what go test printed.
func judge(output string, err error) fate {
	switch {
	case err == nil:
		return survived
	case strings.Contains(output, "[build failed]") || strings.Contains(output, "[setup failed]"):
		return invalid
	case strings.Contains(output, "--- FAIL"),
		strings.Contains(output, "panic: ") && !strings.Contains(output, "test timed out"):
		return killed
	}
	return stopped
}
