import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupDamaged, type BackupDraft, type ReadPart } from './backup-place.ts';
import type { Part } from './manifest.ts';

/** Uncompressed; repeated after a broken transfer. */
const partBytes = 32 * 1024 * 1024;

function makeTally(): { stream: Transform; bytes(): number; sha256(): string } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes, sha256: () => hash.digest('hex') };
}

export type Lines = { text: Buffer; rows: number };

/** `<name>-0001.jsonl.gz` and so on, of limited size. */
export async function writeParts(
  draft: BackupDraft,
  name: string,
  lines: AsyncIterable<Lines>,
): Promise<{ rows: number; sha256: string; parts: Part[] }> {
  const source = lines[Symbol.asyncIterator]();
  const whole = createHash('sha256');
  const parts: Part[] = [];
  try {
    let next = await source.next();
    while (next.done !== true) {
      let rows = 0;
      const ofThisPart = async function* (): AsyncGenerator<Buffer> {
        for (let bytes = 0; next.done !== true && bytes < partBytes; next = await source.next()) {
          const { text, rows: more } = next.value;
          whole.update(text);
          rows += more;
          bytes += text.length;
          yield text;
        }
      };
      const tally = makeTally();
      // The last stream's reader gets all errors.
      pipeline(Readable.from(ofThisPart()), createGzip(), tally.stream, () => {});
      const part = `${name}-${String(parts.length + 1).padStart(4, '0')}.jsonl.gz`;
      await draft.write(part, tally.stream);
      parts.push({ name: part, rows, bytes: tally.bytes(), sha256: tally.sha256() });
    }
  } finally {
    // Releases the source after a failure.
    await source.return?.();
  }
  return { rows: parts.reduce((sum, { rows }) => sum + rows, 0), sha256: whole.digest('hex'), parts };
}

const newline = 0x0a;

/** @throws BackupDamaged at the end, when rows or hash differ */
async function* readPart(read: ReadPart, part: Part): AsyncGenerator<string> {
  const tally = makeTally();
  const packed = await read(part.name);
  const unpacked = createGunzip();
  pipeline(packed, tally.stream, unpacked, () => {});
  let begun: Buffer[] = [];
  let rows = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
        begun.push(chunk.subarray(from, end));
        yield begun.length === 1 ? (begun[0] as Buffer).toString() : Buffer.concat(begun).toString();
        rows += 1;
        begun = [];
        from = end + 1;
      }
      if (from < chunk.length) begun.push(chunk.subarray(from));
    }
  } catch (cause) {
    // Damage is an error of decompression.
    if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))) throw cause;
    throw new BackupDamaged(`${part.name} cannot be unpacked (${cause.message})`, { cause });
  } finally {
    packed.destroy();
  }
  const sha256 = tally.sha256();
  if (rows !== part.rows) throw new BackupDamaged(`${part.name} has ${rows} rows instead of ${part.rows}`);
  if (sha256 !== part.sha256)
    throw new BackupDamaged(`${part.name} has the SHA-256 ${sha256} instead of ${part.sha256}`);
}

/** @throws BackupDamaged */
export async function* readParts(read: ReadPart, parts: readonly Part[]): AsyncGenerator<string> {
  for (const part of parts) yield* readPart(read, part);
}

/** @returns a message per damaged part */
export async function findDamagedParts(read: ReadPart, parts: readonly Part[]): Promise<string[]> {
  const found: string[] = [];
  for (const part of parts) {
    try {
      for await (const _ of readPart(read, part));
    } catch (error) {
      if (!(error instanceof BackupDamaged)) throw error;
      found.push(error.message);
    }
  }
  return found;
}
