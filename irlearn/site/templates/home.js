// Says at once if the lessons cannot run in this browser or at this address.
const hindrance = document.getElementById("hindrance");
const say = (sentence) => {
  hindrance.textContent = sentence;
  hindrance.hidden = false;
};
if (location.protocol === "file:") {
  say("This page was opened as a file, and the lessons need a web address: type irlearn site FOLDER --preview.");
} else if (typeof WebAssembly !== "object") {
  say("This browser has no WebAssembly, in which Python runs: use a newer browser, or switch it on.");
} else if (!isSecureContext) {
  say("The lessons run only on an address that begins with https: ask whoever made this site for it.");
} else {
  try {
    localStorage.getItem("irlearn-probe");
    indexedDB.open("irlearn-probe").onerror = () => say("This browser keeps nothing for this page, so lessons cannot run: switch on site data, or leave the private window.");
  } catch {
    say("This browser keeps nothing for this page, so lessons cannot run: switch on site data, or leave the private window.");
  }
}
