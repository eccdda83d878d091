// The dialog that shares a game: a link, a picture of the position, the whole game as an animated picture.
import { button, find, make } from "pillars/dom.js";
import { download } from "pillars/files.js";
import { Gif, palette } from "pillars/gif.js";
import { pack } from "pillars/link.js";
import { namesOf } from "pillars/status.js";

/** @typedef {import("pillars/table.js").Table} Table */

const turnTime = 90, endTime = 360; // of a frame in hundredths of a second, as in the animated SVG
const gifWidth = 520; // approximate width in pixels

/** @type {Table} */ let table;
/** @type {Record<string, object>} The question to the engine for each kind of picture. */ let asked;
/** @type {Record<string, string>} The pictures drawn so far, as SVG. */ let drawn;
let drawing = 0; // number of the GIF that is being drawn; the drawing of earlier ones stops

/** openShare opens the dialog for the game on the table. @param {Table} shared */
export async function openShare(shared) {
  table = shared;
  const dialog = find("#share-dialog") ?? build();
  await fill();
  if (!dialog.open) dialog.showModal();
}

// fill puts the link and the questions for the pictures of the current game into the dialog, even if it is closed.
async function fill() {
  const { game, resigned } = table;
  const question = { ...game.state(), resigned: resigned?.seat, players: players() };
  find("#share-variation").parentElement.hidden = !game.inVariation();
  const line = find("#share-variation").checked && game.inVariation() ? game.line() : game.line(game.root);
  const whole = table.mode === "play" ? question : { ...question, ...game.state(line.at(-1) ?? game.root), steps: [] };
  asked = { picture: { do: "picture", ...question }, film: { do: "film", ...whole } };
  drawn = {};
  const address = table.mode === "play" ? game.address("play") : game.address("analyse", line);
  find("#share-link").value = location.href.replace(/#.*|$/, await pack(address));
  find("#share-film").disabled = !whole.turns.length;
  if (!whole.turns.length) find("#share-picture").checked = true;
  say("");
  await show();
}

// players lists the names of the players by seat; the person at this page has none.
const players = () => namesOf(table).map((name) => (name === "you" || name === "?" ? "" : name));

// build makes the dialog.
function build() {
  const kind = (value, words, checked) => make("label", {}, make("input", { type: "radio", name: "shared", id: `share-${value}`, value, checked,
    onchange: () => attempt(show) }), " " + words);
  const act = (id, words, action, kind) => button(words, () => attempt(action), { id, "data-kind": kind });
  const dialog = make("dialog", { id: "share-dialog", "aria-labelledby": "share-title", onclose: () => { drawing++; } },
    make("form", { method: "dialog" },
      make("h2", { id: "share-title" }, "Share"),
      make("p", { class: "linked" }, make("label", { for: "share-link" }, "Link to this game"),
        make("input", { id: "share-link", readonly: true, onfocus: (event) => event.target.select() }),
        button("Copy", () => attempt(copyLink), { id: "copy-link", class: "main", autofocus: true, "aria-label": "Copy the link" })),
      make("p", { class: "soft" }, location.protocol === "file:" ? "This page is a file on your device: the link works only here. " +
        "Send others a picture, or the file of the page and the link." : "The link holds the whole game and opens it at this turn."),
      make("label", {}, make("input", { type: "checkbox", id: "share-variation", onchange: () => attempt(fill) }),
        " Share this variation instead of the game"),
      make("fieldset", { class: "which" }, make("legend", {}, "Picture"), kind("picture", "this position", true), kind("film", "the game, animated")),
      make("img", { id: "shown-picture" }),
      make("p", { class: "buttons" },
        globalThis.ClipboardItem && act("copy-picture", "Copy picture", copyPicture, "picture"),
        act("save-png", "Save PNG", savePNG, "picture"),
        act("save-gif", "Save GIF", saveGIF, "film"),
        act("save-svg", "Save SVG", saveSVG),
        make("button", { value: "ok", class: "close" }, "Close")),
      make("p", { class: "buttons", id: "share-progress", hidden: true }, make("progress", { "aria-label": "The GIF" }),
        button("Cancel", () => { drawing++; }, { id: "cancel-gif" })),
      make("p", { id: "share-said", role: "status" })));
  document.body.append(dialog);
  return dialog;
}

const chosen = () => (find("#share-film").checked ? "film" : "picture");

// show shows the chosen picture and the buttons for it. The engine draws a picture when it is first wanted.
async function show() {
  const kind = chosen(), image = find("#shown-picture"), pictures = drawn;
  for (const one of find("#share-dialog").querySelectorAll("[data-kind]")) one.hidden = one.dataset.kind !== kind;
  pictures[kind] ??= (await table.engine.ask(asked[kind])).svg;
  if (kind !== chosen() || pictures !== drawn) return;
  image.src = inAddress(drawn[kind]);
  image.alt = `${kind === "film" ? "The game" : "The position"}: ${new DOMParser().parseFromString(drawn[kind], "image/svg+xml").title}`;
  find("#save-svg").textContent = `Save SVG (${Math.ceil(new Blob([drawn[kind]]).size / 1000)} kB)`;
}

function say(text, wrong = false) {
  find("#share-said").textContent = text;
  find("#share-said").className = wrong ? "wrong" : "";
}

// attempt runs the action of a button and shows its result or error in the dialog.
async function attempt(action) {
  try {
    say(await action() ?? "");
  } catch (error) {
    say(error.message, true);
  }
}

async function copyLink() {
  find("#share-link").select();
  const copied = await navigator.clipboard?.writeText(find("#share-link").value).then(() => true, () => false);
  return copied ? "The link is copied." : "This browser cannot copy here. The link is selected: copy it by hand.";
}

async function copyPicture() {
  const copied = await navigator.clipboard.write([new ClipboardItem({ "image/png": png() })]).then(() => true, () => false);
  return copied ? "The picture is copied." : "This browser cannot copy pictures here. Save it instead.";
}

async function savePNG() { download(fileName("png"), "image/png", await png()); }

async function saveSVG() {
  await show();
  download(fileName("svg"), "image/svg+xml", drawn[chosen()]);
}

const fileName = (kind) => `${table.view.game}${chosen() === "film" ? "" : `-turn-${table.game.path().length}`}.${kind}`;

const inAddress = (svg) => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);

/** png draws the position at twice its size. @returns {Promise<Blob>} */
async function png() {
  const canvas = await raster(drawn.picture, () => 2);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

// raster draws a picture on a canvas. scale(width) returns the factor by which to enlarge it.
async function raster(svg, scale, canvas = document.createElement("canvas")) {
  const image = new Image();
  image.src = inAddress(svg);
  await image.decode();
  const by = scale(image.width);
  Object.assign(canvas, { width: Math.round(image.width * by), height: Math.round(image.height * by) });
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function saveGIF() {
  const file = await gif();
  if (!file) return "Stopped.";
  download(fileName("gif"), "image/gif", file);
  return `The GIF has ${Math.ceil(file.size / 1000)} kB.`;
}

// gif returns the film as a GIF, or null if the person stops the drawing.
async function gif() {
  const number = ++drawing;
  await show();
  const frames = stills(drawn.film), canvas = document.createElement("canvas");
  const pixels = async (i) => {
    await new Promise((done) => { setTimeout(done); }); // so that the page can react meanwhile
    const { width, height } = await raster(frames.at(i), (wide) => Math.min(2, gifWidth / wide), canvas);
    const pen = canvas.getContext("2d");
    Object.assign(pen, { globalCompositeOperation: "destination-over", fillStyle: "#fff" }).fillRect(0, 0, width, height);
    return pen.getImageData(0, 0, width, height).data;
  };
  const saving = find("#save-gif"), place = find("#share-progress"), bar = place.querySelector("progress");
  Object.assign(bar, { max: frames.count, value: 0 });
  place.hidden = false;
  saving.disabled = true;
  try {
    const samples = [];
    for (const i of new Set([0, frames.count >> 1, frames.count - 1])) samples.push(await pixels(i));
    const made = new Gif(canvas.width, canvas.height, palette(samples));
    for (let i = 0; i < frames.count; i++) {
      made.add(await pixels(i), i < frames.count - 1 ? turnTime : endTime);
      bar.value = i + 1;
      if (number !== drawing) return null;
    }
    return made.file();
  } finally {
    place.hidden = true;
    saving.disabled = false;
  }
}

/**
 * stills divides a film into its frames. The name of an element's animation says in which frames it is visible: f3-7 means
 * frames 3 to 6.
 * @param {string} film
 */
export function stills(film) {
  const bare = film.replace(/<style>[^]*?<\/style>/, "").replaceAll('style="animation-name:f', 'data-in="');
  const picture = new DOMParser().parseFromString(bare, "image/svg+xml");
  const parts = [...picture.querySelectorAll("[data-in]")].map((part) => ({ part, span: part.getAttribute("data-in").split("-").map(Number) }));
  return {
    count: Math.max(1, ...parts.map(({ span }) => span[1])),
    at(i) {
      for (const { part, span } of parts) part.setAttribute("visibility", span[0] <= i && i < span[1] ? "visible" : "hidden");
      return new XMLSerializer().serializeToString(picture);
    },
  };
}
