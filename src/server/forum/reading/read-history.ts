import { isoInstant } from '#contract/dates';
import * as calls from '#contract/forum/calls';
import type { FormerText, History } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import { read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';
import { questionNotFound } from '../posts/lock-post.ts';
import type { ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';
import { presentFormat } from '../posts/post-text.ts';
import { envelopeBytes } from './presenter.ts';
import { formerTextsBefore, hasFormerText, questionWithCount, type FormerTextRow } from '../queries.ts';

type HistoryRange = { limit?: number | undefined; before?: string | undefined };

function presentFormerText(row: FormerTextRow): FormerText {
  return {
    id: String(row.id),
    comment: row.commentId === null ? null : String(row.commentId),
    text: row.text,
    ...presentFormat(row),
    writtenAt: isoInstant(row.writtenAt),
    replacedAt: isoInstant(row.replacedAt),
    // Null for the author, who may be anonymous.
    replacedBy: row.replacedById === row.authorId ? null : shownName(row.replacedByName),
  };
}

/**
 * With visible comments', newest first, as the page's bytes allow.
 * @throws 404 unknown, deleted, or another batch's; 400 for a `before` that is none of its texts
 */
async function readHistory(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { batch }: DiscussionAccess,
  id: string,
  { limit = limits.pageSize, before }: HistoryRange,
): Promise<History> {
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const [question] = await questionWithCount(reader, { batchId: batch.id, id: questionId });
  if (question === undefined) throw questionNotFound();
  const cursor = before === undefined ? afterAllIds : parseId(before);
  const isKnown =
    before === undefined ||
    (cursor !== null && (await hasFormerText(reader, { questionId, id: cursor })).length > 0);
  if (cursor === null || !isKnown)
    throw httpErrors.badRequest('before must be the id of a former text of this question.');
  const rows = await formerTextsBefore(reader, { questionId, before: cursor, limit });
  const texts: FormerText[] = [];
  let bytes = envelopeBytes;
  for (const row of rows) {
    const text = presentFormerText(row);
    bytes += Buffer.byteLength(JSON.stringify(text)) + 1;
    if (texts.length > 0 && bytes > limits.pageBytes) return { texts, more: true };
    texts.push(text);
  }
  return { texts };
}

export const historyCall = ({ tracked }: ForumState) =>
  read(calls.readHistory, {
    who: tracked,
    run: ({ context, resource, params, query }) => readHistory(context, resource, params.id, query),
  });
