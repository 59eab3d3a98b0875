import { sql } from 'kysely';
import { favoriteQuestion, unfavoriteQuestion } from '#contract/forum/calls';
import * as calls from '#contract/forum/unread-calls';
import type { UnreadCount } from '#contract/forum/unread-calls';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { questionNotFound, lockQuestion } from '../posts/lock-post.ts';
import { accessOfReader } from '../access-before.ts';
import type { ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';
import { countOfUnread, versionRead } from './queries.ts';

/** None before placement. */
const countUnread = async (reader: Reader, { viewer, batch }: DiscussionAccess): Promise<UnreadCount> => {
  if (batch === null) return { unread: 0, version: 0 };
  const [row] = await countOfUnread(reader, { batchId: batch.id, readerId: viewer.accountId });
  return { unread: Number(row?.unread ?? 0), version: row?.version ?? 0 };
};

const answer = (reader: Reader, { resource }: { resource: DiscussionAccess }) =>
  countUnread(reader, resource);

type Note = { accountId: number; questionId: number; batchId: number };

const emptyNote = ({ accountId, questionId, batchId }: Note) =>
  ({
    account_id: accountId,
    question_id: questionId,
    batch_id: batchId,
    version: 0,
    is_unread: 0,
    is_muted: 0,
  }) as const;

type ReaderMark = { is_unread: 1 } | { is_muted: 0 | 1 };

async function writeMark(writer: Writer, note: Note, mark: ReaderMark): Promise<void> {
  await writer
    .insertInto('question_reads')
    .values({ ...emptyNote(note), ...mark })
    .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doUpdateSet(mark))
    .execute();
}

export async function mutedBy(
  writer: Writer,
  questionId: number,
  accounts: readonly number[],
): Promise<ReadonlySet<number>> {
  if (accounts.length === 0) return new Set();
  const rows = await writer
    .selectFrom('question_reads')
    .where('question_id', '=', questionId)
    .where('is_muted', '=', sql.lit(1 as const))
    .select('account_id as accountId')
    .execute();
  const muted = new Set(rows.map(({ accountId }) => accountId));
  return new Set(accounts.filter((account) => muted.has(account)));
}

/**
 * Written at once, since the reader expects it elsewhere; a crash may lose it.
 * @throws 404 unknown, deleted, or another batch's; 400 for a `comment` that is no id
 */
const readCall = (tracked: ForumState['tracked']) =>
  act(calls.readQuestion, {
    who: tracked,
    async prepare({ context, resource: { viewer, batch }, params, body: { comment } }) {
      const questionId = parseId(params.id);
      if (batch === null || questionId === null) throw questionNotFound();
      const newest = comment === undefined ? 0 : parseId(comment);
      if (newest === null)
        throw httpErrors.badRequest('comment must be the id of a comment on this question, or left out.');
      const scope = { batchId: batch.id, id: questionId, comment: newest };
      const [row] = await versionRead(context.database.reader, scope);
      if (row === undefined) throw questionNotFound();
      const note = { accountId: viewer.accountId, questionId, batchId: batch.id };
      return { ...emptyNote(note), version: Number(row.version ?? 0) };
    },
    key: { kind: 'reading', content: () => null },
    commit: 'not durable',
    async run(writer, { viewer, prepared: note }) {
      await writer
        .insertInto('question_reads')
        .values(note)
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'question_id']).doUpdateSet((on) => ({
            // Of two tabs the higher version wins.
            version: on
              .case()
              .when('question_reads.version', '>', on.ref('excluded.version'))
              .then(on.ref('question_reads.version'))
              .else(on.ref('excluded.version'))
              .end(),
            is_unread: 0,
          })),
        )
        .execute();
      return { id: viewer.accountId };
    },
    answer,
  });

/** Also what was marked unread. */
const readAllCall = (tracked: ForumState['tracked']) =>
  act(calls.readAllQuestions, {
    who: tracked,
    prepare: async ({ context, resource }) => (await countUnread(context.database.reader, resource)).version,
    key: {
      kind: 'reading',
      content: ({ resource: { batch }, body }) => (batch === null ? null : [batch.id, body.version]),
      resourcesBefore: (reader, { resource, viewer }) => accessOfReader(reader, resource, viewer.accountId),
    },
    async run(writer, { viewer: { accountId }, resource: { batch }, prepared: present, body }) {
      if (batch === null) return null;
      const version = Math.min(body.version, present);
      // Outside the batch only marked questions are unread.
      await writer
        .updateTable('discussion_reads')
        .set({ version })
        .where('account_id', '=', accountId)
        .where('batch_id', '=', batch.id)
        .where('version', '<', version)
        .execute();
      await writer
        .updateTable('question_reads')
        .set({ is_unread: 0 })
        .where('account_id', '=', accountId)
        .where('batch_id', '=', batch.id)
        .where('is_unread', '=', sql.lit(1 as const))
        .execute();
      return { id: accountId };
    },
    answer,
  });

/** Idempotent. @throws 404 unknown, deleted, or another batch's */
const markCall = (
  tracked: ForumState['tracked'],
  call: typeof calls.markUnread | typeof calls.muteQuestion | typeof calls.unmuteQuestion,
  mark: ReaderMark,
) =>
  act(call, {
    who: tracked,
    key: { kind: 'is_muted' in mark ? 'mute' : 'reading', content: ({ params }) => [params.id, mark] },
    async run(writer, { viewer: { accountId }, resource: { batch }, params }) {
      const id = parseId(params.id);
      if (batch === null || id === null) throw questionNotFound();
      const [row] = await versionRead(writer, { id, batchId: batch.id, comment: 0 });
      if (row === undefined) throw questionNotFound();
      await writeMark(writer, { accountId, questionId: id, batchId: batch.id }, mark);
      return { id: accountId };
    },
    answer,
  });

/** Idempotent. @throws 404 unknown, deleted, or another batch's */
const favoriteCall = (
  tracked: ForumState['tracked'],
  call: typeof favoriteQuestion | typeof unfavoriteQuestion,
  isFavorite: boolean,
) =>
  act(call, {
    who: tracked,
    key: { kind: 'favorite', content: ({ params }) => [params.id, isFavorite] },
    async run(writer, { resource: access, viewer: { accountId }, params }) {
      const question = await lockQuestion(writer, access, params.id);
      const row = { question_id: question.id, account_id: accountId };
      if (isFavorite) {
        await writer
          .insertInto('question_favorites')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await writer
          .deleteFrom('question_favorites')
          .where('question_id', '=', row.question_id)
          .where('account_id', '=', row.account_id)
          .execute();
      }
      return { id: accountId };
    },
  });

/** Read marks answer with the new count. */
export const readingCalls = ({ tracked }: ForumState) => [
  read(calls.countUnread, {
    who: tracked,
    run: ({ context, resource }) => countUnread(context.database.reader, resource),
  }),
  readAllCall(tracked),
  readCall(tracked),
  markCall(tracked, calls.markUnread, { is_unread: 1 }),
  markCall(tracked, calls.muteQuestion, { is_muted: 1 }),
  markCall(tracked, calls.unmuteQuestion, { is_muted: 0 }),
  favoriteCall(tracked, favoriteQuestion, true),
  favoriteCall(tracked, unfavoriteQuestion, false),
];
