// Shows the picture that Python drew, and reports gestures. It computes no score.

const CALM = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const MOTION_MS = 160;
const STILL_MS = 3000; // after a gesture; by then all animations have ended
const BUSY_MS = 1000; // After this a message says that the kernel is busy.
const ANSWER_MS = 5000; // After this a message says that an idle kernel does not answer.
const BUSY = "The kernel is still busy. What you did here waits its turn and is not lost.";
const SILENT = "The kernel does not answer. If it has stopped, run the cells of this notebook again.";
const GONE = "The kernel has stopped or was started again. ";
const RUN_AGAIN = "Run the cells of this notebook again.";
const RELOAD = "Reload this page.";
const BACK = "Everything is back where it was.";
const ENDED = ["restarting", "autorestarting", "terminating", "dead"]; // states of a kernel that has lost its widgets

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "irlearn";
  const live = document.createElement("div");
  live.className = "irlearn-live";
  live.setAttribute("aria-live", "polite");
  const stopped = document.createElement("div"); // messages about a kernel that does not answer
  stopped.className = "irlearn-stopped";
  stopped.setAttribute("role", "alert");
  el.append(stopped, root, live); // The message is above the picture, which may be taller than the screen.

  let drag = null; // { key, grab, y, from, active, sent, dropped }
  const answered = () => model.get("answered"); // the number of the last report that the picture takes into account
  let reports = answered();
  let reset = false; // whether the last report was a reset

  // Pictures are animated after a gesture in this view, not when they are first drawn or put back on the page.
  let [stilled, ticking, begun] = [0, 0, false];
  const move = () => {
    begun = true;
    root.classList.add("moves");
    clearTimeout(stilled);
    stilled = setTimeout(() => root.classList.remove("moves"), STILL_MS);
  };
  // Reports the gesture of a node with data-tick by itself, data-every milliseconds after the node was drawn.
  const goOn = () => {
    clearTimeout(ticking);
    const next = begun && root.querySelector("[data-tick]");
    if (!next) return;
    const { tick, every, index } = next.dataset;
    ticking = setTimeout(() => (root.isConnected ? report({ do: tick, index }) : goOn()), Number(every));
  };
  const stopMoving = () => [stilled, ticking].forEach(clearTimeout);

  const report = (what) => {
    move();
    reset = what.do === "reset";
    if (answered() >= reports) heard = Date.now();
    tell({ ...what, number: ++reports });
    watching ||= setTimeout(watch, BUSY_MS);
    return reports;
  };
  const tell = (what) => {
    try {
      model.send(what);
    } catch {
      sayGone(); // The comm is closed.
    }
  };

  const kernel = model.widget_manager?.kernel; // The front end reports its states.
  let heard = 0; // the time when the kernel last answered or had nothing to answer
  let silent = false; // whether an answer is no longer expected
  let watching = 0;
  // Reads the prompts of the cells, because a kernel that runs a cell is reported as idle now and then by its threads.
  const isBusy = () => {
    const prompts = root.closest(NOTEBOOK)?.querySelectorAll(".jp-InputPrompt") ?? [];
    return [...prompts].some((prompt) => prompt.textContent.includes("*"));
  };
  const underWay = () => !silent && answered() < reports;
  const say = (words) => {
    if (stopped.textContent === words) return;
    const stood = root.getBoundingClientRect().top;
    stopped.textContent = words;
    keepAt(root, stood); // Nothing moves under the pointer.
  };
  const sayGone = () => {
    silent = true;
    say(GONE + (root.closest(CELL) ? RUN_AGAIN : RELOAD));
  };
  function watch() {
    watching = 0;
    if (!root.isConnected || !underWay()) return;
    const [busy, waited] = [isBusy(), Date.now() - heard];
    silent = !busy && waited >= ANSWER_MS;
    if (silent || (busy && waited >= BUSY_MS)) say(silent ? SILENT : BUSY);
    if (!busy) tell({ number: reports }); // This wakes a kernel that missed the last message (ipykernel issue 1554).
    watching = setTimeout(watch, BUSY_MS);
  }

  const keyed = () => new Map([...root.querySelectorAll("[data-card]")].map((node) => [node.dataset.card, node]));
  const said = () => root.querySelector("[data-refused]") ?? root.querySelector("[data-said]");
  const seen = () => root.querySelector("[data-refused]") ?? root.querySelector("[data-said]:not(.visually-hidden)");
  const card = (key) => root.querySelector(`[data-card="${CSS.escape(key)}"]`);
  const send = (what, { dataset }) => {
    const { do: _, enter, focus, focusNext, fixed, ifTyped, ...details } = dataset;
    report({ ...details, do: what, fields: fields() });
    // Python has received these texts, so they are not news any more.
    for (const one of inputs()) if (one.dataset.ifTyped !== undefined) one.defaultValue = one.value;
  };

  const inputs = () => [...root.querySelectorAll("input[name], textarea")];

  // Returns the texts of the fields, without fields with data-if-typed that the learner has not changed: their texts come
  // from Python, and may be out of date after quick presses.
  function fields() {
    const news = inputs().filter((one) => one.dataset.ifTyped === undefined || one.value !== one.defaultValue);
    return Object.fromEntries(
      news.map((input) => [input.name, isBox(input) ? (input.checked ? "on" : "") : input.value]),
    );
  }

  // Returns the node that takes over the focus of a node that is disabled or gone: a node of its group, the next control,
  // or the message.
  function next(gone) {
    const group = gone?.closest(".stepper, span.moves");
    const inGroup = group?.querySelector("[data-focus-next]");
    const named = inGroup ?? root.querySelector("[data-focus-next]");
    const to = named ?? group?.querySelector("button:enabled") ?? seen() ?? root;
    if (to.tabIndex < 0) {
      to.tabIndex = -1; // Text can take the focus only from here and only for now.
      to.addEventListener("blur", () => to.removeAttribute("tabindex"), { once: true });
    }
    return to;
  }

  function draw() {
    const before = new Map([...keyed()].map(([key, node]) => [key, node.getBoundingClientRect().top]));
    const had = root.contains(document.activeElement) ? document.activeElement : null; // the node with the focus
    const caret = had?.selectionStart;
    const now = document.createElement("div");
    now.innerHTML = model.get("picture");
    const around = [had?.closest(".options > li, .row, [data-do=pick]"), [...root.children].find((one) => one.contains(had))];
    const stood = around.filter(Boolean).map((one) => [one, one.getBoundingClientRect().top]);
    patchChildren(root, now);
    // The node in use stays under the pointer when content above it grows.
    const held = stood.find(([one]) => one.contains(had)) ?? stood.at(-1);
    if (held?.[0].isConnected) keepAt(...held);
    heard = Date.now();
    if (answered() >= reports) {
      silent = false;
      say("");
    }
    if (drag?.dropped && answered() >= drag.dropped) drag = null;
    if (had && (document.activeElement !== had || had.disabled)) {
      const key = had.closest("[data-focus]")?.dataset.focus;
      const same = key === undefined ? null : root.querySelector(`[data-focus="${CSS.escape(key)}"]`);
      const to = same && !same.disabled ? same : next(same);
      to.focus({ preventScroll: true });
      if (to !== same) to.scrollIntoView({ block: "nearest" }); // The message may be out of sight.
      if (same && Number.isInteger(caret)) same.setSelectionRange?.(caret, caret);
    }
    stopAt(document.activeElement);
    const words = said()?.textContent || (reset ? BACK : "");
    if (words !== live.textContent) live.textContent = words;
    if (!CALM()) {
      for (const [key, node] of keyed()) {
        const moved = before.has(key) ? before.get(key) - node.getBoundingClientRect().top : 0;
        if (moved && drag?.key !== key) {
          node.animate([{ transform: `translateY(${moved / zoomOf(node)}px)` }, { transform: "none" }], MOTION_MS);
        }
      }
    }
    if (drag?.active) follow();
    slid.keep();
    goOn();
  }

  function follow() {
    const held = card(drag.key);
    if (!held) return;
    held.classList.add("held");
    held.style.transform = "none";
    const shift = (drag.y - drag.grab - held.getBoundingClientRect().top) / zoomOf(held);
    held.style.transform = `translateY(${shift}px)`;
    if (drag.dropped) return;
    const top = held.offsetTop + shift; // compared with the final positions of the other cards, not with animated ones
    const others = [...root.querySelectorAll("[data-drag]")].filter((node) => node !== held);
    const to = others.filter((node) => {
      const above = held.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
      return node.offsetTop + node.offsetHeight / 2 < (above ? top : top + held.offsetHeight);
    }).length;
    if (to !== drag.sent) {
      drag.sent = to;
      report({ do: "place", key: drag.key, to });
    }
  }

  root.addEventListener("pointerdown", (event) => {
    const held = event.target.closest("[data-drag]");
    const scrolls = event.pointerType === "touch" && !event.target.closest(".grip");
    if (!held || scrolls || event.button !== 0 || event.target.closest("button, input")) return;
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
  let scrolling = 0; // the request for the next frame in which the page scrolls
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

  // Copies a text, or the content of the element `#id`. If the page may not copy, the content is left selected.
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

  root.addEventListener("change", ({ target }) => sendFile(target, report));
  // A text field keeps the browser's menu, which can paste; the notebook's menu is about the cell.
  root.addEventListener("contextmenu", (event) => event.target.matches("input[type=text], textarea") && event.stopPropagation());
  root.addEventListener("focusin", ({ target }) => stopAt(target));

  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-notebook]");
    if (link) lessonPanel.open?.(link, model.widget_manager);
    const pressed = event.target.closest("[data-do], [data-copy], [data-jump]");
    if (!pressed || pressed.disabled) return;
    if (pressed.dataset.jump !== undefined) return jump(root, pressed.dataset.jump);
    if (pressed.dataset.copy !== undefined) copy(pressed);
    else send(pressed.dataset.do, pressed);
  });
  const enter = (field) => {
    told.set(field, field.value);
    send(field.dataset.enter, field);
  };

  // Returns whether a key that runs the cell is held back until typed text is entered and answered.
  let kept = false;
  function keeps({ target, key, repeat }) {
    if (key === "Escape") return false;
    if (repeat && kept) return true;
    kept = underWay();
    if (kept && isBusy()) say(BUSY);
    if (kept || silent || !target.matches("input[data-enter]")) return kept;
    const group = isBox(target) ? inputs().filter((one) => one.dataset.enter === target.dataset.enter) : [target];
    kept = group.some((one) => isHalfTyped(one) && (isBox(one) || one.value.trim()));
    if (kept) enter(target);
    return kept;
  }

  let began = null; // the focus key of the node on which the present key was pressed
  // It listens on the window, before the notebook's listener on the document.
  const press = (event) => {
    keepFromNotebook(event);
    if (!root.contains(event.target)) return;
    if (event.isComposing) return; // The key belongs to the input method.
    if (isNotebooks(event) && !keeps(event)) {
      handOver(root, event);
      return;
    }
    if (isNotebooks(event) || goAlong(event) || (event.key === "Tab" && tabOut(root, event))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    if (!event.repeat) began = event.target.dataset.focus;
    // A key that is held down presses only one control.
    const moved = event.repeat && event.target.dataset.focus !== began;
    const field = event.target.closest("input[data-enter]");
    const held = event.target.matches("[data-drag]") && !event.ctrlKey && !event.metaKey ? event.target : null;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const presses = event.key === " " || event.key === "Enter";
    if (presses && (moved || (held && event.repeat))) {
      // The learner has not chosen this.
    } else if (field && event.key === "Enter") {
      enter(field);
    } else if (held && step && event.altKey) {
      report({ do: "step", key: held.dataset.card, by: step });
    } else if (held && step) {
      const all = [...root.querySelectorAll("[data-drag]")];
      const to = all[all.indexOf(held) + step];
      to?.focus();
      if (to?.dataset.reached) report({ do: to.dataset.reached, key: to.dataset.card });
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

  const commChanged = () => el.closest(".jupyter-widgets-disconnected") && sayGone();
  const statusChanged = (_, status) => ENDED.includes(status) && sayGone();
  const slid = slides(root, report, answered);
  const grid = grids(root, report);
  presses(root);
  draw();
  let [cell, page] = [null, null];
  let settling = 0;
  (function settle() {
    if (!root.isConnected) {
      settling = requestAnimationFrame(settle);
      return;
    }
    page = root.closest(NOTEBOOK) ?? document.body;
    markLesson(page);
    cell = root.closest(CELL);
    if (!cell) {
      if (root.querySelector(":scope > [data-part='^']")) lessonPanel.fold?.(page);
      return;
    }
    takeUp(cell, inputs());
    if (root.querySelector(":scope > [data-part='^']")) leadBack(cell);
    showNew(root, cell);
  })();
  model.on("change", draw);
  model.on("comm_live_update", commChanged);
  kernel?.statusChanged?.connect(statusChanged);
  kernel?.disposed?.connect(sayGone);
  return () => {
    cancelAnimationFrame(settling);
    clearTimeout(watching);
    stopMoving();
    if (page) markLesson(page, root);
    if (cell) putDown(cell, inputs().filter(isChanged));
    kernel?.disposed?.disconnect(sayGone);
    kernel?.statusChanged?.disconnect(statusChanged);
    model.off("comm_live_update", commChanged);
    slid.end();
    grid.end();
    model.off("change", draw);
    window.removeEventListener("keydown", press, true);
  };
}

export default { render };
