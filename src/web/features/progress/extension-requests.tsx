import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { fillPath } from '#contract/fill-path';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { studentAddress } from '#contract/progress/batch-view';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import styles from './extension-requests.module.css';

/** Enter in a field grants. */
function AnswerForm({ request, onDone }: { request: AskedExtension; onDone: () => void }) {
  const { id, student, task, until_day } = request;
  const form = useActionForm({ act: 'answer-extension', of: { request: id, s_id: student.s_id }, onDone });
  const what = `${student.s_name}, ${taskLabel(task)}`;
  return (
    <ActionForm
      form={form}
      className={styles['answer']}
      button="Grant extension"
      label={`Grant extension: ${what}`}
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
      <TextField label="Due at the end of" type="date" required {...form.field('until', until_day)} />
      <TextField
        label="Answer to the student"
        hint="Needed only if you decline."
        maxLength={limits.reason}
        {...form.field('words')}
      />
    </ActionForm>
  );
}

/** Open ones, oldest first. */
export function ExtensionRequests({ requests }: { requests: readonly AskedExtension[] }) {
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
                    <span>{`, ${taskLabel(request.task)}, until `}</span>
                    <Time value={request.until} />
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
                  <Small>
                    {request.due_at !== null && (
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
                <AnswerForm request={request} onDone={answered} />
              </Card>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
