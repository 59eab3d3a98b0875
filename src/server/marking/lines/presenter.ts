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

/** The file itself first, then by path; at one line the oldest first. */
export const presentLineComments = (rows: readonly LineCommentRow[]): LineComment[] =>
  rows
    .toSorted((a, b) => (a.path ?? '').localeCompare(b.path ?? '', 'en') || a.line - b.line || a.id - b.id)
    .map(presentLineComment);
