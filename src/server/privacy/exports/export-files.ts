import type { Readable } from 'node:stream';
import { hourMs } from '#contract/durations';
import * as calls from '#contract/privacy/calls';
import { isoInstant, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { ownBatchOf } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvStream } from '../../platform/csv-stream.ts';
import { writeZip, type ZipEntry } from '../../platform/write-zip.ts';
import { localText } from '../../platform/zoned-time.ts';
import { listTaskFiles, type TaskFileRow } from '../../submissions/list-submissions.ts';
import { entryName, shortened } from '#contract/zip-names';
import { asAttachment } from '../../platform/files/file-name.ts';
import { storedFile } from './record-entries.ts';
import { sendZip } from './record-slot.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings' | 'files' | 'log' | 'alarms'>;
type TaskOfBatch = { batch: Batch; task: Task; versions: 'newest' | 'all' };

const longestName = 40;
const longestEmail = 40;
const longestFile = 80;

/** The name, then the email, which tells equal names apart. */
export function folderName({
  accountId,
  name,
  email,
}: Pick<TaskFileRow, 'accountId' | 'name' | 'email'>): string {
  const person = entryName(shortened(shownName(name), longestName).trim());
  const address = entryName(shortened(email, longestEmail));
  // Two different emails may become one safe name.
  return address === email ? `${person} ${email}` : `${person} ${address} ${accountId}`;
}

/** `path` is null without a file. */
type Listed = Omit<TaskFileRow, 'submissionId' | 'accountId' | 'file_name'> & { path: string | null };

function columnsIn(zone: string, task: Task): CsvColumns<Listed> {
  return [
    ['name', ({ name }) => shownName(name)],
    ['email', ({ email }) => email],
    ['task', () => task],
    ['version', ({ version }) => version],
    ['number', ({ number }) => number],
    ['submitted_at', (row) => isoInstant(row.submitted_at)],
    [`submitted_at (${zone})`, (row) => localText(row.submitted_at, zone)],
    ['late', ({ late }) => (late === 1 ? 'true' : 'false')],
    ['file', ({ path }) => path],
    ['file_bytes', (row) => row.file_bytes],
    ['file_sha256', (row) => row.file_sha256],
    ['removed_on_request', (row) => (row.erased_at === null ? 'false' : 'true')],
  ];
}

async function* fileEntries(
  context: Context,
  { batch, task, versions }: TaskOfBatch,
): AsyncGenerator<ZipEntry> {
  const contents: Listed[] = [];
  for await (const row of listTaskFiles(context, { batchId: batch.id, task, versions })) {
    const { submissionId: _, accountId: _of, file_name, ...listed } = row;
    const { file_sha256: sha256, file_bytes: bytes, erased_at, version } = row;
    let path: string | null = null;
    if (sha256 !== null && bytes !== null && erased_at === null) {
      const file = entryName(file_name ?? 'file', longestFile);
      const name = `${folderName(row)}/${task} v${version} ${file}`;
      const entry = { name, changedAt: row.submitted_at };
      const stored = await storedFile(context, entry, { sha256, bytes }, { receipt: row.number });
      path = stored.name;
      yield stored;
    }
    contents.push({ ...listed, path });
  }
  const content = csvStream(columnsIn(context.settings.academyZone, task), contents);
  yield { name: 'contents.csv', changedAt: context.clock.now(), content };
}

/**
 * Streams the files of a task as a ZIP; audited before the first byte.
 * @param onFailure gets the error of an interrupted export
 */
async function openFilesExport(
  context: Context,
  actorId: number,
  of: TaskOfBatch,
  onFailure: (error: unknown) => void,
): Promise<Readable> {
  const after = { task: of.task, versions: of.versions };
  await context.database.transaction((writer) =>
    recordAuditEvent(writer, {
      at: context.clock.now(),
      actorId,
      act: 'export-files',
      subject: of.batch.name,
      after,
    }),
  );
  return writeZip(fileEntries(context, of), onFailure, 0);
}

/** A batch's files may be many gigabytes. */
const longestMs = 6 * hourMs;

export const exportFiles = read(calls.exportFiles, {
  who: ownBatchOf,
  takesLong: true,
  run({ context, resource: { batch, viewer }, query: { task, versions }, request, reply }) {
    const { accountId: account } = viewer;
    const limiter = context.filesLimiter;
    const disposition = asAttachment(`${batch.name} ${task} files.zip`);
    const zip = { limiter, disposition, account, request, reply, withinMs: longestMs };
    const what = { own: 'Another ZIP of yours is', many: 'Too many ZIPs are' };
    return sendZip(zip, what, (onFailure) =>
      openFilesExport(context, account, { batch, task, versions }, onFailure),
    );
  },
});
