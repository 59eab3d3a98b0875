import { Readable } from 'node:stream';
import * as calls from '#contract/privacy/calls';
import { normalizeEmail } from '#contract/limits';
import { isoInstant } from '#contract/dates';
import type { MarkedVersion } from '#contract/progress/student-calls';
import { deletedPrivatePostsAfter } from '../../private-questions/queries.ts';
import { personToErase, accountData } from '../../accounts/account-data.ts';
import { studentByEmail } from '../../accounts/queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { writeZip, type ZipEntry } from '../../platform/write-zip.ts';
import type { AppContext } from '../../platform/context.ts';
import { addressesOf } from '../../accounts/own-account/own-account-queries.ts';
import { read } from '../../accounts/sessions/act.ts';
import { viewerOf } from '../../accounts/sessions/viewer.ts';
import { listLines, type LinePlace } from '../../audit/list-lines.ts';
import { asJson, json, newestFirst, recordEntries, rows } from '../exports/record-entries.ts';
import {
  commentsOfDeletedAfter,
  deletedQuestionsAfter,
  formerTextsAfter,
} from '../../forum/reading/author-queries.ts';
import { mailsTurnedOff } from '../../accounts/own-account/mail-choices.ts';
import { mailsOf } from '../../platform/mail/erase-mails.ts';
import { listMarkedVersions } from '../../marking/list-marked-versions.ts';
import { lineCommentsAfter } from '../../marking/lines/queries.ts';
import { presentStaffRecord } from '../../marking/recorded/present-record.ts';
import { recordsOf } from '../../marking/recorded/queries.ts';
import { recordReviewsAt } from '../../marking/recorded/record-review-queries.ts';
import { presentReview } from '../../marking/reviews/review-deciders.ts';
import { staffNotesBefore } from '../../progress/progress-queries.ts';
import { readStudentTime } from '../../progress/time/student-time.ts';
import { sendZip } from '../exports/record-slot.ts';
import { holdsOf } from '../retention/holds.ts';
import { administratorOfPerson, unknownStudent } from './policy.ts';
import { exportReadMe } from '../exports/read-me.ts';
import { withInstants } from '../exports/with-instants.ts';
import { exportPersonalRows } from '../../platform/database/personal-tables.ts';
import { vivasPersonal } from '../../vivas/tables.ts';

/** Few, because texts may be long. */
const pageSize = 20;

async function* withoutIds(items: AsyncIterable<{ id: number }>): AsyncGenerator<object> {
  for await (const { id: _, ...item } of items) yield withInstants(item) as object;
}

/** Of the current choice, released or not, with their calculation and reviews. */
async function* recordedMarks(
  { database: { reader } }: AppContext,
  accountId: number,
): AsyncGenerator<object> {
  const records = await recordsOf(reader, [accountId]);
  const requests = await recordReviewsAt(
    reader,
    records.map(({ id }) => id),
  );
  for (const record of records) {
    const request = requests.find(({ recordId }) => recordId === record.id);
    const review = request === undefined ? null : await presentReview(reader, request, null);
    yield { task: record.task, ...presentStaffRecord(record, review) };
  }
}

/** All versions, with unreleased marks and their calculation. */
async function* marks(context: AppContext, accountId: number): AsyncGenerator<MarkedVersion> {
  for (let before: string | undefined; ;) {
    const page = await listMarkedVersions(context, null, accountId, {
      limit: pageSize,
      ...(before && { before }),
    });
    const versions = JSON.parse(page.text) as MarkedVersion[];
    yield* versions;
    before = versions.at(-1)?.number;
    if (before === undefined) return;
  }
}

async function* auditLines(
  { database }: AppContext,
  accountId: number,
  subjects: readonly string[],
): AsyncGenerator<object> {
  const filter = { events: null, actor: null, whom: { accountId, subjects }, from: null, to: null };
  for (let after: LinePlace | null = null; ;) {
    const page = await listLines(database.reader, filter, { after, limit: 100 });
    for (const { at, act, subject, before, after: next } of page) {
      const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown));
      yield { at: isoInstant(at), act, subject, before: parse(before), after: parse(next) };
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = { at: last.at, id: last.id };
  }
}

/** Two folders: what the person may have, and what only the office may see. */
async function* personEntries(context: AppContext, accountId: number): AsyncGenerator<ZipEntry> {
  const { reader } = context.database;
  const changedAt = context.clock.now();
  const me = await viewerOf(reader, accountId);
  const list = (name: string, items: AsyncIterable<object>): ZipEntry => ({
    name,
    changedAt,
    content: Readable.from(asJson(items)),
  });
  yield { name: 'README.txt', changedAt, content: exportReadMe(context.settings, me, changedAt) };

  const own = 'for-the-person';
  for await (const entry of recordEntries(context, me)) yield { ...entry, name: `${own}/${entry.name}` };
  const everything = {
    ...(await accountData(reader, accountId)),
    mails_turned_off: (await mailsTurnedOff(reader, { accountId })).map(({ mail }) => mail),
  };
  yield { name: `${own}/account.json`, changedAt, content: json(withInstants(everything) as object) };
  const page = { accountId, limit: pageSize };
  const { addresses } = everything;
  yield list(
    `${own}/mails.json`,
    withoutIds(newestFirst((beforeId) => mailsOf(reader, addresses, { beforeId, limit: pageSize }))),
  );

  const office = 'for-the-office-only';
  yield list(
    `${office}/notes.json`,
    withoutIds(newestFirst((beforeId) => staffNotesBefore(reader, { ...page, beforeId }))),
  );
  yield list(`${office}/marks.json`, marks(context, accountId));
  const atLines = withoutIds(rows((p) => lineCommentsAfter(reader, p), accountId));
  yield list(`${office}/line-comments.json`, atLines);
  yield list(`${office}/marks-without-a-file.json`, recordedMarks(context, accountId));
  const time = await readStudentTime(context.database.reader, context.settings, accountId);
  yield { name: `${office}/time-and-choices.json`, changedAt, content: json(time) };
  const attendance = await exportPersonalRows(reader, vivasPersonal, 'viva_attendance', accountId);
  yield {
    name: `${office}/viva-attendance.json`,
    changedAt,
    content: json(withInstants(attendance) as object),
  };
  const held = await holdsOf(reader, accountId);
  yield { name: `${office}/holds.json`, changedAt, content: json(held) };
  const deleted = withoutIds(rows((p) => deletedQuestionsAfter(reader, p), accountId));
  yield list(`${office}/deleted-questions.json`, deleted);
  const below = withoutIds(rows((p) => commentsOfDeletedAfter(reader, p), accountId));
  yield list(`${office}/comments-below-deleted.json`, below);
  const privately = withoutIds(rows((p) => deletedPrivatePostsAfter(reader, p), accountId));
  yield list(`${office}/deleted-private.json`, privately);
  const former = withoutIds(rows((p) => formerTextsAfter(reader, p), accountId));
  yield list(`${office}/former-texts.json`, former);
  yield list(
    `${office}/audit-log.json`,
    auditLines(context, accountId, await addressesOf(reader, accountId)),
  );
}

/** `actorId` is null for the operator's command. */
type Asked = { accountId: number; actorId: number | null };

async function recordExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, actorId }: Asked,
): Promise<void> {
  const { email } = await personToErase(database.reader, accountId);
  const act = { at: clock.now(), actorId, act: 'export-person', subject: email, aboutId: accountId } as const;
  await database.transaction((writer) => recordAuditEvent(writer, act));
}

/**
 * Streams everything about a student as a ZIP; audited before the first byte.
 * @param onFailure gets the error of an interrupted export
 */
async function openPersonExport(
  context: AppContext,
  asked: Asked,
  onFailure: (error: unknown) => void,
): Promise<Readable> {
  await recordExport(context, asked);
  return writeZip(personEntries(context, asked.accountId), onFailure);
}

export const exportPerson = read(calls.exportPerson, {
  who: administratorOfPerson,
  takesLong: true,
  run({ context, resource: { viewer, accountId }, request, reply }) {
    const { accountId: account } = viewer;
    const disposition = 'attachment; filename="person.zip"';
    const zip = { limiter: context.recordLimiter, disposition, account, request, reply };
    const what = { own: 'Another export of yours is', many: 'Too many records are' };
    return sendZip(zip, what, (onFailure) =>
      openPersonExport(context, { accountId, actorId: account }, onFailure),
    );
  },
});

/** @throws 404 without such a student */
export async function openExportOf(context: AppContext, address: string): Promise<Readable> {
  const email = normalizeEmail(address);
  const [student] = await studentByEmail(context.database.reader, { email });
  if (student === undefined) throw unknownStudent();
  // The reader of the stream gets its error.
  const body = await openPersonExport(context, { ...student, actorId: null }, () => {});
  return body;
}
