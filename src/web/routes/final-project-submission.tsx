import { SubmissionTask } from '../features/submissions/form/submission-task.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet, NotOpenYet } from '../features/submissions/submission-closed.tsx';
import { SubmissionColumns, TaskLinks } from '../features/submissions/submission-layout.tsx';
import { linesOfVersion } from '../features/marking/lines/lines-of-version.tsx';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useReceipts, type SubmissionPageData } from '../features/submissions/submission-page.ts';
import { loadSubmissionScreen, submissionAction, SubmissionScreen } from './submission-screen.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta('Final Project Submission');

export const loader = serverLoader(loadSubmissionScreen);
export const clientLoader = browserLoader(loadSubmissionScreen);
export const action = submissionAction('uploadProject');

function Final({ page: { student, snapshot, receipts: initial, briefs } }: { page: SubmissionPageData }) {
  const receipts = useReceipts(student, initial);
  const task = useLiveTasks(snapshot, receipts.receipts).find((one) => one.task === 'final');
  if (task === undefined || task.opens_at === null) return <NoProjectYet />;
  return (
    <>
      <TaskLinks current="/FinalProjectSubmission" />
      {task.state === 'locked' ? (
        <NotOpenYet task="final" opensAt={task.opens_at} />
      ) : (
        <SubmissionColumns
          side={<SubmissionList tasks={[task]} receipts={receipts} more={linesOfVersion(receipts.student)} />}
        >
          <SubmissionTask
            call="uploadProject"
            task={task}
            briefs={briefs}
            declaration={snapshot.timeline.declaration}
            receipts={receipts}
          />
        </SubmissionColumns>
      )}
    </>
  );
}

export default function FinalProjectSubmission() {
  return (
    <SubmissionScreen title="Final Project Submission">{(page) => <Final page={page} />}</SubmissionScreen>
  );
}
