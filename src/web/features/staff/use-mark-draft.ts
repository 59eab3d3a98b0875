import type { StaffSubmission } from '#contract/staff';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import type { Fields } from '../../lib/form-fields.ts';
import { useReturnedDraft } from '../../lib/refused-form.ts';
import { choiceOf, choiceOfFields, parseChoice, writeChoice, type RubricChoice } from './rubric-choice.ts';

const keysOf = (userId: string, number: string) => ({
  marks: `${userId} mark ${number} marks`,
  comments: `${userId} mark ${number} comments`,
  rubric: `${userId} mark ${number} rubric`,
});

/** Whether this device has a mark draft of a submission. */
export function hasMarkDraft(userId: string, number: string): boolean {
  return Object.values(keysOf(userId, number)).some((key) => readDraft(key) !== undefined);
}

/**
 * The draft of a mark, saved on the device until the server has it; initially the saved mark.
 * @param returned what a refused form has brought back
 */
export function useMarkDraft(
  userId: string,
  { number, marks, mark_comments, rubric }: StaffSubmission,
  returned: Fields = {},
) {
  const keys = keysOf(userId, number);
  const [typedMarks, setMarks] = useReturnedDraft(
    keys.marks,
    returned['marks'],
    marks === null ? '' : String(marks),
  );
  const [comments, setComments] = useReturnedDraft(keys.comments, returned['comments'], mark_comments ?? '');
  const posted = choiceOfFields(returned);
  const [choice, setChoice] = useReturnedDraft(
    keys.rubric,
    posted && writeChoice(posted),
    writeChoice(choiceOf(rubric)),
  );
  return {
    marks: typedMarks,
    comments,
    setMarks,
    setComments,
    choice: parseChoice(choice),
    setChoice: (changed: RubricChoice) => setChoice(JSON.stringify(changed)),
    /** All by the keys of their drafts. */
    texts: { [keys.marks]: typedMarks, [keys.comments]: comments, [keys.rubric]: choice },
    discard() {
      writeDraft(keys.marks, '');
      writeDraft(keys.comments, '');
      writeDraft(keys.rubric, '');
    },
  };
}
