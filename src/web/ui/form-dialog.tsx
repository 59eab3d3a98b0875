import { useId, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

/**
 * A dialog that is one form. Mount it to open it.
 * @param button sends it; null if something else in the form does
 * @param cancel closes it, as Escape does
 */
export function FormDialog({
  title,
  role,
  form,
  button,
  variant = 'primary',
  cancel = 'Cancel',
  onClose,
  children,
  ...rest
}: Omit<ComponentProps<typeof Form>, 'form' | 'role' | 'title' | 'id'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'role' | 'onClose'> & {
    form: ComponentProps<typeof Form>['form'] & { isBusy: boolean };
    button: ReactNode;
    variant?: ComponentProps<typeof Button>['variant'];
    cancel?: string;
  }) {
  const id = useId();
  return (
    <Dialog
      title={title}
      {...(role !== undefined && { role })}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancel}
          </Button>
          {button !== null && (
            <Button type="submit" form={id} variant={variant} busy={form.isBusy}>
              {button}
            </Button>
          )}
        </>
      }
    >
      <Form form={form} id={id} {...rest}>
        {children}
      </Form>
    </Dialog>
  );
}
