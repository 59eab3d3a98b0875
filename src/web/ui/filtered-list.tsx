import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { Button } from './button.tsx';
import { SelectField, TextField } from './field.tsx';
import styles from './filtered-list.module.css';

/** Parameters of the address by name. */
type Values = Readonly<Record<string, string>>;

export type Filter = { name: string; label: string; options: ReactNode };

/** In milliseconds after the last key. */
const searchDelayMs = 250;

/**
 * A list with its search and filters in one row. Each choice replaces the address; without script a button sends
 * the form.
 */
export function FilteredList({
  label,
  search,
  searchField,
  filters,
  values,
  hidden = {},
  addressOf,
  tools,
  children,
}: {
  /** The name of the search landmark. */
  label: string;
  search: { name: string; label: string; maxLength?: number; shortcut?: string };
  searchField?: Ref<HTMLDivElement>;
  filters: readonly Filter[];
  /** What the address has, the search included. */
  values: Values;
  /** Further parameters of the form without script. */
  hidden?: Values;
  addressOf: (values: Values) => string;
  /** In the same row. */
  tools?: ReactNode;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const isBusy = useNavigation().state !== 'idle';
  const current = values[search.name] ?? '';
  const [typed, setTyped] = useState(current);
  const sent = useRef(current);
  useEffect(() => {
    // Back and Forward change the search; an answer that arrives while somebody types does not.
    if (current === sent.current) return;
    sent.current = current;
    setTyped(current);
  }, [current]);
  // A choice adds to one whose answer is still awaited.
  const chosen = useRef(values);
  const shown = JSON.stringify(values);
  useEffect(() => {
    chosen.current = JSON.parse(shown) as Values;
  }, [shown]);
  const choose = (change: Values): void => {
    const text = change[search.name] ?? typed.trim();
    sent.current = text;
    chosen.current = { ...chosen.current, ...change, [search.name]: text };
    const address = addressOf(chosen.current);
    // A choice made before hydration arrives during it, when the router does not listen yet.
    queueMicrotask(() => void navigate(address, { replace: true, preventScrollReset: true }));
  };
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => latest.current({}), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <>
      <div className={styles['row']}>
        <form
          className={styles['filters']}
          role="search"
          aria-label={label}
          onSubmit={(event) => {
            event.preventDefault();
            choose({});
          }}
        >
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div ref={searchField} className={styles['search']}>
            <TextField
              label={search.label}
              placeholder={search.label}
              type="search"
              name={search.name}
              value={typed}
              maxLength={search.maxLength}
              autoComplete="off"
              aria-keyshortcuts={search.shortcut}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
          {filters.map(({ name, label: text, options }) => (
            <SelectField
              key={name}
              label={text}
              name={name}
              value={values[name]}
              onChange={({ target: { value } }) => {
                if (value !== values[name]) choose({ [name]: value });
              }}
            >
              {options}
            </SelectField>
          ))}
          <noscript>
            <Button type="submit" variant="secondary" small>
              Show
            </Button>
          </noscript>
        </form>
        {tools}
      </div>
      <div className={styles['list']} aria-busy={isBusy || undefined}>
        {children}
      </div>
    </>
  );
}
