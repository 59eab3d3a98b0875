import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import type { Discussion } from '#contract/discussions';
import { batchKey } from '#contract/limits';
import { pageTitle } from '#contract/screens';
import { BatchSwitcher } from '../features/discussions/batch-switcher.tsx';
import { ForeignForum, NotPlacedYet, UnknownForum } from '../features/discussions/discussion-unavailable.tsx';
import { DiscussionView } from '../features/discussions/discussion-view.tsx';
import { defer, toResult, type Deferred, type Result } from '../lib/deferred.ts';
import { call, CallError } from '../lib/client.ts';
import { requireSignedIn } from '../lib/session.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from './discussion.module.css';

export const meta = () => [{ title: pageTitle('Discussion Forum') }];

type Loaded = {
  who: CurrentUser;
  /** The batch's name as the address gives it. */
  batch: string;
  /** What stands in the calls: a student's own address, for staff the batch's name. */
  s_id: string;
  discussion: Deferred<Result<Discussion>>;
};

export async function clientLoader({ request, params }: LoaderFunctionArgs): Promise<Loaded> {
  const who = await requireSignedIn(request);
  const batch = params['batch'] ?? '';
  const s_id = who.role === 'student' ? who.s_id : batch;
  const discussion = await defer(toResult(call('readDiscussion', { params: { s_id } })));
  return { who, batch, s_id, discussion };
}

function Board({
  who,
  batch,
  s_id,
  discussion,
}: Omit<Loaded, 'discussion'> & { discussion: Result<Discussion> }) {
  const { revalidate } = useRevalidator();
  const own = who.batch ?? who.batches[0] ?? null;
  if ('error' in discussion) {
    const { error } = discussion;
    const status = error instanceof CallError ? error.status : 0;
    if (status === 403) return <ForeignForum batch={batch} own={own} />;
    if (status === 404) return <UnknownForum batch={batch} own={own} />;
    return (
      <LoadError title="The forum could not be loaded" error={error} onRetry={() => void revalidate()} />
    );
  }
  const found = discussion.value.batch;
  if (found === null) return <NotPlacedYet />;
  // A student's own forum came, whatever the address says: another batch's name there stays closed.
  if (batchKey(found) !== batchKey(batch)) return <ForeignForum batch={batch} own={found} />;
  return <DiscussionView key={s_id} s_id={s_id} who={who} discussion={discussion.value} />;
}

function ForumOutline() {
  return (
    <div className={styles['outline']}>
      <Skeleton height="15.33rem" />
      <Skeleton height="22rem" />
      <Skeleton height="22rem" />
    </div>
  );
}

export default function DiscussionScreen() {
  const { discussion, ...loaded } = useLoaderData<Loaded>();
  const { who, batch } = loaded;
  // As the academy writes it, however the address is typed.
  const name = [who.batch ?? '', ...who.batches].find((one) => batchKey(one) === batchKey(batch)) ?? batch;
  return (
    <PageBody className={styles['page']}>
      <ScreenHead title="Discussion Forum">
        {who.batches.length > 1 ? (
          <BatchSwitcher batches={who.batches} current={name} />
        ) : (
          (who.role !== 'student' || who.batch !== null) && <p>{name}</p>
        )}
      </ScreenHead>
      <AwaitData data={discussion.data} skeleton={<ForumOutline />}>
        {(settled) => <Board {...loaded} discussion={settled} />}
      </AwaitData>
    </PageBody>
  );
}
