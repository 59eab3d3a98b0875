import { Link } from 'react-router';
import type { BatchCertificates as Certificates, Wordings } from '#contract/certificates/certificate-calls';
import type { UnconfirmedNames as Unconfirmed } from '#contract/certificates/name-calls';
import { batchCertificatesAddress } from '#contract/certificates/paths';
import type { CertificateKind, Revocation } from '#contract/certificates/wording';
import { batchAddress, spelledBatch } from '#contract/progress/batch-view';
import { BatchCertificates } from '../features/certificates/batch-certificates.tsx';
import { UnconfirmedNames } from '../features/certificates/unconfirmed-names.tsx';
import { CertificateWordings, readWordingFields } from '../features/certificates/wording-form.tsx';
import { CallError } from '../lib/calls/call-error.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ScreenHead } from '../ui/layout.tsx';
import { Section, staffLoad, StaffScreen } from './staff-screen.tsx';

const title = 'Certificates';
export const meta = pageMeta(title);

/** `office` is null for mentors, who see who has not confirmed. */
type Page = {
  batch: string;
  names: Unconfirmed;
  office: { certificates: Certificates; wordings: Wordings } | null;
};

const load = staffLoad(async (call, { user, params }): Promise<Page> => {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const of = { params: { batch } };
  const isOffice = user.role === 'administrator';
  const [names, certificates, wordings] = await Promise.all([
    call('listUnconfirmedNames', of),
    isOffice ? call('listBatchCertificates', of) : null,
    isOffice ? call('readWordings') : null,
  ]);
  return { batch, names, office: certificates && wordings && { certificates, wordings } };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'certificates-issued': 'Issued. The students are notified.',
  'certificate-revoked': 'Revoked. The student is notified.',
  'background-removed': 'The picture is removed. Papers that are issued from now on have none.',
  'wording-saved': 'The words are saved for everything that is issued from now on.',
  'names-reminded': 'Students who have not confirmed their name are reminded, at most once a day.',
});

const change: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const {
    act: formName,
    number = '',
    reason,
    note = '',
    students = '',
    'Idempotency-Key': idempotencyKey,
  } = fields;
  const kind = fields['kind'] as CertificateKind;
  const of = { params: { batch }, idempotencyKey };
  const done = (notice: Parameters<typeof redirectWithNotice>[1]) =>
    redirectWithNotice(batchCertificatesAddress(batch), notice);
  switch (formName) {
    case 'issue':
      // A page of 1.1.0 without a script names nobody: it meant all.
      if (students === '')
        throw new CallError(
          409,
          'conflict',
          'The portal was updated since you opened this page. Nothing was issued. Check the students and try again.',
        );
      await call('issueCertificates', {
        ...of,
        body: { students: students.split(' ') },
      });
      return done('certificates-issued');
    case 'revoke':
      await call('revokeCertificate', {
        params: { number },
        body: { reason: reason as Revocation, note },
        idempotencyKey,
      });
      return done('certificate-revoked');
    case 'wording':
      await call('setWording', {
        params: { kind },
        body: readWordingFields(fields),
        idempotencyKey,
      });
      return done('wording-saved');
    case 'remove-background':
      await call('removeBackground', {
        params: { kind },
        query: { original: fields['original'] },
        idempotencyKey,
      });
      return done('background-removed');
  }
  await call('remindOfNames', of);
  return done('names-reminded');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

function Screen({ page: { batch, names, office } }: { page: Page }) {
  return (
    <>
      <ScreenHead title={title}>
        <p>
          <Link to={batchAddress(batch)}>{batch}</Link>
        </p>
      </ScreenHead>
      {office !== null && (
        <Section title="Words and picture">
          <CertificateWordings wordings={office.wordings} batch={batch} />
        </Section>
      )}
      {office !== null && (
        <Section title="Issue" isHidden>
          <BatchCertificates certificates={office.certificates} />
        </Section>
      )}
      <Section title="Names">
        <UnconfirmedNames names={names} isOffice={office !== null} formName="remind" />
      </Section>
    </>
  );
}

export default function StaffBatchCertificates() {
  return (
    <StaffScreen<Page> title={title} failure="The certificates could not be loaded" skeleton={['3rem', 6]}>
      {(page) => <Screen page={page} />}
    </StaffScreen>
  );
}
