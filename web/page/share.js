// The dialog that shares a game: a link, a picture of the position, the whole game as an animated picture.
import { button, find, make } from "pillars/dom.js";
import { download } from "pillars/files.js";
import { Gif, palette } from "pillars/gif.js";
import { pack } from "pillars/link.js";

/** @typedef {import("pillars/table.js").Table} Table */
/** @typedef {import("pillars/types").State} State */

const turnTime = 90, endTime = 360; // of a frame in hundredths of a second
const gifWidth = 520; // approximate width in pixels

/** @type {Table} */ let table;
/** @type {State} The whole game. */ let whole;
let picture = ""; // the position as SVG
let drawing = 0; // number of the GIF that is being drawn; the drawing of earlier ones stops

/** openShare opens the dialog for the game on the table. @param {Table} shared */
export async function openShare(shared) {
  table = shared;
  const dialog = find("#share-dialog") ?? build();
  await fill();
  if (!dialog.open) dialog.showModal();
}

// fill puts the link and the picture of the current game into the dialog, even if it is closed.
async function fill() {
  const { game } = table, playing = table.mode === "play";
  find("#share-variation").parentElement.hidden = !game.inVariation();
  const line = find("#share-variation").checked && game.inVariation() ? game.line() : game.line(game.root);
  whole = playing ? game.state() : { ...game.state(line.at(-1) ?? game.root), steps: [] };
  find("#share-link").value = location.href.replace(/#.*|$/, await pack(playing ? game.address("play") : game.address("analyse", line)));
  find("#save-gif").disabled = !whole.turns?.length;
  say("");
  picture = await draw(game.state());
  const image = find("#shown-picture");
  image.src = inAddress(picture);
  image.alt = `The position after ${game.path().length} turns`;
}

/** draw asks the engine for a picture as SVG. @param {State} state @returns {Promise<string>} */
const draw = async (state) => (await table.engine.ask({ do: "picture", ...state })).svg;

// build makes the dialog.
function build() {
  const act = (id, words, action) => button(words, () => attempt(action), { id });
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
      make("img", { id: "shown-picture" }),
      make("p", { class: "buttons" }, globalThis.ClipboardItem && act("copy-picture", "Copy picture", copyPicture), act("save-png", "Save PNG", savePNG),
        act("save-gif", "Save the game as GIF", saveGIF), make("button", { value: "ok", class: "close" }, "Close")),
      make("p", { class: "buttons", id: "share-progress", hidden: true }, make("progress", { "aria-label": "The GIF" }),
        button("Cancel", () => { drawing++; }, { id: "cancel-gif" })),
      make("p", { id: "share-said", role: "status" })));
  document.body.append(dialog);
  return dialog;
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

async function savePNG() { download(`${fileName()}.png`, "image/png", await png()); }

const fileName = () => `${table.view.game}-turn-${table.game.path().length}`;

const inAddress = (svg) => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);

/** loaded returns a picture that is ready to be drawn. @param {string} svg */
async function loaded(svg) {
  const image = new Image();
  image.src = inAddress(svg);
  await image.decode();
  return image;
}

/** canvasOf makes a canvas of a size. @param {number} width @param {number} height */
const canvasOf = (width, height) => Object.assign(document.createElement("canvas"), { width: Math.round(width), height: Math.round(height) });

/** png draws the position at twice its size. @returns {Promise<Blob>} */
async function png() {
  const image = await loaded(picture), canvas = canvasOf(2 * image.width, 2 * image.height);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

async function saveGIF() {
  const saving = find("#save-gif"), place = find("#share-progress");
  place.hidden = false;
  saving.disabled = true;
  try {
    const file = await gif(place.querySelector("progress"));
    if (!file) return "Stopped.";
    download(`${table.view.game}.gif`, "image/gif", file);
    return `The GIF has ${Math.ceil(file.size / 1000)} kB.`;
  } finally {
    place.hidden = true;
    saving.disabled = false;
  }
}

/** gif returns the whole game as a GIF with a frame for each position, or null if the person stops the drawing.
 * @param {HTMLProgressElement} bar */
async function gif(bar) {
  const number = ++drawing, { turns = [] } = whole, images = [], last = turns.length;
  Object.assign(bar, { max: 2 * (last + 1), value: 0 });
  for (let i = 0; i <= last; i++) {
    images.push(await loaded(await draw({ ...whole, turns: turns.slice(0, i), steps: i < last ? [] : whole.steps })));
    bar.value++;
    if (number !== drawing) return null;
  }
  const wide = Math.max(...images.map(({ width }) => width)), high = Math.max(...images.map(({ height }) => height)), by = Math.min(2, gifWidth / wide);
  const canvas = canvasOf(by * wide, by * high), pen = canvas.getContext("2d", { willReadFrequently: true });
  const pixels = async (/** @type {HTMLImageElement} */ image) => {
    await new Promise((done) => { setTimeout(done); }); // so that the page can react meanwhile
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, by * image.width, by * image.height);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const samples = [];
  for (const i of new Set([0, last >> 1, last])) samples.push(await pixels(images[i]));
  const made = new Gif(canvas.width, canvas.height, palette(samples));
  for (const [i, image] of images.entries()) {
    made.add(await pixels(image), i < last ? turnTime : endTime);
    bar.value++;
    if (number !== drawing) return null;
  }
  return made.file();
}
