/** Round constants: the first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const constants = new Int32Array(64);
const initial = new Int32Array(8);
for (let candidate = 2, count = 0; count < 64; candidate++) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) isPrime &&= candidate % divisor !== 0;
  if (!isPrime) continue;
  const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);
  constants[count] = fraction(Math.cbrt(candidate));
  if (count < 8) initial[count] = fraction(Math.sqrt(candidate));
  count++;
}

const blockBytes = 64;
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** One block into the state (FIPS 180-4, 6.2.2). */
function compress(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15] as number;
    const late = words[i - 2] as number;
    const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] as number) + small0 + (words[i - 7] as number) + small1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const added = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (added[i] as number);
}

/**
 * SHA-256 piece by piece. The browser's own wants a whole file in memory, and is not there at all on a plain http
 * address; an academy's own network has those.
 */
export function makeSha256(): { update(piece: Uint8Array): void; hex(): string } {
  const state = initial.slice();
  const words = new Int32Array(64);
  const rest = new Uint8Array(blockBytes);
  const restView = new DataView(rest.buffer);
  let held = 0;
  let total = 0;

  function update(piece: Uint8Array): void {
    total += piece.length;
    let from = 0;
    if (held > 0) {
      from = Math.min(blockBytes - held, piece.length);
      rest.set(piece.subarray(0, from), held);
      held += from;
      if (held < blockBytes) return;
      compress(state, words, restView, 0);
    }
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    for (; from + blockBytes <= piece.length; from += blockBytes) compress(state, words, view, from);
    rest.set(piece.subarray(from));
    held = piece.length - from;
  }

  return {
    update,
    /** Ends the message: nothing may be added afterwards. */
    hex() {
      const bytes = total;
      const padding = new Uint8Array(held < 56 ? 64 - held : 128 - held);
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, BigInt(bytes) * 8n);
      update(padding);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}
