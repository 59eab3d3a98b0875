import { useLoaderData } from 'react-router';
import type { Student } from '#contract/accounts';
import { pageTitle } from '#contract/screens';
import { StudentsOnly } from '../features/accounts/students-only.tsx';
import { HandInColumns, HandInOutline } from '../features/submissions/hand-in-columns.tsx';
import { HandIn } from '../features/submissions/hand-in.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import { NotOpenYet } from '../features/submissions/not-open-yet.tsx';
import { readHandIns, type HandIns } from '../features/submissions/read-hand-ins.ts';
import { StandingList } from '../features/submissions/standing-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { arriving, type Arriving } from '../lib/arriving.ts';
import { requireSignedIn } from '../lib/session.ts';
import { Arrived } from '../ui/arrived.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './hand-in.module.css';

export const meta = () => [{ title: pageTitle('Final Project Submission') }];

type Loaded = { who: Student; handIns: Arriving<HandIns> | null };

export async function clientLoader({ request }: { request: Request }): Promise<Loaded> {
  const who = await requireSignedIn(request);
  return { who, handIns: who.role === 'student' ? await arriving(readHandIns(who)) : null };
}

function Final({ handIns: { s_id, read, receipts: first } }: { handIns: HandIns }) {
  const task = useLiveTasks(read).find((one) => one.task === 'final');
  const receipts = useReceipts(s_id, first);
  if (task === undefined || task.opens_at === null) return <NoProjectYet />;
  if (task.state === 'locked') return <NotOpenYet task="final" opensAt={task.opens_at} />;
  return (
    <HandInColumns side={<StandingList tasks={[task]} receipts={receipts} />}>
      <HandIn call="uploadProject" s_id={s_id} receipts={receipts} />
    </HandInColumns>
  );
}

export default function FinalProjectSubmission() {
  const { who, handIns } = useLoaderData<Loaded>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Final Project Submission">
        <p>The whole of your project: where it runs, its code, one file, and what your mentor should know.</p>
      </ScreenHead>
      {handIns === null ? (
        <StudentsOnly who={who} />
      ) : (
        <Arrived of={handIns.data} outline={<HandInOutline />}>
          {(data) => <Final handIns={data} />}
        </Arrived>
      )}
    </PageBody>
  );
}
