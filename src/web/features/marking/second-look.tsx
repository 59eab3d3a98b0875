import { useState, type FormEvent, type ReactNode } from 'react';
import { limits } from '#contract/limits';
import { isOverruled } from '#contract/projects/rubric-rules';
import type { StaffSubmission } from '#contract/marking/calls';
import { call, CallError, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './mark.module.css';
import { marksHint, parseMarks, seenMark, toggledOf } from './marks.ts';

type Look = NonNullable<StaffSubmission['second_look']>;
type Marked = StaffSubmission & { marks: number };

/** If the rubric's sum differs, the answer is the reason. */
function changedMark(row: Marked, marks: number, answer: string) {
  const { mark_comments, released, rubric } = row;
  const toggled = toggledOf(rubric);
  const isOverruling = rubric !== undefined && isOverruled(rubric.lines, marks);
  const reason = toggled?.reason ?? answer.slice(0, limits.overruleReason);
  return {
    marks,
    comments: mark_comments ?? '',
    released,
    ...(toggled !== null && { rubric: isOverruling ? { ...toggled, reason } : toggled }),
    original: seenMark(row),
    // The button names both marks.
    confirm_lower: true,
  };
}

function AnswerForm({
  look,
  name,
  marked,
  newest,
  userId,
  onSaved,
}: {
  look: Look;
  name: string;
  /** Undefined where its marks cannot be changed. */
  marked: Marked | undefined;
  newest: string | undefined;
  userId: string;
  onSaved: (changed: StaffSubmission) => void;
}) {
  const [text, setText] = useDraft(`${userId} second look ${look.number}`);
  const [typedMarks, setTypedMarks] = useState<string | null>(null);
  const [wrong, setWrong] = useState<'marks' | 'answer' | null>(null);
  const { isBusy, error, run } = useMutation();
  const [answerKey, marksKey] = [usePressKey(), usePressKey()];
  const current = marked?.marks ?? null;
  const marks = typedMarks === null ? current : parseMarks(typedMarks);
  const isChange = marks !== null && current !== null && marks !== current;
  // A colleague answered meanwhile.
  const given = error instanceof CallError ? (error.current as { answer?: string } | undefined) : undefined;
  async function save(answer: string): Promise<void> {
    if (isChange && marked !== undefined) {
      const body = { ...changedMark(marked, marks, answer), ...(newest !== undefined && { newest }) };
      onSaved(
        await call('markSubmission', {
          params: { id: marked.number },
          body,
          idempotencyKey: marksKey(`${look.number} ${marks} ${answer}`),
        }),
      );
      setTypedMarks(null);
    }
    const changed = await call('answerSecondLook', {
      params: { id: look.number },
      body: { answer },
      idempotencyKey: answerKey(`${look.number} ${answer}`),
    });
    setText('');
    onSaved(changed);
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const answer = text.trim();
    const isMissing = marked !== undefined && marks === null ? 'marks' : answer === '' ? 'answer' : null;
    setWrong(isMissing);
    if (isMissing === null) void run(() => save(answer));
  };
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap={2}>
        <FormKey of={`second-look-${look.number}`} />
        <input type="hidden" name="act" value="answer-second-look" />
        <input type="hidden" name="number" value={look.number} />
        {current !== null && (
          <div className={styles['number']}>
            <TextField
              label="New marks (0–100)"
              inputMode="decimal"
              autoComplete="off"
              value={typedMarks ?? String(current)}
              error={wrong === 'marks' && marksHint}
              onChange={({ target }) => {
                setWrong(null);
                setTypedMarks(target.value);
              }}
            />
          </div>
        )}
        <TextArea
          label={`Your answer to ${name}`}
          name="answer"
          rows={3}
          maxLength={limits.secondLook}
          value={text}
          hint="The student sees it at once."
          error={wrong === 'answer' && 'The answer is empty'}
          onChange={({ target }) => {
            setWrong(null);
            setText(target.value);
          }}
        />
        <MessageRoom>
          {error !== null && (
            <Notice tone="error" title={errorMessage(error)}>
              {given?.answer !== undefined && <LinkedText text={given.answer} />}
            </Notice>
          )}
        </MessageRoom>
        <div>
          <Button type="submit" variant="secondary" busy={isBusy} data-needs-script>
            {isChange ? `Answer and change ${current} to ${marks}` : 'Answer'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function Words({ title, at, text }: { title: string; at: string; text: string }) {
  return (
    <>
      <p className={styles['asked']}>
        <span>{`${title}, `}</span>
        <Time value={at} />
      </p>
      <blockquote className={styles['words']}>
        <LinkedText text={text} />
      </blockquote>
    </>
  );
}

/**
 * @param marked with `newest`, the open version, whose marks can be changed with the answer
 * @param children its marks, between the request and the answer
 */
export function SecondLookPanel({
  row: { second_look: look, student },
  marked,
  newest,
  userId,
  onSaved,
  children,
}: {
  row: Pick<StaffSubmission, 'student'> & { second_look: Look | null };
  marked?: StaffSubmission;
  /** Receipt number of the newest version the mentor has seen. */
  newest?: string;
  userId: string;
  onSaved: (changed: StaffSubmission) => void;
  children?: ReactNode;
}) {
  if (look === null) return children;
  const { answer, answered_at, answered_by } = look;
  const isOfMarked = marked?.number === look.number && marked.marks !== null;
  return (
    <Stack as="section" gap={3} className={styles['look']} aria-label="Mark review">
      <Words
        title={`${student.s_name} requests a review of the marks of version ${look.version}`}
        at={look.asked_at}
        text={look.reason}
      />
      {answer !== null && answered_at !== null && (
        <Words
          title={`Answered${answered_by !== null ? ` by ${answered_by}` : ''}`}
          at={answered_at}
          text={answer}
        />
      )}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
      {answer === null && (
        <AnswerForm
          key={look.number}
          look={look}
          name={student.s_name}
          marked={isOfMarked ? (marked as Marked) : undefined}
          newest={newest}
          userId={userId}
          onSaved={onSaved}
        />
      )}
    </Stack>
  );
}
