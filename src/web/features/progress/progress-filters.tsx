import { useEffect, useRef, useState, type Ref } from 'react';
import {
  batchAddress,
  filterValue,
  parseFilter,
  progressSorts,
  type BatchView,
  type ProgressFilter,
  type ProgressSort,
} from '#contract/progress/batch-view';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './progress-filters.module.css';

const sortNames: Record<ProgressSort, string> = {
  behind: 'Furthest behind first',
  name: 'By name',
  seen: 'Longest unseen first',
};

export const filterNames: Record<ProgressFilter, string> = {
  unsubmitted: 'Nothing submitted yet',
  silent: 'Silent for 7 days',
  late: 'Has late work',
  waiting: 'Typed another batch',
};

/** How long after the last key a search goes out, in milliseconds. */
const searchDelayMs = 250;

/**
 * Search, filter and order. Each choice is an address, so that a reload and Back keep it; without its script the form is sent by
 * a button.
 */
export function ProgressFilters({
  batch,
  view,
  projects,
  searchField,
  onChoose,
}: {
  batch: string;
  view: BatchView;
  projects: readonly { id: string; name: string }[];
  searchField: Ref<HTMLDivElement>;
  onChoose: (address: string) => void;
}) {
  const [typed, setTyped] = useState(view.q);
  const sent = useRef(view.q);
  useEffect(() => {
    // Back and Forward change what is looked for; an answer that comes while somebody types on does not.
    if (view.q === sent.current) return;
    sent.current = view.q;
    setTyped(view.q);
  }, [view.q]);
  const chosen = useRef(view);
  useEffect(() => {
    chosen.current = view;
  }, [view]);
  const choose = (change: Partial<BatchView>): void => {
    const q = change.q ?? typed.trim();
    sent.current = q;
    // A choice adds to one whose answer is still on its way.
    chosen.current = { ...chosen.current, ...change, q };
    const address = batchAddress(batch, chosen.current);
    // What was chosen before hydration comes during it, when the router does not listen yet.
    queueMicrotask(() => onChoose(address));
  };
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const q = typed.trim();
    if (q === sent.current) return undefined;
    const timer = setTimeout(() => latest.current({ q }), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <form
      className={styles['filters']}
      role="search"
      aria-label={`Students of ${batch}`}
      onSubmit={(event) => {
        event.preventDefault();
        choose({ q: typed.trim() });
      }}
    >
      {view.as === 'table' && <input type="hidden" name="as" value="table" />}
      <div ref={searchField} className={styles['search']}>
        <TextField
          label="Name or email"
          type="search"
          name="q"
          value={typed}
          autoComplete="off"
          aria-keyshortcuts="/"
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <SelectField
        label="Show"
        name="filter"
        value={filterValue(view)}
        onChange={({ target: { value } }) => {
          if (value !== filterValue(view)) choose(parseFilter(value));
        }}
      >
        <option value="">Everybody</option>
        {Object.entries(filterNames).map(([filter, name]) => (
          <option key={filter} value={filter}>
            {name}
          </option>
        ))}
        <optgroup label="One project">
          {projects.map(({ id, name }) => (
            <option key={id} value={filterValue({ filter: null, project: id })}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <SelectField
        label="Order"
        name="sort"
        value={view.sort}
        onChange={({ target: { value } }) => {
          const sort = progressSorts.find((one) => one === value);
          if (sort !== undefined && sort !== view.sort) choose({ sort });
        }}
      >
        {progressSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortNames[sort]}
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit" variant="secondary" small>
          Show
        </Button>
      </noscript>
    </form>
  );
}
