import type { RecordChange, RecordedTask } from '#contract/marking/recorded-calls';
import { markWords, visibility } from '../../../lib/record-words.ts';
import { FoldSummary } from '../../../ui/layout.tsx';
import { MarkEvents, reviewEvents, type MarkEvent } from '../mark-history.tsx';

function describe({ before, after }: RecordChange): string {
  const words = (state: NonNullable<RecordChange['after']>) =>
    `${markWords(state)}, ${visibility(state.released)}`;
  if (after === null) return `${before === null ? 'Nothing' : words(before)}, was removed`;
  return before === null ? words(after) : `${words(before)}, became ${words(after)}`;
}

const eventOf = (change: RecordChange): MarkEvent => {
  const { at, by, before, after } = change;
  const former = before !== null && before.comments !== after?.comments ? before.comments : null;
  const words = former === null ? [] : [`The comment was: ${former === '' ? 'none' : `“${former}”`}`];
  return { at, by, text: describe(change), words };
};

/** With its review. Nothing before the first record. */
export function RecordHistory({ recorded: { history, record } }: { recorded: RecordedTask }) {
  const events = [...history.map(eventOf), ...reviewEvents(record?.second_look ?? null)];
  if (events.length === 0) return null;
  return (
    <details>
      <FoldSummary>History of this record</FoldSummary>
      <MarkEvents events={events} />
    </details>
  );
}
