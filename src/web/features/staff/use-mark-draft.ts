import type { StaffSubmission } from '#contract/staff';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import type { Fields } from '../../lib/form-fields.ts';
import { useReturnedDraft } from '../../lib/refused-form.ts';

const keysOf = (userId: string, number: string) => ({
  marks: `${userId} mark ${number} marks`,
  comments: `${userId} mark ${number} comments`,
});

/** Whether this device has a mark draft of a submission. */
export function hasMarkDraft(userId: string, number: string): boolean {
  const { marks, comments } = keysOf(userId, number);
  return readDraft(marks) !== undefined || readDraft(comments) !== undefined;
}

/**
 * The draft of a mark, saved on the device until the server has it; initially the saved mark.
 * @param returned what a refused form has brought back
 */
export function useMarkDraft(
  userId: string,
  { number, marks, mark_comments }: StaffSubmission,
  returned: Fields = {},
) {
  const keys = keysOf(userId, number);
  const [typedMarks, setMarks] = useReturnedDraft(
    keys.marks,
    returned['marks'],
    marks === null ? '' : String(marks),
  );
  const [comments, setComments] = useReturnedDraft(keys.comments, returned['comments'], mark_comments ?? '');
  return {
    marks: typedMarks,
    comments,
    setMarks,
    setComments,
    /** Both by the keys of their drafts. */
    texts: { [keys.marks]: typedMarks, [keys.comments]: comments },
    discard() {
      writeDraft(keys.marks, '');
      writeDraft(keys.comments, '');
    },
  };
}
