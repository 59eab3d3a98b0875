import { Link } from 'react-router';
import type { CertificateName } from '#contract/certificates/name-calls';
import { officeNameAddress } from '#contract/certificates/paths';
import { personAddress } from '#contract/people/people-view';
import { ConfirmedName } from '../features/certificates/name-form.tsx';
import { OfficeNameForm, readOfficeName } from '../features/certificates/office-name-form.tsx';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ScreenHead } from '../ui/layout.tsx';
import { officeLoad, Section, StaffScreen } from './staff-screen.tsx';

const title = 'Name on the certificate';
export const meta = pageMeta(title);

const load = officeLoad((call, { params }) =>
  call('readCertificateName', { params: { s_id: params['s_id'] ?? '' } }),
);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'name-set': 'The name is saved. The student is notified.',
});

const correct: SignedInHandler = async (call, { fields, params }) => {
  const s_id = params['s_id'] ?? '';
  const { 'Idempotency-Key': idempotencyKey } = fields;
  await call('correctCertificateName', { params: { s_id }, body: readOfficeName(fields), idempotencyKey });
  return redirectWithNotice(officeNameAddress(s_id), 'name-set');
};
export const action = signedInAction(correct);
export const clientAction = browserAction(correct);

function Name({ name }: { name: CertificateName }) {
  return (
    <>
      <ScreenHead title={title}>
        <p>
          <Link to={personAddress(name.s_id)}>{name.s_name}</Link>
          {name.by_guardian && <span>, under 18</span>}
        </p>
      </ScreenHead>
      {name.line === null ? <p>The name is not confirmed yet.</p> : <ConfirmedName name={name} />}
      <Section title={name.line === null ? 'Confirm the name' : 'Correct the name'}>
        <OfficeNameForm key={name.confirmed_at} name={name} />
      </Section>
    </>
  );
}

export default function StaffCertificateName() {
  return (
    <StaffScreen<CertificateName>
      isOffice
      title={title}
      failure="The name could not be loaded"
      skeleton={['3rem', 'form']}
    >
      {(name) => <Name name={name} />}
    </StaffScreen>
  );
}
