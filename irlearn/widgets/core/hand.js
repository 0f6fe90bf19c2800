// What a hand drags: dots along their tracks, and what scrolls where it comes to an edge.
const DRAG_STARTS_AFTER_PX = 4;
const EDGE_PX = 40; // within so much of the edge of what scrolls, a dragged card scrolls it
const EDGE_STEP_PX = 12; // a frame

// What scrolls a node up and down: its nearest ancestor that can, or the page.
function scrollerOf(node) {
  for (let up = node.parentElement; up; up = up.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up.scrollHeight > up.clientHeight) return up;
  }
  return document.scrollingElement;
}

// Scrolls so that a node stands where it stood.
function keepAt(node, stood) {
  scrollerOf(node).scrollTop += node.getBoundingClientRect().top - stood;
}

// A press counts, and stays where it is, though the page moves below the hand: as it takes the focus from a cell's code,
// that folds. A hand that leaves the button before it lets go takes its press back, as ever.
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

// How far to scroll for a hand at that height: negative is up, 0 is not at all.
function edgeStep(scroller, y) {
  const page = scroller === document.scrollingElement;
  const box = scroller.getBoundingClientRect();
  const [top, bottom] = page ? [0, window.innerHeight] : [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
  return y < top + EDGE_PX ? -EDGE_STEP_PX : y > bottom - EDGE_PX ? EDGE_STEP_PX : 0;
}

// A node with data-slide="key" follows the hand along its data-track: grab, slide (at: 0 to 1), drop; arrow keys step it.
// It moves in the page at once; `keep` holds it where the hand left it until Python has answered the drop.
// One with data-pick, too, is for the mouse: it takes the focus when that has been picked and made a slider of it.
function slides(root, report, answered) {
  let slide = null; // { key, from, sent, left, dropped }
  let wanted = null; // the key of what takes the focus as soon as it can
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

// A square of data-cells x data-cells cells (data-grid="key"): a press reports its cell, arrow keys the way to the next.
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
