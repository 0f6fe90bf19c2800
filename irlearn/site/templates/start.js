// Starts Python in the worker of a kernel: loads Pyodide, its packages and irlearn, and reports how far it is.
// JupyterLite runs this script in place of Pyodide's own, and calls loadPyodide with the address of this folder.
const SETTINGS = "SETTINGS";

self.loadPyodide = async ({ irlearn = {}, packages, indexURL, ...options }) => {
  const here = (path) => new URL(path, indexURL).href;
  const channel = new BroadcastChannel(irlearn.channel ?? "irlearn");
  const report = (message) => channel.postMessage(message);
  const original = self.fetch;
  let bytes = 0;
  const count = (response) => {
    if (!response.ok || !response.body || response.status !== 200) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        report({ bytes });
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
  self.fetch = async (...request) => count(await original.apply(self, request));
  try {
    const base = here(SETTINGS.pyodide);
    importScripts(`${base}pyodide.js`); // It defines loadPyodide anew.
    const pyodide = await self.loadPyodide({ ...options, indexURL: base });
    const quiet = { messageCallback: () => {}, errorCallback: () => {} };
    const more = irlearn.packages ?? [];
    await pyodide.loadPackage([...SETTINGS.names, ...SETTINGS.wheels.map(here)], quiet);
    for (const name of more) {
      await pyodide.loadPackage(name, quiet).catch(() => {}); // What is not there is named below.
    }
    const lacking = ["numpy", ...more].filter((name) => !(name in pyodide.loadedPackages));
    for (const name of lacking) {
      const title = { numpy: "NumPy", scipy: "SciPy" }[name] ?? name;
      const sentence = `${title} of Pyodide ${SETTINGS.version} could not be loaded, so ${name === "numpy" ? "this lesson" : "a part of this lesson"} cannot run here: ` +
        "reload the page, and tell whoever made this site if it happens again.";
      stop(pyodide, name, sentence);
      report({ stopped: sentence });
    }
    report(lacking.length ? {} : { ready: true });
    return pyodide;
  } catch (error) {
    report({ stopped: "Python could not be started: check the network, and reload the page." });
    throw error;
  } finally {
    self.fetch = original;
  }
};

// Puts a module in the place of a missing package, so that each import of it says the same sentence.
function stop(pyodide, name, sentence) {
  const folder = pyodide.runPython("import sysconfig; sysconfig.get_path('purelib')");
  pyodide.FS.writeFile(`${folder}/${name}.py`, `raise ImportError(${JSON.stringify(sentence)})\n`);
}
