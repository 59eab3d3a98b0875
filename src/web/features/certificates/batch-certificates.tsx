import { Link } from 'react-router';
import type { BatchCertificates as Batch, Candidate } from '#contract/certificates/certificate-calls';
import { officeNameAddress, previewAddress } from '#contract/certificates/paths';
import { kindWords, revocationNames, revocations } from '#contract/certificates/wording';
import { limits } from '#contract/limits';
import { freezeAddress } from '#contract/results/addresses';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Day } from '../../ui/time.tsx';

function Revoke({ number }: { number: string }) {
  const form = useActionForm({ formName: 'revoke', target: { number } });
  return (
    <details>
      <summary>Revoke</summary>
      <ActionForm form={form} button="Revoke for ever" variant="danger" narrow>
        <SelectField
          label="Reason"
          {...form.field('reason')}
          hint="Everybody who checks the certificate sees it."
        >
          {revocationNames.map((name) => (
            <option key={name} value={name}>
              {revocations[name]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="Note"
          {...form.field('note')}
          hint="Only staff see the note."
          rows={2}
          required
          maxLength={limits.reason}
        />
      </ActionForm>
    </details>
  );
}

function IssueOne({ s_id, kind }: { s_id: string; kind: 'certificate' | 'statement' }) {
  const form = useActionForm({ formName: 'issue', target: { students: s_id } });
  return (
    <ActionForm form={form} button={kind === 'certificate' ? 'Issue certificate' : 'Issue statement'} small />
  );
}

function Issued({ certificate }: { certificate: NonNullable<Candidate['issued']> }) {
  return (
    <>
      <a href={`/verify/${certificate.number}`}>{certificate.number}</a>
      <CellNote isSentence>
        <span>{`${kindWords[certificate.kind]}, `}</span>
        <Day value={certificate.revoked === null ? certificate.issued_at : certificate.revoked.at} />
        {certificate.revoked !== null && (
          <span>{`: revoked. ${revocations[certificate.revoked.reason]}`}</span>
        )}
        {certificate.outdated && <span>: a newer result was frozen since</span>}
      </CellNote>
      {certificate.revoked === null && <Revoke number={certificate.number} />}
    </>
  );
}

/** For the office: who can get one, who has one. */
export function BatchCertificates({ certificates: { batch, hindrance, students } }: { certificates: Batch }) {
  // Only who is shown, and nobody whose paper was revoked: each of those is decided by itself.
  const able = students.filter(({ obstacle, issued }) => obstacle === null && issued === null);
  const isRevoked = students.some(({ obstacle, issued }) => obstacle === null && issued !== null);
  const form = useActionForm({
    formName: 'issue',
    hidden: { students: able.map(({ s_id }) => s_id).join(' ') },
  });
  return (
    <Stack gap={4}>
      {hindrance !== null && (
        <Notice tone="warning" role="note">
          {hindrance}
        </Notice>
      )}
      {hindrance === null && able.length > 0 && (
        <ActionForm form={form} button={`Issue to ${countOf(able.length, 'student')}`} variant="primary">
          <p>
            Students who passed get a certificate, the others a statement of marks. Issued papers never
            change; they can only be revoked.
          </p>
          {isRevoked && (
            <p>Students with a revoked paper are left out. Issue another one to each in the list.</p>
          )}
        </ActionForm>
      )}
      {students.length > 0 && (
        <CardTable caption="Certificates" columns={['Student', 'Name on paper', 'Certificate']}>
          {students.map(({ s_id, s_name, line, kind, obstacle, issued }) => (
            <tr key={s_id}>
              <th scope="row">{s_name}</th>
              <td data-label="Name on paper" dir="auto">
                <Link to={officeNameAddress(s_id)}>{line ?? 'Not confirmed'}</Link>
              </td>
              <td data-label="Certificate">
                {issued !== null && <Issued certificate={issued} />}
                {obstacle === 'not_frozen' && <Link to={freezeAddress(batch)}>The result is not frozen</Link>}
                {obstacle === 'no_name' && <span>The name is not confirmed.</span>}
                {obstacle === null && kind !== null && (
                  <Row>
                    {hindrance === null && <IssueOne s_id={s_id} kind={kind} />}
                    <a href={previewAddress(kind, batch, s_id)}>Preview</a>
                  </Row>
                )}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </Stack>
  );
}
