import { useEffect, useId, useRef, useState } from 'react';
import { limits } from '#contract/limits';
import { call } from '../../lib/client.ts';
import { TextField } from '../../ui/field.tsx';

type Suggestion = { name: string; course: string };

/** How long typing must rest before suggestions are asked for, in milliseconds. */
const restMs = 200;

/**
 * The batch's name: free text with the browser's own list of open batches. Suggestions are a help only; when they cannot
 * be had the field goes on without them.
 */
export function BatchField({ errorId }: { errorId?: string | undefined }) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState<string | null>(null);
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);

  useEffect(() => {
    // An invitation's link names the batch.
    const invited = new URLSearchParams(location.search).get('batch');
    if (invited !== null && input.current?.value === '') input.current.value = invited.slice(0, limits.batch);
  }, []);

  useEffect(() => {
    if (query === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call('suggestBatches', { query: query === '' ? {} : { q: query }, signal: stop.signal }).then(
        setSuggestions,
        () => {},
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
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
