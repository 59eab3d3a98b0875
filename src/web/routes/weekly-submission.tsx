import { pageTitle } from '#contract/screens';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import type { SubmissionPageData } from '../features/submissions/read-submission-page.ts';
import { SubmissionColumns } from '../features/submissions/submission-columns.tsx';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { WeeklyForm } from '../features/submissions/weekly-form.tsx';
import { loadSubmissionScreen, submissionAction, SubmissionScreen } from './submission-screen.tsx';
import { browserLoader, serverLoader } from '../lib/screen-loader.ts';

export const meta = () => [{ title: pageTitle('Weekly Submission') }];

export const loader = serverLoader(loadSubmissionScreen);
export const clientLoader = browserLoader(loadSubmissionScreen);
export const action = submissionAction('uploadWeek', '/WeeklySubmission');

function Weekly({ page: { student, snapshot, receipts: initial, briefs } }: { page: SubmissionPageData }) {
  const tasks = useLiveTasks(snapshot);
  const receipts = useReceipts(student, initial);
  if (snapshot.timeline.start_date === null) return <NoProjectYet />;
  return (
    <SubmissionColumns
      side={
        <SubmissionList tasks={tasks.filter(({ task }) => task.startsWith('week-'))} receipts={receipts} />
      }
    >
      <WeeklyForm tasks={tasks} receipts={receipts} briefs={briefs} />
    </SubmissionColumns>
  );
}

export default function WeeklySubmission() {
  return (
    <SubmissionScreen
      title="Weekly Submission"
      intro="Hand in what you have made this week: links, one file, a few words. You may hand in again at any time."
    >
      {(page) => <Weekly page={page} />}
    </SubmissionScreen>
  );
}
