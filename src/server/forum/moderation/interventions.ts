import type { ExpressionBuilder } from 'kysely';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { type Post, nameOfPost } from '../posts/lock-post.ts';
import { isStaff } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';

type Kind = Tables['post_interventions']['kind'];

export async function interventionAt(reader: Reader, post: Pick<Post, 'name'>, kind: Kind) {
  return reader
    .selectFrom('post_interventions')
    .where('post', '=', post.name)
    .where('kind', '=', kind)
    .select(['id', 'reason'])
    .executeTakeFirst();
}

/** The transaction holds the question's lock. @returns its id */
export async function addIntervention(
  writer: Writer,
  post: Post,
  of: { kind: Kind; actorId: number; reason: string | null; now: number },
): Promise<number> {
  const made = await writer
    .insertInto('post_interventions')
    .values({
      batch_id: post.batchId,
      kind: of.kind,
      question_id: post.questionId,
      comment_id: post.commentId,
      post: post.name,
      author_id: post.authorId,
      actor_id: of.actorId,
      reason: of.reason,
      made_at: of.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function removeIntervention(
  writer: Writer,
  post: Pick<Post, 'name'>,
  kind: Kind,
): Promise<void> {
  await writer
    .deleteFrom('post_interventions')
    .where('post', '=', post.name)
    .where('kind', '=', kind)
    .execute();
}

export const moderationColumns = (on: ExpressionBuilder<Tables, 'questions'>) => {
  const reasonOf = (kind: 'locked' | 'pinned') =>
    on
      .selectFrom('post_interventions')
      .whereRef('post_interventions.question_id', '=', 'questions.id')
      .where('post_interventions.kind', '=', kind)
      .select('post_interventions.reason');
  return [reasonOf('locked').as('lockReason'), reasonOf('pinned').as('pinReason')] as const;
};

type Moderated = { lockReason: string | null; pinReason: string | null };

export function presentModeration({ lockReason, pinReason }: Moderated): {
  locked?: { reason: string };
  pinned?: { reason: string };
} {
  return {
    ...(lockReason !== null && { locked: { reason: lockReason } }),
    ...(pinReason !== null && { pinned: { reason: pinReason } }),
  };
}

/** Mentors can write. @throws 409 with the mentor's reason */
export async function refuseLocked(reader: Reader, viewer: Viewer, question: { id: number }): Promise<void> {
  if (isStaff(viewer)) return;
  const lock = await interventionAt(reader, { name: nameOfPost(question.id, null) }, 'locked');
  if (lock !== undefined) throw httpErrors.conflict(`A mentor has locked this question: ${lock.reason}`);
}
