import { useLoaderData, type ShouldRevalidateFunctionArgs } from 'react-router';
import { batchAddress, batchView, progressQuery, spelledBatch } from '#contract/progress/batch-view';
import { readProgress } from '../features/progress/batch-pages.tsx';
import { StudentsTab, type StudentsPage, type TaskStates } from '../features/progress/students-tab.tsx';
import type { Call } from '../lib/calls/client.ts';
import { toResult, valueOf } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { signedInAction } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { submitForBatch } from './batch-actions.ts';
import { BatchScreen, countLists, keepShown, startLists, type BatchData } from './batch-screen.tsx';

export const meta = pageMeta('Batch');

let loads = 0;

/** `states` is null for students. */
type LoaderData = BatchData<StudentsPage> & { states: TaskStates | null };

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null, states: null };
  const loadId = typeof document === 'undefined' ? 0 : ++loads;
  const page = Promise.all([
    toResult(readProgress(call, batch, batchView(search))),
    countLists(startLists(call, batch)),
    toResult(call('readMarkingShares', { params: { batch } })),
  ]).then(([progress, counts, shares]) => ({
    progress,
    counts,
    shares: valueOf(shares) ?? null,
    loadId,
  }));
  const states = keepShown(toResult(call('countTaskStates', { params: { batch } })));
  return { user, batch, page: await keepShown(page), states: await states };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Of pages that were open when the parts were on one page, without a script. */
export const action = signedInAction(submitForBatch);

/** Arches, table and an order by marks show the same students: no reload. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const asked = (url: URL) => batchAddress(url.pathname, progressQuery(batchView(url.searchParams)));
  const isSame = asked(currentUrl) === asked(nextUrl) && currentUrl.search !== nextUrl.search;
  return isSame ? false : defaultShouldRevalidate;
}

export default function StaffBatch() {
  const { states } = useLoaderData<LoaderData>();
  return (
    <BatchScreen<StudentsPage> tab="students">
      {(page, { batch }) => <StudentsTab batch={batch} page={page} states={states} />}
    </BatchScreen>
  );
}
