import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** What a control inside a field must carry, so that label, hint and error belong to it. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldWords = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, in words; also marks the control as invalid. */
  error?: ReactNode;
};

/** Label, control, hint and error of any control: `children` gets what the control must carry. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: FieldWords & { optional?: boolean; children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== null && error !== '';
  const described = classNames(hasHint && `${id}hint`, hasError && `${id}error`);
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': hasError || undefined })}
      {hasHint && (
        <div id={`${id}hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
      {hasError && (
        <div id={`${id}error`} className={styles['error']}>
          {error}
        </div>
      )}
    </div>
  );
}

/** One line of text. */
export function TextField({ label, hint, error, ...input }: FieldWords & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({ label, hint, error, ...input }: FieldWords & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

/** One of a list; the children are options. */
export function SelectField({ label, hint, error, ...select }: FieldWords & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <select {...select} {...control} className={styles['input']} />}
    </Field>
  );
}

/** A box to tick, its label beside it. */
export function Checkbox({ label, hint, error, ...input }: FieldWords & ComponentProps<'input'>) {
  const id = useId();
  const hasHint = hint !== undefined;
  const hasError = error !== undefined && error !== null && error !== '';
  return (
    <div className={styles['check']}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles['box']}
        aria-describedby={classNames(hasHint && `${id}hint`, hasError && `${id}error`) || undefined}
        aria-invalid={hasError || undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hasHint && (
        <div id={`${id}hint`} className={styles['hint']}>
          {hint}
        </div>
      )}
      {hasError && (
        <div id={`${id}error`} className={styles['error']}>
          {error}
        </div>
      )}
    </div>
  );
}
