import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { MarkDistribution } from '#contract/marking/calls';
import { staffAddress } from '#contract/marking/staff-view';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { MarkPlots } from '../features/marking/distribution/mark-distribution.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Small, ScreenHead } from '../ui/layout.tsx';
import { EmptyState, ListSkeleton } from '../ui/states.tsx';
import styles from './staff-batch.module.css';

const title = 'Mark distribution';
export const meta = pageMeta(title);

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Result<MarkDistribution>> | null };

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null };
  const page = await defer(toResult(call('readMarkDistribution', { params: { batch } })));
  return { user, batch, page };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function Distribution({ batch, result }: { batch: string; result: Result<MarkDistribution> }) {
  if ('error' in result) return <BatchUnavailable batch={batch} error={result.error} />;
  if (result.value.tasks.length > 0) return <MarkPlots tasks={result.value.tasks} />;
  return (
    <EmptyState
      title="No marks yet"
      action={<ButtonLink to={staffAddress({ batch })}>Mark submissions</ButtonLink>}
    >
      <p>The distribution appears here once submissions are marked.</p>
    </EmptyState>
  );
}

export default function StaffBatchMarks() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={title} />
        {page !== null && <Small>{batch}</Small>}
        {page !== null && (
          <ButtonLink variant="secondary" small to={batchAddress(batch)} className={styles['back']}>
            All students
          </ButtonLink>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<ListSkeleton />}>
          {(result: Result<MarkDistribution>) => <Distribution batch={batch} result={result} />}
        </AwaitData>
      )}
    </PageBody>
  );
}
