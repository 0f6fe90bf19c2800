// Puts the picture that Python made into the page and reports gestures. It computes no score.

const CALM = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const MOTION_MS = 160;
const DRAG_STARTS_AFTER_PX = 4;

// A node with data-slide="key" follows the hand along its data-track: grab, slide (at: 0 to 1), drop; arrow keys step it.
function slides(root, model) {
  let slide = null; // { key, from, sent }
  const node = (key) => root.querySelector(`[data-slide="${CSS.escape(key)}"]`);
  const down = (event) => {
    const held = event.target.closest("[data-slide]");
    if (!held || event.button !== 0) return;
    slide = { key: held.dataset.slide, from: event.clientX, sent: null };
    held.focus({ preventScroll: true });
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const move = (event) => {
    const box = slide && node(slide.key)?.closest("[data-track]").getBoundingClientRect();
    if (!box || (slide.sent === null && Math.abs(event.clientX - slide.from) <= DRAG_STARTS_AFTER_PX)) return;
    const at = Math.round(100 * Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)) / 100;
    if (at === slide.sent) return;
    if (slide.sent === null) model.send({ do: "grab", key: slide.key });
    slide.sent = at;
    model.send({ do: "slide", key: slide.key, at });
  };
  const drop = () => {
    if (slide && slide.sent !== null) model.send({ do: "drop", key: slide.key });
    slide = null;
  };
  const press = (event) => {
    if (!root.contains(event.target) || !event.target.matches("[data-slide]") || event.ctrlKey || event.metaKey) return;
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!along && !across) return;
    const all = [...root.querySelectorAll("[data-slide]")];
    if (along) model.send({ do: "step", key: event.target.dataset.slide, by: along });
    else all[all.indexOf(event.target) + across]?.focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const heard = { pointerdown: down, pointermove: move, pointerup: drop, pointercancel: drop };
  for (const [name, hear] of Object.entries(heard)) root.addEventListener(name, hear);
  window.addEventListener("keydown", press, true);
  return () => window.removeEventListener("keydown", press, true);
}

function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "irlearn";
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab and Notebook leave our keys alone
  const live = document.createElement("div");
  live.className = "irlearn-live";
  live.setAttribute("aria-live", "polite");
  el.append(root, live);

  let drag = null; // { key, grab, y, active, sent }

  const keyed = () => new Map([...root.querySelectorAll("[data-card]")].map((node) => [node.dataset.card, node]));
  const card = (key) => root.querySelector(`[data-card="${CSS.escape(key)}"]`);
  const send = (what, node) => model.send({ do: what, ...(node ? { ...node.dataset } : {}), fields: fields() });

  const isBox = (input) => input.type === "checkbox";
  const inputs = () => [...root.querySelectorAll("input[name]")];

  function fields() {
    return Object.fromEntries(
      inputs().map((input) => [input.name, isBox(input) ? (input.checked ? "on" : "") : input.value]),
    );
  }

  function draw() {
    const before = new Map([...keyed()].map(([key, node]) => [key, node.getBoundingClientRect().top]));
    const typed = fields();
    const active = root.contains(document.activeElement) ? document.activeElement.closest("[data-focus]") : null;
    const focused = active?.dataset.focus;
    const caret = active?.selectionStart;
    root.innerHTML = model.get("picture");
    for (const input of inputs()) {
      if (input.hasAttribute("data-fixed") || typed[input.name] === undefined) continue;
      if (isBox(input)) input.checked = typed[input.name] === "on";
      else input.value = typed[input.name];
    }
    if (focused) {
      const same = root.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
      (same && !same.disabled ? same : root.querySelector("[data-focus-next]"))?.focus({ preventScroll: true });
      if (same && Number.isInteger(caret)) same.setSelectionRange?.(caret, caret);
    }
    const said = root.querySelector("[data-said]")?.textContent ?? "";
    if (said !== live.textContent) live.textContent = said;
    if (!CALM()) {
      for (const [key, node] of keyed()) {
        const moved = before.has(key) ? before.get(key) - node.getBoundingClientRect().top : 0;
        if (moved && drag?.key !== key) {
          node.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], MOTION_MS);
        }
      }
    }
    if (drag?.active) follow();
  }

  function follow() {
    const held = card(drag.key);
    if (!held) return;
    held.classList.add("held");
    held.style.transform = "none";
    const shift = drag.y - drag.grab - held.getBoundingClientRect().top;
    held.style.transform = `translateY(${shift}px)`;
    const middle = held.getBoundingClientRect().top + held.offsetHeight / 2;
    const others = [...root.querySelectorAll("[data-drag]")].filter((node) => node !== held);
    const to = others.filter((node) => {
      const box = node.getBoundingClientRect();
      return box.top + box.height / 2 < middle;
    }).length;
    if (to !== drag.sent) {
      drag.sent = to;
      model.send({ do: "place", key: drag.key, to });
    }
  }

  root.addEventListener("pointerdown", (event) => {
    const held = event.target.closest("[data-drag]");
    if (!held || event.button !== 0 || event.target.closest("button, input")) return;
    const all = [...root.querySelectorAll("[data-drag]")];
    const y = event.clientY;
    drag = { key: held.dataset.card, grab: y - held.getBoundingClientRect().top, y, from: y, sent: all.indexOf(held) };
    held.focus({ preventScroll: true });
    root.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.y = event.clientY;
    if (!drag.active && Math.abs(drag.y - drag.from) > DRAG_STARTS_AFTER_PX) {
      drag.active = true;
      model.send({ do: "grab", key: drag.key });
    }
    if (drag.active) follow();
  });
  const drop = () => {
    if (!drag) return;
    const { key, active } = drag;
    drag = null;
    const held = card(key);
    if (held) {
      held.classList.remove("held");
      held.style.transform = "";
    }
    if (active) model.send({ do: "drop", key });
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
  // On the window, ahead of the notebook's own listener on the document: Notebook 7 would take the arrow keys.
  const press = (event) => {
    if (!root.contains(event.target)) return;
    const field = event.target.closest("input[data-enter]");
    const held = event.target.matches("[data-drag]") && !event.ctrlKey && !event.metaKey ? event.target : null;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (field && event.key === "Enter") {
      send(field.dataset.enter, field);
    } else if (held && step && event.altKey) {
      model.send({ do: "step", key: held.dataset.card, by: step });
    } else if (held && step) {
      const all = [...root.querySelectorAll("[data-drag]")];
      all[all.indexOf(held) + step]?.focus();
    } else if (held && (event.key === " " || event.key === "Enter")) {
      model.send({ do: "toggle", key: held.dataset.card });
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", press, true);

  const still = slides(root, model);
  draw();
  model.on("change:picture", draw);
  return () => {
    still();
    model.off("change:picture", draw);
    window.removeEventListener("keydown", press, true);
  };
}

export default { render };
