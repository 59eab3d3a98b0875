import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { isSameBatch, limits } from '#contract/limits';
import { call, type AnswerOf, type Call } from '../../lib/calls/client.ts';
import type { InvalidField } from '../../lib/forms/form-fields.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './account-form.module.css';

/** The open batches that a text may mean. */
type BatchAnswer = { query: string; batches: AnswerOf<'suggestBatches'> };

/** What is known of a typed batch before the form is sent. */
type TypedBatch = {
  /** Similar names; empty for an exact match. */
  near: string[];
  /** Whether only invited emails may join. */
  isForInvited: boolean;
};

/** The most names to suggest. */
const mostMeant = 2;
/** Milliseconds before a signup continues without suggestions. */
const patienceMs = 2_000;

function judgeBatch(typed: string, batches: BatchAnswer['batches']): TypedBatch {
  const own = batches.find(({ name }) => isSameBatch(typed, name));
  return {
    near: own === undefined ? batches.slice(0, mostMeant).map(({ name }) => name) : [],
    isForInvited: own?.joining === 'invited',
  };
}

/** In a browser, the field's latest suggestions. */
let seen: BatchAnswer | null = null;

export async function lookUpBatch(call: Call, typed: string): Promise<TypedBatch> {
  const q = typed.trim();
  if (seen?.query === q) return judgeBatch(q, seen.batches);
  const signal = AbortSignal.timeout(patienceMs);
  // A signup never fails because of suggestions.
  const batches = await call('suggestBatches', { query: { q }, signal }).catch(() => []);
  return judgeBatch(q, batches);
}

/** Asks about a near miss; sending the same name again confirms it. */
export function askBack(near: readonly string[]): InvalidField {
  const message = `Did you mean ${near.join(' or ')}? If not, click Continue again.`;
  return { field: 'batch', message, suggested: near };
}

/** Signs up with one of these names in place of the typed one; also without a script. */
export function UseBatch({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <Button key={name} type="submit" name="use" value={name} variant="secondary" wide>
      {`Use ${name}`}
    </Button>
  ));
}

/** Debounce of suggestions, in milliseconds. */
const debounceMs = 200;

/** Sets a field's value as if typed. */
function type(input: HTMLInputElement | null, name: string): void {
  if (input === null) return;
  // React only notices a value set with the native setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}

function OtherNames({ names, onChoose }: { names: string[]; onChoose: (name: string) => void }): ReactNode {
  if (names.length === 0)
    return <span>No open batch has this name. You can still sign up. The office will place you.</span>;
  return (
    <>
      <span>Did you mean </span>
      {names.map((name, i) => (
        <span key={name}>
          {i > 0 && <span>{' or '}</span>}
          <button type="button" className={styles['choice']} onClick={() => onChoose(name)}>
            {name}
          </button>
        </span>
      ))}
      <span>?</span>
    </>
  );
}

/** Free text with suggestions, and a question for near misses. */
export function BatchField(field: Pick<ComponentProps<typeof TextField>, 'errorId' | 'defaultValue'>) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [answer, setAnswer] = useState<BatchAnswer | null>(null);
  useEffect(() => {
    if (query === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('suggestBatches', { query: query === '' ? {} : { q: query }, signal: controller.signal }).then(
        (batches) => setAnswer((seen = { query, batches })),
        () => {},
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  const suggestions = answer?.batches ?? [];
  const isTold = query !== null && query !== '' && answer?.query === query;
  const isUnknown = isTold && !suggestions.some(({ name }) => isSameBatch(query, name));
  const { near, isForInvited } = judgeBatch(query ?? '', suggestions);
  const otherNames = <OtherNames names={near} onChoose={(name) => type(input.current, name)} />;
  return (
    <>
      <TextField
        {...field}
        ref={input}
        label="Batch Name"
        name="batch"
        autoComplete="off"
        maxLength={limits.batch}
        required
        list={list}
        hint={
          isUnknown && field.errorId === undefined ? (
            otherNames
          ) : isTold && isForInvited ? (
            'Only for invited students. Sign up with the email that got the invitation, then confirm it.'
          ) : (
            <span>
              As in your admission letter, for example <code>MERN-2026-11</code>
            </span>
          )
        }
        onFocus={(event) => setQuery(event.currentTarget.value.trim())}
        onChange={(event) => setQuery(event.currentTarget.value.trim())}
      />
      <datalist id={list}>
        {suggestions.map(({ name, course }) => (
          <option key={name} value={name}>
            {course}
          </option>
        ))}
      </datalist>
    </>
  );
}
