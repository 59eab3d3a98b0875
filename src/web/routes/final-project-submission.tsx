import { pageTitle } from '#contract/screens';
import { HandInColumns } from '../features/submissions/hand-in-columns.tsx';
import { HandIn } from '../features/submissions/hand-in.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import { NotOpenYet } from '../features/submissions/not-open-yet.tsx';
import type { HandIns } from '../features/submissions/read-hand-ins.ts';
import { StandingList } from '../features/submissions/standing-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { HandInScreen } from './hand-in-screen.tsx';

export const meta = () => [{ title: pageTitle('Final Project Submission') }];

export { loadHandIns as clientLoader } from './hand-in-screen.tsx';

function Final({ handIns: { student, read, receipts: first } }: { handIns: HandIns }) {
  const task = useLiveTasks(read).find((one) => one.task === 'final');
  const receipts = useReceipts(student, first);
  if (task === undefined || task.opens_at === null) return <NoProjectYet />;
  if (task.state === 'locked') return <NotOpenYet task="final" opensAt={task.opens_at} />;
  return (
    <HandInColumns side={<StandingList tasks={[task]} receipts={receipts} />}>
      <HandIn call="uploadProject" receipts={receipts} />
    </HandInColumns>
  );
}

export default function FinalProjectSubmission() {
  return (
    <HandInScreen
      title="Final Project Submission"
      intro="The whole of your project: where it runs, its code, one file, and what your mentor should know."
    >
      {(handIns) => <Final handIns={handIns} />}
    </HandInScreen>
  );
}
