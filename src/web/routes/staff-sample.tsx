import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Sample } from '#contract/catalogue/calls';
import { pageTitle } from '#contract/screens';
import { RemoveSample } from '../features/catalogue/remove-sample.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { refreshSession } from '../lib/session/session.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

export const meta = () => [{ title: pageTitle('Sample') }];

/** `page` is null outside the office. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Sample>> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  return { user, page: await defer(toResult(call('readSample'))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const removeSample: SignedInAct = async (call, { fields }) => {
  await call('removeSample', { idempotencyKey: fields['Idempotency-Key'] });
  return redirectWithNotice('/staff/sample', 'sample-removed');
};
export const action = signedInAction(removeSample);
export const clientAction = browserAction(removeSample, refreshSession);

export default function StaffSample() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="The sample"
      failure="The sample could not be loaded"
      skeleton={['12rem']}
    >
      {(sample: Sample) => (
        <>
          <OfficeHead
            title="The sample"
            facts="Example data to try the portal. Remove it before you import your own."
          />
          <RemoveSample sample={sample} />
        </>
      )}
    </StaffScreen>
  );
}
