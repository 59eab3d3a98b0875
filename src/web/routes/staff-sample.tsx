import type { Sample } from '#contract/catalogue/calls';
import { pageTitle } from '#contract/screens';
import { RemoveSample } from '../features/catalogue/remove-sample.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Sample') }];

const load = officeLoad((call) => call('readSample'));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const removeSample: SignedInAct = async (call, { fields }) => {
  await call('removeSample', { idempotencyKey: fields['Idempotency-Key'] });
  // The bar has a place for it.
  return redirectWithNotice('/staff/sample', 'sample-removed', { reloads: true });
};
export const action = signedInAction(removeSample);
export const clientAction = browserAction(removeSample);

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
