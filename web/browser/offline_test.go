//go:build browser

package browser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// largest is the most bytes of the page in one file, which people send by mail and load on telephones.
const largest = 2_500_000

// TestInstallOffline opens the page in one file without a network and plays. The browser must refuse requests to
// anywhere, even if a script in the page sends them.
func TestInstallOffline(t *testing.T) {
	t.Parallel()
	address := file(t)
	if info, err := os.Stat(strings.TrimPrefix(address, "file://")); err != nil || info.Size() > largest {
		t.Errorf("the page has more than %d bytes: %v, %v", largest, info, err)
	}
	v := visit(t, address, 360, 740)
	v.click(`[data-square="c3"]`)
	v.until(`pillars.table.game.path().length === 2 && ` + yours)
	v.click("#dark")
	v.reload()
	v.until(`"dark" in document.documentElement.dataset`)
	v.click("#dark")
	v.click("#more")
	v.inspect("settings")
	v.refused.Store(true)
	for directive, script := range map[string]string{
		"connect-src":     `fetch("https://example.org/").catch(() => {})`,
		"script-src-elem": `import("https://example.org/").catch(() => {})`,
		"img-src":         `new Image().src = "https://example.org/"`,
		"frame-src": `document.body.append(Object.assign(document.createElement("iframe"),
			{ src: "https://example.org/" }))`,
	} {
		v.violates(script, directive)
	}
}

// violates evaluates a script, which the browser must refuse by a directive of the page's content security policy.
func (v *visitor) violates(script, directive string) {
	v.t.Helper()
	got := v.answer(`new Promise((refused) => {
		addEventListener("securitypolicyviolation", (event) => refused(event.effectiveDirective), { once: true });
		` + script + `; })`)
	if got != directive {
		v.t.Errorf("%s is refused by %s instead of %s", script, got, directive)
	}
}

// TestBrokenPagesSaySo opens a truncated file and one with a damaged engine, and checks that each shows a message.
func TestBrokenPagesSaySo(t *testing.T) {
	t.Parallel()
	whole, err := os.ReadFile(strings.TrimPrefix(file(t), "file://"))
	if err != nil {
		t.Fatal(err)
	}
	middle := len(whole) / 2
	for want, page := range map[string][]byte{
		"the file is cut short": whole[:middle],
		"The engine failed":     slices.Concat(whole[:middle], []byte("!!!!!"), whole[middle+5:]),
	} {
		v := open(t, written(t, page), 800, 600)
		v.until(`document.body.innerText.includes(` + quoted(want) + `) &&
			!document.body.innerText.includes("Loading")`)
	}
}

// written writes a page to a folder and returns its address.
func written(t *testing.T, page []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, page, 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}
