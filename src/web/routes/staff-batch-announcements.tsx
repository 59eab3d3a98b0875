import type { PlannedAnnouncement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { SentAnnouncements } from '../features/notices/sent-announcements.tsx';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { submitForBatch } from './batch-actions.ts';
import { batchTabLoad, BatchTabScreen } from './batch-screen.tsx';

export const meta = pageMeta('Announcements');

type Part = { announcements: SentAnnouncement[]; planned: readonly PlannedAnnouncement[] };

const load = batchTabLoad<Part>(async (call, batch, lists) => {
  const [announcements, planned] = await Promise.all([
    lists.announcements,
    call('listPlannedAnnouncements', { params: { batch } }),
  ]);
  return { announcements, planned };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = signedInAction(submitForBatch);
export const clientAction = browserAction(submitForBatch);

export default function StaffBatchAnnouncements() {
  return (
    <BatchTabScreen<Part> tab="announcements">
      {({ part }, { user, batch }) => <SentAnnouncements batch={batch} user={user} {...part} />}
    </BatchTabScreen>
  );
}
