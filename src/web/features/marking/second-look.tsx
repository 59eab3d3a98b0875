import { useState, type FormEvent, type ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/marking/calls';
import { call, CallError, errorMessage } from '../../lib/calls/client.ts';
import { fieldsOf } from '../../lib/forms/form-fields.ts';
import { FormKey, usePressKey } from '../../lib/forms/idempotency-key.tsx';
import { usePostedForm, useReturnedDraft } from '../../lib/forms/refused-form.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './mark.module.css';
import { marksHint, originalOf, parseMarks, seenMark } from './marks.ts';
import { actOnReview, emptyText, type ReviewAct } from './review-act.ts';

type Look = NonNullable<StaffSubmission['second_look']>;
type Marked = StaffSubmission & { marks: number };

const decides = {
  mentor: 'Another mentor decides this review.',
  office: 'The office decides this review.',
} as const;

type FormProps = {
  look: Look;
  name: string;
  /** Undefined where its marks cannot be changed. */
  marked: Marked | undefined;
  newest: string | undefined;
  user: CurrentUser;
  onSaved: (changed: StaffSubmission) => void;
};

/** Decides, or comments where others decide. */
function ReviewForm({ look, name, marked, newest, user, onSaved }: FormProps) {
  const posted = usePostedForm({ number: look.number });
  const { decider } = look;
  const [text, setText] = useReturnedDraft(
    `${user.account} second look ${look.number}`,
    posted?.values['text'],
  );
  const [typedMarks, setTypedMarks] = useState<string | null>(posted?.values['marks'] ?? null);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>(posted?.errors ?? {});
  const { isBusy, error, run } = useMutation();
  const isOffice = user.role === 'administrator';
  const pressKey = usePressKey();
  const changeable = decider === undefined ? marked : undefined;
  const current = changeable?.marks ?? null;
  const marks = typedMarks === null ? current : parseMarks(typedMarks);
  const isChange = marks !== null && current !== null && marks !== current;
  // A colleague answered meanwhile.
  const given = error instanceof CallError ? (error.current as { answer?: string } | undefined) : undefined;
  const failure = error === null ? null : errorMessage(error);
  const refusal =
    posted !== undefined && Object.keys(posted.errors).length === 0 ? posted.failure.message : null;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const typed = fieldsOf(new FormData(event.currentTarget, submitter));
    const missing = {
      ...(typed['act'] === 'answer-second-look' &&
        current !== null &&
        marks === null && { marks: marksHint }),
      ...(text.trim() === '' && { text: emptyText }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const { 'Idempotency-Key': _, ...content } = typed;
    const fields = { ...content, 'Idempotency-Key': pressKey(JSON.stringify(content)) };
    const onMarked = (changed: StaffSubmission) => {
      onSaved(changed);
      setTypedMarks(null);
    };
    void run(async () => {
      const changed = await actOnReview(call, fields, { row: changeable, onMarked });
      setText('');
      onSaved(changed);
    });
  };
  const button = (act: ReviewAct, label: string, variant: 'secondary' | 'quiet' = 'secondary') => (
    <Button type="submit" name="act" value={act} variant={variant} busy={isBusy}>
      {label}
    </Button>
  );
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack gap={2}>
        <FormKey of={`second-look-${look.number}`} />
        <input type="hidden" name="number" value={look.number} />
        {changeable !== undefined && (
          <>
            <input
              type="hidden"
              name="original"
              value={posted?.values['original'] ?? originalOf(seenMark(changeable))}
              autoComplete="off"
            />
            {newest !== undefined && <input type="hidden" name="newest" value={newest} autoComplete="off" />}
            <div className={styles['number']}>
              <TextField
                label="New marks (0–100)"
                name="marks"
                inputMode="decimal"
                autoComplete="off"
                value={typedMarks ?? String(current)}
                hint={isOffice ? undefined : 'Only the office can lower them.'}
                error={wrong['marks']}
                onChange={({ target }) => {
                  setWrong({});
                  setTypedMarks(target.value);
                }}
              />
            </div>
          </>
        )}
        <TextArea
          label={decider === undefined ? `Your answer to ${name}` : 'Your comment'}
          name="text"
          rows={3}
          maxLength={limits.secondLook}
          value={text}
          hint={
            decider === undefined
              ? `The student sees it at once.${isOffice ? '' : ' If you pass it on, the office reads it first.'}`
              : `${name} sees it with the answer. Staff see it at once.`
          }
          error={wrong['text']}
          onChange={({ target }) => {
            setWrong({});
            setText(target.value);
          }}
        />
        <MessageRoom>
          {(failure ?? refusal) !== null && (
            <Notice tone="error" title={failure ?? refusal ?? ''}>
              {given?.answer !== undefined && <LinkedText text={given.answer} />}
            </Notice>
          )}
        </MessageRoom>
        <Row gap={2}>
          {decider !== undefined
            ? button('comment-on-review', 'Add comment')
            : button('answer-second-look', isChange ? `Answer and change ${current} to ${marks}` : 'Answer')}
          {decider === undefined && !isOffice && button('pass-review', 'Pass to the office', 'quiet')}
        </Row>
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
 * @param children its marks, below the answer
 */
export function SecondLookPanel({
  row: { second_look: look, student },
  marked,
  newest,
  children,
  ...form
}: Pick<FormProps, 'user' | 'onSaved'> & {
  row: Pick<StaffSubmission, 'student'> & { second_look: Look | null };
  marked?: StaffSubmission;
  /** Receipt number of the newest version the mentor has seen. */
  newest?: string;
  children?: ReactNode;
}) {
  if (look === null) return children;
  const { answer, answered_at, answered_by, comments = [], decider } = look;
  const isOfMarked = marked?.number === look.number && marked.marks !== null;
  return (
    <Stack as="section" gap={3} className={styles['look']} aria-label="Mark review">
      <Words
        title={`${student.s_name} requests a review of the marks of version ${look.version}`}
        at={look.asked_at}
        text={look.reason}
      />
      {decider !== undefined && <p>{decides[decider]}</p>}
      {comments.map(({ text, by, at, to_office }) => (
        <Words
          key={`${at} ${by}`}
          title={to_office ? `${by} passed it to the office` : `Comment by ${by}`}
          at={at}
          text={text}
        />
      ))}
      {answer !== null && answered_at !== null && (
        <Words
          title={answered_by !== null ? `Reviewed by ${answered_by}` : 'Reviewed'}
          at={answered_at}
          text={answer}
        />
      )}
      {answer === null && (
        <ReviewForm
          key={look.number}
          look={look}
          name={student.s_name}
          marked={isOfMarked ? (marked as Marked) : undefined}
          newest={newest}
          {...form}
        />
      )}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </Stack>
  );
}
