import type { StaffSubmission } from '#contract/staff';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { useDraft } from '../../lib/use-draft.ts';

const keysOf = (who: string, number: string) => ({
  marks: `${who} mark ${number} marks`,
  comments: `${who} mark ${number} comments`,
});

/** Whether somebody began to mark a hand-in on this device and has not saved it. */
export function hasMarkDraft(who: string, number: string): boolean {
  const { marks, comments } = keysOf(who, number);
  return readDraft(marks) !== undefined || readDraft(comments) !== undefined;
}

/** What is typed for a hand-in, kept on the device until it is saved; at first what is saved already. */
export function useMarkDraft(who: string, { number, marks, mark_comments }: StaffSubmission) {
  const keys = keysOf(who, number);
  const [typedMarks, setMarks] = useDraft(keys.marks, marks === null ? '' : String(marks));
  const [comments, setComments] = useDraft(keys.comments, mark_comments ?? '');
  return {
    marks: typedMarks,
    comments,
    setMarks,
    setComments,
    forget() {
      writeDraft(keys.marks, '');
      writeDraft(keys.comments, '');
    },
  };
}
