import { useCallback, useEffect, useState } from 'react';
import { redirect, useLoaderData, useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { pageTitle } from '#contract/screens';
import type { StaffSubmission } from '#contract/staff';
import { StaffOnly } from '../features/accounts/staff-only.tsx';
import { BatchList, type CountChange } from '../features/staff/batch-list.tsx';
import { BatchUnavailable } from '../features/staff/batch-unavailable.tsx';
import { NoBatches } from '../features/staff/no-batches.tsx';
import { PostedMarkConflict } from '../features/staff/mark-waiting.tsx';
import { parseOriginal } from '../features/staff/original-mark.ts';
import { marksHint, parseMarks } from '../features/staff/parse-marks.ts';
import { QueueFilters } from '../features/staff/queue-filters.tsx';
import { Queue } from '../features/staff/queue.tsx';
import { SaveError } from '../features/staff/save-error.tsx';
import type { MarkBody } from '../features/staff/use-mark.ts';
import { readStaffPage, type StaffPageData } from '../features/staff/read-staff-page.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/deferred.ts';
import type { Call } from '../lib/client.ts';
import { refuseInvalid } from '../lib/form-action.ts';
import { useRefusedForm } from '../lib/refused-form.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/screen-loader.ts';
import { signedInAction } from '../lib/signed-in-action.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from './staff.module.css';

export const meta = () => [{ title: pageTitle('Hand-ins') }];

/** `page` is null for students, who have no queue. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<StaffPageData>> | null };

/** Whether the browser shows this screen: it then stays, with its focus, until the new batch or filter is there. */
let isOnScreen = false;

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  if (user.role === 'student') return { user, page: null };
  const page = toResult(readStaffPage(call, user, search));
  return { user, page: isOnScreen ? { data: await page } : await defer(page) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Marks a hand-in, and shows the same ones again. */
export const action = signedInAction(async (call, { fields, search }) => {
  const { number = '', comments = '', released, original } = fields;
  const marks = parseMarks(fields['marks'] ?? '');
  if (marks === null) refuseInvalid({ field: 'marks', message: marksHint });
  const mark = { marks, comments: comments.trim(), released: released === 'yes' };
  const seen = original === undefined ? {} : { original: parseOriginal(original) as MarkBody | null };
  const body = { ...mark, ...seen };
  await call('markSubmission', { params: { id: number }, body });
  return redirect(search.size === 0 ? '/staff' : `/staff?${search}`, 303);
});

const noChange: CountChange = { unmarked: 0, heldBack: 0 };

function StaffQueue({
  user,
  page: { batches, view, queue, loadId },
}: {
  user: CurrentUser;
  page: StaffPageData;
}) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const refused = useRefusedForm();
  const [counted, setCounted] = useState({ loadId, ...noChange });
  const change = counted.loadId === loadId ? counted : noChange;
  const onMarked = useCallback(
    (changed: StaffSubmission, before: StaffSubmission) =>
      setCounted((now) => {
        const { unmarked, heldBack } = now.loadId === loadId ? now : noChange;
        return {
          loadId,
          unmarked: unmarked - Number(before.marks === null),
          heldBack: heldBack + Number(!changed.released) - Number(before.marks !== null && !before.released),
        };
      }),
    [loadId],
  );
  if (queue === null) return <NoBatches user={user} />;
  const isBusy = state !== 'idle';
  return (
    <div className={styles['columns']}>
      <BatchList batches={batches} current={view.batch} change={change} />
      <section className={styles['hand-ins']} aria-labelledby="batch">
        <header className={styles['head']}>
          <h2 id="batch">{view.batch}</h2>
          {'value' in queue && (
            <QueueFilters
              view={view}
              onChoose={(address) => void navigate(address, { replace: true, preventScrollReset: true })}
            />
          )}
        </header>
        {refused?.current !== undefined && <PostedMarkConflict refused={refused} />}
        {refused !== undefined && refused.current === undefined && <SaveError error={refused.failure} />}
        {'error' in queue ? (
          <BatchUnavailable batch={view.batch} error={queue.error} onRetry={() => void revalidate()} />
        ) : (
          <div className={styles['list']} aria-busy={isBusy || undefined}>
            <Queue
              key={loadId}
              view={view}
              initialRows={queue.value}
              userId={user.account}
              onMarked={onMarked}
            />
          </div>
        )}
        <p role="status" className="visually-hidden">
          {isBusy ? 'Loading hand-ins' : ''}
        </p>
      </section>
    </div>
  );
}

function StaffSkeleton() {
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
  const { user, page } = useLoaderData<LoaderData>();
  useEffect(() => {
    isOnScreen = true;
    return () => void (isOnScreen = false);
  }, []);
  const { revalidate } = useRevalidator();
  const show = (result: Result<StaffPageData>) =>
    'value' in result ? (
      <StaffQueue user={user} page={result.value} />
    ) : (
      <LoadError
        title="Your batches could not be loaded"
        error={result.error}
        onRetry={() => void revalidate()}
      />
    );
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Hand-ins">
        {page !== null && <p>Read what your batches have handed in, and mark it right here.</p>}
      </ScreenHead>
      {page === null ? (
        <StaffOnly user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<StaffSkeleton />}>
          {show}
        </AwaitData>
      )}
    </PageBody>
  );
}
