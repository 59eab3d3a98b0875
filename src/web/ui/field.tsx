import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** What a control inside a field must carry, so that label, hint and error belong to it. */
type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, in words; also marks the control as invalid. */
  error?: ReactNode;
  /** Where those words stand, when it is elsewhere: the id of their element. */
  errorId?: string | undefined;
};

/** Which words belong to a control, by their ids. */
function wordsOf(id: string, { hint, error, errorId }: Omit<FieldText, 'label'>) {
  const isShown = (words: ReactNode) => words !== undefined && words !== null && words !== '';
  const described = classNames(isShown(hint) && `${id}hint`, isShown(error) && `${id}error`, errorId);
  return {
    hint: isShown(hint) && (
      <div id={`${id}hint`} className={styles['hint']}>
        {hint}
      </div>
    ),
    error: isShown(error) && (
      <div id={`${id}error`} className={styles['error']}>
        {error}
      </div>
    ),
    control: {
      id,
      'aria-describedby': described || undefined,
      'aria-invalid': isShown(error) || errorId !== undefined || undefined,
    } satisfies FieldControl as FieldControl,
  };
}

/** Label, control, hint and error of any control: `children` gets what the control must carry. */
export function Field({
  label,
  optional = false,
  children,
  ...given
}: FieldText & { optional?: boolean; children: (control: FieldControl) => ReactNode }) {
  const { hint, error, control } = wordsOf(useId(), given);
  return (
    <div className={styles['field']}>
      <label htmlFor={control.id} className={styles['label']}>
        {label}
        {optional && <span className={styles['optional']}> (optional)</span>}
      </label>
      {children(control)}
      {hint}
      {error}
    </div>
  );
}

/** One line of text. */
export function TextField({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error, errorId }}>
      {(control) => <input {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error, errorId }}>
      {(control) => <textarea {...input} {...control} className={styles['input']} />}
    </Field>
  );
}

/** One of a list; the children are options. */
export function SelectField({
  label,
  hint,
  error,
  errorId,
  ...select
}: FieldText & ComponentProps<'select'>) {
  return (
    <Field {...{ label, hint, error, errorId }}>
      {(control) => <select {...select} {...control} className={styles['input']} />}
    </Field>
  );
}

/** A box to tick, its label beside it. */
export function Checkbox({ label, hint, error, errorId, ...input }: FieldText & ComponentProps<'input'>) {
  const words = wordsOf(useId(), { hint, error, errorId });
  return (
    <div className={styles['check']}>
      <input {...input} {...words.control} type="checkbox" className={styles['box']} />
      <label htmlFor={words.control.id}>{label}</label>
      {words.hint}
      {words.error}
    </div>
  );
}
