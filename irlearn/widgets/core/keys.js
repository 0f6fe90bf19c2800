// Keyboard handling inside a notebook, jumps between the parts of a lesson, and texts kept when a cell is run again.
const NOTEBOOK = ".jp-NotebookPanel";
const CELL = `${NOTEBOOK} .jp-Cell`;
const OURS = `${NOTEBOOK} [class^=irlearn]`; // live widgets, and calculations, verdicts and results that were printed
const TAKES_TAB = "a[href], button, input, select, textarea, summary, [tabindex]";

// The keys that run or leave a cell belong to the notebook: they press no button. Typed text is entered first (see
// `keeps`). No other key may reach the notebook while an element of ours has the focus: outside of text fields, pressing
// D twice would delete the cell. The browser's own handling of the key stays.
const isNotebooks = (event) =>
  event.key === "Escape" ||
  (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey));

function keepFromNotebook(event) {
  if (!isNotebooks(event) && event.target.closest?.(OURS)) event.stopPropagation();
}

// Lets a key act on the widget's cell, as if it had been pressed there. Without cells, as in Voilà, it does nothing.
function handOver(root, event) {
  const cell = root.closest(CELL);
  if (!cell) {
    if (event.key === "Escape") document.activeElement.blur();
    event.preventDefault();
    return;
  }
  cell.focus({ preventScroll: true }); // This activates the cell in command mode.
}

// Moves the focus from the last control of an output to the next cell on Tab, and from the first control to its own cell
// on Shift+Tab. The browser would skip cells without controls and leave the notebook.
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

// Tab reaches one button of a choice: the button that has the focus, or the one that Python marks. Arrow keys move
// between the buttons.
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

// A view that is removed leaves the texts that Python has not accepted at its cell, for the next view.
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

// Marks a page that shows the progress panel of a lesson, and of a lesson that is presented, for the style sheets.
function markLesson(page, gone = null) {
  const panels = [...page.querySelectorAll(".lesson-progress")].filter((panel) => !gone?.contains(panel));
  page.classList.toggle("irlearn-lesson", panels.length > 0);
  page.classList.toggle("irlearn-presented", panels.some((panel) => panel.matches(".presented")));
}

const lessonPanel = {}; // functions of further.js, which only the panel of a lesson has

// Goes to a part of the lesson; without a part, to the next cell. If the part is not shown yet, goes to the first cell
// below the widgets that are shown, so that Shift+Enter runs it.
function jump(root, part) {
  const page = root.closest(NOTEBOOK) ?? document;
  const widgets = [...page.querySelectorAll(".irlearn:not(.irlearn-static)")];
  const there = part && widgets.find((one) => one.querySelector(`:scope > [data-part="${CSS.escape(part)}"]`));
  if (there) {
    if (lessonPanel.unfold?.(there)) return void setTimeout(jump, 50, root, part); // JupyterLab shows the cells a little later.
    const first = "button:enabled:not([tabindex]), input, summary, [tabindex='0']"; // if no task waits
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

// Returns the cell that is `by` cells after the cell of a node. In Voilà cells are not siblings: each has a wrapper.
function beside(node, by) {
  const cells = [...(node.closest(NOTEBOOK) ?? document).querySelectorAll(".jp-Cell")];
  const at = cells.indexOf(node.closest(".jp-Cell"));
  return at < 0 ? null : cells[at + by];
}

function show(node, wanted = () => true) {
  const look = () => wanted() && withText(node).scrollIntoView({ block: "start" });
  const looks = [0, 120, 400].map((wait) => setTimeout(look, wait)); // Cells above get their height late.
  atHand(node.closest(NOTEBOOK) ?? document, () => looks.forEach(clearTimeout));
}

// Scrolls to a new output that begins above the top of the page: Shift+Enter keeps the next cell where it was.
function showNew(root, cell) {
  const top = (node) => node.getBoundingClientRect().top;
  show(root, () => document.activeElement === cell.nextElementSibling && top(root) < top(scrollerOf(cell)));
}

// Calls `then` at the next action of the learner, after which the page must not scroll by itself.
function atHand(page, then) {
  const doings = ["wheel", "touchmove", "pointerdown", "keydown"];
  for (const one of doings) page.addEventListener(one, then, { capture: true, once: true, passive: true });
}

// Returns the text cell before a node if both fit on the page, because a question may refer to that text.
function withText(node) {
  const text = beside(node, -1), page = text?.closest(".jp-WindowedPanel-outer");
  const high = text && node.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
  return text?.matches(".jp-MarkdownCell") && high < (page?.clientHeight ?? innerHeight) ? text : node;
}

// Scrolls back to the first cell after a notebook has run all its cells, which leaves the reader at the last cell.
function leadBack(cell) {
  const page = cell.closest(NOTEBOOK);
  const stop = () => clearInterval(look);
  atHand(page, stop);
  const isLast = (one) => one !== cell && !one.nextElementSibling?.matches(".jp-Cell");
  const isBusy = () => [...page.querySelectorAll(".jp-InputPrompt")].some((one) => one.textContent.includes("*"));
  let calm = 0; // how often in a row no cell was running
  const look = setInterval(() => {
    const active = page.querySelector(".jp-Cell.jp-mod-active"); // none before it is drawn
    const gone = (active && !isLast(active)) || document.activeElement.closest(OURS); // The learner went elsewhere.
    if (!cell.isConnected || gone) return stop();
    calm = !active || isBusy() ? 0 : calm + 1;
    if (calm < 2) return;
    stop();
    (page.querySelector(".jp-Cell:has([data-part='^'])") ?? cell).focus({ preventScroll: true }); // the first of two panels
    show(page.querySelector(".jp-Cell"));
  }, 250);
}
