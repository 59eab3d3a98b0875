import type { OwnCertificate, OwnCertificates as Own } from '#contract/certificates/certificate-calls';
import { kindWords, revocations } from '#contract/certificates/wording';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';

function Paper({
  s_id,
  paper: { number, kind, batch, issued_at, revoked },
}: {
  s_id: string;
  paper: OwnCertificate;
}) {
  return (
    <Card>
      <Stack gap={3}>
        <p>
          <strong>{kindWords[kind]}</strong>
          <span>{`, ${batch}, issued on `}</span>
          <Day value={issued_at} />
        </p>
        <Small>{number}</Small>
        {revoked !== null && (
          <p>
            <span>Revoked on </span>
            <Day value={revoked.at} />
            <span>{`. ${revocations[revoked.reason]}`}</span>
          </p>
        )}
        {revoked === null && (
          <Row>
            <ButtonLink to={`/certificates/${number}`} reloadDocument>
              Open and print
            </ButtonLink>
            <ButtonLink
              variant="secondary"
              to={fillPath(paths.readSignedCertificate.path, { s_id, number })}
              reloadDocument
              download={`${number}.json`}
            >
              Download as signed JSON
            </ButtonLink>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

/** What the student has, and what becomes of it after a deletion of the account. */
export function OwnCertificates({ s_id, own: { certificates, keeps } }: { s_id: string; own: Own }) {
  const form = useActionForm({ formName: 'keep', hidden: { keeps: keeps ? '' : 'yes' } });
  if (certificates.length === 0)
    return <p>You have no certificate yet. The office issues it after the last marks.</p>;
  return (
    <Stack gap={4}>
      {certificates.map((paper) => (
        <Paper key={paper.number} s_id={s_id} paper={paper} />
      ))}
      <Small>Anybody who has the number or the QR code can check the certificate.</Small>
      <ActionForm
        form={form}
        button={keeps ? 'Remove them with my account' : 'Keep them after a deletion'}
        gap={2}
      >
        <Small>
          {keeps
            ? 'If your account is deleted, your certificates can still be checked.'
            : 'If your account is deleted, your certificates can no longer be checked.'}
        </Small>
      </ActionForm>
    </Stack>
  );
}
