// Package page writes the page from the HTML, CSS and ES modules that it embeds. The same modules run in a single file,
// which contains the engine as WebAssembly, and from a server, which is the engine itself and also has modules for
// stored runs. In both, start.js gives the browser all modules at once, and an import map with their addresses. The
// browser runs the modules as they are, without a compiler or bundler.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"pillars/docs"
	"pillars/engine/games"
	"pillars/search/players"
	"pillars/web/host"
)

//go:embed index.html style/*.css *.js
var files embed.FS

// Files returns what a server sends besides the page, by the names under which the page asks for it: a script with all
// modules and the rules, and the style sheet. A name contains a hash of the text, so that browsers may keep the text
// for ever.
var Files = sync.OnceValue(func() map[string][]byte {
	parts := partsOf(modules())
	return map[string][]byte{
		hashed(scriptOf(parts), ".js"): scriptOf(parts),
		hashed(style(true), ".css"):    []byte(style(true)),
	}
})

// partsOf returns the modules, the rules and the list of games as JSON.
func partsOf(modules map[string]string) []byte {
	parts, _ := json.Marshal(map[string]any{"modules": modules, "rules": rules(), "games": host.Games()}) // cannot fail
	return parts
}

// scriptOf returns the script of a served page with the given parts.
func scriptOf(parts []byte) []byte {
	return []byte("globalThis.served = " + string(parts) + ";\n" + shortened(startFile))
}

// hashed returns a name that contains a hash of the text.
func hashed[T string | []byte](text T, extension string) string {
	return fmt.Sprintf("%.8x%s", sha256.Sum256([]byte(text)), extension)
}

// Scripts that are not modules. The page in one file runs unpack.js and then start.js. Its workers run unpack.js,
// wasm_exec.js of Go, and then worker.js.
const (
	unpackFile = "unpack.js"
	startFile  = "start.js"
	workerFile = "worker.js"
)

// A content holds what the template index.html inserts.
type content struct {
	Server               bool // whether a server sends the page
	Policy, Check, Style template.HTML
	Engine, Script       template.HTML
	Players              template.HTML
	Licences             string
}

// A Single is a page in one file. It has the engine as gzipped WebAssembly, the file wasm_exec.js of the Go toolchain
// that built the engine, and the licences of all parts.
type Single struct {
	Wasm     []byte
	WasmExec string
	Licences string
}

// Write writes the page as one file. Modules and rules are packed, which makes the file 125 kB shorter; start.js
// unpacks them.
func (s Single) Write(w io.Writer) error {
	offline := modules()
	maps.DeleteFunc(offline, func(name, _ string) bool { return needsServer(name) })
	packed, err := Gzip(partsOf(offline))
	if err != nil {
		return err
	}
	worker := shortened(unpackFile) + string(unindented([]byte(s.WasmExec+"\n"))) + shortened(workerFile)
	plain := func(id, text string) template.HTML { return element("script", `type="text/plain" id="`+id+`"`, text) }
	return write(w, content{
		Policy:   policy,
		Style:    element("style", "", style(false)),
		Engine:   plain("parts", packText(packed)) + plain("engine", packText(s.Wasm)) + plain("worker", worker),
		Script:   element("script", "", shortened(unpackFile)+shortened(startFile)),
		Licences: s.Licences,
	}, "")
}

// needsServer reports whether a module or style sheet is for stored runs, which only a server has.
func needsServer(name string) bool { return strings.HasPrefix(path.Base(name), "runs") }

// modules returns the shortened texts of the ES modules by the names by which they import each other.
func modules() map[string]string {
	texts := map[string]string{}
	names, _ := fs.Glob(files, "*.js") // fails only for an invalid pattern
	for _, name := range names {
		if name != unpackFile && name != startFile && name != workerFile {
			texts["pillars/"+name] = shortened(name)
		}
	}
	return texts
}

// shortened returns the text of an embedded script or style sheet, shortened by [unindented].
func shortened(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the file is not embedded
	}
	return string(unindented(text))
}

// Gzip returns data as a gzip file, compressed as far as possible.
func Gzip(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails only for an invalid level
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

// policy is the content security policy of the page in one file: it forbids the page all requests. A server sends
// another policy.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; ` +
	`script-src 'unsafe-inline' data: blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; base-uri 'none'; ` +
	`form-action 'none'">`

// check is a script that makes the page light or dark before it is drawn, as looks.js does later, and that shows a
// message if the modules of the page do not run.
const check = `try {
  const dark = JSON.parse(localStorage.getItem("pillars.dark")) ?? matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.toggleAttribute("data-dark", dark);
} catch { /* nothing is kept */ }
addEventListener("load", async () => {
  await globalThis.starting;
  if (globalThis.pillars) return;
  (document.querySelector("#elsewhere") ?? document.body).textContent = "The page cannot run. Load it again. " +
    "If that does not help, the file is cut short, or the browser is older than 2023.";
});`

// unkept lists the ASCII characters that packText must avoid, since HTML changes them or reads them as the beginning of
// a tag.
const unkept = "\x00\r<"

// packText encodes bytes as text, which unpack.js decodes. The text has the number of bytes, a blank, and one ASCII
// character for every seven bits. If seven bits would give a character of unkept, one character from 256 on, of two
// bytes in UTF-8, stands for these and the next seven bits. The text is a seventh longer than the bytes; base 64 would
// be a third longer.
func packText(data []byte) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(len(data)) + " ")
	pending := -1 // index in unkept of the last seven bits, if they are still to be written; otherwise -1
	put := func(bits uint32) {
		seven := byte(bits & 0x7f)
		index := strings.IndexByte(unkept, seven)
		switch {
		case pending >= 0:
			b.WriteRune(rune(256 + pending<<7 + int(seven)))
			pending = -1
		case index >= 0:
			pending = index
		default:
			b.WriteByte(seven)
		}
	}
	bits, unread := uint32(0), 0 // the lowest unread bits are still to be written
	for _, octet := range data {
		bits, unread = bits<<8|uint32(octet), unread+8
		for ; unread >= 7; unread -= 7 {
			put(bits >> (unread - 7))
		}
	}
	put(bits << (7 - unread)) // the last bits, filled up with zeros
	if pending >= 0 {
		put(0) // completes the pending character
	}
	return b.String()
}

// Served writes the page for a server to send. Its inline scripts and styles have the nonce of the content security
// policy that the server sends.
func Served(w io.Writer, nonce string) error {
	attribute := ""
	if nonce != "" {
		attribute = ` nonce="` + nonce + `"`
	}
	c := content{Server: true}
	for name := range Files() {
		switch path.Ext(name) {
		case ".js":
			c.Script = element("script", `src="page/`+name+`"`+attribute, "")
		case ".css":
			c.Style = template.HTML(`<link rel="stylesheet" href="page/` + name + `">`)
		}
	}
	return write(w, c, attribute)
}

// write adds to c the parts that every page has, and executes the template. The argument attribute is the HTML
// attribute with the nonce of a served page, or empty.
func write(w io.Writer, c content, attribute string) error {
	c.Check = element("script", attribute, check)
	parsed, err := template.ParseFS(files, "index.html")
	if err == nil {
		c.Players, err = titles(attribute)
	}
	if err != nil {
		return err
	}
	return parsed.Execute(w, c)
}

// titles returns a script element with the titles of the kinds of players as JSON, for opponents.js. The argument
// attribute is the HTML attribute with the nonce of a served page, or empty.
func titles(attribute string) (template.HTML, error) {
	all := map[string]map[string]string{}
	for _, kind := range players.Kinds() {
		if kind.Title != "" {
			all[kind.Name] = map[string]string{"title": kind.Title, "words": kind.Words}
		}
	}
	text, err := json.Marshal(all)
	return element("script", `type="application/json" id="players"`+attribute, string(text)), err
}

// style returns the style sheets as one: base.css, which defines the scales and colours, and then the others.
func style(served bool) string {
	const base = "style/base.css"
	text := shortened(base)
	names, _ := fs.Glob(files, "style/*.css") // fails only for an invalid pattern
	for _, name := range names {
		if name != base && (served || !needsServer(name)) {
			text += shortened(name)
		}
	}
	return text
}

// unindented returns a script or style sheet without the comments that begin a line and without blanks at the beginning
// of lines, which makes the file shorter.
func unindented(text []byte) []byte {
	var b bytes.Buffer
	inside := false // whether the line is in a comment between /* and */
	for line := range bytes.Lines(text) {
		line = bytes.TrimLeft(line, " \t")
		if inside = inside || bytes.HasPrefix(line, []byte("/*")); inside {
			_, after, ended := bytes.Cut(line, []byte("*/"))
			if !ended {
				continue
			}
			inside, line = false, bytes.TrimLeft(after, " \t\n")
		}
		if !bytes.HasPrefix(line, []byte("//")) {
			b.Write(line)
		}
	}
	return b.Bytes()
}

// element returns an HTML element. It escapes the element's end tag in the text.
func element(name, attributes, text string) template.HTML {
	text = strings.ReplaceAll(text, "</"+name, `<\/`+name)
	return template.HTML("<" + name + " " + strings.TrimSpace(attributes) + ">" + text + "</" + name + ">")
}

// rules returns the rules of every game as HTML, each in a section. The title of an image is the text of a position,
// which the page asks the engine to draw.
var rules = sync.OnceValue(func() template.HTML {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table))
	var b bytes.Buffer
	for _, game := range games.All() {
		text := docs.RulesMarkdown(game.Name())
		if text == "" {
			continue // nobody has described the game yet
		}
		title := template.HTMLEscapeString(game.Title())
		b.WriteString(`<section data-title="` + title + `" data-game="` + game.Name() + `"><h2>` + title + "</h2>")
		_ = markdown.Convert([]byte(text), &b) // fails only if b cannot be written
		b.WriteString("</section>\n")
	}
	return template.HTML(b.String())
})
