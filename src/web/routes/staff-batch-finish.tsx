import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { freezeAddress } from '#contract/results/addresses';
import type { Unfinished } from '#contract/results/unfinished-calls';
import { finishAddress, finishGroup, isReminded, type UnfinishedGroup } from '#contract/results/unfinished';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { UnfinishedGroups, UnfinishedList } from '../features/results/unfinished-list.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Small, ScreenHead, Stack } from '../ui/layout.tsx';
import { ListSkeleton, Skeleton } from '../ui/states.tsx';
import styles from './staff-batch.module.css';

const title = 'End of the course';
export const meta = pageMeta(title);

/** `names` whose line for the certificate is not confirmed; null where that could not be read. */
type Page = { unfinished: Unfinished; names: number | null };

async function readPage(call: Call, batch: string, group: UnfinishedGroup | null): Promise<Page> {
  const query = group === null ? {} : { group };
  const [unfinished, names] = await Promise.all([
    call('readUnfinished', { params: { batch }, query }),
    toResult(call('listUnconfirmedNames', { params: { batch } })),
  ]);
  return { unfinished, names: 'value' in names ? names.value.unconfirmed : null };
}

/** `page` is null for students. */
type LoaderData = {
  user: CurrentUser;
  batch: string;
  loadId: number;
  page: Deferred<Result<Page>> | null;
};

let loads = 0;

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  loads += 1;
  if (user.role === 'student') return { user, batch, loadId: loads, page: null };
  const page = await defer(toResult(readPage(call, batch, finishGroup(search))));
  return { user, batch, loadId: loads, page };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'students-reminded': 'These students are reminded, each at most once a day.',
});

const remind: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const group = finishGroup(new URLSearchParams({ group: fields['group'] ?? '' }));
  if (group !== null && isReminded(group))
    await call('remindUnfinished', {
      params: { batch },
      idempotencyKey: fields['Idempotency-Key'],
      body: { group },
    });
  return redirectWithNotice(finishAddress(batch, group), 'students-reminded');
};
export const action = signedInAction(remind);
export const clientAction = browserAction(remind);

export default function StaffBatchFinish() {
  const { user, batch, loadId, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work">
      <Row gap={3}>
        <ScreenHead title={title} />
        {page !== null && <Small>{batch}</Small>}
        {page !== null && (
          <ButtonLink variant="secondary" small to={freezeAddress(batch)}>
            Freeze results
          </ButtonLink>
        )}
        {page !== null && (
          <ButtonLink variant="secondary" small to={batchAddress(batch)} className={styles['back']}>
            All students
          </ButtonLink>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData
          data={page.data}
          skeleton={
            <Stack>
              <Skeleton height="2.25rem" />
              <ListSkeleton />
            </Stack>
          }
        >
          {(result: Result<Page>) =>
            'error' in result ? (
              <BatchUnavailable batch={batch} error={result.error} />
            ) : (
              <Stack>
                <UnfinishedGroups page={result.value.unfinished} names={result.value.names} />
                <UnfinishedList
                  key={`${result.value.unfinished.group} ${loadId}`}
                  page={result.value.unfinished}
                  user={user}
                />
              </Stack>
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
