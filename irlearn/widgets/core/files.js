// Sends a file that was chosen on the page to Python. Each piece is a gesture of its own. Of a file that is too large
// only the size is sent, because Python refuses it in a sentence.
const PIECE = 3 << 16; // bytes in one report

async function sendFile(field, report) {
  const [file] = field.files ?? [];
  if (!file) return;
  field.value = ""; // Otherwise choosing the same file again would not be a change.
  const { file: what, key, most } = field.dataset;
  const bytes = new Uint8Array(file.size > Number(most) ? [] : await file.arrayBuffer());
  const size = Math.min(file.size, 999_999_999); // the largest number that Python reads
  for (let at = 0; at === 0 || at < bytes.length; at += PIECE) {
    const letters = Array.from(bytes.subarray(at, at + PIECE), (byte) => String.fromCharCode(byte));
    report({ do: what, key, name: file.name, size, at, base64: btoa(letters.join("")) });
  }
}
