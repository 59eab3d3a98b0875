import { useEffect } from 'react';
import { redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { officePath } from '#contract/operations/office-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { MarkingDesk } from '../features/marking/desk/marking-desk.tsx';
import { NoBatches } from '../features/progress/no-batches.tsx';
import { readStaffPage, type StaffPageData } from '../features/marking/desk/read-staff-page.ts';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { loadPart } from '../lib/calls/load-part.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { ListSkeleton, Skeleton } from '../ui/states.tsx';
import { ResultPart } from './load-error.tsx';
import { submitAtDesk } from './staff-actions.ts';
import styles from '../features/marking/desk/desk.module.css';

export const meta = pageMeta('Submissions');

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<StaffPageData>> | null };

/** If on screen, it stays with its focus until the new data is loaded. */
let onScreen: { page: StaffPageData | null } | null = null;

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  if (user.role === 'student') return { user, page: null };
  // A login leads here; the bar's Submissions names a batch.
  if (user.role === 'administrator' && [...search.keys()].every((name) => name === 'notice'))
    throw redirect(search.size === 0 ? officePath : `${officePath}?${search}`);
  const page = toResult(readStaffPage(call, user, search, onScreen?.page));
  return { user, page: onScreen === null ? await defer(page) : { data: await page } };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export const action = signedInAction(submitAtDesk);
/** Marks and reviews are sent by their own forms. */
export const clientAction = browserAction<object>(async (...of) => {
  const { submitAtDesk } = await loadPart(() => import('./staff-actions.ts'));
  return submitAtDesk(...of);
});

function StaffSkeleton() {
  return (
    <div className={styles['loading']}>
      <ListSkeleton rows={14} />
      <Skeleton height="32rem" />
    </div>
  );
}

function StaffScreen({ user, page }: { user: CurrentUser; page: StaffPageData }) {
  useEffect(() => {
    onScreen = { page };
    return () => {
      if (onScreen !== null) onScreen = { page: null };
    };
  }, [page]);
  const { queue } = page;
  if (queue === null) return <NoBatches user={user} />;
  return <MarkingDesk user={user} page={{ ...page, queue }} />;
}

export default function Staff() {
  const { user, page } = useLoaderData<LoaderData>();
  useEffect(() => {
    onScreen ??= { page: null };
    return () => void (onScreen = null);
  }, []);
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Submissions" />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<StaffSkeleton />}>
          {(result) => (
            <ResultPart result={result} title="Your batches could not be loaded">
              {(batches) => <StaffScreen user={user} page={batches} />}
            </ResultPart>
          )}
        </AwaitData>
      )}
    </PageBody>
  );
}
