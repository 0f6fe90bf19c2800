// Presses, drags of dots along tracks, clicks on grids, and scrolling at the edge of the page.
const DRAG_STARTS_AFTER_PX = 4;
const EDGE_PX = 40; // A dragged card scrolls the page within this distance from the edge.
const EDGE_STEP_PX = 12; // in each frame

// Returns the nearest ancestor that scrolls vertically, or the page.
function scrollerOf(node) {
  for (let up = node.parentElement; up; up = up.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up.scrollHeight > up.clientHeight) return up;
  }
  return document.scrollingElement;
}

// Scrolls such that a node is at its earlier height again.
function keepAt(node, stood) {
  scrollerOf(node).scrollTop += node.getBoundingClientRect().top - stood;
}

// Returns by how much a node is enlarged, as in a lesson that is presented: lengths in its style are enlarged, too.
const zoomOf = (node) => node.currentCSSZoom ?? 1;

// Makes a press count although the page moves under the pointer: when a press takes the focus from the code of a cell,
// the code folds. As usual, a pointer that leaves the button before its release takes the press back.
function presses(root) {
  const down = ({ target, pointerId }) => {
    const stood = root.getBoundingClientRect().top;
    const focused = () => keepAt(root, stood);
    root.addEventListener("focusin", focused);
    setTimeout(() => root.removeEventListener("focusin", focused));
    const button = target.closest("button, summary, label");
    if (!button) return;
    const box = button.getBoundingClientRect();
    button.setPointerCapture(pointerId);
    button.onpointermove = ({ clientX: x, clientY: y }) => {
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) button.releasePointerCapture(pointerId);
    };
    button.onlostpointercapture = () => (button.onpointermove = null);
  };
  root.addEventListener("pointerdown", down);
}

// Returns how far to scroll for a pointer at height y; negative is up.
function edgeStep(scroller, y) {
  const page = scroller === document.scrollingElement;
  const box = scroller.getBoundingClientRect();
  const [top, bottom] = page ? [0, window.innerHeight] : [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
  return y < top + EDGE_PX ? -EDGE_STEP_PX : y > bottom - EDGE_PX ? EDGE_STEP_PX : 0;
}

// Lets a node with data-slide="key" follow the pointer along its data-track. It reports grab, slide (at: 0 to 1) and
// drop; arrow keys report step. The node moves in the page at once, and `keep` holds it there until Python has answered
// the drop. A node that also has data-pick is no slider yet: it is picked first, and takes the focus once Python has
// made it a slider.
function slides(root, report, answered) {
  let slide = null; // { key, from, sent, left, dropped }
  let wanted = null; // the key of the node that takes the focus as soon as possible
  const node = (key) => root.querySelector(`[data-slide="${CSS.escape(key)}"]`);
  const down = (event) => {
    const held = event.target.closest("[data-slide]");
    if (!held || event.button !== 0) return;
    slide = { key: held.dataset.slide, from: event.clientX, sent: null, left: "", dropped: null };
    held.focus({ preventScroll: true });
    wanted = null;
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const goTo = (to) => {
    wanted = to.dataset.slide;
    if (to.dataset.pick !== undefined) report({ do: "pick", key: to.dataset.pick });
    takeFocus();
  };
  const takeFocus = () => {
    const to = wanted === null ? null : node(wanted);
    if (!to || to.tabIndex < 0) return;
    to.focus({ preventScroll: true });
    to.scrollIntoView({ block: "nearest" });
    wanted = null;
  };
  const move = (event) => {
    if (!slide || slide.dropped !== null) return;
    const box = node(slide.key)?.closest("[data-track]").getBoundingClientRect();
    if (!box || (slide.sent === null && Math.abs(event.clientX - slide.from) <= DRAG_STARTS_AFTER_PX)) return;
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    if (slide.sent === null) report({ do: "grab", key: slide.key });
    slide.left = `${100 * share}%`;
    keep();
    const at = Math.round(100 * share) / 100;
    if (at === slide.sent) return;
    slide.sent = at;
    report({ do: "slide", key: slide.key, at });
  };
  const keep = () => {
    if (slide?.dropped && answered() >= slide.dropped) slide = null;
    const held = slide?.left && node(slide.key);
    if (held) held.style.left = slide.left;
    takeFocus();
  };
  const drop = () => {
    if (!slide || slide.dropped !== null) return;
    const held = node(slide.key);
    if (slide.sent !== null) slide.dropped = report({ do: "drop", key: slide.key });
    else slide = null;
    if (held?.dataset.pick === undefined) return;
    if (slide) wanted = slide.key;
    else goTo(held);
  };
  const press = (event) => {
    if (!root.contains(event.target) || !event.target.matches("[data-slide]") || event.ctrlKey || event.metaKey) return;
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!along && !across) return;
    const all = [...root.querySelectorAll("[data-slide]")];
    const from = (wanted !== null && node(wanted)) || event.target;
    const to = all[all.indexOf(from) + across];
    if (along) report({ do: "step", key: from.dataset.slide, by: along });
    else if (to) goTo(to);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const heard = { pointerdown: down, pointermove: move, pointerup: drop, pointercancel: drop };
  for (const [name, hear] of Object.entries(heard)) root.addEventListener(name, hear);
  window.addEventListener("keydown", press, true);
  return { keep, end: () => window.removeEventListener("keydown", press, true) };
}

// Reports clicks and arrow keys on a node with data-grid="key", a square of data-cells x data-cells cells: a click
// reports its cell, and an arrow key the direction to the next cell.
function grids(root, report) {
  const point = (event) => {
    const grid = event.target.closest("[data-grid]");
    if (!grid) return;
    const [box, { grid: key, cells }] = [grid.getBoundingClientRect(), grid.dataset];
    const cell = (along) => Math.min(Math.max(Math.floor(cells * along), 0), cells - 1);
    grid.focus({ preventScroll: true });
    const [row, column] = [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width].map(cell);
    report({ do: "point", key, row, column });
  };
  const press = (event) => {
    const grid = event.target;
    if (!root.contains(grid) || !grid.matches("[data-grid]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const [down, right] = ways[event.key] ?? [];
    if (down === undefined) return;
    report({ do: "go", key: grid.dataset.grid, down, right });
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  root.addEventListener("click", point);
  window.addEventListener("keydown", press, true);
  return { end: () => window.removeEventListener("keydown", press, true) };
}
