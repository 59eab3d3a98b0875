import { useState } from 'react';
import { limits } from '#contract/limits';
import type { StudentProgress } from '#contract/progress/calls';
import type { AnswerOf } from '../../lib/calls/client.ts';
import { focusFromTop } from '../../lib/focus.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useDraft } from '../../lib/forms/use-draft.ts';
import { useSite } from '../../lib/page/site.ts';
import { messageDraft } from '../../lib/stored-names/staff.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Checkbox, TextArea } from '../../ui/field.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Small } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './message.module.css';

/** Whom a view of the batch shows. */
export type Message = { students: readonly StudentProgress['student'][]; hasMore: boolean };

export type SentMessage = AnswerOf<'messageStudents'>;

const chosenName = 'student ';
export const messagedStudents = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => name.startsWith(chosenName))
    .map((name) => name.slice(chosenName.length));

function Sent({ outcome: { sent, skipped }, back }: { outcome: SentMessage; back: string }) {
  return (
    <div ref={focusFromTop} tabIndex={-1}>
      <Notice
        tone={sent === 0 ? 'warning' : 'success'}
        title={sent === 0 ? 'Nobody got the message' : `Message sent to ${countOf(sent, 'student')}`}
      >
        {skipped.length > 0 && (
          <p>{`Not sent to ${skipped.join(', ')}: they have left the batch or cannot log in.`}</p>
        )}
        <ButtonLink variant="secondary" small to={back}>
          Back to the students
        </ButtonLink>
      </Notice>
    </div>
  );
}

/** One message, to exactly those who are ticked. */
export function MessageForm({
  account,
  batch,
  back,
  message: { students, hasMore },
  posted,
}: {
  account: string;
  batch: string;
  /** The list that it came from. */
  back: string;
  message: Message;
  /** Of a form posted without scripts. */
  posted: SentMessage | undefined;
}) {
  const [done, setDone] = useState<SentMessage | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { sendsMail } = useSite();
  const form = useActionForm<SentMessage>({
    formName: 'message',
    keepsFields: true,
    onDone(outcome) {
      setText('');
      setDone(outcome);
    },
  });
  const [text, setText] = useDraft(messageDraft(account, batch), form.values?.['text'] ?? '');
  const outcome = done ?? posted;
  if (outcome !== undefined) return <Sent outcome={outcome} back={back} />;
  if (students.length === 0)
    return (
      <EmptyState
        title="No students to message"
        action={<ButtonLink to={back}>Back to the students</ButtonLink>}
      >
        <p>{`No student of ${batch} matches any more.`}</p>
      </EmptyState>
    );
  const chosen = students.filter(({ s_id }) => !left.has(s_id)).length;
  const choose = (s_id: string, is: boolean) => {
    const next = new Set(left);
    if (is) next.delete(s_id);
    else next.add(s_id);
    setLeft(next);
  };
  return (
    <ActionForm
      form={form}
      button={`Send to ${countOf(chosen, 'student')}`}
      variant="primary"
      buttons="bottom-bar"
      className={styles['form']}
      further={
        <Small as="span">
          {sendsMail
            ? 'Each gets a notice and an email. Nobody else sees it.'
            : 'Each gets a notice. Nobody else sees it.'}
        </Small>
      }
    >
      <div className={styles['text']}>
        <TextArea
          label="Message"
          name="text"
          rows={6}
          maxLength={limits.message}
          required
          value={text}
          readOnly={form.isBusy}
          error={form.errorAt('text')}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <fieldset className={styles['students']} disabled={form.isBusy}>
        <legend>{hasMore ? `The first ${countOf(students.length, 'student')}` : 'To'}</legend>
        {form.errorAt('students') !== undefined && (
          <p className={styles['error']} role="alert">
            {form.errorAt('students')}
          </p>
        )}
        <div className={styles['names']}>
          {students.map(({ s_id, s_name }) => (
            <Checkbox
              key={s_id}
              label={s_name}
              name={chosenName + s_id}
              value="yes"
              title={s_id}
              checked={!left.has(s_id)}
              onChange={({ target }) => choose(s_id, target.checked)}
            />
          ))}
        </div>
      </fieldset>
    </ActionForm>
  );
}
