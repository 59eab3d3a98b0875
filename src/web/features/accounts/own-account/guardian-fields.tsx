import { guardianLimits } from '#contract/accounts/consent';
import type { GuardianView } from '#contract/accounts/consent-calls';
import type { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { TextField } from '../../../ui/field.tsx';

export function GuardianFields({
  guardian,
  field,
}: {
  guardian: GuardianView | null | undefined;
  field: ReturnType<typeof useActionForm>['field'];
}) {
  return (
    <>
      <TextField
        label="Guardian’s name"
        {...field('name', guardian?.name ?? '')}
        required
        maxLength={guardianLimits.name}
        autoComplete="off"
      />
      <TextField
        label="Guardian’s phone or email"
        {...field('contact', guardian?.contact ?? '')}
        required
        maxLength={guardianLimits.contact}
        autoComplete="off"
      />
    </>
  );
}
