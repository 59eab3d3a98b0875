import type { HiddenPosts as HiddenPostList, ReportList } from '#contract/forum/moderation-calls';
import { forumAddress } from '#contract/forum/question-view';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import { batchDatesAddress } from '#contract/progress/batch-view';
import { Link } from 'react-router';
import { HiddenPosts } from '../features/forum/moderation/hidden-posts.tsx';
import { ReportedPosts } from '../features/forum/moderation/reported-posts.tsx';
import { ExtensionRequests } from '../features/progress/extension-requests.tsx';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Stack } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { submitForBatch } from './batch-actions.ts';
import { batchTabLoad, BatchTabScreen } from './batch-screen.tsx';

export const meta = pageMeta('Requests');

const hiddenAtFirst = 5;

type Part = { requests: readonly AskedExtension[]; reports: ReportList; hidden: HiddenPostList };

const load = batchTabLoad<Part>(async (call, batch, lists) => {
  const query = { limit: hiddenAtFirst };
  const [requests, reports, hidden] = await Promise.all([
    lists.requests,
    lists.reports,
    call('listHiddenPosts', { params: { s_id: batch }, query }),
  ]);
  return { requests, reports, hidden };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = signedInAction(submitForBatch);
export const clientAction = browserAction(submitForBatch);

export default function StaffBatchRequests() {
  return (
    <BatchTabScreen<Part> tab="requests">
      {({ counts, part: { requests, reports, hidden } }, { batch, user }) => (
        <Stack gap={5}>
          {counts.requests === 0 && (
            <EmptyState title="No open requests">
              <p>
                Extension requests and reported posts appear here. You can also{' '}
                <Link to={batchDatesAddress(batch)}>extend a date for several students</Link> or{' '}
                <Link to={forumAddress(batch)}>read the forum</Link>.
              </p>
            </EmptyState>
          )}
          <ExtensionRequests requests={requests} isOffice={user.role === 'administrator'} />
          <ReportedPosts batch={batch} reports={reports} />
          <HiddenPosts batch={batch} hidden={hidden} />
        </Stack>
      )}
    </BatchTabScreen>
  );
}
