// Loads the script of a widget from the model that all widgets with this script share.
async function render(context) {
  const manager = context.model.widget_manager;
  const [script] = await Promise.all(context.model.get("_shared").map((name) => manager.get_model(name.slice(10))));
  // The property belongs to the model, so that the page reads the script once for each kernel.
  script.loaded ??= import(URL.createObjectURL(new Blob([script.get("script")], { type: "text/javascript" })));
  return (await script.loaded).default.render(context);
}
export default { render };
