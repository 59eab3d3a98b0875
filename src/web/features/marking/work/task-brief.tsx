import { Link, useLocation } from 'react-router';
import type { DeskSubmission } from '#contract/marking/calls';
import { briefsAddress } from '#contract/progress/batch-view';
import { call } from '../../../lib/calls/client.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { rubricAddress } from '../rubrics/rubric-address.ts';
import { Fold } from './fold.tsx';

/** The router state of links that lead back to the submission. */
export type DeskLinkState = { desk: { to: string; label: string } };

/** Loaded when unfolded. */
export function TaskBrief({
  submission: { number, task, project, student, rubric_lines },
}: {
  submission: DeskSubmission;
}) {
  const {
    found: brief,
    isBusy,
    failure,
    read,
  } = useRead(() => call('readSubmissionBrief', { params: { id: number } }));
  const { pathname, search } = useLocation();
  const back: DeskLinkState = {
    desk: { to: pathname + search, label: `${student.s_name}, ${taskLabel(task)}` },
  };
  return (
    <Fold label="Instructions" onToggle={(isOpen) => isOpen && brief === null && void read()}>
      <Stack gap={2}>
        {project === null && <p>The student has no project.</p>}
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {isBusy && <p role="status">Loading …</p>}
        {brief !== null &&
          project !== null &&
          (brief.text === '' ? (
            <p>There are no instructions for this task yet.</p>
          ) : (
            <Markdown text={brief.text} html={brief.html} />
          ))}
        {project !== null && (
          <p>
            <Link to={briefsAddress(project.id, task)} state={back}>
              {brief?.text === '' ? 'Write instructions' : 'Edit instructions'}
            </Link>{' '}
            <Link to={rubricAddress(project.id, task)} state={back}>
              {`${rubric_lines === undefined ? 'Make a rubric for' : 'Change the rubric of'} this task`}
            </Link>
          </p>
        )}
      </Stack>
    </Fold>
  );
}
