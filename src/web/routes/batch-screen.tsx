import { useEffect, type ReactNode } from 'react';
import { useLoaderData, useParams } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { StaffBatch } from '#contract/marking/calls';
import { spelledBatch, type BatchTab } from '#contract/progress/batch-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { BatchHead, type TabCounts } from '../features/progress/batch-head.tsx';
import type { AnswerOf, Call } from '../lib/calls/client.ts';
import { defer, toResult, valueOf, type Deferred, type Result } from '../lib/calls/deferred.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack } from '../ui/layout.tsx';
import { ListSkeleton, Skeleton } from '../ui/states.tsx';

/** `page` is null for students. */
export type BatchData<Page> = { user: CurrentUser; batch: string; page: Deferred<Page> | null };

/** If on screen, a part stays with its focus until the new data is loaded. */
let isOnScreen = false;

export const keepShown = async <T,>(work: Promise<T>): Promise<Deferred<T>> =>
  isOnScreen ? { data: await work } : defer(work);

/** Each is begun at once, and read by the tab that shows it. */
type Lists = {
  requests: Promise<AnswerOf<'listExtensionRequests'>>;
  reports: Promise<AnswerOf<'listReports'>>;
  announcements: Promise<AnswerOf<'listBatchAnnouncements'>>;
};

export function startLists(call: Call, batch: string): Lists {
  const lists = {
    requests: call('listExtensionRequests', { params: { batch } }),
    reports: call('listReports', { params: { s_id: batch } }),
    announcements: call('listBatchAnnouncements', { params: { batch } }),
  };
  // Who reads one handles its failure.
  for (const list of Object.values(lists)) list.catch(() => undefined);
  return lists;
}

/** What could not be read is not counted. */
export async function countLists(lists: Lists): Promise<TabCounts> {
  const [requests, reports, announcements] = await Promise.all([
    toResult(lists.requests),
    toResult(lists.reports),
    toResult(lists.announcements),
  ]);
  return {
    requests: (valueOf(requests)?.length ?? 0) + (valueOf(reports)?.posts.length ?? 0),
    announcements: valueOf(announcements)?.length ?? 0,
  };
}

export type TabPage<Part> = { batch: StaffBatch; counts: TabCounts; part: Part };

/** @param read what the tab shows beside the batch's head */
export const batchTabLoad =
  <Part,>(read: (call: Call, batch: string, lists: Lists) => Promise<Part>) =>
  async (call: Call, { user, params }: Visit): Promise<BatchData<Result<TabPage<Part>>>> => {
    const batch = spelledBatch(params['batch'] ?? '', user.batches);
    if (user.role === 'student') return { user, batch, page: null };
    const lists = startLists(call, batch);
    const page = async (): Promise<TabPage<Part>> => {
      const [progress, counts, part] = await Promise.all([
        call('listBatchProgress', { params: { batch }, query: { limit: 1 } }),
        countLists(lists),
        read(call, batch, lists),
      ]);
      return { batch: progress.batch, counts, part };
    };
    return { user, batch, page: await keepShown(toResult(page())) };
  };

/** The frame of each part of a batch's page. */
export function BatchScreen<Page>({
  tab,
  children,
}: {
  tab: BatchTab;
  children: (page: Page, of: { user: CurrentUser; batch: string }) => ReactNode;
}) {
  const { user, batch, page } = useLoaderData<BatchData<Page>>();
  const params = useParams();
  useEffect(() => {
    isOnScreen = true;
    return () => void (isOnScreen = false);
  }, []);
  const head = user.role === 'student' ? <BatchHead name="Batch" /> : <BatchHead name={batch} tab={tab} />;
  const skeleton = (
    <>
      {head}
      <Skeleton height="2.25rem" />
      <ListSkeleton />
    </>
  );
  return (
    <PageBody width="work">
      <Stack gap={2}>
        {page === null ? (
          <>
            {head}
            <WrongRole user={user} />
          </>
        ) : (
          <AwaitData key={params['batch']} data={page.data} skeleton={skeleton}>
            {(loaded) => children(loaded, { user, batch })}
          </AwaitData>
        )}
      </Stack>
    </PageBody>
  );
}

/** A part that needs nothing but its own data. */
export function BatchTabScreen<Part>({
  tab,
  children,
}: {
  tab: BatchTab;
  children: (page: TabPage<Part>, of: { user: CurrentUser; batch: string }) => ReactNode;
}) {
  return (
    <BatchScreen<Result<TabPage<Part>>> tab={tab}>
      {(result, of) =>
        'error' in result ? (
          <>
            <BatchHead name={of.batch} tab={tab} />
            <BatchUnavailable batch={of.batch} error={result.error} />
          </>
        ) : (
          <>
            <BatchHead name={of.batch} tab={tab} batch={result.value.batch} counts={result.value.counts} />
            {children(result.value, of)}
          </>
        )
      }
    </BatchScreen>
  );
}
