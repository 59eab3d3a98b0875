import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CannotWrite } from '../../platform/write-monitor.ts';
import { codeOf } from '../../platform/error-code.ts';
import { FileDamaged, FileMissing, type FileStore } from '../../platform/files/file-store.ts';

/** A file by the hash of its bytes, and how many they are. */
export type NamedFile = { sha256: string; bytes: number };

const atOnce = 4;

/** The files of a list that `writeParts` has written as rows of hash and size. */
export async function* namedFiles(lines: AsyncIterable<string>): AsyncGenerator<NamedFile> {
  for await (const line of lines) {
    const [sha256, bytes] = JSON.parse(line) as [string, number];
    yield { sha256, bytes };
  }
}

/** Does something with each of many things, a few at a time; after a failure with none of the others. */
async function forEachAtOnce<T>(things: AsyncIterable<T>, act: (thing: T) => Promise<void>): Promise<void> {
  const source = things[Symbol.asyncIterator]();
  const failed = new AbortController();
  const work = async (): Promise<void> => {
    try {
      while (!failed.signal.aborted) {
        const next = await source.next();
        if (next.done === true) return;
        await act(next.value);
      }
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  // Nothing goes on once this has ended.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure === undefined) return;
  await source.return?.();
  throw failure.reason;
}

/**
 * Copies one file, hashing it on its way.
 * @param keep whether it stays, or was only to be tried
 * @throws FileDamaged when it is missing, and for bytes that are not those of its name
 */
async function copyFile(
  from: FileStore,
  to: FileStore,
  { sha256, bytes }: NamedFile,
  keep: boolean,
): Promise<void> {
  const source: Readable = await from.read(sha256, bytes);
  try {
    const staged = await to.stage(source, bytes);
    if (staged.sha256 !== sha256) {
      await staged.discard();
      throw new FileDamaged(`the bytes of ${sha256} have the SHA-256 ${staged.sha256}`);
    }
    await (keep ? staged.keep() : staged.discard());
  } catch (cause) {
    // What cannot be written is a CannotWrite: this is the source's disk, which has lost these bytes.
    if (codeOf(cause) !== 'EIO' && codeOf((cause as Error).cause) !== 'EIO') throw cause;
    if (cause instanceof CannotWrite) throw cause;
    throw new FileDamaged(`the bytes of ${sha256} cannot be read (EIO)`, { cause });
  } finally {
    source.destroy();
  }
}

export type CopyReport = { files: number; bytes: number; copiedFiles: number; copiedBytes: number };

/** Whether a store has a file's bytes, all of them read. */
async function hasBytes(store: FileStore, { sha256, bytes }: NamedFile): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await store.read(sha256, bytes)) hash.update(chunk as Buffer);
  } catch (error) {
    if (error instanceof FileDamaged) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}

export type CopyOptions = { keep: boolean; verify?: (file: NamedFile) => boolean };

/**
 * Copies files by their names from one store to another; those that are there are not copied again.
 * @param options.keep whether they stay there; otherwise each is only written, compared and removed
 * @param options.verify which of those that are there are read; otherwise their size tells that they are whole
 * @param onFault hears of a file that is missing, or is there and damaged; the others are copied
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  files: AsyncIterable<NamedFile>,
  { keep, verify = () => false }: CopyOptions,
  onFault: (file: NamedFile, why: string, isThere: boolean) => void | Promise<void>,
): Promise<CopyReport> {
  const there = new Map<string, number>();
  if (keep) for await (const { sha256, bytes } of to.list()) there.set(sha256, bytes);
  const report: CopyReport = { files: 0, bytes: 0, copiedFiles: 0, copiedBytes: 0 };
  await forEachAtOnce(files, async (file) => {
    report.files += 1;
    report.bytes += file.bytes;
    if (there.get(file.sha256) === file.bytes && (!verify(file) || (await hasBytes(to, file)))) return;
    try {
      await copyFile(from, to, file, keep);
      report.copiedFiles += 1;
      report.copiedBytes += file.bytes;
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      await onFault(file, error.message, !(error instanceof FileMissing));
    }
  });
  return report;
}
