import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { marksOfStatus } from '#contract/marking/recorded';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { usePostedForm } from '../../lib/forms/refused-form.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { Button } from '../../ui/button.tsx';
import { changedMeanwhile } from '../../ui/conflict-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { CommentField } from './comment-field.tsx';
import styles from './mark.module.css';
import { MarkWaiting } from './mark-waiting.tsx';
import { useCanWithdraw } from './release/withdraw.tsx';
import {
  choiceOfBody,
  needsReason,
  panelLines,
  reasonField,
  rubricBody,
  toggleNth,
  type RubricChoice,
} from './rubrics/rubric-choice.ts';
import { RubricPanel } from './rubrics/rubric-panel.tsx';
import { StatusField } from './recorded/status-field.tsx';
import { SaveButtons, saveWay, type SaveWay } from './save-buttons.tsx';
import { useGoOnKeys } from './desk/key-help.tsx';
import { confirmOf } from './mark-question.ts';
import { useMark, type MarkOutbox, type MarkPanelProps } from './use-mark.ts';
import { useMarkDraft } from './use-mark-draft.ts';
import {
  describeMarkVisibility,
  isMarked,
  isSaved,
  marksHint,
  originalOf,
  overtakenMark,
  parseMarks,
  parseOriginal,
  seenMark,
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
  const { number } = row;
  const refused = usePostedForm({ number });
  const draft = useMarkDraft(userId, row, refused?.values);
  const goesOn = useRef(false);
  const saved = (changed: Row, isOwn: boolean) => {
    draft.forgetCancelled();
    onSaved(changed, isOwn, goesOn.current);
  };
  const outbox = useMark(row, panel, saved, () => {
    if (!goesOn.current) return;
    // Only once: what is sent later moves nobody.
    goesOn.current = false;
    onGoOn?.(row);
  });
  const { isBusy, body } = outbox;
  const isFixed = body !== null;
  const [way, setWay] = useState<SaveWay>('saveNext');
  const marksField = useRef<HTMLInputElement>(null);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const isRecord = row.status !== undefined;
  const status = body === null ? draft.status : (body.status ?? 'marked');
  const ofRecord = isRecord ? { status } : {};
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

  const typed = (fields: Fields) => ({
    ...ofRecord,
    marks: hasMarks ? (parseMarks(draft.marks) ?? 0) : marksOfStatus(status, null),
    comments: draft.comments.trim(),
    released: fields['released'] === undefined ? row.released : fields['released'] === 'yes',
    rubric: rubricBody(lines, draft.choice, draft.marks),
  });
  const isUnexplained = () => needsReason(lines, draft.choice, draft.marks);
  const form = useForm({
    name: 'mark',
    target: { number },
    hidden: { original: draft.original, newest: newest ?? '' },
    action: address,
    keepsFields: true,
    posted: refused,
    fill: (data, button) => void (button?.dataset['thenOn'] !== undefined && data.set('then_on', 'yes')),
    isReady(fields) {
      if (isFixed) return false;
      if (hasMarks && parseMarks(draft.marks) === null) refuseInvalid({ field: 'marks', message: marksHint });
      if (isUnexplained()) refuseInvalid({ field: reasonField, message: 'Please give a reason.' });
      if (onCancel === undefined || !isSaved(row, typed(fields))) return true;
      cancel();
      if (fields['then_on'] !== undefined) onGoOn?.();
      return false;
    },
    send({ fields }) {
      goesOn.current = fields['then_on'] !== undefined && onGoOn !== undefined;
      const { rubric, ...mark } = typed(fields);
      setWay(saveWay(mark.released, goesOn.current));
      const given = panelLines(rubricLines, row.rubric).length === 0 ? {} : { rubric };
      const begun = parseOriginal(fields['original'] ?? draft.original);
      // A release shows a mark, and changes none.
      const isMark = typeof begun === 'object' && begun !== null;
      const original = isMark ? { ...begun, released: row.released } : begun;
      return outbox.save({ ...mark, format: 'markdown', original, ...given }, draft.texts);
    },
  });
  const { ref } = form.attributes;
  const isWrong = form.errorAt('marks') !== undefined && parseMarks(draft.marks) === null;
  const isReasonMissing = form.errorAt(reasonField) !== undefined && isUnexplained();
  function cancel(): void {
    if (draft.isChanged) draft.setAside();
    draft.discard();
    onCancel?.();
  }
  function chooseLines(choice: RubricChoice, marks: string | null): void {
    draft.setChoice(choice);
    if (marks !== null) draft.setMarks(marks);
  }
  const overtaken =
    isFixed || refused !== undefined
      ? null
      : overtakenMark(row, {
          status: isRecord ? status : undefined,
          marks: draft.marks,
          comments: draft.comments,
          rubric: lines.length === 0 ? undefined : rubricBody(lines, draft.choice, draft.marks),
          original: draft.original,
        });
  const shown: MarkOutbox = {
    ...outbox,
    ...(overtaken !== null && {
      question: {
        is: 'conflict' as const,
        ...overtaken,
        message: changedMeanwhile,
        takesFocus: false,
        sendMine() {
          draft.beginAgain();
          form.submit({ released: row.released ? 'yes' : 'no', original: originalOf(seenMark(row)) });
        },
        keepTheirs: cancel,
      },
    }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onLeave();
  };
  const close = useEffectEvent(() => {
    if (onCancel && !isFixed && !draft.isChanged) cancel();
  });
  // Only the Hide button hides a released mark.
  const confirmMark = confirmOf(outbox.question);
  useGoOnKeys(confirmMark, (release) =>
    form.submit({ released: release || row.released ? 'yes' : 'no', then_on: 'yes' }),
  );
  const tick = useEffectEvent((digit: string) => {
    const next = isFixed ? null : toggleNth(lines, draft.choice, Number(digit) || 10);
    if (next !== null) chooseLines(next.choice, next.marks);
  });
  const [shortcuts] = useState(() => ({
    m() {
      marksField.current?.focus();
      marksField.current?.select();
    },
    c: () => commentField.current?.focus(),
    r() {
      const box = ref.current?.querySelector<HTMLElement>('[type=checkbox]');
      const fold = box?.closest('details');
      if (fold) fold.open = true;
      box?.focus();
    },
    escape: () => close(),
    ...Object.fromEntries(digits.map((digit) => [digit, () => tick(digit)])),
  }));
  useKeyShortcuts(shortcuts);
  return (
    <Form form={form} noValidate autoComplete="off">
      <fieldset className={styles['form']}>
        <legend className="visually-hidden">{`Marks for ${taskLabel(row.task)} of ${name}`}</legend>
        {isRecord && <StatusField value={status} isFixed={isFixed} onChange={draft.setStatus} />}
        <RubricPanel
          key={row.number}
          lines={lines}
          value={body === null ? draft.choice : choiceOfBody(body.rubric)}
          marks={shownMarks}
          isFixed={isFixed}
          reasonError={isReasonMissing ? 'Please give a reason.' : undefined}
          onChange={chooseLines}
        />
        <p
          className={styles['visibility']}
          data-first={(row.shown === null && row.earlier === null && !isMarked(row)) || undefined}
        >
          {describeMarkVisibility(row)}
        </p>
        <MessageRoom>
          <MarkWaiting
            outbox={shown}
            onBack={() => requestAnimationFrame(() => marksField.current?.focus())}
          />
        </MessageRoom>
        <div className={styles['fields']}>
          {hasMarks && (
            <div className={styles['marks']}>
              <TextField
                ref={marksField}
                label="Marks (0–100)"
                name="marks"
                inputMode="decimal"
                placeholder="Marks"
                aria-keyshortcuts="m"
                autoComplete="off"
                readOnly={isFixed}
                value={shownMarks}
                error={isWrong ? marksHint : undefined}
                onKeyDown={(event) => {
                  onKeyDown(event);
                  const isPlain = !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
                  if (event.key !== 'Enter' || !isPlain) return;
                  event.preventDefault();
                  commentField.current?.focus();
                }}
                onChange={({ target }) => draft.setMarks(withoutLetters(target.value))}
              />
            </div>
          )}
          <CommentField
            userId={userId}
            student={row.student.s_id}
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
                onHide={() => form.submit({ released: 'no' })}
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
    </Form>
  );
}
