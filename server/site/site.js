// What the pages for developers do beyond HTML. Every page is complete without it: search is a form, code is text.
// It is part of each page, and the page's policy allows exactly these bytes.

const SEARCH_DELAY_MS = 120;
const COPIED_MS = 2000;
const PROJECT_STORE = "svc.docs.project";

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const status = element("p", { class: "spoken", role: "status" });
document.body.append(status);

/* The list of pages begins with the one that is open in sight. */

const open = document.querySelector(".side .wide [aria-current]");
const side = open?.closest(".side");
if (open && side) side.scrollTop = open.getBoundingClientRect().top - side.clientHeight / 3;

/* Copy buttons: not on what a command prints. */

for (const pre of document.querySelectorAll("pre:not(.output)")) {
  const button = element("button", { class: "copy", type: "button" }, "Copy");
  const frame = element("div", { class: "code" });
  pre.replaceWith(frame);
  frame.append(pre, button);
  button.addEventListener("click", () => copy(pre, button));
}

/**
 * @param {Element} pre
 * @param {HTMLElement} button
 */
async function copy(pre, button) {
  let said = "Copied";
  try {
    await navigator.clipboard.writeText((pre.textContent ?? "").trimEnd());
  } catch {
    // Browsers refuse it on pages without HTTPS: the code is then selected, and one key away.
    getSelection()?.selectAllChildren(pre);
    said = "Selected";
  }
  button.textContent = said;
  status.textContent = said;
  setTimeout(() => {
    button.textContent = "Copy";
    status.textContent = "";
  }, COPIED_MS);
}

/* Search while typing: the combobox pattern of WAI-ARIA. Enter without a choice sends the form. */

const input = /** @type {HTMLInputElement | null} */ (document.querySelector(".search input"));
if (input) suggestFor(input);

/** @typedef {{ address: string, title: string, heading: string, excerpt: string }} Result */

/** @param {HTMLInputElement} input */
function suggestFor(input) {
  const list = element("div", { id: "suggestions", role: "listbox", "aria-label": "Pages", hidden: "" });
  input.after(list);
  const combobox = { role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions" };
  for (const [name, value] of Object.entries(combobox)) input.setAttribute(name, value);
  let asked = 0;
  let active = -1;
  let timer = 0;

  const options = () => [...list.querySelectorAll("a")];
  /** @param {number} index */
  const choose = (index) => {
    const all = options();
    active = all.length === 0 ? -1 : (index + all.length) % all.length;
    for (const [at, option] of all.entries()) option.setAttribute("aria-selected", String(at === active));
    if (active < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `suggestion-${active}`);
    all[active]?.scrollIntoView({ block: "nearest" });
  };
  /** @param {Result[]} results */
  const show = (results) => {
    list.replaceChildren(...results.map(optionOf));
    list.hidden = results.length === 0;
    input.setAttribute("aria-expanded", String(results.length > 0));
    active = -1;
    input.removeAttribute("aria-activedescendant");
  };
  const ask = async () => {
    const number = ++asked;
    const query = input.value.trim();
    const results = query.length < 2 ? [] : await resultsOf(query);
    if (number !== asked || document.activeElement !== input) return; // answered too late
    show(results);
    if (query.length >= 2) status.textContent = results.length === 1 ? "1 page" : `${results.length} pages`;
  };
  const close = () => {
    asked++;
    clearTimeout(timer);
    show([]);
  };

  show([]);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, SEARCH_DELAY_MS);
  });
  input.addEventListener("keydown", (event) => {
    const target = options()[active];
    if (event.key === "ArrowDown" && !list.hidden) choose(active + 1);
    else if (event.key === "ArrowUp" && !list.hidden) choose(active < 0 ? -1 : active - 1);
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Enter" && target) target.click();
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", close);
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    input.select();
  });
}

/**
 * @param {Result} result
 * @param {number} at
 */
function optionOf({ address, title, heading, excerpt }, at) {
  const place = heading === "" ? [] : [element("span", { class: "place" }, heading)];
  return element(
    "a",
    { id: `suggestion-${at}`, role: "option", "aria-selected": "false", tabindex: "-1", href: address },
    element("strong", {}, title),
    ...place,
    element("span", { class: "excerpt" }, excerpt),
  );
}

/**
 * @param {string} query
 * @returns {Promise<Result[]>}
 */
async function resultsOf(query) {
  try {
    const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`);
    return answer.ok ? (await answer.json()).results : [];
  } catch {
    return []; // the form still works
  }
}

/* The project from which the console opened this page: its name and publishable key, in the examples. */

/** @typedef {{ project: string, key: string }} Project */

const project = openedFrom() ?? remembered();
if (project) showProject(project);

/** @returns {Project | undefined} */
function openedFrom() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const opened = checked({ project: parameters.get("project"), key: parameters.get("key") });
  if (!opened) return undefined;
  const at = parameters.get("at") ?? "";
  history.replaceState(null, "", location.pathname + location.search + (at === "" ? "" : `#${at}`));
  document.getElementById(at)?.scrollIntoView();
  sessionStorage.setItem(PROJECT_STORE, JSON.stringify(opened));
  return opened;
}

function remembered() {
  try {
    return checked(JSON.parse(sessionStorage.getItem(PROJECT_STORE) ?? "{}"));
  } catch {
    return undefined;
  }
}

/**
 * Never a secret key, and nothing that could be more than a name.
 * @param {{ project?: unknown, key?: unknown }} given
 * @returns {Project | undefined}
 */
function checked({ project, key }) {
  if (typeof project !== "string" || typeof key !== "string") return undefined;
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(project) && /^pk_[0-9A-Za-z]{46}$/.test(key)
    ? { project, key }
    : undefined;
}

/** @param {Project} project */
function showProject({ project, key }) {
  const filled = /** @type {[Element, string][]} */ ([]);
  for (const [place, value] of Object.entries({ ".fill-project": project, ".fill-key": key })) {
    for (const found of document.querySelectorAll(place)) {
      filled.push([found, found.textContent ?? ""]);
      found.textContent = value;
    }
  }
  if (filled.length === 0) return;
  const button = element("button", { type: "button" }, "Show placeholders");
  const note = element(
    "p",
    { class: "project" },
    "The examples use your project ",
    element("strong", {}, project),
    ". ",
    button,
  );
  document.querySelector("main")?.prepend(note);
  button.addEventListener("click", () => {
    sessionStorage.removeItem(PROJECT_STORE);
    for (const [place, text] of filled) place.textContent = text;
    note.remove();
  });
}
