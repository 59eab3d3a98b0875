import type { Sample } from '#contract/catalogue/sample-calls';
import { RemoveSample } from '../features/catalogue/remove-sample.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Sample');

const load = officeLoad((call) => call('readSample'));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'sample-loaded': 'The example courses are loaded.',
  'sample-removed': 'The sample is removed.',
});

const changeSample: SignedInHandler = async (call, { fields }) => {
  if (fields['act'] === 'load-sample') {
    await call('loadSample');
    return redirectWithNotice('/staff/sample', 'sample-loaded', { reloads: true });
  }
  await call('removeSample', { idempotencyKey: fields['Idempotency-Key'] });
  // The bar has a place for it.
  return redirectWithNotice('/staff/sample', 'sample-removed', { reloads: true });
};
export const action = signedInAction(changeSample);
export const clientAction = browserAction(changeSample);

export default function StaffSample() {
  return (
    <StaffScreen<Sample>
      isOffice
      title="The sample"
      failure="The sample could not be loaded"
      skeleton={['12rem']}
    >
      {(sample) => (
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
