// Folds and unfolds the section "Go further" of a lesson, and opens the next lesson. Only the script of the lesson's panel
// has these functions.
Object.assign(lessonPanel, {
  // On a page without the notebook's own folding, such as a page of Voilà, makes the heading of the section a button that
  // shows and hides the cells below it, up to the next heading of the same level.
  fold(page) {
    if (page.querySelector(NOTEBOOK)) return;
    const cells = [...page.querySelectorAll(".jp-Cell")];
    const headings = cells.map((cell) => cell.querySelector(".jp-MarkdownOutput h2"));
    const at = headings.findIndex((heading) => heading?.firstChild.textContent.trim() === "Go further");
    if (at < 0 || headings[at].querySelector("button")) return;
    const end = headings.findIndex((heading, index) => heading && index > at);
    const folded = cells.slice(at + 1, end < 0 ? undefined : end);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "irlearn-fold";
    button.append(headings[at].firstChild);
    headings[at].prepend(button);
    const set = (open) => {
      button.ariaExpanded = String(open);
      folded.forEach((cell) => (cell.hidden = !open));
    };
    button.addEventListener("click", () => set(button.ariaExpanded !== "true"));
    set(false);
  },

  // Unfolds the section in which a node is hidden, and returns whether there was such a section.
  unfold(node) {
    if (node.checkVisibility()) return false;
    const closed = ".jp-collapseHeadingButton.jp-mod-collapsed, .irlearn-fold[aria-expanded=false]";
    const isBefore = (fold) => fold.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
    const fold = [...document.querySelectorAll(closed)].findLast(isBefore);
    fold?.click();
    return Boolean(fold);
  },

  // Makes JupyterLab open the notebook of a link that is pressed. Its own address need not name the present folder, so
  // the browser would look for the notebook elsewhere.
  open(link, manager) {
    const here = manager?.context?.path;
    if (here === undefined) return;
    const path = here.slice(0, here.lastIndexOf("/") + 1) + link.dataset.notebook;
    Object.assign(link.dataset, { commandlinkerCommand: "docmanager:open", commandlinkerArgs: JSON.stringify({ path }) });
  },
});
