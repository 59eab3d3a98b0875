import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { fillPath } from '#contract/fill-path';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { studentAddress } from '#contract/progress/batch-view';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import type { AskedViva } from '#contract/progress/viva-offer-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import styles from './extension-requests.module.css';

/** The chosen time, or else the first that is free. */
const bestOf = ({ offers }: AskedViva): string =>
  (offers.find(({ state }) => state === 'picked') ?? offers.find(({ is_free }) => is_free))?.local ?? '';

const offerWords = {
  held: 'offered',
  picked: 'chosen by the student',
  refused: 'not chosen',
  lapsed: 'was offered',
};

/** The time in the plan, and what the student was offered. */
function Offers({ viva: { local, room, offers } }: { viva: AskedViva }) {
  return (
    <>
      <Small>{local === null ? 'No time in the plan' : `In the plan: ${formatTyped(local)}, ${room}`}</Small>
      {offers.map(({ id, local: at, room: where, state, is_free: isFree }) => (
        <Small key={id}>
          {`${formatTyped(at)}, ${where}: ${offerWords[state]}${isFree ? '' : ', taken now'}`}
        </Small>
      ))}
    </>
  );
}

/** Enter in a field grants. */
function AnswerForm({ request, onDone }: { request: AskedExtension; onDone: () => void }) {
  const { id, student, task, until_day, viva } = request;
  const form = useActionForm({
    formName: 'answer-extension',
    target: { request: id, s_id: student.s_id },
    onDone,
  });
  const what = `${student.s_name}, ${taskLabel(task)}`;
  const grant = viva === undefined ? 'Grant extension' : 'Give this time';
  return (
    <ActionForm
      form={form}
      className={styles['answer']}
      button={grant}
      label={`${grant}: ${what}`}
      further={
        <Button
          type="submit"
          name="answer"
          value="declined"
          variant="secondary"
          formNoValidate
          busy={form.isBusy}
          aria-label={`Decline: ${what}`}
        >
          Decline
        </Button>
      }
      buttons={styles['ways']}
    >
      {viva === undefined ? (
        <TextField label="Due at the end of" type="date" required {...form.field('until', until_day)} />
      ) : (
        <TextField
          label="Day and time"
          type="datetime-local"
          step={300}
          required
          {...form.field('until', bestOf(viva))}
        />
      )}
      <TextField
        label="Answer to the student"
        hint="Needed only if you decline."
        maxLength={limits.reason}
        {...form.field('words')}
      />
    </ActionForm>
  );
}

/** For mentors: the office gives times of vivas. */
function DeclineForm({ request: { id, student }, onDone }: { request: AskedExtension; onDone: () => void }) {
  const of = { request: id, s_id: student.s_id, answer: 'declined' };
  const form = useActionForm({ formName: 'answer-extension', target: of, onDone });
  return (
    <ActionForm
      form={form}
      button="Decline"
      label={`Decline: ${student.s_name}, another viva time`}
      className={styles['decline']}
    >
      <p>
        <span>Only the office can give another viva time. Ask the office, or decline.</span>
        <OfficeContact />
      </p>
      <TextField label="Answer to the student" maxLength={limits.reason} required {...form.field('words')} />
    </ActionForm>
  );
}

/** Open ones, oldest first. */
export function ExtensionRequests({
  requests,
  isOffice,
}: {
  requests: readonly AskedExtension[];
  isOffice: boolean;
}) {
  const head = useRef<HTMLHeadingElement>(null);
  // The heading stays to take the focus of the removed button.
  const [isAnswered, setAnswered] = useState(false);
  if (requests.length === 0 && !isAnswered) return null;
  const answered = () => {
    setAnswered(true);
    head.current?.focus();
  };
  return (
    <Stack as="section" id="extension-requests" gap={3} aria-labelledby="extension-requests-head">
      <h2 id="extension-requests-head" ref={head} tabIndex={-1}>
        Extension requests
      </h2>
      {requests.length > 0 && (
        <Stack as="ul" gap={3}>
          {requests.map((request) => (
            <li key={request.id}>
              <Card className={styles['request']}>
                <Stack gap={2}>
                  <p>
                    <Link to={studentAddress(request.student.s_id)}>{request.student.s_name}</Link>
                    <span>
                      {request.viva === undefined
                        ? `, ${taskLabel(request.task)}, until `
                        : ', another viva time, can come from '}
                    </span>
                    {request.viva === undefined ? (
                      <Time value={request.until} />
                    ) : (
                      <span>{formatTyped(request.until_day)}</span>
                    )}
                  </p>
                  <div className={styles['why']}>
                    <LinkedText text={request.reason} />
                  </div>
                  {request.file !== undefined && (
                    <p>
                      <a
                        href={fillPath(paths.readAttachment.path, { id: request.file.id })}
                        target="_blank"
                        rel="noopener noreferrer"
                      >
                        {request.file.name}
                      </a>
                      <span>{` (${formatBytes(request.file.bytes)})`}</span>
                    </p>
                  )}
                  {request.viva !== undefined && <Offers viva={request.viva} />}
                  <Small>
                    {request.viva === undefined && request.due_at !== null && (
                      <>
                        <span>Due </span>
                        <Time value={request.due_at} />
                        <span>. </span>
                      </>
                    )}
                    <span>Requested </span>
                    <TimeAgo value={request.asked_at} />
                  </Small>
                </Stack>
                {request.viva === undefined || isOffice ? (
                  <AnswerForm request={request} onDone={answered} />
                ) : (
                  <DeclineForm request={request} onDone={answered} />
                )}
              </Card>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
