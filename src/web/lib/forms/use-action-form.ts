import { startTransition, useContext, useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import { checkMarked } from '../field-errors.ts';
import { clearScreenMessage } from '../screen-message.ts';
import { takeResult, type RefusedForm } from './form-action.ts';
import { fieldsOf, type Fields, type InvalidField } from './form-fields.ts';
import { FormKeyContext, newIdempotencyKey } from './idempotency-key.tsx';
import { usePostedForm } from './refused-form.ts';

type Options<Outcome> = {
  /** Identifies the form on its screen … */
  act?: string;
  /** … together with these, for several forms of a kind. */
  of?: Fields;
  hidden?: Fields;
  /** The screen whose action it is; the open one by default. */
  action?: string;
  revalidates?: boolean;
  /** After a redirect within the same screen. */
  keepsPlace?: boolean;
  /** After success. */
  keepsFields?: boolean;
  /** Adds to what is sent. */
  fill?: (form: FormData) => void;
  /** An error stays at a changed field while this fails; without it, until any change. */
  check?: (fields: Fields) => readonly InvalidField[];
  /** The data has been reloaded; the form may be unmounted. */
  onDone?: (outcome: Outcome) => void;
  onRefused?: (refused: RefusedForm) => void;
};

const isRefused = (result: object): result is RefusedForm => 'failure' in result;

/** Shows where a date or number is half typed, which would be sent as empty. */
const isHalfTyped = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll('input')].some((field) => field.validity.badInput && !field.reportValidity());

/** Sent through `clientAction` with a script, posted to `action` without one. `ActionForm` renders it. */
export function useActionForm<Outcome extends object = object>({
  act,
  of = {},
  hidden = {},
  action,
  revalidates = true,
  keepsPlace = false,
  keepsFields = false,
  fill,
  check,
  onDone,
  onRefused,
}: Options<Outcome>) {
  const { submit, state, data } = useFetcher<RefusedForm | Outcome>();
  const page = useContext(FormKeyContext);
  const identity: Fields = { ...(act !== undefined && { act }), ...of };
  const posted = usePostedForm(identity);
  const element = useRef<HTMLFormElement>(null);
  const isRunning = useRef(false);
  // Equal content keeps its key, as after a lost answer.
  const last = useRef({ content: '', key: '' });
  const [refusals, setRefusals] = useState(0);
  /** Fields changed since their error was shown. */
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const refused = data === undefined ? posted : isRefused(data) ? data : undefined;
  const isBusy = state !== 'idle';
  const isFocusDue = useRef(false);
  useEffect(() => {
    if (refusals === 0 || isBusy || !isFocusDue.current) return;
    // The refusal and its marks may be rendered in either order.
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (invalid == null) return;
    isFocusDue.current = false;
    invalid.focus();
    // A small window may lack room for both: the words come first.
    element.current?.querySelector('[role=alert]')?.scrollIntoView?.({ block: 'nearest' });
  }, [refusals, isBusy]);

  const send = async (form: FormData, key: string): Promise<void> => {
    try {
      await submit(form, {
        method: 'post',
        ...(action !== undefined && { action }),
        // `true` would reload after a refusal too.
        ...(!revalidates && { defaultShouldRevalidate: false }),
        preventScrollReset: keepsPlace,
      });
    } finally {
      isRunning.current = false;
    }
    const result = takeResult(key);
    if (result === undefined) return;
    if (isRefused(result)) {
      onRefused?.(result);
      isFocusDue.current = true;
      startTransition(() => {
        setMended(new Set());
        setRefusals((count) => count + 1);
      });
      return;
    }
    last.current = { content: '', key: '' };
    if (!keepsFields) element.current?.reset();
    onDone?.(result as Outcome);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // State would lag behind a double click.
    if (isRunning.current) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isUnchecked = submitter instanceof HTMLButtonElement && submitter.formNoValidate;
    if (!isUnchecked && isHalfTyped(event.currentTarget)) return;
    isRunning.current = true;
    isFocusDue.current = false;
    const form = new FormData(event.currentTarget, submitter);
    form.delete('Idempotency-Key');
    fill?.(form);
    const content = JSON.stringify(fieldsOf(form));
    if (content !== last.current.content) last.current = { content, key: newIdempotencyKey() };
    form.set('Idempotency-Key', last.current.key);
    clearScreenMessage();
    void send(form, last.current.key);
  };

  const errorAt = (name: string) => (isBusy || mended.has(name) ? undefined : refused?.errors[name]);
  const marked = Object.keys(refused?.errors ?? {});
  const hasErrors = marked.length > 0;
  return {
    isBusy,
    /** Also while sending again. */
    refused,
    values: posted?.values,
    failure: isBusy ? undefined : hasErrors ? checkMarked : refused?.failure.message,
    hasErrors,
    /** The first error that is still marked, else why the whole form was refused. */
    firstFailure:
      marked.flatMap((name) => errorAt(name) ?? [])[0] ??
      (isBusy || hasErrors ? undefined : refused?.failure.message),
    errorAt,
    field: (name: string, initial = '') => ({
      name,
      error: errorAt(name),
      defaultValue: posted?.values[name] ?? initial,
    }),
    attributes: {
      ref: element,
      action,
      onSubmit,
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
        'Idempotency-Key': `${page}-${Object.values(identity).join('-')}`.slice(0, 200),
      }),
      ...identity,
      ...hidden,
    } as Fields,
  };
}
