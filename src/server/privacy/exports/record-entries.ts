import { Readable } from 'node:stream';
import { isoInstant, instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { consentRecords, guardianOf } from '../../accounts/consent/consent-queries.ts';
import { accountById, accountNames } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { readEventsAbout } from '../../audit/list-lines.ts';
import { attachmentsAfter } from '../../forum/attachments/queries.ts';
import { commentsAfter, questionsAfter } from '../../forum/reading/author-queries.ts';
import { moderationAfter, reportsAfter } from '../../forum/moderation/queries.ts';
import { noticesBefore } from '../../notices/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { reportLostFile } from '../../platform/files/report-lost-file.ts';
import type { Reader } from '../../platform/database/database.ts';
import { exportPersonalRows } from '../../platform/database/personal-tables.ts';
import { eachRow } from '../../platform/database/rows-at-once.ts';
import { afterAllIds } from '../../platform/parse-id.ts';
import { privatePostsAfter } from '../../private-questions/queries.ts';
import { progressPersonal } from '../../progress/tables.ts';
import { presentTaskBriefs } from '../../projects/briefs.ts';
import {
  briefsOfStudent,
  formerSelectionsOf,
  rubricsOfStudent,
  selectionOfStudent,
} from '../../selections/queries.ts';
import { presentGivenLines } from '../../marking/mark-presenter.ts';
import { presentSince } from '../../submissions/presenter.ts';
import { extensionRequestsOf, presentExtensionRequest } from '../../submissions/extension-requests.ts';
import { extensionsOf } from '../../submissions/extensions.ts';
import { recordCounts } from '../../marking/recorded/counted.ts';
import { releasedRecordsOf } from '../../marking/recorded/queries.ts';
import { recordReviewsAt } from '../../marking/recorded/record-review-queries.ts';
import { presentLineComments } from '../../marking/lines/presenter.ts';
import { releasedLineCommentsOf } from '../../marking/lines/queries.ts';
import { versionsAfter } from '../../marking/student/queries.ts';
import { presentReviewRow, reviewsAt } from '../../marking/reviews/review-rows.ts';
import { signedCertificates } from '../../certificates/certificate-queries.ts';
import { nameLinesOf } from '../../certificates/name-queries.ts';
import { ownSignedRecords } from '../../viva-hour/record-calls.ts';
import { presentSignedReceipt } from '../../submissions/receipts/receipt-key.ts';
import { entryName } from '#contract/zip-names';
import { vivasPersonal } from '../../vivas/tables.ts';
import { readMe } from './read-me.ts';
import { withInstants } from './with-instants.ts';
import type { ZipEntry } from '../../platform/write-zip.ts';

/** Few, because two texts of a submission may have 100,000 characters each. */
const pageSize = 20;
/** Far more than staff give one student. */
const mostExtensions = 1_000;
/** Of staff looking at the student's screens. */
const mostUses = 1_000;

type ReadPage<R> = (p: { accountId: number; afterId: number; limit: number }) => Promise<R[]>;

export const rows = <R extends { id: number }>(read: ReadPage<R>, accountId: number): AsyncGenerator<R> =>
  eachRow((last?: R) => read({ accountId, afterId: last?.id ?? 0, limit: pageSize }), { size: pageSize });

/** @param read a page of `pageSize` */
export const newestFirst = <R extends { id: number }>(
  read: (beforeId: number) => Promise<R[]>,
): AsyncGenerator<R> => eachRow((last?: R) => read(last?.id ?? afterAllIds), { size: pageSize });

export async function* asJson(items: AsyncIterable<object>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const item of items) {
    yield `${before}${JSON.stringify(item, null, 2)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

async function reviewOf(reader: Reader, submissionId: number, reviewAt: number | null) {
  const [request] = reviewAt === null ? [] : await reviewsAt(reader, [submissionId]);
  return request === undefined ? null : presentReviewRow(request);
}

/** A stored file, or a note in its place where its bytes are lost. */
export async function storedFile(
  context: Pick<AppContext, 'files' | 'log' | 'alarms'>,
  entry: { name: string; changedAt: number },
  { sha256, bytes }: { sha256: string; bytes: number },
  of: { receipt?: string; attachment?: string },
): Promise<ZipEntry> {
  try {
    return { ...entry, content: await context.files.read(sha256, bytes) };
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    const words = 'a stored file is missing or damaged';
    reportLostFile(context, { sha256 }, { words, error, ...of });
    const which = of.receipt === undefined ? '' : `: receipt ${of.receipt}`;
    const content = `This file could not be read. Please tell the office${which}.\n`;
    return { ...entry, name: `${entry.name} (missing).txt`, content };
  }
}

async function* versions(context: AppContext, me: Viewer): AsyncGenerator<ZipEntry> {
  const { reader } = context.database;
  for await (const { id, ...version } of rows((p) => versionsAfter(reader, p), me.accountId)) {
    const { marks, markComments, rubric, markedAt, reviewAt, markedBy, erasedAt, ...more } = version;
    const { extensions, earlierProject, ...row } = more;
    const folder = `hand-ins/${row.task}/version-${row.version}`;
    const changedAt = row.submitted_at;
    const owned = { ...row, accountId: me.accountId, batchId: me.batch?.id ?? null };
    const receipt = await presentSignedReceipt(context, { ...owned, email: me.email, name: me.name });
    yield { name: `${folder}/receipt.json`, changedAt, content: json(receipt) };
    const since = presentSince({ ...row, extensions, earlierProject });
    if (Object.keys(since).length > 0)
      yield { name: `${folder}/since.json`, changedAt, content: json(since) };
    if (marks !== null && markedAt !== null) {
      const atLines = presentLineComments(await releasedLineCommentsOf(reader, { submissionId: id }));
      const mark = {
        marks,
        out_of: 100,
        comments: markComments,
        ...(atLines.length > 0 && { line_comments: atLines }),
        ...(rubric !== null && { rubric: presentGivenLines(rubric) }),
        marked_by: markedBy === null ? null : shownName(markedBy),
        marked_at: isoInstant(markedAt),
        second_look: await reviewOf(reader, id, reviewAt),
      };
      yield { name: `${folder}/marks.json`, changedAt: markedAt, content: json(mark) };
    }
    if (receipt.file === null || erasedAt !== null) continue;
    const entry = { name: `${folder}/file/${entryName(receipt.file.name)}`, changedAt };
    yield await storedFile(context, entry, receipt.file, { receipt: row.number });
  }
}

/** Released marks without a file. */
async function* recordedMarks(
  { database: { reader } }: AppContext,
  { accountId }: Viewer,
): AsyncGenerator<ZipEntry> {
  const records = await releasedRecordsOf(reader, { accountId });
  const requests = await recordReviewsAt(
    reader,
    records.map(({ id }) => id),
  );
  for (const record of records) {
    const { task, status, marks, comments, rubric, recorder, recordedAt } = record;
    const request = requests.find(({ recordId }) => recordId === record.id);
    const mark = {
      status,
      marks,
      out_of: 100,
      comments,
      ...(rubric !== null && { rubric: presentGivenLines(rubric) }),
      marked_by: recorder === null ? null : shownName(recorder),
      marked_at: isoInstant(recordedAt),
      counts: recordCounts(record),
      second_look: request === undefined ? null : presentReviewRow(request),
    };
    yield { name: `hand-ins/${task}/without-a-file.json`, changedAt: recordedAt, content: json(mark) };
  }
}

async function* writings(context: AppContext, { accountId }: Viewer): AsyncGenerator<ZipEntry> {
  const { reader } = context.database;
  const changedAt = context.clock.now();
  async function* questions() {
    for await (const { batch, text, format, createdAt, editedAt, isAnonymous } of rows(
      (p) => questionsAfter(reader, p),
      accountId,
    )) {
      const edited_at = instantOrNull(editedAt);
      const of = { batch, question: text, asked_at: isoInstant(createdAt), edited_at };
      yield { ...of, format: format ?? 'plain', anonymous: isAnonymous === 1 };
    }
  }
  async function* comments() {
    for await (const row of rows((p) => commentsAfter(reader, p), accountId)) {
      const { question, text, format, createdAt, editedAt, isAnonymous } = row;
      const edited_at = instantOrNull(editedAt);
      const of = { question, comment: text, written_at: isoInstant(createdAt), edited_at };
      yield { ...of, format: format ?? 'plain', anonymous: isAnonymous === 1 };
    }
  }
  async function* reports() {
    for await (const { commentId, reason, reportedAt } of rows((p) => reportsAfter(reader, p), accountId))
      yield {
        post: commentId === null ? 'question' : 'comment',
        reason,
        reported_at: isoInstant(reportedAt),
      };
  }
  async function* moderation() {
    for await (const { kind, commentId, reason, madeAt } of rows(
      (p) => moderationAfter(reader, p),
      accountId,
    ))
      yield {
        post: commentId === null ? 'question' : 'comment',
        is: kind,
        reason,
        since: isoInstant(madeAt),
      };
  }
  async function* privately() {
    for await (const row of rows((p) => privatePostsAfter(reader, p), accountId))
      yield {
        question: String(row.questionId),
        batch: row.batch,
        author: shownName(row.author),
        text: row.text,
        written_at: isoInstant(row.createdAt),
        edited_at: instantOrNull(row.editedAt),
        format: row.format ?? 'plain',
      };
  }
  yield { name: 'forum/questions.json', changedAt, content: Readable.from(asJson(questions())) };
  yield { name: 'forum/comments.json', changedAt, content: Readable.from(asJson(comments())) };
  yield { name: 'forum/private.json', changedAt, content: Readable.from(asJson(privately())) };
  yield { name: 'forum/reports.json', changedAt, content: Readable.from(asJson(reports())) };
  yield { name: 'forum/moderation.json', changedAt, content: Readable.from(asJson(moderation())) };
}

async function* attachments(context: AppContext, { accountId }: Viewer): AsyncGenerator<ZipEntry> {
  const { reader } = context.database;
  const attached = () => rows((p) => attachmentsAfter(reader, p), accountId);
  const placeOf = ({ code, name }: { code: string; name: string }) =>
    `forum/attachments/${code}/${entryName(name)}`;
  async function* list() {
    for await (const row of attached())
      yield {
        attachment: row.code,
        name: row.name,
        bytes: row.bytes,
        sent_at: isoInstant(row.createdAt),
        file: placeOf(row),
      };
  }
  const changedAt = context.clock.now();
  yield { name: 'forum/attachments.json', changedAt, content: Readable.from(asJson(list())) };
  for await (const row of attached()) {
    const entry = { name: placeOf(row), changedAt: row.createdAt };
    yield await storedFile(context, entry, row, { attachment: row.code });
  }
}

async function* notices({ database }: AppContext, { accountId }: Viewer): AsyncGenerator<object> {
  const page = { accountId, limit: pageSize };
  const all = newestFirst((before) => noticesBefore(database.reader, { ...page, before }));
  for await (const { text, createdAt, readAt } of all)
    yield { text, at: isoInstant(createdAt), read_at: instantOrNull(readAt) };
}

/** Staff's reasons are left out. */
async function changes(reader: Reader, accountId: number) {
  const former = await formerSelectionsOf(reader, { accountId });
  const extensions = await extensionsOf(reader, { accountId, limit: mostExtensions });
  const requests = await extensionRequestsOf(reader, { accountId, limit: mostExtensions });
  return {
    former_projects: former.map(({ projectId, projectName, startedAt, endedAt, endedAs }) => ({
      p_id: projectId,
      p_name: projectName,
      start_date: isoInstant(startedAt),
      ended_at: isoInstant(endedAt),
      ended_as: endedAs === 'undone' ? 'choice undone' : 'start corrected',
    })),
    more_time: extensions.map(({ task, dueAt, dueBefore, grantedAt, outageFrom }) => ({
      task,
      due_at: isoInstant(dueAt),
      due_before: isoInstant(dueBefore),
      granted_at: isoInstant(grantedAt),
      for_an_outage: outageFrom !== null,
    })),
    extension_requests: requests.map((row) => ({ task: row.task, ...presentExtensionRequest(row) })),
  };
}

/** As the student was told and offered it. */
async function vivaTimes(reader: Reader, accountId: number) {
  const times = await exportPersonalRows(reader, progressPersonal, 'viva_times', accountId);
  const offers = await exportPersonalRows(reader, vivasPersonal, 'viva_offers', accountId);
  return withInstants({ viva_times: times, viva_offers: offers }) as object;
}

/** When staff saw the portal as this student, as long as the audit log knows it. */
async function seenByStaff(reader: Reader, aboutId: number) {
  const uses = await readEventsAbout(reader, { events: ['see-as-student'], aboutId, limit: mostUses });
  const names = await accountNames(
    reader,
    uses.flatMap(({ actorId }) => actorId ?? []),
  );
  return uses.map(({ at, actorId }) => ({ at: isoInstant(at), by: names.get(actorId ?? 0) ?? null }));
}

/** A student's own data, entry by entry: what the student also sees on screen, and who of staff looked at it. */
export async function* recordEntries(context: AppContext, me: Viewer): AsyncGenerator<ZipEntry> {
  const { reader } = context.database;
  const now = context.clock.now();
  const [selection] = await selectionOfStudent(reader, { accountId: me.accountId });
  const account = await accountById(reader, me.accountId);
  yield { name: 'README.txt', changedAt: now, content: readMe(context.settings, me, now) };
  const about = {
    s_id: me.email,
    s_name: me.name,
    phone: account.phone,
    batch: me.batch?.name ?? null,
    s_grade: account.grade,
    s_exitscore: account.exit_score,
    signed_up_at: isoInstant(account.created_at),
    consents: await consentRecords(reader, me.accountId),
    guardian: await guardianOf(reader, me.accountId),
    certificate_names: await nameLinesOf(reader, me.accountId),
    project:
      selection === undefined
        ? null
        : {
            p_id: selection.projectId,
            p_name: selection.projectName,
            start_date: isoInstant(selection.startedAt),
          },
    ...(account.preferred_project !== null && { preferred_project: account.preferred_project }),
    ...(await changes(reader, me.accountId)),
    ...(await vivaTimes(reader, me.accountId)),
  };
  yield { name: 'about-me.json', changedAt: now, content: json(about) };
  for (const { number, document } of await signedCertificates(reader, me.accountId))
    yield { name: `certificates/${number}.json`, changedAt: now, content: document };
  for (const record of await ownSignedRecords(reader, me.accountId))
    yield { name: `viva-records/${record.number}.json`, changedAt: now, content: json(record) };
  const of = { accountId: me.accountId };
  const [briefs, lines] = await Promise.all([briefsOfStudent(reader, of), rubricsOfStudent(reader, of)]);
  const asked = (await presentTaskBriefs(briefs, lines)).map(({ html: _html, ...task }) => task);
  if (asked.length > 0) yield { name: 'tasks.json', changedAt: now, content: json(asked) };
  yield* versions(context, me);
  yield* recordedMarks(context, me);
  yield* writings(context, me);
  yield* attachments(context, me);
  const uses = await seenByStaff(reader, me.accountId);
  if (uses.length > 0) yield { name: 'seen-by-staff.json', changedAt: now, content: json(uses) };
  yield { name: 'notices.json', changedAt: now, content: Readable.from(asJson(notices(context, me))) };
}
