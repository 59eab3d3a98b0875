import type { MarkChange } from '#contract/progress/student-calls';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import { signedPoints } from '#contract/projects/rubric-rules';
import type { Review } from '#contract/marking/review-calls';
import { call } from '../../lib/calls/client.ts';
import { useRead } from '../../lib/use-read.ts';
import { visibility } from '../../lib/record-words.ts';
import { FoldSummary, Small } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { PointLines } from '../projects/point-lines.tsx';
import styles from './mark.module.css';

/** As of the mark. */
export function MarkLines({ rubric: { lines, reason } }: { rubric: MarkRubric }) {
  return (
    <>
      <PointLines lines={lines} />
      {reason !== null && <Small>{`Reason, for staff: ${reason}`}</Small>}
    </>
  );
}

function describe({ before, after }: MarkChange): string {
  const now = `${after.marks} out of 100, ${visibility(after.released)}`;
  return before === null ? now : `${before.marks} out of 100, ${visibility(before.released)}, became ${now}`;
}

export type MarkEvent = { at: string; by: string | null; text: string; words: readonly string[] };

function rubricWords({ before, after }: MarkChange): string[] {
  const named = (mark: MarkChange['after'] | null) =>
    mark?.rubric?.lines.map(({ text, points }) => `${text} ${signedPoints(points)}`).join('; ') ?? '';
  const reason = after.rubric?.reason ?? null;
  const isSame = named(before) === named(after);
  return [
    ...(isSame ? [] : [named(after) === '' ? 'Rubric lines removed' : `By ${named(after)}`]),
    ...(reason === null || reason === before?.rubric?.reason ? [] : [`Reason, for staff: ${reason}`]),
  ];
}

const changeEvent = (change: MarkChange): MarkEvent => {
  const { before, after } = change;
  const former = before !== null && before.comments !== after.comments ? before.comments : null;
  return {
    at: change.at,
    by: change.by,
    text: describe(change),
    words: [
      ...(former === null ? [] : [`The comment was: ${former === '' ? 'none' : `“${former}”`}`]),
      ...rubricWords(change),
    ],
  };
};

export function reviewEvents(review: Review | null): MarkEvent[] {
  if (review === null) return [];
  const asked = {
    at: review.asked_at,
    by: review.opened_by ?? null,
    text: review.opened_by === undefined ? 'The student requested a review' : 'Opened a review',
    words: [review.reason],
  };
  const comments = (review.comments ?? []).map(({ at, by, text, to_office }) => ({
    at,
    by,
    text: to_office ? 'Passed the review to the office' : 'Commented on the review',
    words: [text],
  }));
  if (review.answer === null || review.answered_at === null) return [...comments, asked];
  const { answered_at: at, answered_by: by, answer: words } = review;
  return [{ at, by, text: 'Reviewed', words: [words] }, ...comments, asked];
}

/** Newest first. */
export function MarkEvents({ events }: { events: readonly MarkEvent[] }) {
  return (
    <ol className={styles['history']}>
      {events
        .toSorted((a, b) => b.at.localeCompare(a.at))
        .map(({ at, by, text, words }, index) => (
          <li key={index}>
            <Time value={at} />
            <span>{`${by !== null ? `, ${by}` : ''}: ${text}`}</span>
            {words.map((line) => (
              <span key={line} className={styles['changed']}>
                {line}
              </span>
            ))}
          </li>
        ))}
    </ol>
  );
}

export function MarkHistory({ history, review }: { history: readonly MarkChange[]; review: Review | null }) {
  const events = [...history.map(changeEvent), ...reviewEvents(review)];
  return events.length === 0 ? <Small>Nothing yet.</Small> : <MarkEvents events={events} />;
}

/** Loaded when unfolded. */
export function MarkHistoryOf({ number }: { number: string }) {
  const { found, isBusy, failure, read } = useRead(async () => ({
    number,
    of: await call('readMarkHistory', { params: { id: number } }),
  }));
  const history = found?.number === number ? found.of : null;
  return (
    <details key={number} onToggle={({ currentTarget }) => void (currentTarget.open && read())}>
      <FoldSummary>History of this mark</FoldSummary>
      {history !== null && <MarkHistory history={history.history} review={history.second_look} />}
      <Small aria-live="polite">{failure ?? (history === null && isBusy ? 'Loading the history' : '')}</Small>
    </details>
  );
}
