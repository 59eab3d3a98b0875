import { useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import type { Student } from '#contract/accounts';
import { parseWeek, weeks, weekTask, type Week } from '#contract/dates';
import { pageTitle } from '#contract/screens';
import { StudentsOnly } from '../features/accounts/students-only.tsx';
import { HandInColumns, HandInOutline } from '../features/submissions/hand-in-columns.tsx';
import { HandIn } from '../features/submissions/hand-in.tsx';
import { useLiveTasks } from '../features/submissions/live-tasks.ts';
import { NoProjectYet } from '../features/submissions/no-project-yet.tsx';
import { readHandIns, type HandIns } from '../features/submissions/read-hand-ins.ts';
import { StandingList } from '../features/submissions/standing-list.tsx';
import { useReceipts } from '../features/submissions/use-receipts.ts';
import { WeekSelect } from '../features/submissions/week-select.tsx';
import { arriving, type Arriving } from '../lib/arriving.ts';
import { requireSignedIn } from '../lib/session.ts';
import { Arrived } from '../ui/arrived.tsx';
import { Card } from '../ui/card.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './hand-in.module.css';

export const meta = () => [{ title: pageTitle('Weekly Submission') }];

type Loaded = { who: Student; handIns: Arriving<HandIns> | null };

export async function clientLoader({ request }: { request: Request }): Promise<Loaded> {
  const who = await requireSignedIn(request);
  return { who, handIns: who.role === 'student' ? await arriving(readHandIns(who)) : null };
}

/** The week that a student most likely came for: the first that is open and empty, else the last that is open. */
function likelyWeek(standing: { week: Week; task: { state: string } }[], asked: Week | null): Week | null {
  const open = standing.filter(({ task }) => task.state !== 'locked');
  const likely =
    open.find(({ week }) => week === asked) ?? open.find(({ task }) => task.state === 'open') ?? open.at(-1);
  return likely?.week ?? null;
}

function Weekly({ handIns: { s_id, read, receipts: first } }: { handIns: HandIns }) {
  const [search] = useSearchParams();
  const tasks = useLiveTasks(read);
  const receipts = useReceipts(s_id, first);
  const standing = weeks.flatMap((week) => {
    const task = tasks.find((one) => one.task === weekTask(week));
    return task === undefined ? [] : [{ week, task }];
  });
  // Settled once, so that the choice never moves by itself under somebody's hands.
  const [chosen, setChosen] = useState(() => likelyWeek(standing, parseWeek(search.get('week') ?? '')));
  const week = chosen ?? likelyWeek(standing, null);
  const select = <WeekSelect weeks={standing} value={week} onChange={setChosen} />;
  if (read.timeline.start_date === null) return <NoProjectYet />;
  return (
    <HandInColumns side={<StandingList tasks={standing.map(({ task }) => task)} receipts={receipts} />}>
      {week === null ? (
        <Card>{select}</Card>
      ) : (
        <HandIn
          call="uploadWeek"
          s_id={s_id}
          first={select}
          extra={{ selectedWeek: String(week) }}
          receipts={receipts}
        />
      )}
    </HandInColumns>
  );
}

export default function WeeklySubmission() {
  const { who, handIns } = useLoaderData<Loaded>();
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Weekly Submission">
        <p>
          Hand in what you have made this week: links, one file, a few words. You may hand in again at any
          time.
        </p>
      </ScreenHead>
      {handIns === null ? (
        <StudentsOnly who={who} />
      ) : (
        <Arrived of={handIns.data} outline={<HandInOutline />}>
          {(data) => <Weekly handIns={data} />}
        </Arrived>
      )}
    </PageBody>
  );
}
