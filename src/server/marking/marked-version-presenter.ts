import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { MarkChange, MarkedVersion } from '#contract/progress/student-calls';
import type { RecordedAct } from '../audit/read-acts.ts';
import { commentsHtml, presentReadAt, presentSecondLook, presentVersion } from '../submissions/presenter.ts';
import type { SecondLookRow } from '../submissions/marks/second-look-queries.ts';
import type { MarkedVersionRow } from '../submissions/staff-queries.ts';
import { presentMarkRubric } from './presenter.ts';

/** An anonymised person's comments are gone. */
function presentLoggedMark(mark: unknown): MarkChange['after'] {
  return { ...(mark as MarkChange['after']), comments: (mark as { comments?: string }).comments ?? '' };
}

/** @param names of the accounts that acted */
export function presentMarkChange(
  { at, actorId, before, after }: RecordedAct,
  names: ReadonlyMap<number, string>,
): MarkChange {
  return {
    at: isoInstant(at),
    by: actorId === null ? null : (names.get(actorId) ?? null),
    before: before === null ? null : presentLoggedMark(before),
    after: presentLoggedMark(after),
  };
}

export function presentMarkedVersion(
  row: MarkedVersionRow,
  history: readonly MarkChange[],
  look?: SecondLookRow,
): MarkedVersion {
  const { marks, markComments, released, markedAt, releasedAt, readAt, markedBy } = row;
  const marked_at = markedAt ?? 0;
  return {
    ...presentVersion(row),
    mark:
      marks === null
        ? null
        : {
            marks,
            comments: markComments ?? '',
            ...commentsHtml(row.markFormat, markComments, row.markHtml),
            ...presentMarkRubric(row),
            released: released === 1,
            by: markedBy === null ? null : shownName(markedBy),
            at: isoInstant(marked_at),
            read_at: presentReadAt({ marked_at, released_at: releasedAt, read_at: readAt }),
          },
    history: [...history],
    second_look: look === undefined ? null : presentSecondLook(look),
  };
}
