import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import { vivasAddress } from '#contract/vivas/addresses';
import type { PlanView } from '#contract/vivas/plan-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { VivaLists, type ListedBy } from '../features/vivas/viva-lists.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { OfficeHead } from './office-head.tsx';

const title = 'Lists of vivas';
export const meta = pageMeta(title);

/** `page` is null for students. */
type LoaderData = {
  user: CurrentUser;
  batch: string;
  by: ListedBy;
  page: Deferred<Result<PlanView>> | null;
};

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const by = search.get('by') === 'examiner' ? 'examiner' : 'room';
  if (user.role === 'student') return { user, batch, by, page: null };
  const day = search.get('day') ?? '';
  const query = /^20\d{2}-\d{2}-\d{2}$/.test(day) ? { day } : {};
  const page = await defer(toResult(call('readVivaPlan', { params: { batch }, query })));
  return { user, batch, by, page };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export default function StaffBatchVivaLists() {
  const { user, batch, by, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <OfficeHead
        title={title}
        {...(page !== null && { trail: [{ label: `Vivas of ${batch}`, to: vivasAddress(batch) }] })}
      />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<PlanView>) =>
            'error' in result ? (
              <BatchUnavailable batch={batch} error={result.error} />
            ) : (
              <VivaLists view={result.value} by={by} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
