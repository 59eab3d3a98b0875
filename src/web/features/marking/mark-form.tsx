import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { marksOfStatus } from '#contract/marking/recorded';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { CommentField } from './comment-field.tsx';
import styles from './mark.module.css';
import { MarkWaiting } from './mark-waiting.tsx';
import { useCanWithdraw } from './release/withdraw.tsx';
import {
  choiceOfBody,
  needsReason,
  panelLines,
  rubricBody,
  toggleNth,
  type RubricChoice,
} from './rubrics/rubric-choice.ts';
import { RubricPanel } from './rubrics/rubric-panel.tsx';
import { StatusField } from './recorded/status-field.tsx';
import { SaveButtons, saveWay, type SaveWay } from './save-buttons.tsx';
import { useGoOnKeys } from './desk/key-help.tsx';
import { confirmOf, useMark, type MarkPanelProps } from './use-mark.ts';
import { useMarkDraft } from './use-mark-draft.ts';
import {
  describeMarkVisibility,
  isSaved,
  marksHint,
  parseMarks,
  parseOriginal,
  withoutLetters,
  type MarkRow,
} from './marks.ts';

const digits = Array.from({ length: 10 }, (_, digit) => String(digit));

/**
 * Enter moves to the comment, Ctrl+Enter saves and goes on, with Shift it releases. Escape leaves the field;
 * outside fields it closes an unchanged form.
 */
export function MarkForm<Row extends MarkRow>({
  row,
  focusCount,
  onSaved,
  onCancel,
  onLeave,
  ...panel
}: MarkPanelProps<Row> & {
  row: Row;
  /** Each increment moves the focus here. */
  focusCount: number;
  onSaved: (changed: Row, isOwn: boolean, goesOn: boolean) => void;
  /** Only with existing marks, which it keeps. */
  onCancel?: (() => void) | undefined;
  onLeave: () => void;
}) {
  const { address, userId, newest, rubricLines, onGoOn } = panel;
  const posted = useRefusedForm();
  const refused = posted?.values['number'] === row.number ? posted : undefined;
  const draft = useMarkDraft(userId, row, refused?.values);
  const goesOn = useRef(false);
  const mark = useMark(row, panel, (changed, isOwn) => {
    draft.forgetCancelled();
    onSaved(changed, isOwn, goesOn.current);
  });
  const { isBusy, body } = mark;
  const isFixed = body !== null;
  const [isInvalid, setInvalid] = useState(refused?.errors['marks'] !== undefined);
  const [way, setWay] = useState<SaveWay>('saveNext');
  const form = useRef<HTMLFormElement>(null);
  const marksField = useRef<HTMLInputElement>(null);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const [isUnexplained, setUnexplained] = useState(false);
  const isRecord = row.status !== undefined;
  const status = body === null ? draft.status : (body.status ?? 'marked');
  // Only marks have a number and rubric lines of their own.
  const hasMarks = !isRecord || status === 'marked';
  const lines = hasMarks ? panelLines(rubricLines, row.rubric) : [];
  const shownMarks = body === null ? draft.marks : String(body.marks ?? '');
  const name = row.student.s_name;
  const canHide = useCanWithdraw(row);

  useEffect(() => {
    if (focusCount === 0) return;
    marksField.current?.focus();
    marksField.current?.select();
  }, [focusCount]);

  async function save(released: boolean, thenOn = false): Promise<void> {
    if (isFixed) return;
    goesOn.current = thenOn && onGoOn !== undefined;
    const typed = parseMarks(draft.marks);
    const isMissing = hasMarks && typed === null;
    setInvalid(isMissing);
    if (isMissing) return marksField.current?.focus();
    const marks = hasMarks ? typed : marksOfStatus(status, null);
    const isUnreasoned = needsReason(lines, draft.choice, draft.marks);
    setUnexplained(isUnreasoned);
    if (isUnreasoned) return reasonField.current?.focus();
    const comments = draft.comments.trim();
    const rubric = rubricBody(lines, draft.choice, draft.marks);
    const of = isRecord ? { status } : {};
    if (onCancel && isSaved(row, { ...of, marks, comments, released, rubric })) {
      cancel();
      if (thenOn) onGoOn?.();
      return;
    }
    setWay(saveWay(released, goesOn.current));
    const given = panelLines(rubricLines, row.rubric).length === 0 ? {} : { rubric };
    const begun = parseOriginal(draft.original);
    // A release shows a mark, and changes none.
    const isMark = typeof begun === 'object' && begun !== null;
    const original = isMark ? { ...begun, released: row.released } : begun;
    const shown = { ...of, marks, comments, released, format: 'markdown' as const, original, ...given };
    await mark.save(shown, draft.texts);
  }
  function cancel(): void {
    if (draft.isChanged) draft.setAside();
    draft.discard();
    onCancel?.();
  }
  function chooseLines(choice: RubricChoice, marks: string | null): void {
    setUnexplained(false);
    draft.setChoice(choice);
    if (marks === null) return;
    setInvalid(false);
    draft.setMarks(marks);
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave();
  };
  const close = useEffectEvent(() => {
    if (onCancel && !isFixed && !draft.isChanged) cancel();
  });
  // Only the Hide button hides a released mark.
  const confirmMark = confirmOf(mark);
  useGoOnKeys(confirmMark, (release) => void save(release || row.released, true));
  const begin = useEffectEvent((digit: string) => {
    if (isFixed || !hasMarks) return;
    setInvalid(false);
    if (rubricLines.length > 0) {
      const next = toggleNth(lines, draft.choice, Number(digit) || 10);
      if (next !== null) chooseLines(next.choice, next.marks);
      return;
    }
    draft.setMarks(digit);
    marksField.current?.focus();
  });
  const [shortcuts] = useState(() => ({
    m() {
      marksField.current?.focus();
      marksField.current?.select();
    },
    c: () => commentField.current?.focus(),
    r() {
      const box = form.current?.querySelector<HTMLElement>('[type=checkbox]');
      const fold = box?.closest('details');
      if (fold) fold.open = true;
      box?.focus();
    },
    escape: () => close(),
    ...Object.fromEntries(digits.map((digit) => [digit, () => begin(digit)])),
  }));
  useKeyShortcuts(shortcuts);
  return (
    <form
      ref={form}
      method="post"
      action={address}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (!(submitter instanceof HTMLButtonElement)) void save(row.released);
        else void save(submitter.value === 'yes', submitter.dataset['thenOn'] !== undefined);
      }}
    >
      <input type="hidden" name="number" value={row.number} />
      <input type="hidden" name="original" value={draft.original} autoComplete="off" />
      <input type="hidden" name="newest" value={newest ?? ''} autoComplete="off" />
      <fieldset className={styles['form']}>
        <legend className="visually-hidden">{`Marks for ${taskLabel(row.task)} of ${name}`}</legend>
        {isRecord && (
          <StatusField
            value={status}
            isFixed={isFixed}
            onChange={(changed) => {
              setInvalid(false);
              draft.setStatus(changed);
            }}
          />
        )}
        <RubricPanel
          key={row.number}
          lines={lines}
          value={body === null ? draft.choice : choiceOfBody(body.rubric)}
          marks={shownMarks}
          isFixed={isFixed}
          reasonField={reasonField}
          reasonError={isUnexplained ? 'Please give a reason.' : undefined}
          onChange={chooseLines}
        />
        <p className={styles['visibility']}>{describeMarkVisibility(row)}</p>
        <MessageRoom>
          <MarkWaiting of={mark} onBack={() => requestAnimationFrame(() => marksField.current?.focus())} />
        </MessageRoom>
        <div className={styles['fields']}>
          {hasMarks && (
            <div className={styles['marks']}>
              <TextField
                ref={marksField}
                label="Marks (0–100)"
                name="marks"
                inputMode="decimal"
                aria-keyshortcuts="m"
                autoComplete="off"
                readOnly={isFixed}
                value={shownMarks}
                error={isInvalid ? marksHint : undefined}
                onKeyDown={(event) => {
                  onKeyDown(event);
                  const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
                  if (event.key !== 'Enter' || !isPlain) return;
                  event.preventDefault();
                  commentField.current?.focus();
                }}
                onChange={({ target }) => {
                  setInvalid(false);
                  draft.setMarks(withoutLetters(target.value));
                }}
              />
            </div>
          )}
          <CommentField
            userId={userId}
            field={commentField}
            aria-keyshortcuts="c"
            label={`Comment for ${name}`}
            name="comments"
            rows={3}
            readOnly={isFixed}
            value={body === null ? draft.comments : body.comments}
            onKeyDown={onKeyDown}
            onText={draft.setComments}
          />
          <div className={styles['actions']}>
            {confirmMark === null && (
              <SaveButtons
                isReleased={row.released}
                canHide={canHide}
                canGoOn={onGoOn !== undefined}
                isPrimary={refused?.current === undefined}
                busyWay={isBusy ? way : null}
                onHide={() => void save(false)}
              />
            )}
            {onCancel && !isFixed && (
              <Button variant="quiet" onClick={cancel}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      </fieldset>
    </form>
  );
}
