import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CannotWrite } from '../../platform/write-monitor.ts';
import { codeOf } from '../../platform/error-code.ts';
import { FileDamaged, FileMissing, type FileStore } from '../../platform/files/file-store.ts';
import { reportProgress } from '../../platform/progress.ts';

export type NamedFile = { sha256: string; bytes: number };

const usualAtOnce = 4;

export async function* namedFiles(lines: AsyncIterable<string>): AsyncGenerator<NamedFile> {
  for await (const line of lines) {
    const [sha256, bytes] = JSON.parse(line) as [string, number];
    yield { sha256, bytes };
  }
}

/** Starts no others after a failure. */
export async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  run: (item: T) => Promise<void>,
  atOnce = usualAtOnce,
): Promise<void> {
  const source = (async function* () {
    yield* items;
  })();
  const failed = new AbortController();
  const work = async (): Promise<void> => {
    try {
      while (!failed.signal.aborted) {
        const next = await source.next();
        if (next.done === true) return;
        await run(next.value);
      }
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  // Nothing runs on after the return.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failure = ended.find((one) => one.status === 'rejected');
  if (failure === undefined) return;
  await source.return();
  throw failure.reason;
}

/**
 * @param keep or only test
 * @throws FileDamaged when missing, or its hash does not match
 */
export async function copyFile(
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
    await (keep ? staged.keep(true) : staged.discard());
  } catch (cause) {
    // Write errors are CannotWrite; other EIO is the source's.
    if (codeOf(cause) !== 'EIO' && codeOf((cause as Error).cause) !== 'EIO') throw cause;
    if (cause instanceof CannotWrite) throw cause;
    throw new FileDamaged(`the bytes of ${sha256} cannot be read (EIO)`, { cause });
  } finally {
    source.destroy();
  }
}

export type CopyReport = { files: number; bytes: number; copiedFiles: number; copiedBytes: number };

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

export type CopyOptions = {
  keep: boolean;
  verify?: (file: NamedFile) => boolean;
  total?: number;
};

/**
 * Except those already there.
 * @param options.keep or only test
 * @param options.verify existing files to read in full; else the size is enough
 * @param onFault for each missing or damaged file
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  files: AsyncIterable<NamedFile>,
  { keep, verify = () => false, total = 0 }: CopyOptions,
  onFault: (file: NamedFile, why: string, isThere: boolean) => void | Promise<void>,
): Promise<CopyReport> {
  const there = new Map<string, number>();
  if (keep) for await (const { sha256, bytes } of to.list()) there.set(sha256, bytes);
  const report: CopyReport = { files: 0, bytes: 0, copiedFiles: 0, copiedBytes: 0 };
  await forEachAtOnce(files, async (file) => {
    report.files += 1;
    reportProgress(keep ? 'Files copied' : 'Files compared', report.files, total);
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
