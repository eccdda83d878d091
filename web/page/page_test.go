package page_test

import (
	"crypto/sha256"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/web/page"
)

// written returns the page in one file, made of the given parts.
func written(t *testing.T, single page.Single) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, single.Write(&b))
	return b.String()
}

// served returns the page of a server.
func served(t *testing.T, nonce string) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, page.Served(&b, nonce))
	return b.String()
}

// inside returns the text of the only element that begins with the given tag.
func inside(t *testing.T, page, tag, end string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, tag)
	text, _, ended := strings.Cut(rest, end)
	if !found || !ended || strings.Contains(rest, tag) {
		t.Fatalf("%s ... %s is not there once", tag, end)
	}
	return text
}

// sources returns the texts of the modules in this folder.
func sources(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.js")
	if err != nil || len(names) < 10 {
		t.Fatalf("the modules are %q, %v", names, err)
	}
	all := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		all[name] = string(text)
	}
	return all
}

var (
	commentLines = regexp.MustCompile(`(?m)^(//.*\n|/\*(?s:.*?)\*/[ \t]*\n?)`)
	indentations = regexp.MustCompile(`(?m)^[ \t]+`)
)

// shortened returns a script without lines of comments and without indentation.
func shortened(source string) string {
	return commentLines.ReplaceAllString(indentations.ReplaceAllString(source, ""), "")
}

// TestScriptsCanBeShortened checks that no string in a script has several lines, since shortening would change it.
func TestScriptsCanBeShortened(t *testing.T) {
	t.Parallel()
	for name, source := range sources(t) {
		for number, line := range strings.Split(source, "\n") {
			if strings.Count(line, "`")%2 != 0 {
				t.Errorf("%s:%d: a text over several lines", name, number+1)
			}
		}
	}
}

// noModules lists the scripts that are not modules.
var noModules = []string{"start.js", "unpack.js", "worker.js"}

// TestServerSendsItsModules checks that one file, which the served page names by a hash of its text, has every module.
func TestServerSendsItsModules(t *testing.T) {
	t.Parallel()
	text, script := served(t, "once"), ""
	for name, content := range page.Files() {
		if strings.HasSuffix(name, ".js") {
			script = string(content)
		}
		hash := fmt.Sprintf("%x", sha256.Sum256(content))
		base, _, _ := strings.Cut(name, ".")
		if len(base) < 16 || !strings.HasPrefix(hash, base) || !strings.Contains(text, `"page/`+name+`"`) {
			t.Errorf("the page does not ask for %s, or it is another text", name)
		}
	}
	for name := range sources(t) {
		if module := strings.Contains(script, `"pillars/`+name+`":`); module == slices.Contains(noModules, name) {
			t.Errorf("%s is sent: %v", name, module)
		}
	}
}

// TestFileHoldsItsEngine checks that the engine, its worker and the licences are in the page as inert texts, whatever
// they contain.
func TestFileHoldsItsEngine(t *testing.T) {
	t.Parallel()
	const runner = "exec('</script><script>alert(1)</script>')\n\t// a comment\n\tindented()"
	got := written(t, page.Single{Wasm: []byte("gzip"), WasmExec: runner, Licences: "terms <b> & </template>"})
	worker := inside(t, got, `<script type="text/plain" id="worker">`, "</script>")
	want := shortened(sources(t)["unpack.js"]) + strings.ReplaceAll(shortened(runner), "</script", `<\/script`) + "\n" +
		shortened(sources(t)["worker.js"])
	if worker != want {
		t.Errorf("the worker is %.100q", worker)
	}
	packed := inside(t, got, `<script type="text/plain" id="engine">`, "</script>")
	if !strings.HasPrefix(packed, "4 ") { // bytes
		t.Errorf("the engine is %q", packed)
	}
	if !strings.Contains(got, html.EscapeString("terms <b> & </template>")) {
		t.Error("the licences are not in the page, or are more than text")
	}
	if plain := served(t, ""); strings.Contains(plain, `id="engine"`) || strings.Contains(plain, `id="worker"`) {
		t.Error("the server's page holds an engine")
	}
}

// TestFileAsksForNothing checks that the policy of the page in one file allows only the contents of the file, and that
// it comes before everything to which it applies.
func TestFileAsksForNothing(t *testing.T) {
	t.Parallel()
	got := written(t, page.Single{})
	const tag = `<meta http-equiv="Content-Security-Policy" content="`
	directives := strings.Split(inside(t, got, tag, `">`), "; ")
	slices.Sort(directives)
	want := []string{
		"base-uri 'none'",
		"default-src 'none'", // no connection, no frame, no font
		"form-action 'none'",
		"img-src data:",
		"script-src 'unsafe-inline' data: blob: 'wasm-unsafe-eval'", // itself, its engine, worker and modules
		"style-src 'unsafe-inline'",
	}
	if !slices.Equal(directives, want) {
		t.Errorf("the file may\n%q\ninstead of\n%q", directives, want)
	}
	for _, element := range []string{"<script", "<style", "<body", "<img", "<form"} {
		if at := strings.Index(got, element); at >= 0 && at < strings.Index(got, tag) {
			t.Errorf("%s stands before the policy", element)
		}
	}
	if strings.Contains(served(t, "once"), "Content-Security-Policy") {
		t.Error("the server's page has a second policy")
	}
}
