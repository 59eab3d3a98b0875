import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { StaffSubmission } from '#contract/staff';
import { endSentence } from '../../lib/end-sentence.ts';
import { useRefusedForm } from '../../lib/refused-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import styles from './mark-form.module.css';
import { originalOf, seenMark } from './original-mark.ts';
import { marksHint, parseMarks } from './parse-marks.ts';
import { MarkWaiting } from './mark-waiting.tsx';
import { useMark } from './use-mark.ts';
import { useMarkDraft } from './use-mark-draft.ts';
import { describeMarkVisibility } from './mark-visibility.ts';

/**
 * Marks and a comment for one submission, saved among staff or released. Enter in the marks field keeps the release state
 * as it is.
 */
export function MarkForm({
  row,
  userId,
  focusCount,
  onSaved,
  onCancel,
}: {
  row: StaffSubmission;
  /** The current user, for the keys of the drafts. */
  userId: string;
  /** Counts switches between form and marks: each moves the focus here. */
  focusCount: number;
  onSaved: (changed: StaffSubmission, isOwn: boolean) => void;
  /** Only with existing marks: leaves them unchanged. */
  onCancel?: (() => void) | undefined;
}) {
  const posted = useRefusedForm();
  const refused = posted?.values['number'] === row.number ? posted : undefined;
  const draft = useMarkDraft(userId, row, refused?.values);
  const mark = useMark(row, onSaved);
  const { isBusy, body } = mark;
  const isFixed = body !== null;
  const [isInvalid, setInvalid] = useState(refused?.field === 'marks');
  const [isReleasing, setReleasing] = useState(false);
  const marksField = useRef<HTMLInputElement>(null);
  const name = row.student.s_name;
  // A form that came back was begun from what its mentor saw then.
  const original = refused?.values['original'] ?? originalOf(seenMark(row));

  useEffect(() => {
    if (focusCount === 0) return;
    marksField.current?.focus();
    marksField.current?.select();
  }, [focusCount]);

  async function save(released: boolean): Promise<void> {
    if (isFixed) return;
    const marks = parseMarks(draft.marks);
    setInvalid(marks === null);
    if (marks === null) return marksField.current?.focus();
    const comments = draft.comments.trim();
    const isChanged =
      marks !== row.marks || comments !== (row.mark_comments ?? '') || released !== row.released;
    if (!isChanged && onCancel) return cancel();
    setReleasing(released);
    await mark.save({ marks, comments, released }, draft.texts);
  }
  function cancel(): void {
    draft.discard();
    onCancel?.();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && onCancel && !isFixed && !event.nativeEvent.isComposing) cancel();
  };
  const button = (released: boolean, label: string) => (
    <Button
      // Enter presses the first submit button: the one that keeps the release state.
      type={row.released && !released ? 'button' : 'submit'}
      name="released"
      value={released ? 'yes' : 'no'}
      variant={released ? 'primary' : 'secondary'}
      busy={isBusy && isReleasing === released}
      onClick={row.released && !released ? () => void save(false) : undefined}
    >
      {label}
    </Button>
  );
  return (
    <form
      method="post"
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        void save(submitter instanceof HTMLButtonElement ? submitter.value === 'yes' : row.released);
      }}
    >
      <input type="hidden" name="number" value={row.number} />
      <input type="hidden" name="original" value={original} autoComplete="off" />
      <fieldset className={styles['form']}>
        <legend className="visually-hidden">
          Marks for {taskLabel(row.task)} of {name}
        </legend>
        <div className={styles['marks']}>
          <TextField
            ref={marksField}
            label="Marks (0–100)"
            name="marks"
            inputMode="decimal"
            autoComplete="off"
            readOnly={isFixed}
            value={body === null ? draft.marks : String(body.marks)}
            error={isInvalid ? marksHint : undefined}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setInvalid(false);
              draft.setMarks(target.value);
            }}
          />
        </div>
        <TextArea
          label={`Comment for ${name}`}
          name="comments"
          rows={3}
          readOnly={isFixed}
          value={body === null ? draft.comments : body.comments}
          onKeyDown={onKeyDown}
          onChange={({ target }) => draft.setComments(target.value)}
        />
        <p className={styles['visibility']}>{describeMarkVisibility(row)}</p>
        <MessageRoom>
          <MarkWaiting of={mark} />
        </MessageRoom>
        <div className={styles['actions']}>
          {button(false, row.released ? 'Save and hide' : 'Save')}
          {button(true, 'Save and release')}
          {onCancel && !isFixed && (
            <Button variant="quiet" onClick={cancel} onKeyDown={onKeyDown}>
              Cancel
            </Button>
          )}
        </div>
        <p className={styles['explanation']}>
          {row.released
            ? `Save and release shows ${name} the change at once. Save and hide takes these marks back from ${endSentence(name)}`
            : `Save keeps the marks among staff. Save and release shows them to ${name} at once.`}
        </p>
      </fieldset>
    </form>
  );
}
