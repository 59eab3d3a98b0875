import { useState, type FormEvent } from 'react';
import { limits } from '#contract/limits';
import type { StaffSubmission } from '#contract/marking/calls';
import { call, CallError, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './second-look.module.css';

type Look = NonNullable<StaffSubmission['second_look']>;

function AnswerForm({
  look,
  name,
  userId,
  onAnswered,
}: {
  look: Look;
  name: string;
  userId: string;
  onAnswered: (changed: StaffSubmission) => void;
}) {
  const [text, setText] = useDraft(`${userId} second look ${look.number}`);
  const [isEmpty, setEmpty] = useState(false);
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  // A colleague's concurrent answer.
  const given = error instanceof CallError ? (error.current as { answer: string } | undefined) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const answer = text.trim();
    setEmpty(answer === '');
    if (answer === '') return;
    void run(async () => {
      const changed = await call('answerSecondLook', {
        params: { id: look.number },
        body: { answer },
        idempotencyKey: keyOf(`${look.number} ${answer}`),
      });
      setText('');
      onAnswered(changed);
    });
  };
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <FormKey of={`second-look-${look.number}`} />
      <input type="hidden" name="act" value="answer-second-look" />
      <input type="hidden" name="number" value={look.number} />
      <TextArea
        label={`Your answer to ${name}`}
        name="answer"
        rows={3}
        maxLength={limits.secondLook}
        value={text}
        hint="The student sees it at once. To change the marks, do that first."
        error={isEmpty && 'The answer is empty'}
        onChange={({ target }) => {
          setEmpty(false);
          setText(target.value);
        }}
      />
      <MessageRoom>
        {error !== null && (
          <Notice tone="error" title={errorMessage(error)}>
            {given !== undefined && <LinkedText text={given.answer} />}
          </Notice>
        )}
      </MessageRoom>
      <div>
        <Button type="submit" variant="secondary" busy={isBusy} data-needs-script>
          Answer
        </Button>
      </div>
    </form>
  );
}

/** A review request with its answer, or the form to answer it. */
export function SecondLookPanel({
  row: { second_look: look, student },
  userId,
  onSaved,
}: {
  row: Pick<StaffSubmission, 'student'> & { second_look: Look | null };
  userId: string;
  onSaved: (changed: StaffSubmission) => void;
}) {
  if (look === null) return null;
  return (
    <section className={styles['look']} aria-label="Mark review">
      <p className={styles['title']}>
        <span>{`${student.s_name} requests a review of the marks of version ${look.version}, `}</span>
        <Time value={look.asked_at} />
      </p>
      <blockquote className={styles['words']}>
        <LinkedText text={look.reason} />
      </blockquote>
      {look.answer === null || look.answered_at === null ? (
        <AnswerForm
          key={look.number}
          look={look}
          name={student.s_name}
          userId={userId}
          onAnswered={onSaved}
        />
      ) : (
        <>
          <p className={styles['title']}>
            <span>{`Answered${look.answered_by !== null ? ` by ${look.answered_by}` : ''}, `}</span>
            <Time value={look.answered_at} />
          </p>
          <blockquote className={styles['words']}>
            <LinkedText text={look.answer} />
          </blockquote>
        </>
      )}
    </section>
  );
}
