import { useEffect, useId, useState, type ComponentProps } from 'react';
import { limits } from '#contract/limits';
import { call } from '../../lib/client.ts';
import { TextField } from '../../ui/field.tsx';

type Suggestion = { name: string; course: string };

/** The debounce of suggestions, in milliseconds. */
const debounceMs = 200;

/**
 * The batch's name: free text with a datalist of open batches. Suggestions are optional; when they fail the field works
 * without them.
 */
export function BatchField(field: Pick<ComponentProps<typeof TextField>, 'errorId' | 'defaultValue'>) {
  const list = useId();
  const [query, setQuery] = useState<string | null>(null);
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);

  useEffect(() => {
    if (query === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('suggestBatches', { query: query === '' ? {} : { q: query }, signal: controller.signal }).then(
        setSuggestions,
        () => {},
      );
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  return (
    <>
      <TextField
        {...field}
        label="Batch Name"
        name="batch"
        autoComplete="off"
        maxLength={limits.batch}
        required
        list={list}
        hint={
          <>
            As in your admission letter, for example <code>MERN-2026-11</code>
          </>
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
