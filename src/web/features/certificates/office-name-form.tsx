import type { CertificateName } from '#contract/certificates/name-calls';
import { nameLineLimits } from '#contract/certificates/name-line';
import { limits } from '#contract/limits';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

/** An account's name is only offered: it is typed over nothing stored. */
const shown = ({ line }: Pick<CertificateName, 'line'>): Fields => ({ line: line ?? '' });

export function readOfficeName(fields: Fields) {
  const { reason = '', guardian = '', guardian_how = '', guardian_on = '' } = fields;
  const { line, began } = changedBody(fields, ({ line = '' }) => ({ line }));
  return { line, began, reason, guardian, guardian_how, guardian_on };
}

/** For the office: a correction with a reason, or what a guardian confirmed. */
export function OfficeNameForm({ name }: { name: CertificateName }) {
  const form = useChangeForm({
    changes: { stored: shown(name), labels: { line: 'Name on the certificate' }, shown },
  });
  const isFirst = name.line === null;
  return (
    <ChangeForm
      form={form}
      button={isFirst ? 'Confirm name' : 'Correct name'}
      variant="primary"
      gap={4}
      narrow
    >
      <TextField
        {...form.field('line')}
        label="Name on the certificate"
        hint={
          isFirst && name.offered !== ''
            ? `In the account: ${name.offered}`
            : `In any script, at most ${nameLineLimits.line} characters.`
        }
        required
        maxLength={nameLineLimits.units}
        autoComplete="off"
        dir="auto"
      />
      {name.by_guardian && (
        <>
          <TextField
            name="guardian"
            label="Guardian who confirmed the name"
            error={form.errorAt('guardian')}
            required
            maxLength={nameLineLimits.guardian}
            autoComplete="off"
          />
          <TextField
            name="guardian_how"
            label="How the guardian confirmed"
            hint="For example: by phone, by a signed letter."
            error={form.errorAt('guardian_how')}
            required
            maxLength={nameLineLimits.how}
            autoComplete="off"
          />
          <TextField
            name="guardian_on"
            type="date"
            label="Day of the confirmation"
            error={form.errorAt('guardian_on')}
            required
          />
        </>
      )}
      {(!isFirst || !name.by_guardian) && (
        <TextArea
          name="reason"
          label="Reason"
          hint="Only staff see the reason."
          error={form.errorAt('reason')}
          rows={2}
          required
          maxLength={limits.reason}
        />
      )}
    </ChangeForm>
  );
}
