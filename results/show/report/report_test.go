package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

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
	return New(r.input(t, stored))
}

func htmlOf(t *testing.T, r Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPages makes pages of every game from all games of a run, and of some from one game and from none. They parse,
// need nothing from elsewhere, and link only to their own parts.
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
			html := htmlOf(t, made)
			p := readPage(t, html)
			if found := bad.FindString(html); found != "" {
				t.Errorf("%s, %d games: the page says %s", name, n, found)
			}
			for _, link := range p.links {
				if target, inside := strings.CutPrefix(link, "#"); !inside || !p.ids[target] {
					t.Errorf("%s, %d games: the link %s leads nowhere", name, n, link)
				}
			}
		}
	}
}

// TestWordsOfOthers checks that texts from outside are shown as text, not as elements of the page.
func TestWordsOfOthers(t *testing.T) {
	t.Parallel()
	r := runOf(t, "pit-of-pillars")
	in := r.input(t, r.games)
	in.Title = `<b>Tom & "Jerry"</b>`
	html := htmlOf(t, New(in))
	if strings.Contains(html, "<b>Tom") || !strings.Contains(readPage(t, html).text, in.Title) ||
		!strings.Contains(html, "&lt;greedy&gt;") {
		t.Error("a title is not shown as it is")
	}
}
