// Changes the nodes of the page to match a new picture. Nodes that are still there are kept, and with them the focus,
// caret, selection, composition, scroll position, and a mouse press that has not been released.
const KEYS = ["data-focus", "data-card", "data-slide", "data-new", "name", "id"];

const keyOf = (node) => {
  const name = node.nodeType === Node.ELEMENT_NODE && KEYS.find((one) => node.hasAttribute(one));
  return name ? `${node.nodeName} ${name} ${node.getAttribute(name)}` : null;
};

// A field is half typed if the learner has changed its text since Python drew it or received it.
const told = new WeakMap(); // field -> the text that Python has received
const isBox = (field) => field.type === "checkbox";
const isChanged = (field) =>
  isBox(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
const isHalfTyped = (field) => isChanged(field) && (isBox(field) || field.value !== told.get(field));

function patchField(old, now) {
  // Whether the new text replaces the old one; "unless-typed": unless the old text is half typed.
  const fixed = now.getAttribute("data-fixed");
  if (isBox(old)) {
    if (fixed !== null) old.checked = now.hasAttribute("checked");
    return;
  }
  const sameField = old.dataset.key === now.dataset.key && old.defaultValue === now.defaultValue;
  const theHands = fixed === null ? old.name : fixed === "unless-typed" && sameField && isHalfTyped(old);
  if (theHands || old.composing || old.files) return; // Files are reported when they are chosen.
  if (old.value !== now.defaultValue) old.value = now.defaultValue;
  told.delete(old);
}

function patchAttributes(old, now) {
  for (const { name } of [...old.attributes]) {
    const lent = name === "tabindex" && old.tabIndex < 0 && old === document.activeElement; // Text has the focus for now.
    const opened = name === "open" && old.nodeName === "DETAILS"; // Only the learner closes it.
    if (!lent && !opened && !now.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function patch(old, now) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  if (old.matches("input, textarea")) patchField(old, now);
  patchAttributes(old, now);
  patchChildren(old, now);
}

function patchChildren(old, now) {
  const known = new Map(); // key -> the nodes with that key, in order
  for (const child of old.childNodes) {
    const key = keyOf(child);
    if (key) known.set(key, [...(known.get(key) ?? []), child]);
  }
  let at = old.firstChild;
  for (const wanted of [...now.childNodes]) {
    const key = keyOf(wanted);
    const alike = at && !keyOf(at) && at.nodeType === wanted.nodeType && at.nodeName === wanted.nodeName ? at : null;
    const found = key ? known.get(key)?.shift() : alike;
    if (!found) {
      old.insertBefore(wanted, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else old.insertBefore(found, at);
    patch(found, wanted);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
