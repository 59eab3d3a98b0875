import { Readable } from 'node:stream';
import { isoInstant } from '#contract/dates';
import type { MarkedVersion } from '#contract/progress/student-calls';
import { accountData } from '../../accounts/account-data.ts';
import { addressesOf } from '../../accounts/own-account/own-account-queries.ts';
import { viewerOf } from '../../accounts/sessions/viewer.ts';
import { listLines, type LinePlace } from '../../audit/list-lines.ts';
import { asJson, json, newestFirst, recordEntries, rows } from '../exports/record-entries.ts';
import type { ZipEntry } from '../../platform/write-zip.ts';
import {
  commentsOfDeletedAfter,
  deletedQuestionsAfter,
  formerTextsAfter,
} from '../../forum/posts/erase-posts.ts';
import { mailsTurnedOff } from '../../accounts/own-account/mail-choices.ts';
import { noticesBefore } from '../../notices/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { mailsOf } from '../../platform/mail/erase-mails.ts';
import { listMarkedVersions } from '../../marking/list-marked-versions.ts';
import { staffNotesBefore } from '../../progress/note-queries.ts';
import { readStudentTime } from '../../progress/time/student-time.ts';
import { exportReadMe } from '../exports/read-me.ts';

/** Few, because texts may be long. */
const pageSize = 20;

/** ISO 8601 for every field named `…_at` or `…At`. */
function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      typeof held === 'number' && /(?:_at|At)$/.test(name) ? isoInstant(held) : withInstants(held),
    ]),
  );
}

async function* withoutIds(items: AsyncIterable<{ id: number }>): AsyncGenerator<object> {
  for await (const { id: _, ...item } of items) yield withInstants(item) as object;
}

/** All versions, with unreleased marks and their calculation. */
async function* marks(context: AppContext, accountId: number): AsyncGenerator<MarkedVersion> {
  for (let before: string | undefined; ;) {
    const page = await listMarkedVersions(context, accountId, { limit: pageSize, ...(before && { before }) });
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
  const filter = { acts: null, actor: null, whom: { accountId, subjects }, from: null, to: null };
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
export async function* personEntries(context: AppContext, accountId: number): AsyncGenerator<ZipEntry> {
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
  yield list(
    `${own}/notices.json`,
    withoutIds(newestFirst((before) => noticesBefore(reader, { ...page, before }))),
  );
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
  const time = await readStudentTime(context, accountId);
  yield { name: `${office}/time-and-choices.json`, changedAt, content: json(time) };
  const deleted = withoutIds(rows((p) => deletedQuestionsAfter(reader, p), accountId));
  yield list(`${office}/deleted-questions.json`, deleted);
  const below = withoutIds(rows((p) => commentsOfDeletedAfter(reader, p), accountId));
  yield list(`${office}/comments-below-deleted.json`, below);
  const former = withoutIds(rows((p) => formerTextsAfter(reader, p), accountId));
  yield list(`${office}/former-texts.json`, former);
  yield list(
    `${office}/audit-log.json`,
    auditLines(context, accountId, await addressesOf(reader, accountId)),
  );
}
