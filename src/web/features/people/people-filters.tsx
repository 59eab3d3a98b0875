import { useEffect, useRef, useState } from 'react';
import type { People } from '#contract/people/calls';
import { peopleAddress, type PeopleView } from '#contract/people/people-view';
import { limits } from '#contract/limits';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './people-filters.module.css';
import { shownStages, stageNames } from './people-words.ts';

/** How long after the last key a search goes out, in milliseconds. */
const searchDelayMs = 250;

/** How far people are, each with how many there are; and the batch that those who wait have typed, where it is looked for. */
function Stages({ view, counts }: { view: PeopleView; counts: People['counts'] }) {
  const first = { ...view, after: '' };
  return (
    <nav aria-label="Status" className={styles['stages']}>
      <ButtonLink
        to={peopleAddress({ ...first, stage: null, typed: '' })}
        replace
        preventScrollReset
        variant="choice"
        small
        aria-current={view.stage === null && view.typed === '' ? 'true' : undefined}
      >
        {`Everybody ${counts.everybody.toLocaleString('en')}`}
      </ButtonLink>
      {shownStages(counts, view.stage).map(([stage, count]) => (
        <ButtonLink
          key={stage}
          to={peopleAddress({ ...first, stage, typed: '' })}
          replace
          preventScrollReset
          variant="choice"
          small
          aria-current={view.stage === stage && view.typed === '' ? 'true' : undefined}
        >
          {`${stageNames[stage]} ${count.toLocaleString('en')}`}
        </ButtonLink>
      ))}
      <ButtonLink to="/staff/invitations?state=never-came" variant="choice" small>
        Invited, not signed up
      </ButtonLink>
      {view.typed !== '' && (
        <ButtonLink
          to={peopleAddress({ ...first, typed: '' })}
          replace
          preventScrollReset
          variant="choice"
          small
          aria-current="true"
        >{`Typed “${view.typed}”: show all`}</ButtonLink>
      )}
    </nav>
  );
}

/**
 * Search, batch and stage. Each choice is an address, so that a reload and Back keep it; without its script the form is sent by
 * a button.
 */
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
    // Back and Forward change what is looked for; an answer that comes while somebody types on does not.
    if (view.q === sent.current) return;
    sent.current = view.q;
    setTyped(view.q);
  }, [view.q]);
  const choose = (change: Partial<PeopleView>): void => {
    const q = change.q ?? typed.trim();
    sent.current = q;
    const address = peopleAddress({ ...view, ...change, q, after: '' });
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
        {view.stage !== null && <input type="hidden" name="stage" value={view.stage} />}
        <TextField
          label="Name, email or phone"
          type="search"
          name="q"
          value={typed}
          maxLength={limits.search}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <SelectField
          label="Batch"
          name="batch"
          value={view.batch}
          onChange={({ target: { value } }) => {
            if (value !== view.batch) choose({ batch: value });
          }}
        >
          <option value="">All</option>
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
      <Stages view={view} counts={counts} />
    </>
  );
}
