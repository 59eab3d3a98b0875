import { useState } from 'react';
import { Link } from 'react-router';
import type { SubmissionBrief } from '#contract/projects/brief-calls';
import { briefsAddress } from '#contract/progress/batch-view';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './task-brief.module.css';

function Words({ brief }: { brief: SubmissionBrief }) {
  const { project, task, text, html } = brief;
  if (project === null) return <p>The student has no project.</p>;
  return (
    <>
      {text === '' ? <p>There is no brief for this yet.</p> : <Markdown text={text} html={html} />}
      <p>
        <Link to={briefsAddress(project.id, task)}>{text === '' ? 'Write the brief' : 'Edit the brief'}</Link>
      </p>
    </>
  );
}

/** The task's brief, folded. */
export function TaskBrief({ brief, open = false }: { brief: SubmissionBrief; open?: boolean }) {
  const { project, task } = brief;
  return (
    <details className={styles['brief']} open={open}>
      <summary>{`Brief of ${taskLabel(task)}${project !== null ? `, ${project.name}` : ''}`}</summary>
      <Words brief={brief} />
    </details>
  );
}

/** The same, loaded when unfolded. */
export function TaskBriefOf({ number }: { number: string }) {
  const [brief, setBrief] = useState<SubmissionBrief | null>(null);
  const { error, run } = useMutation();
  return (
    <details
      className={styles['brief']}
      data-needs-script=""
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || brief !== null) return;
        void run(async () => setBrief(await call('readSubmissionBrief', { params: { id: number } })));
      }}
    >
      <summary>
        {`Brief${brief !== null ? ` of ${taskLabel(brief.task)}${brief.project === null ? '' : `, ${brief.project.name}`}` : ''}`}
      </summary>
      {error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}
      {brief !== null && <Words brief={brief} />}
    </details>
  );
}
