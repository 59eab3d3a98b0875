import { recordStatuses, type RecordStatus } from '#contract/marking/recorded';
import { readDraft, writeDraft } from '../../lib/forms/drafts.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useReturnedDraft } from '../../lib/forms/use-draft.ts';
import { cancelledMarkDraft, markDrafts, markOriginalDraft } from '../../lib/stored-names/staff.ts';
import { originalOf, seenMark, toggledOf, type MarkRow } from './marks.ts';
import { forgetTyped, hasMarkDraft, noteTyped } from './typed-marks.ts';
import {
  choiceOfBody,
  choiceOfFields,
  parseChoice,
  writeChoice,
  type RubricChoice,
} from './rubrics/rubric-choice.ts';

export function hasCancelledMark(userId: string, number: string): boolean {
  return readDraft(cancelledMarkDraft(userId, number)) !== undefined;
}

export function restoreCancelledMark(userId: string, number: string): void {
  const cancelled = readDraft(cancelledMarkDraft(userId, number));
  if (typeof cancelled !== 'string') return;
  for (const [key, text] of Object.entries(JSON.parse(cancelled) as Record<string, string>))
    writeDraft(key, text);
  writeDraft(cancelledMarkDraft(userId, number), '');
}

/**
 * On the device until the server confirms; starts as the saved mark.
 * @param returned values of a refused form
 */
export function useMarkDraft(userId: string, row: MarkRow, returned: Fields = {}) {
  const { number, marks, mark_comments, rubric } = row;
  const savedStatus = row.status ?? 'marked';
  const keys = markDrafts(userId, number);
  const [typedStatus, setStatus] = useReturnedDraft(keys.status, returned['status'], savedStatus);
  const status = recordStatuses.find((one) => one === typedStatus) ?? savedStatus;
  const [typedMarks, setMarks] = useReturnedDraft(
    keys.marks,
    returned['marks'],
    marks === null ? '' : String(marks),
  );
  const [comments, setComments] = useReturnedDraft(keys.comments, returned['comments'], mark_comments ?? '');
  const posted = choiceOfFields(returned);
  const savedChoice = writeChoice(choiceOfBody(toggledOf(rubric)));
  const [choice, setChoice] = useReturnedDraft(keys.rubric, posted && writeChoice(posted), savedChoice);
  // Another mentor may mark it between the first keystroke and a reload.
  const originalKey = markOriginalDraft(userId, number);
  const seen = originalOf(seenMark(row));
  const kept = hasMarkDraft(userId, number) ? readDraft(originalKey) : undefined;
  const original = typeof kept === 'string' ? kept : (returned['original'] ?? seen);
  const change = (set: (text: string) => void) => (text: string) => {
    const isFirst = !hasMarkDraft(userId, number);
    set(text);
    const isTyped = hasMarkDraft(userId, number);
    if (isFirst || !isTyped) writeDraft(originalKey, isTyped ? seen : null);
    if (isFirst && isTyped) noteTyped(userId, row);
    else if (!isTyped) forgetTyped(userId, row);
  };
  const changeChoice = change(setChoice);
  const texts = {
    ...(row.status !== undefined && { [keys.status]: typedStatus }),
    [keys.marks]: typedMarks,
    [keys.comments]: comments,
    [keys.rubric]: choice,
    [originalKey]: original,
  };
  return {
    status,
    marks: typedMarks,
    comments,
    /** The mark that the draft began from. */
    original,
    isChanged:
      status !== savedStatus ||
      typedMarks.trim() !== (marks === null ? '' : String(marks)) ||
      comments.trim() !== (mark_comments ?? '').trim() ||
      writeChoice(parseChoice(choice)) !== savedChoice,
    setStatus: change(setStatus) as (status: RecordStatus) => void,
    setMarks: change(setMarks),
    setComments: change(setComments),
    choice: parseChoice(choice),
    setChoice: (changed: RubricChoice) => changeChoice(JSON.stringify(changed)),
    texts,
    /** Goes on from what is saved now. */
    beginAgain: () => writeDraft(originalKey, seen),
    setAside: () => writeDraft(cancelledMarkDraft(userId, number), JSON.stringify(texts)),
    forgetCancelled() {
      writeDraft(cancelledMarkDraft(userId, number), '');
      forgetTyped(userId, row);
    },
    discard() {
      if (row.status !== undefined) writeDraft(keys.status, '');
      writeDraft(keys.marks, '');
      writeDraft(keys.comments, '');
      writeDraft(keys.rubric, '');
      writeDraft(originalKey, '');
      forgetTyped(userId, row);
    },
  };
}
