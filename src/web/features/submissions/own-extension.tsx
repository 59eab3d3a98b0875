import { useNavigate } from 'react-router';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { taskScreen } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import type { ExtensionRequest } from '#contract/submissions/extension-calls';
import { tellScreen } from '../../lib/screen-message.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { ExtensionForm } from './extension-form.tsx';
import { asksForTime, DueText, mayAskForExtension } from './task-brief.tsx';

export const extensionNotices = {
  'extension-requested': 'Your request is sent. Your mentors will answer it.',
  'extension-given': 'Your extension is granted. The due date is changed.',
};
export const extensionNotice = (answer: ExtensionRequest['answer']) =>
  answer === 'granted' ? 'extension-given' : 'extension-requested';

/** The form of a new request, or why there is none, with the file of the last one. */
export function OwnExtension({
  task,
  days,
  s_id,
}: {
  task: TimelineTask;
  /** Up to so many days are granted at once. */
  days: number | undefined;
  s_id: string;
}) {
  const navigate = useNavigate();
  if (mayAskForExtension(task)) {
    const onSent = ({ answer }: ExtensionRequest) => {
      const address = taskScreen(task.task);
      tellScreen(extensionNotices[extensionNotice(answer)], address.split('?')[0]);
      void navigate(address);
    };
    return <ExtensionForm task={task} days={days} s_id={s_id} onSent={onSent} />;
  }
  const { extension_request: request, no_extension: why } = task;
  const file = request?.file;
  return (
    <Stack>
      {/* The screen shows an open request itself. */}
      {request?.answer !== null && <p>{why}</p>}
      {asksForTime(task) && <p>You asked for another time. The office will answer you.</p>}
      {file !== undefined && (
        <p>
          <span>Your file: </span>
          <a
            href={fillPath(paths.readAttachment.path, { id: file.id })}
            target="_blank"
            rel="noopener noreferrer"
          >
            {file.name}
          </a>
          <span>{` (${formatBytes(file.bytes)})`}</span>
        </p>
      )}
      <Row>
        <ButtonLink to={taskScreen(task.task)} variant="secondary">
          {`Go to ${taskLabel(task.task)}`}
        </ButtonLink>
      </Row>
    </Stack>
  );
}

/** The request or its answer, after the due date. */
export function DueOfTask({ task }: { task: TimelineTask }) {
  return (
    <p>
      <strong>{taskLabel(task.task)}</strong>
      {task.due_at !== null && (
        <>
          <span>: due </span>
          <DueText task={task} hasLink={false} />
        </>
      )}
    </p>
  );
}
