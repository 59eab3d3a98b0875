import { redirect } from 'react-router';
import { taskScreen } from '#contract/screens';
import { readTimeline, useLiveTasks } from '../features/submissions/live-tasks.ts';
import { firstOpenTask } from '../features/submissions/next-step.ts';
import { NoProjectYet } from '../features/submissions/submission-closed.tsx';
import { SubmissionColumns, TaskLinks } from '../features/submissions/submission-layout.tsx';
import { linesOfVersion } from '../features/marking/lines/lines-of-version.tsx';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useReceipts, type SubmissionPageData } from '../features/submissions/submission-page.ts';
import { useChosenWeek, WeeklyForm } from '../features/submissions/form/weekly-form.tsx';
import { loadSubmissionScreen, submissionAction, SubmissionScreen } from './submission-screen.tsx';
import { toResult, valueOf } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta('Weekly Submission');

/** `?next=open` leads to the next open task; if there is none, to this screen. */
async function load(call: Call, visit: Visit) {
  const { user, search } = visit;
  if (search.has('next') && user.role === 'student') {
    const snapshot = valueOf(await toResult(readTimeline(call, user.account)));
    const next = firstOpenTask(snapshot?.timeline.tasks ?? []);
    throw redirect(next === undefined ? '/WeeklySubmission' : taskScreen(next.task));
  }
  return loadSubmissionScreen(call, visit);
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = submissionAction('uploadWeek');

function Weekly({ page: { student, snapshot, receipts: initial, briefs } }: { page: SubmissionPageData }) {
  const receipts = useReceipts(student, initial);
  const tasks = useLiveTasks(snapshot, receipts.receipts);
  const chosen = useChosenWeek(tasks, student.account);
  if (snapshot.timeline.start_date === null) return <NoProjectYet />;
  const weekTasks = chosen.weekTasks.map(({ task }) => task);
  return (
    <>
      <TaskLinks current="/WeeklySubmission" />
      <SubmissionColumns
        side={
          <SubmissionList tasks={weekTasks} receipts={receipts} more={linesOfVersion(receipts.student)} />
        }
      >
        <WeeklyForm
          chosen={chosen}
          receipts={receipts}
          briefs={briefs}
          declaration={snapshot.timeline.declaration}
        />
      </SubmissionColumns>
    </>
  );
}

export default function WeeklySubmission() {
  return <SubmissionScreen title="Weekly Submission">{(page) => <Weekly page={page} />}</SubmissionScreen>;
}
