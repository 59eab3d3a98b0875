import { startTransition, useContext, useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import { checkMarked } from '../field-errors.ts';
import { clearScreenMessage } from '../screen-message.ts';
import { takeResult, type RefusedForm } from './form-action.ts';
import { fieldsOf, type Fields } from './form-fields.ts';
import { FormKeyContext } from './form-key.tsx';
import { newIdempotencyKey } from './idempotency-key.ts';
import { usePostedForm } from './refused-form.ts';

type Options<Outcome> = {
  /** Identifies the form on its screen … */
  act: string;
  /** … together with these, for several forms of a kind. */
  of?: Fields;
  /** Hidden fields to send. */
  hidden?: Fields;
  /** The screen whose action it is; the current one by default. */
  action?: string;
  revalidates?: boolean;
  /** Whether a redirect within the same screen keeps the scroll position. */
  keepsPlace?: boolean;
  /** Whether fields keep their text after success. */
  keepsFields?: boolean;
  /** Called after success, with the data reloaded; the form may be unmounted. */
  onDone?: (outcome: Outcome) => void;
  onRefused?: (refused: RefusedForm) => void;
};

const isRefused = (result: object): result is RefusedForm => 'failure' in result;

/**
 * A screen's form: sent through `clientAction` with a script, posted to `action` without one. `ActionForm`
 * renders it.
 */
export function useActionForm<Outcome extends object = object>({
  act,
  of = {},
  hidden = {},
  action,
  revalidates = true,
  keepsPlace = false,
  keepsFields = false,
  onDone,
  onRefused,
}: Options<Outcome>) {
  const { submit, state, data } = useFetcher<RefusedForm | Outcome>();
  const page = useContext(FormKeyContext);
  const posted = usePostedForm({ act, ...of });
  const element = useRef<HTMLFormElement>(null);
  const isRunning = useRef(false);
  // The same content reuses its key, as after a lost answer; other content gets a new one.
  const last = useRef({ content: '', key: '' });
  const [refusals, setRefusals] = useState(0);
  /** Fields changed since their error was shown. */
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const refused = data === undefined ? posted : isRefused(data) ? data : undefined;
  const isBusy = state !== 'idle';
  useEffect(() => {
    // The first invalid field, once marked.
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);

  const send = async (form: FormData, key: string): Promise<void> => {
    try {
      await submit(form, {
        method: 'post',
        ...(action !== undefined && { action }),
        defaultShouldRevalidate: revalidates,
        preventScrollReset: keepsPlace,
      });
    } finally {
      isRunning.current = false;
    }
    const result = takeResult(key);
    if (result === undefined) return;
    if (isRefused(result)) {
      onRefused?.(result);
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
    isRunning.current = true;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = new FormData(event.currentTarget, submitter);
    form.delete('Idempotency-Key');
    const content = JSON.stringify(fieldsOf(form));
    if (content !== last.current.content) last.current = { content, key: newIdempotencyKey() };
    form.set('Idempotency-Key', last.current.key);
    clearScreenMessage();
    void send(form, last.current.key);
  };

  const errorAt = (name: string) => (isBusy || mended.has(name) ? undefined : refused?.errors[name]);
  const hasErrors = refused !== undefined && Object.keys(refused.errors).length > 0;
  return {
    isBusy,
    /** The last refusal, also while sending again. */
    refused,
    /** The fields of a refused posted form; else undefined. */
    values: posted?.values,
    /** The message under the form. */
    failure: isBusy ? undefined : hasErrors ? checkMarked : refused?.failure.message,
    hasErrors,
    errorAt,
    /** Name, error and initial value of an uncontrolled field. */
    field: (name: string, initial = '') => ({
      name,
      error: errorAt(name),
      defaultValue: posted?.values[name] ?? initial,
    }),
    attributes: {
      ref: element,
      action,
      onSubmit,
      onChange({ target }: FormEvent<HTMLFormElement>) {
        const { name } = target as unknown as HTMLInputElement;
        if (refused?.errors[name] !== undefined) setMended((names) => new Set([...names, name]));
      },
    },
    /** Hidden fields; the key comes first, for forms with files. */
    hidden: {
      ...(page !== '' && {
        'Idempotency-Key': `${page}-${[act, ...Object.values(of)].join('-')}`.slice(0, 200),
      }),
      act,
      ...of,
      ...hidden,
    } as Fields,
  };
}
