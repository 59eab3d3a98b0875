import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type Ref } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { Button, ButtonLink } from './button.tsx';
import { SelectField, TextField } from './field.tsx';
import styles from './filtered-list.module.css';
import { Row } from './layout.tsx';

/** Parameters of the address by name. */
type Values = Readonly<Record<string, string>>;

export type Filter = { name: string; label: string; options: ReactNode };

/** In milliseconds after the last key. */
const searchDelayMs = 250;

export function NameOptions({ all, names }: { all: string; names: readonly string[] }) {
  return (
    <>
      <option value="">{all}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </>
  );
}

type Page = { label: string; to: string };

/** Leads through a list's pages; null for one that there is not. */
export function ListPages({ first, next }: { first: Page | null; next: Page | null }) {
  const pages = [first, next].filter((page) => page !== null);
  if (pages.length === 0) return null;
  return (
    <Row as="nav" aria-label="Pages">
      {pages.map(({ label, to }) => (
        <ButtonLink key={label} variant="secondary" small to={to}>
          {label}
        </ButtonLink>
      ))}
    </Row>
  );
}

/**
 * A list with its search and filters in one row. Each choice replaces the address; without script a button sends
 * the form.
 */
export function FilteredList({
  title,
  label,
  search,
  searchField,
  filters,
  values,
  hidden = {},
  addressOf,
  tools,
  button,
  children,
}: {
  /** The screen's heading, on the same line where there is room. */
  title?: string;
  label: string;
  search?: { name: string; label: string; maxLength?: number; shortcut?: string };
  searchField?: Ref<HTMLDivElement>;
  filters: readonly Filter[];
  /** What the address has, the search included. */
  values: Values;
  /** Further parameters of the form without script. */
  hidden?: Values;
  addressOf: (values: Values) => string;
  /** In the same row. */
  tools?: ReactNode;
  /** The screen's own button, beside the title. */
  button?: ReactNode;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const isBusy = useNavigation().state !== 'idle';
  const current = search === undefined ? '' : (values[search.name] ?? '');
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
    const text = typed.trim();
    sent.current = text;
    chosen.current = { ...chosen.current, ...change, ...(search && { [search.name]: text }) };
    const address = addressOf(chosen.current);
    // A choice made before hydration arrives during it, when the router does not listen yet.
    queueMicrotask(() => void navigate(address, { replace: true, preventScrollReset: true }));
  };
  const chooseTyped = useEffectEvent(() => choose({}));
  useEffect(() => {
    const text = typed.trim();
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => chooseTyped(), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <>
      <div className={styles['head']}>
        {title !== undefined && <h1>{title}</h1>}
        <div className={styles['row']}>
          <form
            method="get"
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
            {search && (
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
            )}
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
        {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
        {button}
      </div>
      <div className={styles['list']} aria-busy={isBusy || undefined}>
        {children}
      </div>
      <p role="status" className="visually-hidden">
        {isBusy ? 'Loading' : ''}
      </p>
    </>
  );
}
