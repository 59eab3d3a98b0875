import { useCallback, useState } from 'react';
import { useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { pageTitle } from '#contract/screens';
import { StaffOnly } from '../features/accounts/staff-only.tsx';
import { BatchList } from '../features/staff/batch-list.tsx';
import { BatchUnavailable } from '../features/staff/batch-unavailable.tsx';
import { NoBatches } from '../features/staff/no-batches.tsx';
import { QueueFilters } from '../features/staff/queue-filters.tsx';
import { Queue } from '../features/staff/queue.tsx';
import { readStaffPage, type StaffPageData } from '../features/staff/read-staff-page.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/deferred.ts';
import { isHydrated } from '../lib/hydration-focus.ts';
import { requireSignedIn } from '../lib/session.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from './staff.module.css';

export const meta = () => [{ title: pageTitle('Hand-ins') }];

/** `desk` is null for students, who mark nothing. */
type Loaded = { who: CurrentUser; desk: Deferred<Result<StaffPageData>> | null };

export async function clientLoader({ request }: { request: Request }): Promise<Loaded> {
  const who = await requireSignedIn(request);
  if (who.role === 'student') return { who, desk: null };
  const { pathname, searchParams } = new URL(request.url);
  const desk = toResult(readStaffPage(who, searchParams));
  // From one batch or filter to another the screen stays, with the focus in it, until the other hand-ins are there.
  const isHere = isHydrated() && location.pathname === pathname;
  return { who, desk: isHere ? { data: await desk } : await defer(desk) };
}

function HandIns({
  who,
  desk: { batches, view, queue, reading },
}: {
  who: CurrentUser;
  desk: StaffPageData;
}) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const [marked, setMarked] = useState({ reading, count: 0 });
  const newlyMarked = marked.reading === reading ? marked.count : 0;
  const onMarked = useCallback(
    () => setMarked((now) => ({ reading, count: now.reading === reading ? now.count + 1 : 1 })),
    [reading],
  );
  if (queue === null) return <NoBatches who={who} />;
  const isBusy = state !== 'idle';
  return (
    <div className={styles['columns']}>
      <BatchList batches={batches} current={view.batch} newlyMarked={newlyMarked} />
      <section className={styles['hand-ins']} aria-labelledby="batch">
        <h2 id="batch">{view.batch}</h2>
        {'error' in queue ? (
          <BatchUnavailable batch={view.batch} error={queue.error} onRetry={() => void revalidate()} />
        ) : (
          <>
            <QueueFilters
              view={view}
              onChoose={(address) => void navigate(address, { replace: true, preventScrollReset: true })}
            />
            <div className={styles['list']} aria-busy={isBusy || undefined}>
              <Queue key={reading} view={view} first={queue.value} who={who.s_id} onMarked={onMarked} />
            </div>
          </>
        )}
        <p role="status" className="visually-hidden">
          {isBusy ? 'Loading hand-ins' : ''}
        </p>
      </section>
    </div>
  );
}

function DeskOutline() {
  return (
    <div className={styles['columns']}>
      <Skeleton height="12rem" />
      <div className={styles['hand-ins']}>
        <Skeleton height="6rem" />
        <Skeleton height="24rem" />
        <Skeleton height="24rem" />
      </div>
    </div>
  );
}

export default function Staff() {
  const { who, desk } = useLoaderData<Loaded>();
  const { revalidate } = useRevalidator();
  const show = (settled: Result<StaffPageData>) =>
    'value' in settled ? (
      <HandIns who={who} desk={settled.value} />
    ) : (
      <LoadError
        title="Your batches could not be loaded"
        error={settled.error}
        onRetry={() => void revalidate()}
      />
    );
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Hand-ins">
        {desk !== null && <p>Read what your batches have handed in, and mark it right here.</p>}
      </ScreenHead>
      {desk === null ? (
        <StaffOnly who={who} />
      ) : (
        <AwaitData data={desk.data} skeleton={<DeskOutline />}>
          {show}
        </AwaitData>
      )}
    </PageBody>
  );
}
