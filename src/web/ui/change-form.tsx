import type { ComponentProps, ReactNode } from 'react';
import { ActionForm } from './action-form.tsx';
import { FormConflict } from './conflict.tsx';

type Form = ComponentProps<typeof ActionForm>['form'] & {
  conflict: Omit<ComponentProps<typeof FormConflict>, 'title'> | undefined;
};

/** `ActionForm` of `useChangeForm`: with the one view of what somebody else has changed. */
export function ChangeForm({
  form: { conflict, ...form },
  message,
  ...rest
}: Omit<ComponentProps<typeof ActionForm>, 'form' | 'conflict'> & { form: Form; message?: ReactNode }) {
  return (
    <ActionForm
      autoComplete="off"
      {...rest}
      form={{ ...form, failure: conflict === undefined ? form.failure : undefined }}
      message={conflict === undefined ? message : <FormConflict title={form.failure} {...conflict} />}
    />
  );
}
