// What the keys of a notebook do inside a widget, and what becomes of half typed text when a cell is run again.
const NOTEBOOK = ".jp-NotebookPanel";
const CELL = `${NOTEBOOK} .jp-Cell`;
const OURS = `${NOTEBOOK} [class^=irlearn]`; // what lives, and what was written out: a calculation, a verdict, a result
const TAKES_TAB = "a[href], button, input, select, textarea, summary, [tabindex]";

// The keys that run a cell or leave it belong to the notebook: they press no button and choose nothing. Only what is
// typed is entered first (`keeps`). No other key reaches it, whatever of ours has the focus: on anything but a field
// that can be written to, D and D would delete the cell. The browser still does what it does with the key.
const isNotebooks = (event) =>
  event.key === "Escape" ||
  (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey));

function keepFromNotebook(event) {
  if (!isNotebooks(event) && event.target.closest?.(OURS)) event.stopPropagation();
}

// Hands such a key over to the widget's cell, as if it had been pressed there; where no cell can be run, to nobody.
function handOver(root, event) {
  const cell = root.closest(CELL);
  if (!cell) {
    if (event.key === "Escape") document.activeElement.blur();
    event.preventDefault();
    return;
  }
  cell.focus({ preventScroll: true }); // which activates it, in command mode
}

// From the last control of an output Tab goes to the next cell, and from its first one Shift and Tab to its own cell:
// left to itself, the browser passes over cells that hold no control, and out of the notebook.
function tabOut(root, event) {
  const cell = root.closest(CELL);
  const output = root.closest(".jp-OutputArea");
  if (!cell || !output) return false;
  const side = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isNext = (node) =>
    node.tabIndex >= 0 && !node.disabled && node.checkVisibility() && event.target.compareDocumentPosition(node) & side;
  if ([...output.querySelectorAll(TAKES_TAB)].some(isNext)) return false;
  let to = event.shiftKey ? cell : cell.nextElementSibling;
  while (to && !(to.matches(".jp-Cell") && to.checkVisibility())) to = to.nextElementSibling;
  to?.focus();
  return Boolean(to);
}

// A choice is one stop of Tab, where Python says or where the focus is; arrow keys go along its buttons.
const choiceOf = (node) => {
  const all = [...(node.parentElement?.children ?? [])].filter((one) => one.matches("button[aria-pressed][tabindex]"));
  return all.includes(node) && all.some((one) => one.tabIndex === 0) ? all : [];
};
const stopAt = (node) => choiceOf(node).forEach((one) => (one.tabIndex = one === node ? 0 : -1));

function goAlong({ target, key, altKey, ctrlKey, metaKey }) {
  const all = choiceOf(target), at = all.indexOf(target);
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -at, End: -at - 1 }[key];
  if (!all.length || step === undefined || altKey || ctrlKey || metaKey) return false;
  all.at((at + step) % all.length).focus();
  return true;
}

// What Python has not taken, half typed or refused, is put down by a view that goes away at its cell, for the next one.
const asked = (input) => `${input.name}: ${input.ariaLabel ?? input.closest("label")?.textContent}`;

function putDown(cell, inputs) {
  const left = inputs.map((input) => [asked(input), { was: input.defaultValue, value: input.value, checked: input.checked }]);
  if (left.length) cell.irlearnLeft = new Map([...(cell.irlearnLeft ?? []), ...left]);
}

function takeUp(cell, inputs) {
  for (const input of inputs) {
    const left = cell.irlearnLeft?.get(asked(input));
    if (left?.was !== input.defaultValue || isHalfTyped(input)) continue;
    if (isBox(input)) input.checked = left.checked;
    else input.value = left.value;
    cell.irlearnLeft.delete(asked(input));
  }
}

// The page of a lesson, which is where the path of one stands, is marked for the styles.
function markLesson(page, gone = null) {
  const paths = [...page.querySelectorAll(".lesson-progress")];
  page.classList.toggle("irlearn-lesson", paths.some((path) => !gone?.contains(path)));
}

// Goes to a part of the lesson; without one, to the cell after this; to one that is not shown yet, to the first cell
// below those that are, which Shift+Enter runs.
function jump(root, part) {
  const page = root.closest(NOTEBOOK) ?? document;
  const widgets = [...page.querySelectorAll(".irlearn:not(.irlearn-static)")];
  const there = part && widgets.find((one) => one.querySelector(`:scope > [data-part="${CSS.escape(part)}"]`));
  if (there) {
    const first = "button:enabled:not([tabindex]), input, summary, [tabindex='0']"; // but of a task what waits
    const found = ["[data-focus='task next']", ".tasks .row button", first].map((one) => there.querySelector(one));
    found.find(Boolean)?.focus({ preventScroll: true });
    show(there);
    return;
  }
  const last = part ? widgets.findLast((one) => one.closest(".jp-Cell")) : root;
  const next = last && beside(last, 1);
  next?.focus({ preventScroll: true });
  if (next) show(next);
}

// The cell so many after the one of a node; in Voilà, where no cell can be run and each has a wrapper, too.
function beside(node, by) {
  const cells = [...(node.closest(NOTEBOOK) ?? document).querySelectorAll(".jp-Cell")];
  const at = cells.indexOf(node.closest(".jp-Cell"));
  return at < 0 ? null : cells[at + by];
}

function show(node, wanted = () => true) {
  const look = () => wanted() && withText(node).scrollIntoView({ block: "start" });
  const looks = [0, 120, 400].map((wait) => setTimeout(look, wait)); // cells on the way get their height late
  atHand(node.closest(NOTEBOOK) ?? document, () => looks.forEach(clearTimeout));
}

// Shift+Enter leaves the next cell where it stood, so that what it brought may begin above the top of the page.
function showNew(root, cell) {
  const top = (node) => node.getBoundingClientRect().top;
  show(root, () => document.activeElement === cell.nextElementSibling && top(root) < top(scrollerOf(cell)));
}

// Calls when the hand next does something on a page: from then on nothing leads it elsewhere.
function atHand(page, then) {
  const doings = ["wheel", "touchmove", "pointerdown", "keydown"];
  for (const one of doings) page.addEventListener(one, then, { capture: true, once: true, passive: true });
}

// What a question is about may stand in the text before it: where both fit on the page, both are shown.
function withText(node) {
  const text = beside(node, -1), page = text?.closest(".jp-WindowedPanel-outer");
  const high = text && node.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
  return text?.matches(".jp-MarkdownCell") && high < (page?.clientHeight ?? innerHeight) ? text : node;
}

// A notebook that runs all its cells leaves its reader at the last of them: this leads back to the first.
function leadBack(cell) {
  const page = cell.closest(NOTEBOOK);
  const stop = () => clearInterval(look);
  atHand(page, stop);
  const isLast = (one) => one !== cell && !one.nextElementSibling?.matches(".jp-Cell");
  const isBusy = () => [...page.querySelectorAll(".jp-InputPrompt")].some((one) => one.textContent.includes("*"));
  let calm = 0; // looks at which nothing ran
  const look = setInterval(() => {
    const active = page.querySelector(".jp-Cell.jp-mod-active"); // none while the page has not drawn so far
    const gone = (active && !isLast(active)) || document.activeElement.closest(OURS); // the hand, to another place
    if (!cell.isConnected || gone) return stop();
    calm = !active || isBusy() ? 0 : calm + 1;
    if (calm < 2) return;
    stop();
    (page.querySelector(".jp-Cell:has([data-part='^'])") ?? cell).focus({ preventScroll: true }); // of two, the first
    show(page.querySelector(".jp-Cell"));
  }, 250);
}
