import { shownName } from '#contract/accounts/person-name';
import { instantOrNull, isoInstant } from '#contract/dates';
import type { LineComment } from '#contract/marking/line-comment-calls';
import type { LineCommentRow } from './queries.ts';

export const presentLineComment = ({
  id,
  path,
  line,
  text,
  by,
  writtenAt,
  editedAt,
}: LineCommentRow): LineComment => ({
  id: String(id),
  path,
  line,
  text,
  by: shownName(by),
  at: isoInstant(writtenAt),
  edited_at: instantOrNull(editedAt),
});

/** Absent for none. @param count as the engine has it */
export function presentLineCount(count: number | string | null | undefined): { line_comments?: number } {
  return Number(count ?? 0) === 0 ? {} : { line_comments: Number(count) };
}

/** The file itself first, then by path; at one line the oldest first. */
export const presentLineComments = (rows: readonly LineCommentRow[]): LineComment[] =>
  rows
    .toSorted((a, b) => (a.path ?? '').localeCompare(b.path ?? '', 'en') || a.line - b.line || a.id - b.id)
    .map(presentLineComment);
