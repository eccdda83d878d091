// Saving and loading games as PGN.
import { find, make } from "pillars/dom.js";
import { gameWalk, listGames, told } from "pillars/gamelist.js";
import { playersOf } from "pillars/status.js";

// save downloads the main line of the game, or the given line, as PGN.
export async function save(table, line = table.game.line(table.game.root)) {
  const { game, resigned } = table;
  const last = table.mode === "play" ? game.at : line.at(-1) ?? game.root; // in play, the turns taken back are gone
  const question = { do: "save", ...game.state(last), steps: [], resigned: resigned?.seat,
    players: playersOf(table), date: new Date().toISOString().slice(0, 10).replaceAll("-", ".") };
  return (await table.engine.ask(question)).pgn;
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
 * filesDialog sets up the buttons of the dialog.
 * @param {import("pillars/table.js").Table} table
 * @param {(state: any) => Promise<void>} openGame puts a loaded game on the table
 */
export function filesDialog(table, openGame) {
  find("#walk").after(gameWalk(table));
  find("#save-pgn").addEventListener("click", () => settings(async () => download("game.pgn", "text/plain", await save(table))));
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
    close();
    await openGame(one);
    table.game.players = one.players;
    table.say([told(one), ...(one.notes ?? [])].join(" "));
  }
}
