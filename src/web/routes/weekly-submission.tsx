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
import { useDraft } from '../lib/use-draft.ts';
import { Card } from '../ui/card.tsx';
import { SubmissionScreen } from './submission-screen.tsx';

export const meta = () => [{ title: pageTitle('Weekly Submission') }];

export { loadSubmissionScreen as clientLoader } from './submission-screen.tsx';

/** The week that a student most likely came for: the first that is open and empty, else the last that is open. */
function likelyWeek(standing: { week: Week; task: { state: string } }[], asked: Week | null): Week | null {
  const open = standing.filter(({ task }) => task.state !== 'locked');
  const likely =
    open.find(({ week }) => week === asked) ?? open.find(({ task }) => task.state === 'open') ?? open.at(-1);
  return likely?.week ?? null;
}

/** It accompanies what is typed: alone it is nothing to lose. */
const weekKey = (s_id: string) => `about ${s_id} week`;

function Weekly({ handIns: { student, read, receipts: first } }: { handIns: SubmissionPageData }) {
  const [search] = useSearchParams();
  const tasks = useLiveTasks(read);
  const receipts = useReceipts(student, first);
  const standing = weeks.flatMap((week) => {
    const task = tasks.find((one) => one.task === weekTask(week));
    return task === undefined ? [] : [{ week, task }];
  });
  // Settled once, so that the choice never moves by itself under somebody's hands.
  const [kept, keep] = useDraft(weekKey(student.s_id));
  const [chosen, setChosen] = useState(() => {
    const cutOff = readPendingSubmission(pendingSubmissionKey(student.s_id, 'uploadWeek'));
    const wanted = cutOff?.isOn ? cutOff.fields['selectedWeek'] : (search.get('week') ?? kept);
    return likelyWeek(standing, parseWeek(wanted ?? ''));
  });
  const choose = (next: Week) => {
    setChosen(next);
    keep(String(next));
  };
  const week = chosen ?? likelyWeek(standing, null);
  const select = <WeekSelect weeks={standing} value={week} onChange={choose} />;
  if (read.timeline.start_date === null) return <NoProjectYet />;
  return (
    <SubmissionColumns side={<SubmissionList tasks={standing.map(({ task }) => task)} receipts={receipts} />}>
      {week === null ? (
        <Card>{select}</Card>
      ) : (
        <SubmissionTask
          call="uploadWeek"
          first={select}
          extra={{ selectedWeek: String(week) }}
          receipts={receipts}
          onHandedIn={() => keep('')}
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
      {(handIns) => <Weekly handIns={handIns} />}
    </SubmissionScreen>
  );
}
