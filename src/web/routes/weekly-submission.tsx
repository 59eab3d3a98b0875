import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseWeek, weeks, weekTask, type Week } from '#contract/dates';
import { pageTitle } from '#contract/screens';
import { pendingSubmissionKey, readPendingSubmission } from '../features/submissions/pending-submission.ts';
import { SubmissionColumns } from '../features/submissions/submission-columns.tsx';
import { SubmissionTask } from '../features/submissions/submission-task.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import type { SubmissionPageData } from '../features/submissions/read-submission-page.ts';
import { SubmissionList } from '../features/submissions/submission-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { WeekSelect } from '../features/submissions/week-select.tsx';
import { useRefusedForm } from '../lib/refused-form.ts';
import { useDraft, useDraftsOpen } from '../lib/use-draft.ts';
import { Card } from '../ui/card.tsx';
import { loadSubmissionScreen, submissionAction, SubmissionScreen } from './submission-screen.tsx';
import { browserLoader, serverLoader } from '../lib/screen-loader.ts';

export const meta = () => [{ title: pageTitle('Weekly Submission') }];

export const loader = serverLoader(loadSubmissionScreen);
export const clientLoader = browserLoader(loadSubmissionScreen);
export const action = submissionAction('uploadWeek', '/WeeklySubmission');

/** The default week: the first that is open without a submission, else the last that is open. */
function defaultWeek(
  weekTasks: { week: Week; task: { state: string } }[],
  requested: Week | null,
): Week | null {
  const open = weekTasks.filter(({ task }) => task.state !== 'locked');
  const week =
    open.find(({ week }) => week === requested) ??
    open.find(({ task }) => task.state === 'open') ??
    open.at(-1);
  return week?.week ?? null;
}

/** The draft key of the chosen week; `about` marks it as metadata of the drafts. */
const weekKey = (s_id: string) => `about ${s_id} week`;

function Weekly({ page: { student, snapshot, receipts: initial } }: { page: SubmissionPageData }) {
  const [search] = useSearchParams();
  const refused = useRefusedForm();
  const tasks = useLiveTasks(snapshot);
  const receipts = useReceipts(student, initial);
  const weekTasks = weeks.flatMap((week) => {
    const task = tasks.find((one) => one.task === weekTask(week));
    return task === undefined ? [] : [{ week, task }];
  });
  const [savedWeek, saveWeek] = useDraft(weekKey(student.s_id));
  const isDraftsOpen = useDraftsOpen();
  const preselect = () => {
    const key = pendingSubmissionKey(student.s_id, 'uploadWeek');
    const interrupted = isDraftsOpen ? readPendingSubmission(key) : null;
    const requested = interrupted?.isOn
      ? interrupted.fields['selectedWeek']
      : (refused?.values['selectedWeek'] ?? search.get('week') ?? savedWeek);
    return defaultWeek(weekTasks, parseWeek(requested ?? ''));
  };
  // Set once, and again when the drafts are there: the selection never changes by itself while one works.
  const [preselected, setPreselected] = useState(() => ({ week: preselect(), isDraftsOpen }));
  if (preselected.isDraftsOpen !== isDraftsOpen) setPreselected({ week: preselect(), isDraftsOpen });
  const [chosen, setChosen] = useState<Week | null>(null);
  const choose = (next: Week) => {
    setChosen(next);
    saveWeek(String(next));
  };
  const week = chosen ?? preselected.week ?? defaultWeek(weekTasks, null);
  const task = weekTasks.find((one) => one.week === week)?.task;
  const select = <WeekSelect weeks={weekTasks} value={week} onChange={choose} />;
  if (snapshot.timeline.start_date === null) return <NoProjectYet />;
  return (
    <SubmissionColumns
      side={<SubmissionList tasks={weekTasks.map(({ task }) => task)} receipts={receipts} />}
    >
      {task === undefined ? (
        <Card>{select}</Card>
      ) : (
        <SubmissionTask
          call="uploadWeek"
          standing={task}
          before={select}
          extra={{ selectedWeek: String(week) }}
          receipts={receipts}
          onHandedIn={() => saveWeek('')}
        />
      )}
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
