import { useEffect, useId, useRef, useState } from 'react';
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
export function BatchField({ errorId }: { errorId?: string | undefined }) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);

  useEffect(() => {
    // Invitation links name the batch.
    const invited = new URLSearchParams(location.search).get('batch');
    if (invited !== null && input.current?.value === '') input.current.value = invited.slice(0, limits.batch);
  }, []);

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
        ref={input}
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
        errorId={errorId}
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
