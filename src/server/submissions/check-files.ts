import { createHash } from 'node:crypto';
import { dayMs } from '#contract/durations';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import { FileDamaged, FileMissing, type StoredFileInfo } from '../platform/files/file-store.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { reportProgress } from '../platform/progress.ts';
import { countSubmittedFiles, listSubmittedFiles, type SubmittedFile } from './list-submitted-files.ts';

/** Younger bytes may belong to a submission under way. */
const orphanMs = dayMs;
const readAtOnce = 4;

type Context = Pick<AppContext, 'database' | 'files' | 'clock'>;

type FileFault = 'missing' | 'altered' | 'unreadable';
/** A file of something else, such as an attachment. */
type OtherFile = { sha256: string; bytes: number };
export type FileFinding<Other extends OtherFile = OtherFile> =
  | { kind: FileFault; file: SubmittedFile; why: string }
  | { kind: FileFault; other: Other; why: string }
  | { kind: 'orphan'; file: StoredFileInfo };

export type FilesReport = {
  /** Versions with a file; `files` counts distinct ones. */
  receipts: number;
  others: number;
  files: number;
  /** Differences from their rows. */
  faults: Record<FileFault, number>;
  /** Older than a day (`removed`, `left`), and younger. */
  orphans: { removed: number; left: number; recent: number };
};

async function findFault(
  { files }: Context,
  { sha256, bytes }: OtherFile,
): Promise<{ kind: FileFault; why: string } | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await files.read(sha256, bytes)) hash.update(chunk as Buffer);
  } catch (error) {
    // An unreachable store says nothing about files.
    if (error instanceof HttpError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof FileMissing) return { kind: 'missing', why };
    return { kind: error instanceof FileDamaged ? 'altered' : 'unreadable', why };
  }
  const found = hash.digest('hex');
  return found === sha256 ? null : { kind: 'altered', why: `The bytes have the SHA-256 ${found}` };
}

/**
 * Against their rows; those without one are removed after a day. Safe while people submit.
 * @param options.others all other files in use: a missing one is removed
 * @param onFinding called for each fault, and each orphan of a day
 * @throws 503 store or database unreachable
 */
export async function checkFiles<Other extends OtherFile>(
  context: Context,
  { dryRun, others }: { dryRun: boolean; others: (context: Context) => AsyncIterable<Other[]> },
  onFinding: (finding: FileFinding<Other>) => void,
): Promise<FilesReport> {
  // Before reading rows: later bytes may belong to a row this read misses.
  const keptBefore = context.clock.now() - orphanMs;
  const checks = new Map<string, ReturnType<typeof findFault>>();
  const named = new Set<string>();
  const report: FilesReport = {
    receipts: 0,
    others: 0,
    files: 0,
    faults: { missing: 0, altered: 0, unreadable: 0 },
    orphans: { removed: 0, left: 0, recent: 0 },
  };

  const check = (file: OtherFile): ReturnType<typeof findFault> => {
    const what = `${file.sha256} ${file.bytes}`;
    let checked = checks.get(what);
    if (checked === undefined) checks.set(what, (checked = findFault(context, file)));
    return checked;
  };
  async function checkAll<File extends OtherFile>(
    [what, total]: [what: string, total: number | null],
    pages: AsyncIterable<File[]>,
    onFault: (file: File, fault: { kind: FileFault; why: string }) => void,
  ): Promise<number> {
    let count = 0;
    for await (const page of pages) {
      for (let i = 0; i < page.length; i += readAtOnce) {
        const group = page.slice(i, i + readAtOnce);
        const faults = await Promise.all(group.map(check));
        for (const [n, file] of group.entries()) {
          count += 1;
          reportProgress(what, count, total);
          named.add(file.sha256);
          const fault = faults[n];
          if (fault == null) continue;
          report.faults[fault.kind] += 1;
          onFault(file, fault);
        }
      }
    }
    return count;
  }
  const submitted = await countSubmittedFiles(context);
  report.receipts = await checkAll(
    ['Submitted files checked', submitted],
    listSubmittedFiles(context),
    (file, fault) => onFinding({ ...fault, file }),
  );
  report.others = await checkAll(['Attachments checked', null], others(context), (other, fault) =>
    onFinding({ ...fault, other }),
  );
  report.files = named.size;

  for await (const file of context.files.list()) {
    if (named.has(file.sha256)) continue;
    if (file.keptAt >= keptBefore) {
      report.orphans.recent += 1;
      continue;
    }
    const isGone = !dryRun && (await context.files.removeUnused(file.sha256, keptBefore));
    report.orphans[isGone ? 'removed' : 'left'] += 1;
    onFinding({ kind: 'orphan', file });
  }
  if (!dryRun) {
    const { receipts, others: attached, files, faults, orphans } = report;
    await context.database.transaction((writer) =>
      recordAuditEvent(writer, {
        at: context.clock.now(),
        actorId: null,
        act: 'check-files',
        subject: '',
        after: { receipts, attached, files, ...faults, removed: orphans.removed },
      }),
    );
  }
  return report;
}
