// Package page writes the page, whose HTML, CSS and ES modules it embeds. The same modules run in a single file, which
// contains the engine as WebAssembly, and from a server, which is the engine itself; only the addresses in the import
// map differ. Nothing is compiled or bundled: the browser runs these files as they are.
package page

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"pillars/docs"
	"pillars/engine/games"
)

//go:embed index.html page.css *.js
var files embed.FS

// Module returns a module for a server to send. It returns an error that wraps [fs.ErrNotExist] if there is none of
// that name.
func Module(name string) ([]byte, error) {
	if path.Ext(name) != ".js" {
		return nil, fs.ErrNotExist
	}
	return files.ReadFile(name)
}

// workerFile is not a module: it runs in a worker after wasm_exec.js.
const workerFile = "worker.js"

// content holds the data of the template.
type content struct {
	Server               bool
	Policy, Check, Style template.HTML
	ImportMap, Engine    template.HTML
	Script, Rules        template.HTML
	Licences             string
}

// A Single is a page in one file: the engine as gzipped WebAssembly, the wasm_exec.js of the toolchain that built it,
// and the licences of all parts.
type Single struct {
	Wasm     []byte
	WasmExec string
	Licences string
}

// Write writes the file of the page.
func (s Single) Write(w io.Writer) error {
	worker, err := files.ReadFile(workerFile)
	if err != nil {
		return err
	}
	engine := element("script", `type="text/plain" id="engine"`, packText(s.Wasm)) +
		element("script", `type="text/plain" id="worker"`,
			string(unindented([]byte(s.WasmExec+"\n"+string(worker)))))
	address := func(_ string, module []byte) string { return "data:text/javascript," + asData.Replace(string(module)) }
	return write(w, content{Policy: policy, Engine: engine, Licences: s.Licences}, "", address)
}

// policy forbids a page in one file all requests. A server sends a policy of its own.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; ` +
	`script-src 'unsafe-inline' data: blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; base-uri 'none'; ` +
	`form-action 'none'">`

// check shows a message if the rest of the page does not run.
const check = `addEventListener("load", () => {
  if (globalThis.pillars) return;
  (document.querySelector("#status") ?? document.body).textContent = "The page cannot run. Load it again. " +
    "If that does not help, the file is cut short, or the browser is older than 2023.";
});`

// asData escapes characters that a data address cannot contain.
var asData = strings.NewReplacer("%", "%25", "#", "%23", "\n", "%0A", "<", "%3C", ">", "%3E", "&", "%26", `"`, "%22")

// unkept holds the characters that HTML does not preserve in a script.
const unkept = "\x00\r<"

// packText encodes bytes as text: the number of bytes, a blank, and an ASCII character for every seven bits. A
// character of unkept is encoded together with the next seven bits as a character from 256 on, which takes two bytes in
// UTF-8. The text is a seventh longer than the bytes, while base 64 would be a third longer. worker.js decodes it.
func packText(data []byte) string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(len(data)) + " ")
	first := -1 // index in unkept of the character to encode with the next seven bits, or -1
	put := func(seven uint32) {
		seven &= 0x7f
		which := strings.IndexByte(unkept, byte(seven))
		switch {
		case first >= 0:
			b.WriteRune(rune(256 + first<<7 + int(seven)))
			first = -1
		case which >= 0:
			first = which
		default:
			b.WriteByte(byte(seven))
		}
	}
	bits, have := uint32(0), 0
	for _, octet := range data {
		bits, have = bits<<8|uint32(octet), have+8
		for ; have >= 7; have -= 7 {
			put(bits >> (have - 7))
		}
	}
	put(bits << (7 - have)) // have is less than 7
	if first >= 0 {
		put(0)
	}
	return b.String()
}

// Served writes the page for a server to send. Its inline parts have the nonce of the response's content security
// policy.
func Served(w io.Writer, nonce string) error {
	address := func(name string, _ []byte) string { return "./page/" + name }
	return write(w, content{Server: true}, nonce, address)
}

// write executes the template; address returns the address of a module.
func write(w io.Writer, c content, nonce string, address func(name string, text []byte) string) error {
	imports := map[string]string{}
	names, _ := fs.Glob(files, "*.js") // the pattern is right
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if !c.Server {
			text = unindented(text)
		}
		if name != workerFile && (c.Server || !strings.HasPrefix(name, "runs")) { // a single file shows no runs
			imports["pillars/"+name] = address(name, text)
		}
	}
	importMap, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		return err
	}
	style, err := files.ReadFile("page.css")
	if err != nil {
		return err
	}
	if c.Rules, err = rules(); err != nil {
		return err
	}
	var once string
	if nonce != "" {
		once = ` nonce="` + nonce + `"`
	}
	c.Style = element("style", once, string(style))
	c.ImportMap = element("script", `type="importmap"`+once, string(importMap))
	c.Check = element("script", once, check)
	c.Script = element("script", `type="module"`+once, `import "pillars/main.js";`)
	parsed, err := template.ParseFS(files, "index.html")
	if err != nil {
		return err
	}
	return parsed.Execute(w, c)
}

// unindented returns a script without the lines that are comments and without the blanks at the beginning of lines,
// which a file to pass on need not hold.
func unindented(script []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(script) {
		if line = bytes.TrimLeft(line, " \t"); !bytes.HasPrefix(line, []byte("//")) {
			b.Write(line)
		}
	}
	return b.Bytes()
}

// element returns an element, with end tags in its text escaped.
func element(name, attributes, text string) template.HTML {
	text = strings.ReplaceAll(text, "</"+name, `<\/`+name)
	return template.HTML("<" + name + " " + strings.TrimSpace(attributes) + ">" + text + "</" + name + ">")
}

// rules returns the rules of every game as HTML, each in a section, and converts them only once. Images are drawn by
// the engine: their titles are positions.
var rules = sync.OnceValues(func() (template.HTML, error) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table))
	var b bytes.Buffer
	for _, game := range games.All() {
		title := template.HTMLEscapeString(game.Title())
		b.WriteString(`<section data-title="` + title + `" data-game="` + game.Name() + `"><h2>` + title + "</h2>")
		if err := markdown.Convert([]byte(docs.Game(game.Title())), &b); err != nil {
			return "", err
		}
		b.WriteString("</section>\n")
	}
	return template.HTML(b.String()), nil
})
