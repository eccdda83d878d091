//go:build js && wasm

// Command wasm is the engine of the page in a browser. It runs package host in a Web Worker.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"pillars/web/host"
)

// main answers the questions of the worker, which calls pillarsAnswer with a question and a function. The function
// receives the kind of each reply ("thought", "answer" or "error") and its text. A search blocks the worker until it
// ends; the page stops a search by ending the worker.
func main() {
	engine := &host.Host{MaxTable: 128, MaxThreads: 1}
	js.Global().Set("pillarsAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, reply := []byte(args[0].String()), args[1]
		send := func(kind string, value any) {
			text, err := json.Marshal(value)
			if err != nil {
				kind, text = "error", []byte(`"the answer cannot be written"`)
			}
			reply.Invoke(kind, string(text))
		}
		go func() {
			answer, err := engine.Answer(context.Background(), question, func(t any) { send("thought", t) })
			if err != nil {
				send("error", err.Error())
				return
			}
			send("answer", answer)
		}()
		return nil
	}))
	js.Global().Call("pillarsReady")
	select {}
}
