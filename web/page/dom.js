// Small helpers to make elements. Texts are never parsed as HTML.

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((c) => c != null));
  return element;
}

export function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * link makes a link whose plain click does the action. Other clicks, which open or copy the address, are left to the browser.
 * @param {any} text
 * @param {string} href
 * @param {() => unknown} action
 */
export const link = (text, href, action, attributes = {}) => acted(make("a", { href, ...attributes }, text), action);

/** acted makes a plain click on a link do the action. @param {any} one @param {() => unknown} action */
export function acted(one, action) {
  one.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    action();
  });
  return one;
}

/**
 * options makes the option elements of a select; the one with the chosen value is selected.
 * @param {string[][]} pairs values, each with its words
 * @param {string} [chosen]
 */
export const options = (pairs, chosen) => pairs.map(([value, words]) => make("option", { value, selected: value === chosen }, words));

/**
 * optionControl makes the form control for an option of a game.
 * @param {import("pillars/types").Option} o
 * @param {string} value
 * @param {object} [attributes]
 */
export const optionControl = (o, value, attributes = {}) => o.values?.length
  ? make("select", attributes, ...options(o.values.map((v) => [v.value, v.words]), value))
  : make("input", { ...attributes, value, ...(o.max ? { type: "number", min: o.min ?? 0, max: o.max } : {}) });

/** free returns whether a key press is for the page, not for a field, a dialog or a command of the browser. A switch uses only
 * the space bar. @param {any} event */
export const free = (event) => (!event.target.matches("input, textarea, select") || event.target.matches("[type=checkbox]") && event.key !== " ") && !event.ctrlKey && !event.metaKey && !event.altKey &&
  !document.querySelector("dialog[open]");

/** @type {(selector: string) => any} */
export const find = (selector) => document.querySelector(selector);

/** @type {(selector: string) => any[]} */
export const findAll = (selector) => [...document.querySelectorAll(selector)];

// write sets the text of an element if it differs, so that screen readers read it only once.
export function write(selector, text) {
  const place = find(selector);
  if (place.textContent !== text) place.textContent = text;
}

// short leaves out the middle of a very long text.
export function short(text) {
  const letters = [...text];
  return letters.length > 100 ? letters.slice(0, 60).join("") + " … " + letters.slice(-30).join("") : text;
}

// named makes an element for a text that a person chose, such as a name; it may be long or written from right to left.
export const named = (text, kind = "") => make("bdi", { class: kind || null, title: short(text) === text ? null : text }, short(text));

export const between = (players) => make("span", { class: "names" }, ...players.flatMap((name, i) => [i ? " – " : "", named(name)]));

// unbroken keeps numbers and their per cent signs on one line.
export const unbroken = (words) => words.replace(/(\d) %/g, "$1\u00a0%");

// percent writes a share from 0 to 1 as a percentage that no line break divides.
export const percent = (x) => (100 * x).toFixed(0) + "\u00a0%";

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
