import { useContext, useEffect, useRef, useState, type FormEvent } from 'react';
import { toFailure } from '../calls/call-error.ts';
import { checkMarked } from '../field-errors.ts';
import { clearScreenMessage } from '../screen-message.ts';
import { toRefusedForm, type RefusedForm } from './form-action.ts';
import { fieldsOf, type Fields, type InvalidField } from './form-fields.ts';
import { FormKeyContext, newIdempotencyKey } from './idempotency-key.ts';

export type Sent = {
  fields: Fields;
  /** With its files. */
  form: FormData;
  /** Its Idempotency-Key: equal content keeps it, as after a lost answer. */
  key: string;
};

export type FormOptions<Outcome> = {
  /** Identifies the form on its screen … */
  formName?: string | undefined;
  /** … together with these, for several forms of a kind. */
  target?: Fields;
  /** Distinguishes its posted key where `formName` and `of` do not. */
  name?: string;
  hidden?: Fields;
  /** The screen whose action it is; the open one by default. */
  action?: string | undefined;
  /** After success. */
  keepsFields?: boolean;
  /** Before it is sent: false where the form itself says why not; @throws `refuseInvalid` */
  isReady?: (fields: Fields) => boolean | void;
  /** Adds to what is sent. @param button that was clicked, in the form */
  fill?: (form: FormData, button?: HTMLElement | null) => void;
  /** An error stays at a changed field while this fails; without it, until any change. */
  check?: ((fields: Fields) => readonly InvalidField[]) | undefined;
  /** The form may be unmounted. */
  onDone?: ((outcome: Outcome) => void) | undefined;
  onRefused?: ((refused: RefusedForm) => void) | undefined;
};

const isRefused = (result: object): result is RefusedForm => 'failure' in result;

/** Shows where a date or number is half typed, which would be sent as empty. */
const isHalfTyped = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some((field) => field.validity.badInput && !field.reportValidity());

/** Files are told apart as their browser does. */
const contentOf = (form: FormData): string =>
  JSON.stringify([...form], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );

/**
 * Every form that changes something: one at a time, with its key, its errors at its fields. `Form` or `ActionForm` renders it; `submit` sends it from a button that needs the script.
 * @param send the outbox, a call, or the screen's action (`useActionForm`); returns null if the screen was left first
 * @throws `send`: CallError, `refuseInvalid`
 */
export function useForm<Outcome extends object = object>({
  formName,
  target = {},
  name,
  hidden = {},
  action,
  keepsFields = false,
  isReady,
  fill,
  check,
  send,
  posted,
  isLoading,
  onDone,
  onRefused,
}: FormOptions<Outcome> & {
  send: (sent: Sent) => Promise<Outcome | RefusedForm | null | void>;
  /** This form, posted without a script and refused. */
  posted?: RefusedForm | undefined;
  /** Busy until what it changed is shown; by default until it is sent. */
  isLoading?: boolean;
}) {
  const page = useContext(FormKeyContext);
  const identity: Fields = { ...(formName !== undefined && { act: formName }), ...target };
  const element = useRef<HTMLFormElement>(null);
  const isRunning = useRef(false);
  const last = useRef({ content: '', key: '' });
  const [isSending, setSending] = useState(false);
  const isBusy = isLoading ?? isSending;
  /** Null after success. */
  const [result, setResult] = useState<RefusedForm | null | undefined>();
  const [refusals, setRefusals] = useState(0);
  /** Fields changed since their error was shown. */
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const refused = result === undefined ? posted : (result ?? undefined);
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (refusals === 0 || isBusy || !isFocusDue.current) return;
    isFocusDue.current = false;
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (invalid == null) return;
    invalid.focus();
    // A small window may lack room for both: the words come first.
    element.current?.querySelector('[role=alert]')?.scrollIntoView?.({ block: 'nearest' });
  }, [refusals, isBusy]);

  const refuse = (by: RefusedForm): void => {
    isFocusDue.current = true;
    setSending(false);
    setResult(by);
    setMended(new Set());
    setRefusals((count) => count + 1);
    onRefused?.(by);
  };
  const attempt = async (sent: Sent): Promise<Outcome | RefusedForm | null> => {
    try {
      const outcome = await send(sent);
      return outcome === undefined ? ({} as Outcome) : outcome;
    } catch (error) {
      return toRefusedForm(error, toFailure(error), sent.fields);
    }
  };
  const run = async (sent: Sent): Promise<void> => {
    const outcome = await attempt(sent);
    isRunning.current = false;
    if (outcome !== null && isRefused(outcome)) return refuse(outcome);
    setSending(false);
    if (outcome === null) return;
    setResult(null);
    last.current = { content: '', key: '' };
    if (!keepsFields) element.current?.reset();
    onDone?.(outcome);
  };
  const begin = (form: FormData, button?: HTMLElement | null): void => {
    // State would lag behind a double click.
    if (isRunning.current) return;
    form.delete('Idempotency-Key');
    fill?.(form, button);
    const fields = fieldsOf(form);
    try {
      if (isReady?.(fields) === false) return;
    } catch (error) {
      return refuse(toRefusedForm(error, toFailure(error), fields));
    }
    isRunning.current = true;
    isFocusDue.current = false;
    setSending(true);
    const content = contentOf(form);
    if (content !== last.current.content) last.current = { content, key: newIdempotencyKey() };
    const { key } = last.current;
    form.set('Idempotency-Key', key);
    clearScreenMessage();
    void run({ fields, form, key });
  };

  const errorAt = (name: string) => (isBusy || mended.has(name) ? undefined : refused?.errors[name]);
  const marked = Object.keys(refused?.errors ?? {});
  const hasErrors = marked.length > 0;
  const refusal = isBusy || hasErrors ? undefined : refused?.failure;
  return {
    isBusy,
    /** Also while sending again. */
    refused,
    values: posted?.values,
    /** Why the whole form was refused. */
    refusal,
    /** The same in words, also where fields are marked. */
    failure: !isBusy && hasErrors ? checkMarked : refusal?.message,
    hasErrors,
    /** The first error that is still marked, else why the whole form was refused. */
    firstFailure: marked.flatMap((name) => errorAt(name) ?? [])[0] ?? refusal?.message,
    errorAt,
    field: (name: string, initial = '') => ({
      name,
      error: errorAt(name),
      defaultValue: posted?.values[name] ?? initial,
    }),
    submit(fields: Readonly<Record<string, string | File>> = {}): void {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      begin(form);
    },
    attributes: {
      ref: element,
      action,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        const isUnchecked = submitter instanceof HTMLButtonElement && submitter.formNoValidate;
        if (!isUnchecked && isHalfTyped(event.currentTarget)) return;
        begin(new FormData(event.currentTarget, submitter), submitter);
      },
      onChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        const { name } = target as unknown as HTMLInputElement;
        if (refused?.errors[name] === undefined) return;
        const wrong = check?.(fieldsOf(new FormData(currentTarget))) ?? [];
        if (!wrong.some(({ field }) => field === name)) setMended((names) => new Set([...names, name]));
      },
    },
    /** The key comes first, for forms with files. */
    hidden: {
      ...(page !== '' && {
        'Idempotency-Key': [page, name ?? [], ...Object.values(identity)].flat().join('-').slice(0, 200),
      }),
      ...identity,
      ...hidden,
    } as Fields,
  };
}
