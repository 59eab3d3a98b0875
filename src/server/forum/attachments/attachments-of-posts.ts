import { attachmentIdsIn } from '#contract/forum/attachment-marks';
import type { AttachmentView } from '#contract/forum/attachment-view';
import type { Reader } from '../../platform/database/database.ts';
import { placesOf, type AttachmentRow } from './queries.ts';

export type OfPost = ReadonlyMap<string, AttachmentView>;
/** Without `commentId`: of the question itself. */
export type AttachmentsOfPosts = (post: { questionId: number; commentId?: number }) => OfPost;

const none: OfPost = new Map();
const keyOf = (questionId: number, commentId: number) => `${questionId} ${commentId}`;

/** One query, or none. Only linked attachments count, whatever a text names. */
export async function attachmentsOfPosts(
  reader: Reader,
  posts: readonly { text: string }[],
): Promise<AttachmentsOfPosts> {
  const codes = [...new Set(posts.flatMap(({ text }) => attachmentIdsIn(text)))];
  if (codes.length === 0) return () => none;
  const found = new Map<string, Map<string, AttachmentView>>();
  for (const row of await placesOf(reader, codes)) {
    const key = keyOf(row.questionId, row.commentId);
    const view = presentAttachment(row);
    const ofPost = found.get(key);
    if (ofPost === undefined) found.set(key, new Map([[view.id, view]]));
    else ofPost.set(view.id, view);
  }
  return ({ questionId, commentId = 0 }) => found.get(keyOf(questionId, commentId)) ?? none;
}

/** Without the sender: posts can be anonymous. */
export function presentAttachment({ code, name, bytes, type, width, height }: AttachmentRow): AttachmentView {
  return { id: code, name, bytes, type, ...(width !== null && height !== null && { width, height }) };
}
