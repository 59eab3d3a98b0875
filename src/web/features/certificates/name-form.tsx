import { useEffect } from 'react';
import type { CertificateName } from '#contract/certificates/name-calls';
import { nameLineLimits } from '#contract/certificates/name-line';
import { replaceDraft } from '../../lib/forms/drafts.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useDraftsOpen, useReturnedDraft } from '../../lib/forms/use-draft.ts';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { certificateNameDraft } from '../../lib/stored-names/student.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './certificates.module.css';

/** Of a confirmed line: who confirmed it, and when. */
function ConfirmedBy({ name, isOwn }: { name: CertificateName; isOwn: boolean }) {
  const { confirmed_at, confirmed_by, guardian } = name;
  if (confirmed_at === null) return null;
  return (
    <p>
      <span>
        {confirmed_by === 'office'
          ? 'Confirmed by the office on '
          : isOwn
            ? 'You confirmed it on '
            : 'Confirmed by the student on '}
      </span>
      <Day value={confirmed_at} />
      {guardian !== null && (
        <span>{`. Guardian: ${guardian.name}, on ${guardian.on} (${guardian.how})`}</span>
      )}
      <span>.</span>
    </p>
  );
}

export function ConfirmedName({ name, isOwn = false }: { name: CertificateName; isOwn?: boolean }) {
  return (
    <Card>
      <Stack gap={3}>
        <p className={styles['line']} dir="auto">
          {name.line}
        </p>
        <ConfirmedBy name={name} isOwn={isOwn} />
      </Stack>
    </Card>
  );
}

function ConfirmForm({ name }: { name: CertificateName }) {
  const form = useActionForm({});
  const draft = certificateNameDraft(name.s_id);
  const [line, setLine] = useReturnedDraft(draft, form.values?.['line'], name.offered);
  return (
    <Card>
      <ActionForm form={form} button="Confirm name" variant="primary" gap={4}>
        <TextField
          name="line"
          value={line}
          error={form.errorAt('line')}
          onChange={({ target }) => setLine(target.value)}
          label="Name on the certificate"
          hint={`In any script, at most ${nameLineLimits.line} characters. It is printed exactly as you write it.`}
          required
          maxLength={nameLineLimits.units}
          autoComplete="name"
          dir="auto"
        />
        <Checkbox
          name="is_right"
          value="yes"
          label="I have checked every letter"
          error={form.errorAt('is_right')}
          defaultChecked={form.values?.['is_right'] !== undefined}
          required
        />
      </ActionForm>
    </Card>
  );
}

/** Once a name is confirmed, also on another device, what was typed here is of no use. */
function useWithoutDraft(key: string): void {
  const isOpen = useDraftsOpen();
  useEffect(() => {
    if (isOpen) replaceDraft(key, null);
  }, [isOpen, key]);
}

function OwnConfirmedName({ name }: { name: CertificateName }) {
  useWithoutDraft(certificateNameDraft(name.s_id));
  return (
    <>
      <ConfirmedName name={name} isOwn />
      <p>
        <span>{correction}</span>
        <OfficeContact />
      </p>
    </>
  );
}

const correction = 'To correct it, ask the office.';

/** The student's own: confirmed once. */
export function OwnCertificateName({ name }: { name: CertificateName }) {
  if (name.line !== null) return <OwnConfirmedName name={name} />;
  if (name.by_guardian)
    return (
      <p>
        <span>You are under 18, so the office confirms your name with your guardian.</span>
        <OfficeContact />
      </p>
    );
  return <ConfirmForm name={name} />;
}
