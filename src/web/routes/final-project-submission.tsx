import { pageTitle } from '#contract/screens';
import { SubmissionColumns } from '../features/submissions/submission-columns.tsx';
import { SubmissionTask } from '../features/submissions/form/submission-task.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import { NotOpenYet } from '../features/submissions/not-open-yet.tsx';
import type { SubmissionPageData } from '../features/submissions/read-submission-page.ts';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { loadSubmissionScreen, submissionAction, SubmissionScreen } from './submission-screen.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';

export const meta = () => [{ title: pageTitle('Final Project Submission') }];

export const loader = serverLoader(loadSubmissionScreen);
export const clientLoader = browserLoader(loadSubmissionScreen);
export const action = submissionAction('uploadProject', '/FinalProjectSubmission');

function Final({ page: { student, snapshot, receipts: initial, briefs } }: { page: SubmissionPageData }) {
  const task = useLiveTasks(snapshot).find((one) => one.task === 'final');
  const receipts = useReceipts(student, initial);
  if (task === undefined || task.opens_at === null) return <NoProjectYet />;
  if (task.state === 'locked') return <NotOpenYet task="final" opensAt={task.opens_at} />;
  return (
    <SubmissionColumns side={<SubmissionList tasks={[task]} receipts={receipts} />}>
      <SubmissionTask call="uploadProject" standing={task} briefs={briefs} receipts={receipts} />
    </SubmissionColumns>
  );
}

export default function FinalProjectSubmission() {
  return (
    <SubmissionScreen
      title="Final Project Submission"
      intro="Links to your running project and its code, one file, and comments for your mentor."
    >
      {(page) => <Final page={page} />}
    </SubmissionScreen>
  );
}
