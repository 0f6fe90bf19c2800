// Loads the script of a widget from the model that all widgets with this script share.
async function render(context) {
  const { model } = context;
  const models = model.get("_shared").map((name) => model.widget_manager.get_model(name.slice(10))); // "IPY_MODEL_" + id
  const [script, ...sheets] = await Promise.all(models);
  // The property belongs to the model, so that the page reads the script once for each kernel.
  script.loaded ??= import(URL.createObjectURL(new Blob([script.get("script")], { type: "text/javascript" })));
  // A page that restores models makes them in any order, but the style sheet of all widgets has to be the first.
  const [base, ...named] = sheets.map((sheet) => document.getElementById(sheet.get("_anywidget_id")));
  for (const node of named) {
    if (base && node?.compareDocumentPosition(base) & Node.DOCUMENT_POSITION_FOLLOWING) node.parentNode.append(node);
  }
  return (await script.loaded).default.render(context);
}
export default { render };
