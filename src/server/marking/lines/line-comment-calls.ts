import { limits } from '#contract/limits';
import * as calls from '#contract/marking/line-comment-calls';
import type { LineComment } from '#contract/marking/line-comment-calls';
import { selfOrMentor } from '../../accounts/policy.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { countLines } from '../../submissions/previews/read-text.ts';
import { receiptByNumber, submissionByNumber } from '../../submissions/queries.ts';
import { presentLineComment, presentLineComments } from './presenter.ts';
import { ownSubmission, type Markable } from '../policy.ts';
import { lineCommentById, lineCommentsOf, releasedLineCommentsOf } from './queries.ts';

/** @throws 404 for none, and for another version's */
async function commentOf(reader: Reader | Writer, { id }: Markable, comment: number | null) {
  const [row] = await lineCommentById(reader, { submissionId: id, id: comment ?? 0 });
  if (row === undefined) throw httpErrors.notFound('There is no such comment. It may have been deleted.');
  return row;
}

/** @throws 404 for a version without a file or such an entry, 400 for a line beyond its end, 415 for no text */
async function requireLine(
  context: AppContext,
  { number }: Markable,
  { path, line }: { path: string | null; line: number },
): Promise<void> {
  const [receipt] = await receiptByNumber(context.database.reader, { number });
  if (receipt === undefined || receipt.file_name === null || receipt.erasedAt !== null)
    throw httpErrors.notFound('This version has no file.');
  const { file_name: name, file_bytes: bytes, file_sha256: sha256 } = receipt;
  const file = { number, name, bytes: bytes as number, sha256: sha256 as string };
  const lines = await countLines(context, file, path);
  if (line > lines) throw httpErrors.badRequest(`The text has ${lines === 1 ? '1 line' : `${lines} lines`}.`);
}

async function lockComment(
  writer: Writer,
  { resource, params }: { resource: Markable; params: { comment: string } },
) {
  await lockAccount(writer, resource.accountId);
  return commentOf(writer, resource, parseId(params.comment));
}

/** For the audit log. */
const audited = ({ path, line, text }: Pick<LineComment, 'path' | 'line' | 'text'>) => ({
  ...(path !== null && { path }),
  line,
  text,
});

export const lineCommentCalls = [
  read(calls.listLineComments, {
    who: ownSubmission,
    run: async ({ context, resource: { id } }) =>
      presentLineComments(await lineCommentsOf(context.database.reader, { submissionId: id })),
  }),

  act(calls.addLineComment, {
    who: ownSubmission,
    audit: 'comment-line',
    prepare: ({ context, resource, body }) => requireLine(context, resource, body),
    async run(writer, { resource: { id, number, accountId, viewer }, body: { path, line, text }, now }) {
      // So that simultaneous requests count each other's comments.
      await lockAccount(writer, accountId);
      const rows = await lineCommentsOf(writer, { submissionId: id });
      if (rows.length >= limits.lineComments)
        throw httpErrors.conflict(`A version can have at most ${limits.lineComments} comments at lines.`);
      const row = { submission_id: id, account_id: accountId, path, line, text };
      const added = await writer
        .insertInto('line_comments')
        .values({ ...row, written_by: viewer.accountId, written_at: now, edited_at: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return {
        id: added.id,
        audit: { subject: number, aboutId: accountId, before: null, after: audited({ path, line, text }) },
      };
    },
    answer: async (reader, { resource }, id) => presentLineComment(await commentOf(reader, resource, id)),
  }),

  act(calls.changeLineComment, {
    who: ownSubmission,
    audit: 'change-line-comment',
    changes: {
      stored: lockComment,
      message: 'This comment was changed in the meantime. Your version is not saved yet.',
      current: (_, __, row) => presentLineComment(row),
    },
    async run(writer, { resource: { number, accountId, viewer }, body: { text }, stored, now }) {
      const { id } = stored;
      if (text === stored.text) return { id };
      await writer
        .updateTable('line_comments')
        .set({ text, written_by: viewer.accountId, edited_at: now })
        .where('id', '=', id)
        .execute();
      const after = audited({ ...stored, text });
      return { id, audit: { subject: number, aboutId: accountId, before: audited(stored), after } };
    },
    answer: async (reader, { resource }, id) => presentLineComment(await commentOf(reader, resource, id)),
  }),

  act(calls.deleteLineComment, {
    who: ownSubmission,
    audit: 'delete-line-comment',
    changes: {
      stored: lockComment,
      seen: ['text'],
      message: 'This comment was changed in the meantime. It is not deleted yet.',
      current: (_, __, row) => presentLineComment(row),
    },
    async run(writer, { resource: { number, accountId }, stored }) {
      await writer.deleteFrom('line_comments').where('id', '=', stored.id).execute();
      const audit = { subject: number, aboutId: accountId, before: audited(stored), after: null };
      return { id: accountId, audit };
    },
  }),

  read(calls.listOwnLineComments, {
    who: selfOrMentor,
    async run({ context: { database }, resource: { accountId }, query: { receipt: number } }) {
      const [receipt] = await receiptByNumber(database.reader, { number });
      const [version] = await submissionByNumber(database.reader, { number });
      if (receipt === undefined || version?.accountId !== accountId)
        throw httpErrors.notFound('This student has no receipt with this number.');
      const { file_id: id, file_name: name, erasedAt } = receipt;
      const rows = await releasedLineCommentsOf(database.reader, { submissionId: version.id });
      return {
        version: receipt.version,
        file: id === null || name === null || erasedAt !== null ? null : { id, name },
        comments: presentLineComments(rows),
      };
    },
  }),
];
