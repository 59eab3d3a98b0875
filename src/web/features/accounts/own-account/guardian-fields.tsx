import { guardianLimits } from '#contract/accounts/consent';
import type { GuardianView } from '#contract/accounts/consent-calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import type { useChangeForm } from '../../../lib/forms/use-change-form.ts';
import { TextField } from '../../../ui/field.tsx';

const shown = (guardian: Pick<GuardianView, 'name' | 'contact'> | null): Fields => ({
  name: guardian?.name ?? '',
  contact: guardian?.contact ?? '',
});

export const guardianChanges = (guardian: GuardianView | null) => ({
  stored: shown(guardian),
  labels: { name: 'Guardian’s name', contact: 'Guardian’s phone or email' },
  shown,
});

export const readGuardian = ({ name = '', contact = '' }: Fields) => ({ name, contact });

export function GuardianFields({ field }: Pick<ReturnType<typeof useChangeForm>, 'field'>) {
  return (
    <>
      <TextField
        label="Guardian’s name"
        {...field('name')}
        required
        maxLength={guardianLimits.name}
        autoComplete="off"
      />
      <TextField
        label="Guardian’s phone or email"
        {...field('contact')}
        required
        maxLength={guardianLimits.contact}
        autoComplete="off"
      />
    </>
  );
}
