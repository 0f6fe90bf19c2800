// Puts the picture that Python made into the page and reports gestures. It computes no score.

const CALM = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const MOTION_MS = 160;
const DRAG_STARTS_AFTER_PX = 4;
const EDGE_PX = 40; // within so much of the edge of what scrolls, a dragged card scrolls it
const EDGE_STEP_PX = 12; // a frame
const ANSWER_MS = 5000; // a kernel that takes longer is said not to answer
const SILENT = "The kernel does not answer. If it has stopped, run the cells of this notebook again.";

// What scrolls a node up and down: its nearest ancestor that can, or the page.
function scrollerOf(node) {
  for (let up = node.parentElement; up; up = up.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(up).overflowY) && up.scrollHeight > up.clientHeight) return up;
  }
  return document.scrollingElement;
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
function slides(root, report, answered) {
  let slide = null; // { key, from, sent, left, dropped }
  const node = (key) => root.querySelector(`[data-slide="${CSS.escape(key)}"]`);
  const down = (event) => {
    const held = event.target.closest("[data-slide]");
    if (!held || event.button !== 0) return;
    slide = { key: held.dataset.slide, from: event.clientX, sent: null, left: "", dropped: null };
    held.focus({ preventScroll: true });
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
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
  };
  const drop = () => {
    if (!slide || slide.dropped !== null) return;
    if (slide.sent === null) slide = null;
    else slide.dropped = report({ do: "drop", key: slide.key });
  };
  const press = (event) => {
    if (!root.contains(event.target) || !event.target.matches("[data-slide]") || event.ctrlKey || event.metaKey) return;
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!along && !across) return;
    const all = [...root.querySelectorAll("[data-slide]")];
    if (along) report({ do: "step", key: event.target.dataset.slide, by: along });
    else all[all.indexOf(event.target) + across]?.focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const heard = { pointerdown: down, pointermove: move, pointerup: drop, pointercancel: drop };
  for (const [name, hear] of Object.entries(heard)) root.addEventListener(name, hear);
  window.addEventListener("keydown", press, true);
  return { keep, end: () => window.removeEventListener("keydown", press, true) };
}

// The keys that run a cell or leave it belong to the notebook: they never press, check or commit anything.
const isNotebooks = (event) =>
  event.key === "Escape" ||
  (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey));

// Hands such a key over to the widget's cell, as if it had been pressed there; where no cell can be run, to nobody.
function handOver(root, event) {
  const cell = root.closest(".jp-NotebookPanel .jp-Cell");
  if (!cell) {
    if (event.key === "Escape") document.activeElement.blur();
    event.preventDefault();
    return;
  }
  cell.focus({ preventScroll: true }); // which activates it, in command mode
  const shut = [];
  for (let node = event.target; node !== cell; node = node.parentElement) {
    if (node.hasAttribute("data-lm-suppress-shortcuts")) shut.push(node);
  }
  for (const node of shut) node.removeAttribute("data-lm-suppress-shortcuts");
  setTimeout(() => shut.forEach((node) => node.setAttribute("data-lm-suppress-shortcuts", "true")));
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "irlearn";
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab and Notebook leave our keys alone
  const live = document.createElement("div");
  live.className = "irlearn-live";
  live.setAttribute("aria-live", "polite");
  const stopped = document.createElement("div"); // what is said of a kernel that does not answer
  stopped.className = "irlearn-stopped";
  stopped.setAttribute("role", "alert");
  el.append(root, live, stopped);

  let drag = null; // { key, grab, y, from, active, sent, dropped }
  let reports = 0;
  const report = (what) => {
    const number = ++reports;
    try {
      if (model.comm_live === false) throw new Error("the comm is closed");
      model.send({ ...what, number });
      setTimeout(() => stopped.isConnected && answered() < number && sayStopped(), ANSWER_MS);
    } catch {
      sayStopped();
    }
    return number;
  };
  const sayStopped = () => (stopped.textContent = SILENT);
  const answered = () => model.get("answered"); // the number of the last report that the picture takes account of

  const keyed = () => new Map([...root.querySelectorAll("[data-card]")].map((node) => [node.dataset.card, node]));
  const said = () => root.querySelector("[data-refused]") ?? root.querySelector("[data-said]");
  const card = (key) => root.querySelector(`[data-card="${CSS.escape(key)}"]`);
  const send = (what, { dataset }) => {
    const { do: _, enter, focus, focusNext, fixed, ...details } = dataset;
    report({ ...details, do: what, fields: fields() });
  };

  const isBox = (input) => input.type === "checkbox";
  const inputs = () => [...root.querySelectorAll("input[name]")];

  function fields() {
    return Object.fromEntries(
      inputs().map((input) => [input.name, isBox(input) ? (input.checked ? "on" : "") : input.value]),
    );
  }

  // Where the focus goes when what had it is out of use or gone: its group, the next thing, or what is said of it.
  function next(gone) {
    const group = gone?.closest(".stepper, .moves");
    const inGroup = group?.querySelector("[data-focus-next]");
    const named = inGroup ?? root.querySelector("[data-focus-next]");
    const to = named ?? group?.querySelector("button:enabled") ?? said() ?? root;
    if (to.tabIndex < 0) {
      to.tabIndex = -1; // text takes the focus only from here, and only now
      to.addEventListener("blur", () => to.removeAttribute("tabindex"), { once: true });
    }
    return to;
  }

  function draw() {
    const before = new Map([...keyed()].map(([key, node]) => [key, node.getBoundingClientRect().top]));
    const had = root.contains(document.activeElement) ? document.activeElement : null; // the focus
    const caret = had?.selectionStart;
    const now = document.createElement("div");
    now.innerHTML = model.get("picture");
    patchChildren(root, now);
    if (answered() >= reports) stopped.textContent = "";
    if (drag?.dropped && answered() >= drag.dropped) drag = null;
    if (had && (document.activeElement !== had || had.disabled)) {
      const key = had.closest("[data-focus]")?.dataset.focus;
      const same = key === undefined ? null : root.querySelector(`[data-focus="${CSS.escape(key)}"]`);
      const to = same && !same.disabled ? same : next(same);
      to.focus({ preventScroll: true });
      if (to !== same) to.scrollIntoView({ block: "nearest" }); // what is said now may stand below the fold
      if (same && Number.isInteger(caret)) same.setSelectionRange?.(caret, caret);
    }
    const words = said()?.textContent ?? "";
    if (words !== live.textContent) live.textContent = words;
    if (!CALM()) {
      for (const [key, node] of keyed()) {
        const moved = before.has(key) ? before.get(key) - node.getBoundingClientRect().top : 0;
        if (moved && drag?.key !== key) {
          node.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], MOTION_MS);
        }
      }
    }
    if (drag?.active) follow();
    slid.keep();
  }

  function follow() {
    const held = card(drag.key);
    if (!held) return;
    held.classList.add("held");
    held.style.transform = "none";
    const shift = drag.y - drag.grab - held.getBoundingClientRect().top;
    held.style.transform = `translateY(${shift}px)`;
    if (drag.dropped) return;
    const middle = held.getBoundingClientRect().top + held.offsetHeight / 2;
    const others = [...root.querySelectorAll("[data-drag]")].filter((node) => node !== held);
    const to = others.filter((node) => {
      const box = node.getBoundingClientRect();
      return box.top + box.height / 2 < middle;
    }).length;
    if (to !== drag.sent) {
      drag.sent = to;
      report({ do: "place", key: drag.key, to });
    }
  }

  root.addEventListener("pointerdown", (event) => {
    const held = event.target.closest("[data-drag]");
    if (!held || event.button !== 0 || event.target.closest("button, input")) return;
    const all = [...root.querySelectorAll("[data-drag]")];
    const y = event.clientY;
    const grab = y - held.getBoundingClientRect().top;
    drag = { key: held.dataset.card, grab, y, from: y, active: false, sent: all.indexOf(held), dropped: null };
    held.focus({ preventScroll: true });
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || drag.dropped) return;
    drag.y = event.clientY;
    if (!drag.active && Math.abs(drag.y - drag.from) > DRAG_STARTS_AFTER_PX) {
      drag.active = true;
      report({ do: "grab", key: drag.key });
    }
    if (drag.active) follow();
    if (drag.active) scrollAtEdge();
  });
  let scrolling = 0; // the frame in which the page is scrolled next
  function scrollAtEdge() {
    if (scrolling) return;
    scrolling = requestAnimationFrame(() => {
      scrolling = 0;
      if (!drag?.active || drag.dropped) return;
      const scroller = scrollerOf(root);
      const was = scroller.scrollTop;
      scroller.scrollTop += edgeStep(scroller, drag.y);
      if (scroller.scrollTop === was) return;
      follow();
      scrollAtEdge();
    });
  }
  const drop = () => {
    if (!drag || drag.dropped) return;
    if (drag.active) drag.dropped = report({ do: "drop", key: drag.key });
    else drag = null;
  };
  root.addEventListener("pointerup", drop);
  root.addEventListener("pointercancel", drop);

  // Copies a text, or what the element `#id` holds. Where the page may not, the element's text is left selected.
  async function copy(button) {
    const what = button.dataset.copy;
    const from = what.startsWith("#") ? root.querySelector(what) : null;
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(from ? (from.value ?? from.textContent) : what);
    } catch {
      if (from?.select) from.select();
      else getSelection().selectAllChildren(from ?? button);
      if (!from || !document.execCommand("copy")) said = from ? "Selected: copy it now" : "Not allowed to copy";
    }
    button.textContent = live.textContent = said;
  }

  root.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do], [data-copy]");
    if (!pressed || pressed.disabled) return;
    if (pressed.dataset.copy !== undefined) copy(pressed);
    else send(pressed.dataset.do, pressed);
  });
  let began = null; // what the key that is down was pressed on
  // On the window, ahead of the notebook's own listener on the document: Notebook 7 would take the arrow keys.
  const press = (event) => {
    if (!root.contains(event.target)) return;
    if (event.isComposing) return; // the key is the input method's
    if (isNotebooks(event)) {
      handOver(root, event);
      return;
    }
    if (!event.repeat) began = event.target.dataset.focus;
    const moved = event.repeat && event.target.dataset.focus !== began; // a key held down presses one thing only
    const field = event.target.closest("input[data-enter]");
    const held = event.target.matches("[data-drag]") && !event.ctrlKey && !event.metaKey ? event.target : null;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const presses = event.key === " " || event.key === "Enter";
    if (presses && (moved || (held && event.repeat))) {
      // the hand has not chosen this
    } else if (field && event.key === "Enter") {
      told.set(field, field.value);
      send(field.dataset.enter, field);
    } else if (held && step && event.altKey) {
      report({ do: "step", key: held.dataset.card, by: step });
    } else if (held && step) {
      const all = [...root.querySelectorAll("[data-drag]")];
      all[all.indexOf(held) + step]?.focus();
    } else if (held && presses) {
      report({ do: "toggle", key: held.dataset.card });
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", press, true);

  for (const [name, composing] of [["compositionstart", true], ["compositionend", false]]) {
    root.addEventListener(name, (event) => (event.target.composing = composing));
  }

  const commChanged = () => {
    if (model.comm_live === false) sayStopped();
  };
  const slid = slides(root, report, answered);
  draw();
  model.on("change", draw);
  model.on("comm_live_update", commChanged);
  return () => {
    model.off("comm_live_update", commChanged);
    slid.end();
    model.off("change", draw);
    window.removeEventListener("keydown", press, true);
  };
}

export default { render };
