import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { UnconfirmedNames as Unconfirmed } from '#contract/certificates/name-calls';
import { batchCertificatesAddress } from '#contract/certificates/paths';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { pageTitle } from '#contract/screens';
import { UnconfirmedNames } from '../features/certificates/unconfirmed-names.tsx';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { ScreenHead } from '../ui/layout.tsx';
import { Section, staffLoad, StaffScreen } from './staff-screen.tsx';

const title = 'Certificates';
export const meta = () => [{ title: pageTitle(title) }];

type Page = { batch: string; names: Unconfirmed };

const load = staffLoad(async (call, { user, params }): Promise<Page> => {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  return { batch, names: await call('listUnconfirmedNames', { params: { batch } }) };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const remind: SignedInAct = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  await call('remindOfNames', { params: { batch }, idempotencyKey: fields['Idempotency-Key'] });
  return redirectWithNotice(batchCertificatesAddress(batch), 'names-reminded');
};
export const action = signedInAction(remind);
export const clientAction = browserAction(remind);

function Certificates({ user, page: { batch, names } }: { user: CurrentUser; page: Page }) {
  return (
    <>
      <ScreenHead title={title}>
        <p>
          <Link to={batchAddress(batch)}>{batch}</Link>
        </p>
      </ScreenHead>
      <Section title="Names">
        <UnconfirmedNames names={names} isOffice={user.role === 'administrator'} act="remind" />
      </Section>
    </>
  );
}

export default function StaffBatchCertificates() {
  return (
    <StaffScreen<Page> title={title} failure="The certificates could not be loaded" skeleton={['3rem', 6]}>
      {(page, user) => <Certificates user={user} page={page} />}
    </StaffScreen>
  );
}
