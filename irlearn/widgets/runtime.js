// Puts the picture that Python made into the page and reports gestures. It computes no score.

const CALM = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const MOTION_MS = 160;
const DRAG_STARTS_AFTER_PX = 4;

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

  function fields() {
    return Object.fromEntries([...root.querySelectorAll("input[name]")].map((input) => [input.name, input.value]));
  }

  function draw() {
    const before = new Map([...keyed()].map(([key, node]) => [key, node.getBoundingClientRect().top]));
    const typed = fields();
    const active = root.contains(document.activeElement) ? document.activeElement.closest("[data-focus]") : null;
    const focused = active?.dataset.focus;
    root.innerHTML = model.get("picture");
    for (const input of root.querySelectorAll("input[name]")) {
      if (!input.hasAttribute("data-fixed") && typed[input.name] !== undefined) input.value = typed[input.name];
    }
    if (focused) {
      const same = root.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
      (same && !same.disabled ? same : root.querySelector("[data-focus-next]"))?.focus({ preventScroll: true });
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

  root.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]");
    if (pressed && !pressed.disabled) send(pressed.dataset.do, pressed);
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

  draw();
  model.on("change:picture", draw);
  return () => {
    model.off("change:picture", draw);
    window.removeEventListener("keydown", press, true);
  };
}

export default { render };
