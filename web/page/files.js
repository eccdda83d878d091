// Saving and loading games as PGN.
import { button, find, make } from "pillars/dom.js";
import { gameWalk, listGames, told } from "pillars/gamelist.js";
import { written } from "pillars/notes.js";
import { playersOf } from "pillars/status.js";

/**
 * pgnOf returns a game as PGN up to its last turn or a given one; the whole game has its variations, comments, marks and
 * evaluations.
 * @param {import("pillars/engine.js").Engine} engine
 * @param {import("pillars/game.js").Game} game
 * @param {{ players: string[], resigned?: number, whole?: boolean, last?: import("pillars/types").Node, time?: number }} how
 */
export async function pgnOf(engine, game, { players, resigned, whole, last = game.line(game.root).at(-1) ?? game.root, time = Date.now() }) {
  const tree = whole ? game.tree().map(({ turn, after, ...node }) => ({ turn, after, ...written(node) })) : undefined;
  const question = { do: "save", ...game.state(last), steps: [], resigned: resigned ?? last.ended?.seat, tree, players, date: new Date(time).toISOString().slice(0, 10).replaceAll("-", ".") };
  return (await engine.ask(question)).pgn;
}

// save returns the game on the table as PGN, in analysis the whole one; or only the given line.
export async function save(table, line = null) {
  const { game, resigned, mode } = table, last = mode === "play" ? game.at : line?.at(-1); // in play, the turns taken back are gone
  const pgn = await pgnOf(table.engine, game, { players: playersOf(table), resigned: resigned?.seat, whole: !line && mode === "analyse", last });
  if (!line) game.saved = game.print();
  return pgn;
}

/**
 * download saves a file.
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} content
 */
export function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// settings runs the action of a button of the dialog and shows an error in the dialog.
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

/**
 * mayReplace waits until the game on the table is saved or the person gives it up. A question in the dialog offers both.
 * @param {import("pillars/table.js").Table} table
 */
export async function mayReplace({ game, mode }, saveIt = () => {}) {
  if (!game?.root.children.length || !["analyse", "play"].includes(mode) || game.saved === game.print()) return;
  const dialog = find("#files-dialog"), place = find("#settings-said");
  if (!dialog.open) dialog.showModal();
  await new Promise((allowed) => {
    place.className = "";
    place.replaceChildren("The game on the board is not saved. ", button("Save it first", async () => { await saveIt(); allowed(null); }, { class: "main" }), " ",
      button("Replace it", () => allowed(null)));
    place.firstElementChild.focus();
    place.scrollIntoView({ block: "nearest" });
  });
  place.textContent = "";
}

/**
 * filesDialog sets up the buttons of the dialog.
 * @param {import("pillars/table.js").Table} table
 * @param {(state: any) => Promise<void>} openGame puts a loaded game on the table
 */
export function filesDialog(table, openGame) {
  find("#walk").after(gameWalk(table));
  const saveGame = async () => download("game.pgn", "text/plain", await save(table));
  find("#save-pgn").addEventListener("click", () => settings(saveGame));
  find("#save-line").addEventListener("click", () => settings(async () => download("variation.pgn", "text/plain",
    await save(table, table.game.line()))));
  const chosen = () => find("#pgn-file").files[0];
  find("#load-pgn").addEventListener("click", () => load(find("#pgn").value.trim())); // browsers send a change only
  find("#pgn-file").addEventListener("change", () => { if (chosen()) load(); }); // when another one is chosen

  // load reads the pasted text or else the chosen file, and asks which of several games to open.
  function load(pasted = "") {
    find("#loaded").replaceChildren();
    return settings(async () => {
      const file = pasted ? null : chosen();
      const { game, options, start } = table.game.rules; // the rules for a text without tags
      const all = await table.engine.ask({ do: "load", pgn: pasted || (await file?.text() ?? ""), game, options, start });
      const games = all.filter((one) => !one.fault), faults = all.flatMap((one) => one.fault ?? []);
      if (all.length === 1) return open(games[0]);
      listGames(games, table, open);
      return `${games.length} games: choose one.` +
        (faults.length ? ` ${faults.length} of ${all.length} could not be read; the first: ${faults[0]}` : "");
    });
  }

  function close() {
    find("#files-dialog").close();
    find("#pgn").value = find("#pgn-file").value = "";
  }

  async function open(one) {
    await mayReplace(table, saveGame);
    close();
    await openGame(one);
    table.game.players = one.players;
    table.say([told(one), ...(one.notes ?? [])].join(" "));
  }
}
