import { useId, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { MessageRoom } from './message-room.tsx';
import { useTypedBeforeHydration, type Control } from './use-typed-before-hydration.ts';

/** The attributes that tie a control to its label, hint and error. */
type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  autoFocus: true | undefined;
};

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** The error message; also marks the control as invalid. `false`, as of a condition, is none. */
  error?: ReactNode;
  /** The id of the element with the error message, where it is outside the field. */
  errorId?: string | undefined;
};

/** Hint and error elements, and the ARIA attributes that refer to them. */
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
      // A page that comes with a refused field opens at it; a script moves the focus by itself.
      autoFocus: isInvalid,
    } satisfies FieldControl as FieldControl,
  };
}

/**
 * Label, hint and error around any control; `children` renders the control with the given attributes.
 * @param onTyped called with what the control held when its script arrived
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

/** A single-line text input. */
export function TextField({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, errorId }} onTyped={input.onChange}>
      {(control) => <input {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

/** A multi-line text input. */
export function TextArea({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, errorId }} onTyped={input.onChange}>
      {(control) => <textarea {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

/** A select; the children are its options. */
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

/** A checkbox with its label beside it. */
export function Checkbox({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'input'>) {
  const description = describeControl(useId(), { hint, error, errorId });
  useTypedBeforeHydration(description.control.id, input.onChange);
  return (
    <div className={styles['check']}>
      <input {...input} {...description.control} type="checkbox" className={styles['box']} />
      <label htmlFor={description.control.id}>{label}</label>
      {description.hint}
      {description.error}
    </div>
  );
}
