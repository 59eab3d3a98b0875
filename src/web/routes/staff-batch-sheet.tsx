import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { spelledBatch } from '#contract/progress/batch-view';
import type { Sheet } from '#contract/results/freeze-calls';
import { pageTitle } from '#contract/screens';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { MarkSheet } from '../features/results/sheet.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';

const title = 'Mark sheet';
export const meta = () => [{ title: pageTitle(title) }];

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Sheet>> | null };

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  if (user.role === 'student') return { user, page: null };
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const number = params['number'] ?? '';
  return { user, page: await defer(toResult(call('readFreeze', { params: { batch, number } }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

export default function StaffBatchSheet() {
  const { user, page } = useLoaderData<LoaderData>();
  const head = <ScreenHead title={title} />;
  return (
    <PageBody width="work">
      {page === null ? (
        <>
          {head}
          <WrongRole user={user} />
        </>
      ) : (
        <AwaitData
          data={page.data}
          skeleton={
            <>
              {head}
              <ListSkeleton />
            </>
          }
        >
          {(result: Result<Sheet>) =>
            'value' in result ? (
              <MarkSheet sheet={result.value} />
            ) : (
              <>
                {head}
                <LoadError title="The sheet could not be loaded" error={result.error} />
              </>
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
