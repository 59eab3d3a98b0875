import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { isSameBatch, limits } from '#contract/limits';
import { call } from '../../lib/client.ts';
import { TextField } from '../../ui/field.tsx';
import styles from './batch-field.module.css';

type Suggestion = { name: string; course: string };

/** The debounce of suggestions, in milliseconds. */
const debounceMs = 200;
/** How many names are asked back at most. */
const mostMeant = 2;

/** Types a name into a field, as its user would. */
function type(input: HTMLInputElement | null, name: string): void {
  if (input === null) return;
  // React notices a value only if it is set behind its back.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}

/** What is said of a typed name that no open batch has. */
function OtherNames({ names, onChoose }: { names: string[]; onChoose: (name: string) => void }): ReactNode {
  if (names.length === 0)
    return "No open batch has this name. You can sign up all the same: the academy's office places you.";
  return (
    <>
      Did you mean{' '}
      {names.map((name, i) => (
        <span key={name}>
          {i > 0 && ' or '}
          <button type="button" className={styles['choice']} onClick={() => onChoose(name)}>
            {name}
          </button>
        </span>
      ))}
      ?
    </>
  );
}

/**
 * The batch's name: free text with a datalist of open batches; a name that is nearly one of theirs is asked back.
 * Suggestions are optional: when they fail the field works without them.
 */
export function BatchField(field: Pick<ComponentProps<typeof TextField>, 'error' | 'defaultValue'>) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{ query: string; batches: Suggestion[] } | null>(null);

  useEffect(() => {
    if (query === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('suggestBatches', { query: query === '' ? {} : { q: query }, signal: controller.signal }).then(
        (batches) => setAnswer({ query, batches }),
        () => {},
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  const suggestions = answer?.batches ?? [];
  const isUnknown =
    query !== null &&
    query !== '' &&
    answer?.query === query &&
    !suggestions.some(({ name }) => isSameBatch(query, name));
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
          isUnknown ? (
            <OtherNames
              names={suggestions.slice(0, mostMeant).map(({ name }) => name)}
              onChoose={(name) => type(input.current, name)}
            />
          ) : (
            <>
              As in your admission letter, for example <code>MERN-2026-11</code>
            </>
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
