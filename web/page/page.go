// Package page writes the page from the HTML, CSS and ES modules that it embeds. The same modules run in a single file,
// which contains the engine as WebAssembly, and from a server, which is the engine itself and also has modules for
// stored runs. Only the addresses of the modules in the import map differ. The browser runs the modules as they are,
// without a compiler or bundler.
package page

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"pillars/docs"
	"pillars/engine/games"
	"pillars/search/players"
)

//go:embed index.html style/*.css *.js
var files embed.FS

// Module returns the named module for a server to send. Without such a module, the error wraps [fs.ErrNotExist].
func Module(name string) ([]byte, error) {
	if path.Ext(name) != ".js" {
		return nil, fs.ErrNotExist
	}
	return files.ReadFile(name)
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
	ImportMap, Engine    template.HTML
	Script, Rules        template.HTML
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

// Write writes the file. The engine, the modules and the rules are base64 of gzip files, which unpack.js unpacks.
func (s Single) Write(w io.Writer) error {
	offline := modules()
	maps.DeleteFunc(offline, func(name, _ string) bool { return needsServer(name) })
	parts, err := json.Marshal(map[string]any{"modules": offline, "rules": rules()})
	if err != nil {
		return err
	}
	packed, err := Gzip(parts)
	if err != nil {
		return err
	}
	worker := textOf(unpackFile) + s.WasmExec + "\n" + textOf(workerFile)
	asText := base64.StdEncoding.EncodeToString
	plain := func(id, text string) template.HTML { return element("script", `type="text/plain" id="`+id+`"`, text) }
	return write(w, content{
		Policy:   policy,
		Engine:   plain("parts", asText(packed)) + plain("engine", asText(s.Wasm)) + plain("worker", worker),
		Script:   element("script", "", textOf(unpackFile)+textOf(startFile)),
		Licences: s.Licences,
	}, "")
}

// needsServer reports whether a module or style sheet is for stored runs, which only a server has.
func needsServer(name string) bool { return strings.HasPrefix(path.Base(name), "runs") }

// modules returns the texts of the ES modules by the names by which they import each other.
func modules() map[string]string {
	texts := map[string]string{}
	names, _ := fs.Glob(files, "*.js") // fails only for an invalid pattern
	for _, name := range names {
		if name != unpackFile && name != startFile && name != workerFile {
			texts["pillars/"+name] = textOf(name)
		}
	}
	return texts
}

// textOf returns an embedded script or style sheet.
func textOf(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the file is not embedded
	}
	return string(text)
}

// Gzip returns data as a gzip file, compressed as far as possible.
func Gzip(data []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails only for an invalid level
	_, err := w.Write(data)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}

// policy forbids all requests to a page in one file. A server sends another policy.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; ` +
	`script-src 'unsafe-inline' data: blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; base-uri 'none'; ` +
	`form-action 'none'">`

// check is a script that shows a message if the modules of the page do not run.
const check = `addEventListener("load", async () => {
  await globalThis.starting;
  if (globalThis.pillars) return;
  (document.querySelector("#elsewhere") ?? document.body).textContent = "The page cannot run. Load it again. " +
    "If that does not help, the file is cut short, or the browser is older than 2023.";
});`

// Served writes the page for a server to send. Its inline scripts and styles have the nonce of the content security
// policy that the server sends.
func Served(w io.Writer, nonce string) error {
	imports := modules()
	for name := range imports {
		imports[name] = "./page/" + path.Base(name)
	}
	importMap, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		return err
	}
	attribute := ""
	if nonce != "" {
		attribute = ` nonce="` + nonce + `"`
	}
	return write(w, content{
		Server:    true,
		ImportMap: element("script", `type="importmap"`+attribute, string(importMap)),
		Script:    element("script", `type="module"`+attribute, `import "pillars/main.js";`),
		Rules:     rules(),
	}, attribute)
}

// write adds to c what every page has, and executes the template. attribute is the HTML attribute with the nonce of a
// served page, or empty.
func write(w io.Writer, c content, attribute string) error {
	c.Style, c.Check = element("style", attribute, style(c.Server)), element("script", attribute, check)
	parsed, err := template.ParseFS(files, "index.html")
	if err == nil {
		c.Players, err = titles(attribute)
	}
	if err != nil {
		return err
	}
	return parsed.Execute(w, c)
}

// titles returns a script element with the titles of the kinds of players as JSON, for opponents.js. The attribute is
// as for write.
func titles(attribute string) (template.HTML, error) {
	type title struct {
		Title string `json:"title"`
		Words string `json:"words"`
	}
	all := map[string]title{}
	for _, kind := range players.Kinds() {
		if kind.Title != "" {
			all[kind.Name] = title{kind.Title, kind.Words}
		}
	}
	text, err := json.Marshal(all)
	return element("script", `type="application/json" id="players"`+attribute, string(text)), err
}

// style returns the style sheets as one: base.css, which defines the scales and colours, and then the others.
func style(served bool) string {
	const base = "style/base.css"
	text := textOf(base)
	names, _ := fs.Glob(files, "style/*.css") // fails only for an invalid pattern
	for _, name := range names {
		if name != base && (served || !needsServer(name)) {
			text += textOf(name)
		}
	}
	return text
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
		title := template.HTMLEscapeString(game.Title())
		b.WriteString(`<section data-title="` + title + `" data-game="` + game.Name() + `"><h2>` + title + "</h2>")
		_ = markdown.Convert([]byte(docs.RulesMarkdown(game.Name())), &b) // fails only if b cannot be written
		b.WriteString("</section>\n")
	}
	return template.HTML(b.String())
})
