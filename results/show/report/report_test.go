package report

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/results/show/table"
	"pillars/tournament"
)

// parsedPage is a parsed page with the parts that tests look at.
type parsedPage struct {
	text  string
	ids   map[string]bool
	links []string
}

// readPage parses a page, which must be well-formed, and finds its ids and links.
func readPage(t *testing.T, html string) parsedPage {
	t.Helper()
	p := parsedPage{ids: map[string]bool{}}
	decoder := xml.NewDecoder(strings.NewReader(html))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var text strings.Builder
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			p.text = text.String()
			return p
		}
		if err != nil {
			t.Fatalf("the page does not parse: %v", err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			p.element(t, token)
		}
	}
}

func (p *parsedPage) element(t *testing.T, e xml.StartElement) {
	t.Helper()
	if name := e.Name.Local; name == "script" || name == "link" || name == "img" || name == "iframe" {
		t.Errorf("the page has an element %s", name)
	}
	for _, a := range e.Attr {
		switch a.Name.Local {
		case "src":
			t.Errorf("%s refers to %s", e.Name.Local, a.Value)
		case "href":
			p.links = append(p.links, a.Value)
		case "id":
			if p.ids[a.Value] {
				t.Errorf("id %s stands twice", a.Value)
			}
			p.ids[a.Value] = true
		}
	}
}

// bad matches the texts of NaN and infinite numbers.
var bad = regexp.MustCompile(`NaN|\bInf\b|%!|<nil>`)

// makeReport makes the report of a run, as if only some of its games were stored.
func makeReport(t *testing.T, r run, stored []tournament.Game) Report {
	t.Helper()
	made, err := New(r.input(t, stored))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func htmlOf(t *testing.T, r Report, files string) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b, files); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPages makes pages of every game from all games of a run, and of some from one game and from none. They parse,
// need nothing from elsewhere, and link only to existing files.
func TestPages(t *testing.T) {
	t.Parallel()
	for name := range small {
		r := runOf(t, name)
		counts := []int{len(r.games)}
		if name == "three" || name == "sprt" {
			counts = append(counts, 1, 0)
		}
		for _, n := range counts {
			made := makeReport(t, r, r.games[:n])
			html := htmlOf(t, made, "page_files")
			p := readPage(t, html)
			if found := bad.FindString(html); found != "" {
				t.Errorf("%s, %d games: the page says %s", name, n, found)
			}
			files := map[string]bool{}
			for _, file := range made.Files() {
				files[path.Join("page_files", file.Name)] = true
			}
			for _, link := range p.links {
				if target, inside := strings.CutPrefix(link, "#"); inside != p.ids[target] || !inside && !files[link] {
					t.Errorf("%s, %d games: the link %s leads nowhere", name, n, link)
				}
			}
		}
	}
}

// TestFiles decodes every file of a page: XML, pictures, tables with as many cells in each row.
func TestFiles(t *testing.T) {
	t.Parallel()
	r := runOf(t, "pit-of-pillars")
	names := map[string]bool{}
	for _, file := range makeReport(t, r, r.games).Files() {
		data, err := file.data()
		if err != nil {
			t.Fatal(err)
		}
		if names[file.Name] {
			t.Errorf("two files are called %s", file.Name)
		}
		names[file.Name] = true
		switch path.Ext(file.Name) {
		case ".svg":
			readPage(t, string(data))
		case ".csv":
			rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
			if err != nil || len(rows) < 2 || bad.Match(data) {
				t.Errorf("%s: %d rows, %v", file.Name, len(rows), err)
			}
		default:
			t.Errorf("file %s is of no known kind", file.Name)
		}
	}
	if len(names) < 10 {
		t.Errorf("files %v", names)
	}
}

// TestSameGamesSamePage makes a page twice, from the same games in opposite orders.
func TestSameGamesSamePage(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pit-of-pillars", "three"} {
		r := runOf(t, name)
		turned := slices.Clone(r.games)
		slices.Reverse(turned)
		one, other := r.input(t, r.games), r.input(t, turned)
		a, err1 := New(one)
		b, err2 := New(other)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if htmlOf(t, a, "") != htmlOf(t, b, "") {
			t.Errorf("%s: the order of the games changes the page", name)
		}
	}
}

// TestWordsOfOthers checks that texts from outside are shown as text, not as elements of the page.
func TestWordsOfOthers(t *testing.T) {
	t.Parallel()
	r := runOf(t, "pit-of-pillars")
	in := r.input(t, r.games)
	in.Title = `<b>Tom & "Jerry"</b>`
	made, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	html := htmlOf(t, made, "")
	if strings.Contains(html, "<b>Tom") || !strings.Contains(readPage(t, html).text, in.Title) ||
		!strings.Contains(html, "&lt;greedy&gt;") {
		t.Error("a title is not shown as it is")
	}
}

// TestFilesOfAnEarlierPage checks that files that an earlier page may have left are removed, and no others, and that a
// folder cannot be made where its parent is missing.
func TestFilesOfAnEarlierPage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"old.svg", "old.csv", "kept.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := Report{Sections: []Section{{Figures: []Figure{{ID: "new", Table: table.New("a")}}}}}
	if err := r.WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if got := strings.Join(names, " "); err != nil || got != "kept.txt new.csv" {
		t.Errorf("%s, %v", got, err)
	}
	if r.WriteFiles(filepath.Join(folder, "none", "files")) == nil {
		t.Error("a folder is made where its parent is missing")
	}
}
