// A file that was chosen on the page: sent to Python in pieces, each a gesture of its own;
// of one that is too large only the size, which Python refuses in a sentence.
const PIECE = 3 << 16; // bytes of a file in one report

async function sendFile(field, report) {
  const [file] = field.files ?? [];
  if (!file) return;
  field.value = ""; // or the same file, chosen once more, would be no change
  const { file: what, key, most } = field.dataset;
  const bytes = new Uint8Array(file.size > Number(most) ? [] : await file.arrayBuffer());
  const size = Math.min(file.size, 999_999_999); // the largest number that is read
  for (let at = 0; at === 0 || at < bytes.length; at += PIECE) {
    const letters = Array.from(bytes.subarray(at, at + PIECE), (byte) => String.fromCharCode(byte));
    report({ do: what, key, name: file.name, size, at, base64: btoa(letters.join("")) });
  }
}
