import type { ComponentProps } from 'react';
import { guardianLimits } from '#contract/accounts/consent';
import type { GuardianView } from '#contract/accounts/consent-calls';
import { TextField } from '../../../ui/field.tsx';

/** @param field a value and an error by name */
export function GuardianFields({
  guardian,
  field,
}: {
  guardian: GuardianView | null | undefined;
  field: (
    name: 'name' | 'contact',
    current: string,
  ) => Pick<ComponentProps<typeof TextField>, 'name' | 'defaultValue' | 'error'>;
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
