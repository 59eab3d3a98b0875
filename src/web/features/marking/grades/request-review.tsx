import { useEffect, useRef, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits';
import { gradesAddress } from '#contract/screens';
import type { AnswerOf } from '../../../lib/calls/client.ts';
import { isUnkept } from '../../../lib/outbox/request-store.ts';
import { queueRequest } from '../../../lib/outbox/queue-request.ts';
import { takeBack } from '../../../lib/outbox/take-back.ts';
import { useClaim, useRequests, useReturnedRequest, useSent } from '../../../lib/outbox/use-outbox.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { refuseInvalid } from '../../../lib/forms/form-action.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Row, Small } from '../../../ui/layout.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { WaitsNotice } from '../../accounts/waits-notice.tsx';
import styles from './grades.module.css';
import { subjects } from '../../../lib/stored-names/offline.ts';
import { reviewRequestDraft } from '../../../lib/stored-names/student.ts';

type Props = {
  s_id: string;
  task: ShownTask;
  onChanged: () => void;
};
type Review = NonNullable<ShownTask['second_look']>;

function Words({ title, children }: { title: ReactNode; children: string }) {
  return (
    <>
      <Small>{title}</Small>
      <blockquote>
        <LinkedText text={children} />
      </blockquote>
    </>
  );
}

const When = ({ what, at }: { what: string; at: string }) => (
  <>
    <span>{`${what}, `}</span>
    <Time value={at} />
  </>
);

/** A refused request becomes a draft again. */
function useReview(s_id: string, task: ShownTask, onSent: (review: Review | undefined) => void) {
  const subject = subjects.review(task.task);
  const request = useRequests(subject)[0];
  useClaim(subject);
  const { isReturned, failure, setFailure } = useReturnedRequest(request);
  useSent((sent, answer) => {
    if (sent.subject !== subject) return false;
    onSent((answer as AnswerOf<'askSecondLook'> | undefined)?.second_look);
    return true;
  });
  const isWaiting = request?.state === 'waiting' && !isReturned;
  return {
    waiting: isWaiting ? request : null,
    reason: isWaiting ? String(request.body?.['reason'] ?? '') : null,
    failure,
    clearFailure: () => setFailure(null),
    async ask(reason: string, drafts: Readonly<Record<string, string>>): Promise<void> {
      setFailure(null);
      await queueRequest({
        call: 'askSecondLook',
        params: { s_id },
        body: { task: task.task, version: task.marked_version, reason },
        subject,
        label: { task: task.task, to: gradesAddress(task.task) },
        drafts,
      });
    },
    takeBack: () => request && void takeBack(request),
  };
}

/** The last day to ask. */
function Until({ task: { review_until: until } }: Pick<Props, 'task'>) {
  if (until === undefined) return null;
  return (
    <Small>
      <span>Until </span>
      <Time value={until} />
    </Small>
  );
}

function AskForm({
  s_id,
  task,
  onSent,
}: Omit<Props, 'onChanged'> & { onSent: (review: Review | undefined) => void }) {
  const draftKey = reviewRequestDraft(s_id, task.task, task.marked_version);
  const [text, setText] = useDraft(draftKey);
  const review = useReview(s_id, task, onSent);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const form = useForm({
    keepsFields: true,
    isReady: () => refuseInvalid(text.trim() === '' ? { field: 'reason', message: 'Please say why' } : null),
    send: () => review.ask(text.trim(), { [draftKey]: text }),
  });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const name = taskLabel(task.task);
  const { waiting, reason, failure } = review;
  if (waiting !== null && reason !== null)
    return (
      <>
        <Words title="Your request">{reason}</Words>
        {waiting.failure === null ? (
          <Small role="status">Sending…</Small>
        ) : (
          <WaitsNotice failure={waiting.failure} isKept={!isUnkept(waiting.id)} what="request">
            <Button variant="secondary" small onClick={review.takeBack}>
              Do not send it
            </Button>
          </WaitsNotice>
        )}
      </>
    );
  if (task.no_review !== undefined)
    return (
      <>
        <Small>{task.no_review}</Small>
        {text !== '' && <Words title="Your request was not sent">{text}</Words>}
      </>
    );
  // A cancelled form keeps its text.
  if (!isOpen && failure === null && (text === '' || isOpen === false))
    return (
      <>
        <Button
          variant="quiet"
          small
          aria-expanded={false}
          aria-label={`Request a review of ${name}`}
          onClick={() => setOpen(true)}
          data-needs-script
        >
          Request a review
        </Button>
        <Until task={task} />
      </>
    );
  return (
    <Form form={form} className={styles['form']} noValidate>
      <TextArea
        ref={field}
        label={`Why should your mentor review ${name}?`}
        name="reason"
        rows={3}
        maxLength={limits.review}
        value={text}
        hint="You can ask once for each mark. Another mentor or the office answers here."
        error={form.errorAt('reason')}
        onChange={({ target }) => setText(target.value)}
      />
      <Until task={task} />
      <MessageRoom>{failure !== null && <Notice tone="error">{failure.message}</Notice>}</MessageRoom>
      <Row gap={2}>
        <Button type="submit" variant="secondary" small>
          Send request
        </Button>
        <Button
          variant="quiet"
          small
          onClick={() => {
            review.clearFailure();
            setOpen(false);
          }}
        >
          Cancel
        </Button>
      </Row>
    </Form>
  );
}

/** Once per mark. */
export function Review(props: Props) {
  // Older versions cached data without this field.
  const { task, onChanged } = props;
  // As the answer has it, until the screen is loaded again.
  const [sent, setSent] = useState<{ version: number | null; review: Review } | null>(null);
  const sentReview = sent?.version === task.marked_version ? sent.review : null;
  const review = task.second_look ?? sentReview;
  const onSent = (asked: Review | undefined) => {
    if (asked !== undefined) setSent({ version: task.marked_version, review: asked });
    onChanged();
  };
  return (
    <div>
      <dt>Mark review</dt>
      <dd className={styles['review']}>
        {review === null ? (
          <AskForm s_id={props.s_id} task={task} onSent={onSent} />
        ) : (
          <>
            <Words
              title={
                <When
                  what={review.opened_by === undefined ? 'You asked' : `Opened by ${review.opened_by}`}
                  at={review.asked_at}
                />
              }
            >
              {review.reason}
            </Words>
            {review.answer === null || review.answered_at === null ? (
              <Small>Not answered yet.</Small>
            ) : (
              <>
                {review.comments?.map(({ text, by, at }) => (
                  <Words key={`${at} ${by}`} title={<When what={`Comment by ${by}`} at={at} />}>
                    {text}
                  </Words>
                ))}
                <Words
                  title={
                    <When
                      what={review.answered_by === null ? 'Reviewed' : `Reviewed by ${review.answered_by}`}
                      at={review.answered_at}
                    />
                  }
                >
                  {review.answer}
                </Words>
              </>
            )}
          </>
        )}
      </dd>
    </div>
  );
}
