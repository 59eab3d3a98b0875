import { sql } from 'kysely';
import type { UnreadCount } from '#contract/forum/unread-calls';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { questionNotFound, lockQuestion } from '../posts/lock-post.ts';
import type { DiscussionAccess } from '../policy.ts';
import { countOfUnread, versionRead } from './queries.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** None before placement. */
export async function countUnread(
  { database }: Pick<AppContext, 'database'>,
  { viewer, batch }: DiscussionAccess,
): Promise<UnreadCount> {
  if (batch === null) return { unread: 0, version: 0 };
  const [row] = await countOfUnread(database.reader, { batchId: batch.id, readerId: viewer.accountId });
  return { unread: Number(row?.unread ?? 0), version: row?.version ?? 0 };
}

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

/**
 * Written at once, since the reader expects it elsewhere; a crash may lose it.
 * @param comment the newest shown
 * @throws 404 unknown, deleted, or another batch's; 400 for a `comment` that is no id
 */
export async function readQuestion(
  { database }: Pick<AppContext, 'database'>,
  { viewer, batch }: DiscussionAccess,
  { id, comment }: { id: string; comment: string | undefined },
): Promise<void> {
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const newest = comment === undefined ? 0 : parseId(comment);
  if (newest === null)
    throw httpErrors.badRequest('comment must be the id of a comment on this question, or left out.');
  const scope = { batchId: batch.id, id: questionId, comment: newest };
  const [row] = await versionRead(database.reader, scope);
  if (row === undefined) throw questionNotFound();
  const version = Number(row.version ?? 0);
  const note = { accountId: viewer.accountId, questionId, batchId: batch.id };
  await database.nonDurableTransaction((writer) =>
    writer
      .insertInto('question_reads')
      .values({ ...emptyNote(note), version })
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
      .execute(),
  );
}

export type ReaderMark = { is_unread: 1 } | { is_muted: 0 | 1 };

async function writeMark(writer: Writer, note: Note, mark: ReaderMark): Promise<void> {
  await writer
    .insertInto('question_reads')
    .values({ ...emptyNote(note), ...mark })
    .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doUpdateSet(mark))
    .execute();
}

/** Idempotent. @throws 404 unknown, deleted, or another batch's; 409 key of another request */
export async function markQuestion(
  { database, clock }: Context,
  { viewer, batch }: DiscussionAccess,
  { id, mark }: { id: string; mark: ReaderMark },
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const kind = 'is_muted' in mark ? 'mute' : 'reading';
  await once({ database, clock }, { accountId, kind, key, content: [id, mark] }, async (writer) => {
    const [row] = await versionRead(writer, { batchId: batch.id, id: questionId, comment: 0 });
    if (row === undefined) throw questionNotFound();
    await writeMark(writer, { accountId, questionId, batchId: batch.id }, mark);
  });
}

/** Also what was marked unread. @throws 409 key of another request */
export async function readAllQuestions(
  context: Context,
  access: DiscussionAccess,
  upTo: number,
  key: string | null,
): Promise<void> {
  const { viewer, batch } = access;
  if (batch === null) return;
  const { accountId } = viewer;
  const present = (await countUnread(context, access)).version;
  const version = Math.min(upTo, present);
  await once(context, { accountId, kind: 'reading', key, content: [batch.id, upTo] }, async (writer) => {
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
  });
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

/** Idempotent. @throws 404 unknown, deleted, or another batch's; 409 key of another request */
export async function favoriteQuestion(
  context: Pick<AppContext, 'database' | 'clock'>,
  access: DiscussionAccess,
  { id, isFavorite }: { id: string; isFavorite: boolean },
  key: string | null = null,
): Promise<void> {
  const { accountId } = access.viewer;
  const request = { accountId, kind: 'favorite', key, content: [id, isFavorite] } as const;
  await once(context, request, async (writer) => {
    const question = await lockQuestion(writer, access, id);
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
  });
}
