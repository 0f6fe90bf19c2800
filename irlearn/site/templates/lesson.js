// Opens a lesson in JupyterLite: says what happens while Python loads, and keeps the links of the course working.
const site = JSON.parse(document.getElementById("irlearn-site").textContent);
const bar = document.getElementById("irlearn-start");
const says = bar.querySelector(".says");
const progress = bar.querySelector("progress");
const name = new URLSearchParams(location.search).get("path") ?? "";
const packages = site.lessons[name] ?? [];
const expected = ["", ...packages].reduce((sum, part) => sum + site.bytes[part], 0);
const megabytes = (bytes) => Math.round(bytes / 1e6);

function stop(sentence) {
  says.textContent = sentence;
  bar.classList.add("stopped");
  progress.remove();
}

async function storageWorks() {
  try {
    localStorage.setItem("irlearn-probe", "1");
    localStorage.removeItem("irlearn-probe");
    await new Promise((resolve, reject) => {
      const request = indexedDB.open("irlearn-probe");
      request.onsuccess = () => resolve(request.result.close());
      request.onerror = () => reject(request.error);
    });
    return true;
  } catch {
    return false;
  }
}

async function hindrance() {
  if (!(name in site.lessons)) return "There is no such lesson on this site: open one from the list.";
  if (typeof WebAssembly !== "object") return "This browser has no WebAssembly, in which Python runs: use a newer browser, or switch it on.";
  if (!isSecureContext) return "The lessons run only on an address that begins with https: ask whoever made this site for it.";
  if (!(await storageWorks())) return "This browser keeps nothing for this page, so lessons cannot run: switch on site data, or leave the private window.";
  return "";
}

function follow(channel) {
  const started = performance.now();
  says.textContent = `Loading Python, about ${megabytes(expected)} MB the first time. You can read on meanwhile.`;
  channel.onmessage = ({ data }) => {
    if (data.bytes) {
      progress.value = Math.min(0.97, data.bytes / expected);
    }
    if (data.stopped) stop(data.stopped);
    if (data.ready) {
      progress.value = 1;
      document.documentElement.dataset.irlearnSeconds = ((performance.now() - started) / 1000).toFixed(1);
      bar.classList.add("ready");
    }
  };
}

// JupyterLab leads links between files to the files themselves.
function followLinks(event) {
  const link = event.target.closest?.(".jp-RenderedMarkdown a[href]");
  const files = new URL("../files/", location.href).href;
  if (!link?.href.startsWith(files)) return;
  const path = decodeURIComponent(new URL(link.href).pathname.slice(new URL(files).pathname.length));
  const page = path.match(/^reference\/([\w-]+)\.md$/);
  const target = page
    ? `../../reference/${page[1]}.html`
    : path in site.lessons ? `index.html?path=${encodeURIComponent(path)}` : "";
  if (!target && !path.endsWith(".ipynb")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!target) {
    says.textContent = "This lesson is not on this site.";
    bar.classList.remove("ready");
    progress.hidden = true;
    return;
  }
  window.open(new URL(target, location.href), page ? "_blank" : "_self");
}

const problem = await hindrance();
if (problem) {
  stop(problem);
} else {
  const channel = new BroadcastChannel(`irlearn-${crypto.randomUUID()}`);
  follow(channel);
  document.addEventListener("click", followLinks, true);
  await import(new URL(site.utils, location.href)); // The settings are written, and no script has read them yet.
  const settings = document.getElementById("jupyter-config-data");
  const config = JSON.parse(settings.textContent);
  config.litePluginSettings[site.kernel].loadPyodideOptions.irlearn = { channel: channel.name, packages };
  settings.textContent = JSON.stringify(config);
}
