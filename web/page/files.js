// Games in and out of the page: links, saved games, pictures.
import { button, find, make, short } from "pillars/dom.js";
import { nameOf } from "pillars/status.js";

// save writes the game as PGN.
export async function save(table) {
  const { game, view, resigned } = table;
  const last = table.mode === "play" ? game.at : game.line().at(-1) ?? game.root; // play drops what was taken back
  const question = { do: "save", ...game.state(last), steps: [], resigned: resigned?.seat,
    players: view.seats.map((_, i) => nameOf(table, i)), date: new Date().toISOString().slice(0, 10).replaceAll("-", ".") };
  return (await table.engine.ask(question)).pgn;
}

export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// settings runs what a button of the dialog does and says in the dialog what went wrong.
export async function settings(action) {
  const place = find("#settings-said");
  try {
    place.className = "";
    place.textContent = await action() ?? "";
  } catch (error) {
    place.className = "wrong";
    place.textContent = error.message;
  }
}

// filesDialog lets the buttons of the dialog work; openGame puts a loaded game on the table.
export function filesDialog(table, openGame) {
  find("#copy-link").addEventListener("click", () => settings(async () => {
    const link = location.href.replace(/#.*|$/, table.game.address(table.mode));
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    return copied ? "The link is copied." : `This browser cannot copy here. The link is ${link}`;
  }));
  find("#save-pgn").addEventListener("click", () => settings(async () => download("game.pgn", "text/plain", await save(table))));
  find("#save-svg").addEventListener("click", () => settings(async () => {
    const { svg } = await table.engine.ask({ do: "picture", ...table.game.state() });
    download("position.svg", "image/svg+xml", svg);
  }));
  find("#load-pgn").addEventListener("click", () => load(find("#pgn").value));
  find("#pgn-file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) load(await file.text());
  });

  // load reads a text, and asks which of several games is wanted.
  function load(text) {
    find("#loaded").replaceChildren();
    return settings(async () => {
      const { game, options, start } = table.game.rules; // of a text that has no tags
      const games = await table.engine.ask({ do: "load", pgn: text, game, options, start });
      if (games.length === 1) return open(games[0]);
      find("#loaded").replaceChildren(...games.map((one, i) => button(`${i + 1}. ${told(one)}, ${one.turns?.length ?? 0} turns`, () => settings(() => open(one)))));
      return `${games.length} games: choose one.`;
    });
  }

  async function open(one) {
    find("#files-dialog").close();
    await openGame(one);
    table.say(told(one));
  }
}

// told says who played a loaded game, and how it ended.
function told({ players, result, ended }) {
  const names = players.map((name) => short(name) || "?").join(" and ");
  return `${names}, ${result}${ended ? ", " + short(ended) : ""}`;
}
