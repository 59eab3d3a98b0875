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
  /** Names the form among those of its screen … */
  act: string;
  /** … together with these, where the screen has several of its kind. */
  of?: Fields;
  /** What is sent beside what is typed. */
  hidden?: Fields;
  /** The address of the screen whose action it is; by default the one that has the form. */
  action?: string;
  /** Whether the screen's data are loaded again after it. */
  revalidates?: boolean;
  /** Whether an address that it leads to is another state of the same screen, which does not scroll. */
  keepsPlace?: boolean;
  /** Whether what is typed stays once it has succeeded, or React empties it. */
  keepsFields?: boolean;
  /** Called once it has succeeded and the data are there; the form may be gone by then. */
  onDone?: (outcome: Outcome) => void;
  onRefused?: (refused: RefusedForm) => void;
};

const isRefused = (result: object): result is RefusedForm => 'failure' in result;

/**
 * A form of a screen: its script sends it through the route's `clientAction`, and without a script it is posted to the
 * route's `action`. `ActionForm` renders it.
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
  // The same content sent again, as after a lost answer, has the same key, and other content a new one.
  const last = useRef({ content: '', key: '' });
  const [refusals, setRefusals] = useState(0);
  /** Fields that were changed since their error was shown. */
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const refused = data === undefined ? posted : isRefused(data) ? data : undefined;
  const isBusy = state !== 'idle';
  useEffect(() => {
    // The first field that is wrong, once it is marked as such.
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
    /** Why it was refused last; also while it is sent again. */
    refused,
    /** What was typed into a form that was posted and refused; undefined for any other. */
    values: posted?.values,
    /** What stands under the form. */
    failure: isBusy ? undefined : hasErrors ? checkMarked : refused?.failure.message,
    hasErrors,
    errorAt,
    /** Name, error and first value of a field that React does not control. */
    field: (name: string, initial = '') => ({
      name,
      error: errorAt(name),
      defaultValue: posted?.values[name] ?? initial,
    }),
    /** The attributes of the form element. */
    attributes: {
      ref: element,
      action,
      onSubmit,
      onChange({ target }: FormEvent<HTMLFormElement>) {
        const { name } = target as unknown as HTMLInputElement;
        if (refused?.errors[name] !== undefined) setMended((names) => new Set([...names, name]));
      },
    },
    /** The hidden fields; the key comes first, for forms that bring files. */
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
