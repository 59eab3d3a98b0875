import { useEffect, useRef, useState } from 'react';
import type { People } from '#contract/people/calls';
import { peopleAddress, stages, type PeopleView } from '#contract/people/people-view';
import { limits } from '#contract/limits';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { shownStages, stageNames } from './people-words.ts';
import styles from './people.module.css';

/** How long after the last key a search goes out, in milliseconds. */
const searchDelayMs = 250;

/** Search, status and batch, kept in the address; without a script a button sends the form. */
export function PeopleFilters({
  view,
  counts,
  batches,
  onChoose,
}: {
  view: PeopleView;
  counts: People['counts'];
  batches: readonly string[];
  onChoose: (address: string) => void;
}) {
  const [typed, setTyped] = useState(view.q);
  const sent = useRef(view.q);
  useEffect(() => {
    // Back and Forward change the search; an answer that arrives while somebody types does not.
    if (view.q === sent.current) return;
    sent.current = view.q;
    setTyped(view.q);
  }, [view.q]);
  const choose = (change: Partial<PeopleView>): void => {
    const q = change.q ?? typed.trim();
    sent.current = q;
    const address = peopleAddress({ ...view, ...change, q, after: '' });
    // A choice from before hydration comes when the router does not listen yet.
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
    <>
      <form
        className={styles['filters']}
        role="search"
        aria-label="People"
        onSubmit={(event) => {
          event.preventDefault();
          choose({ q: typed.trim() });
        }}
      >
        <TextField
          label="Name, email or phone"
          type="search"
          placeholder="Name, email or phone"
          name="q"
          value={typed}
          maxLength={limits.search}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          label="Status"
          name="stage"
          value={view.stage ?? ''}
          onChange={({ target: { value } }) => {
            const stage = stages.find((one) => one === value) ?? null;
            if (stage !== view.stage) choose({ stage, typed: '' });
          }}
        >
          <option value="">{`Everybody ${counts.everybody.toLocaleString('en')}`}</option>
          {shownStages(counts, view.stage).map(([stage, count]) => (
            <option key={stage} value={stage}>
              {`${stageNames[stage]} ${count.toLocaleString('en')}`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Batch"
          name="batch"
          value={view.batch}
          onChange={({ target: { value } }) => {
            if (value !== view.batch) choose({ batch: value });
          }}
        >
          <option value="">Every batch</option>
          {batches.map((batch) => (
            <option key={batch} value={batch}>
              {batch}
            </option>
          ))}
        </SelectField>
        <noscript>
          <Button type="submit" variant="secondary" small>
            Show
          </Button>
        </noscript>
      </form>
      {view.typed !== '' && (
        <ButtonLink
          to={peopleAddress({ ...view, after: '', typed: '' })}
          replace
          preventScrollReset
          variant="choice"
          small
          aria-current="true"
        >{`Typed “${view.typed}” at signup: show all`}</ButtonLink>
      )}
    </>
  );
}
