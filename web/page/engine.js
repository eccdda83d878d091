// The engine, in a Web Worker or in the server. The page asks the questions of package web/host, as JSON, and gets an answer
// to each; a search sends thoughts before its answer. A lane answers one question at a time. The board and searches have
// separate lanes, so that the board works during a search. Stopping a search closes its lane; the next one opens a new lane.

import { known, learn } from "pillars/drawn.js";

export class Stopped extends Error {}

const boards = new Set(["view", "edit", "sample"]); // questions about a board

export class Engine {
  /** @type {Record<string, any>} */ lanes = {};

  // open() makes a lane: {ask(question, {thought, answer, error}), close(), failed}. A failed lane answers no more.
  constructor(open) {
    this.open = open;
  }

  // ask returns the answer to a question that needs no search.
  async ask(question) {
    const answer = await this.#send("board", boards.has(question.do) ? { ...question, known: known() } : question);
    if (boards.has(question.do)) learn(answer);
    return answer;
  }

  /** games lists the games with their options, which the page contains. @type {() => import("pillars/types").GameFacts[]} */
  games() { return /** @type {any} */ (globalThis).games; }

  // think asks a question that a search answers. It ends the search before, if one is running.
  think(question, thought) {
    this.stop();
    return this.#send("search", question, thought);
  }

  // stop ends the running search, whose promise rejects with Stopped.
  stop() {
    const lane = this.lanes.search;
    if (!lane?.waiting.length) return;
    delete this.lanes.search;
    lane.close();
    for (const one of lane.waiting) one.reject(new Stopped("stopped"));
  }

  #send(name, question, thought = () => {}) {
    if (this.lanes[name]?.failed) delete this.lanes[name];
    const lane = this.lanes[name] ??= Object.assign(this.open(), { waiting: [] });
    return new Promise((resolve, reject) => {
      const one = { reject };
      lane.waiting.push(one);
      const end = (settle) => (...values) => {
        lane.waiting = lane.waiting.filter((other) => other !== one);
        settle(...values);
      };
      const error = end((text, lost) => reject(Object.assign(new Error(shortened(text)), { lost })));
      lane.ask(question, { thought, answer: end(resolve), error });
    });
  }
}

// shortened cuts the middle out of an error, which may quote a long text.
const shortened = (text) => (text.length > 500 ? `${text.slice(0, 240)} ... ${text.slice(-240)}` : text);

// workerHost runs the engine in Web Workers. The first one unpacks the WebAssembly; the others get its module.
export function workerHost(script, packed) {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  let module = null;
  return () => {
    const worker = new Worker(address);
    const replies = new Map();
    let number = 0;
    worker.onmessage = ({ data }) => {
      if (data.module) return void (module = data.module);
      if (data.failed) return fail(data.failed);
      const reply = replies.get(data.number);
      if (data.kind !== "thought") replies.delete(data.number);
      reply?.[data.kind](JSON.parse(data.text));
    };
    worker.onerror = (event) => fail(event.message);
    worker.postMessage(module ? { module } : { packed });
    const fail = (text) => {
      lane.failed = true;
      worker.terminate();
      for (const reply of replies.values()) reply.error("The engine failed: " + text);
    };
    const lane = {
      ask(question, reply) {
        replies.set(++number, reply);
        worker.postMessage({ number, question: JSON.stringify(question) });
      },
      close() { worker.terminate(); },
    };
    return lane;
  };
}

// serverHost asks the program that served the page. Its answers are lines of JSON; an aborted request ends the search.
export function serverHost(address) {
  return () => {
    const abort = new AbortController();
    return {
      async ask(question, reply) {
        try {
          const response = await fetch(address, {
            method: "POST", signal: abort.signal, headers: { "Content-Type": "application/json" },
            body: JSON.stringify(question),
          });
          if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
          let ended = false;
          await eachLine(response.body, (line) => {
            const [kind, value] = Object.entries(JSON.parse(line))[0];
            ended ||= kind !== "thought";
            reply[kind](value);
          });
          if (!ended) throw new TypeError("the answer was cut off");
        } catch (error) {
          if (abort.signal.aborted) return;
          const lost = error instanceof TypeError;
          reply.error(lost ? "The server does not answer. Is pillars serve still running? Your game is kept." : error.message, lost);
        }
      },
      close() { abort.abort(); },
    };
  };
}

async function eachLine(body, take) {
  const decoder = new TextDecoderStream();
  const reader = body.pipeThrough(decoder).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines) if (line) take(line);
    if (done) return;
  }
}
