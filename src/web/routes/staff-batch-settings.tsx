import { BatchSettings } from '../features/progress/batch-settings.tsx';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { submitForBatch } from './batch-actions.ts';
import { batchTabLoad, BatchTabScreen } from './batch-screen.tsx';

export const meta = pageMeta('Settings of a batch');

const load = batchTabLoad<null>(() => Promise.resolve(null));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = signedInAction(submitForBatch);
export const clientAction = browserAction(submitForBatch);

export default function StaffBatchSettings() {
  return (
    <BatchTabScreen<null> tab="settings">
      {({ batch }, { user }) => <BatchSettings batch={batch} user={user} />}
    </BatchTabScreen>
  );
}
