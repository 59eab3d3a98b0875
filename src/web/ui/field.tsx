import { useId, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { MessageRoom } from './message-room.tsx';
import { useTypedBeforeHydration, type Control } from './use-typed-before-hydration.ts';

type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  autoFocus: true | undefined;
};

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** Also marks the control as invalid; `false` does not. */
  error?: ReactNode;
  /** If the error is outside the field. */
  errorId?: string | undefined;
};

function describeControl(id: string, { hint, error, errorId }: Omit<FieldText, 'label'>) {
  const isShown = (text: ReactNode) => text !== undefined && text !== null && text !== '' && text !== false;
  const isInvalid = isShown(error) || errorId !== undefined || undefined;
  const described = classNames(isShown(hint) && `${id}hint`, isShown(error) && `${id}error`, errorId);
  return {
    hint: isShown(hint) && (
      <div id={`${id}hint`} className={styles['hint']}>
        {hint}
      </div>
    ),
    error: (
      <MessageRoom>
        {isShown(error) && (
          <div id={`${id}error`} className={styles['error']}>
            {error}
          </div>
        )}
      </MessageRoom>
    ),
    control: {
      id,
      'aria-describedby': described || undefined,
      'aria-invalid': isInvalid,
      // Opens a refused page at its field; a script moves the focus itself.
      autoFocus: isInvalid,
    } satisfies FieldControl as FieldControl,
  };
}

/**
 * `children` renders the control with the given attributes.
 * @param onTyped called with what the control held before hydration
 */
export function Field<C extends Control>({
  label,
  optional = false,
  onTyped,
  children,
  ...text
}: FieldText & {
  optional?: boolean;
  onTyped?: ((event: ChangeEvent<C>) => void) | undefined;
  children: (control: FieldControl) => ReactNode;
}) {
  const { hint, error, control } = describeControl(useId(), text);
  useTypedBeforeHydration(control.id, onTyped);
  return (
    <div className={styles['field']}>
      <label htmlFor={control.id} className={styles['label']}>
        <span>{label}</span>
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children(control)}
      {hint}
      {error}
    </div>
  );
}

/** As the portal takes them (`isDay`); with a limit, browsers take four digits for a year. */
const dayLimits: Readonly<Record<string, { min: string; max: string }>> = {
  date: { min: '2000-01-01', max: '2099-12-31' },
  'datetime-local': { min: '2000-01-01T00:00', max: '2099-12-31T23:59' },
};

export function TextField({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, errorId }} onTyped={input.onChange}>
      {(control) => (
        <input {...dayLimits[input.type ?? '']} {...input} {...control} className={styles['input']} />
      )}
    </Field>
  );
}

export function TextArea({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, errorId }} onTyped={input.onChange}>
      {(control) => <textarea {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  errorId,
  ...select
}: FieldText & ComponentProps<'select'>) {
  return (
    <Field {...{ label, hint, error, errorId }} onTyped={select.onChange}>
      {(control) => <select {...select} {...control} className={styles['input']} />}
    </Field>
  );
}

export function Checkbox({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'input'>) {
  const description = describeControl(useId(), { hint, error, errorId });
  useTypedBeforeHydration(description.control.id, input.onChange);
  return (
    <div className={styles['check']}>
      <input {...input} {...description.control} type="checkbox" />
      <label htmlFor={description.control.id}>{label}</label>
      {description.hint}
      {description.error}
    </div>
  );
}
