import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/limits';
import {
  forumAddress,
  questionFilters,
  questionSorts,
  usualSort,
  type QuestionFilter,
  type QuestionSort,
  type QuestionView,
} from '#contract/forum/question-view';
import { useOnline } from '../../../lib/calls/use-online.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import styles from './question-search.module.css';

const filterNames: Readonly<Record<QuestionFilter, string>> = {
  mine: 'Mine',
  favorites: 'My favorites',
  unanswered: 'Not answered',
  solved: 'Solved',
  unread: 'Unread',
  pinned: 'Pinned',
};
const sortNames: Readonly<Record<QuestionSort, string>> = {
  best: 'Best match',
  newest: 'Newest first',
  oldest: 'Oldest first',
};

function Choices({
  label,
  choices,
}: {
  label: string;
  choices: readonly { name: string; to: string; isChosen: boolean }[];
}) {
  return (
    <nav aria-label={label} className={styles['choices']}>
      {choices.map(({ name, to, isChosen }) => (
        <ButtonLink
          key={name}
          to={to}
          preventScrollReset
          variant="choice"
          small
          aria-current={isChosen ? 'true' : undefined}
        >
          {name}
        </ButtonLink>
      ))}
    </nav>
  );
}

/**
 * Search, filter and sort. The choice is in the address: for reload, Back and shared links. Works as a form
 * without script.
 */
export function QuestionSearch({
  batch,
  view,
  from = null,
}: {
  batch: string;
  view: QuestionView;
  /** The filter in which the shown search began. */
  from?: QuestionFilter | null;
}) {
  const begunIn = view.filter ?? from;
  const navigate = useNavigate();
  const isOnline = useOnline();
  const [typed, setTyped] = useState(view.q);
  const shown = useRef(view.q);
  useEffect(() => {
    // Back, Forward and filters change the search; typing changes it on submit.
    if (shown.current !== view.q) setTyped(view.q);
    shown.current = view.q;
  }, [view.q]);
  const to = (change: Partial<QuestionView>) => forumAddress(batch, { ...view, ...change });
  // Pinned questions are shown above all others anyway.
  const isOffered = (filter: QuestionFilter) => filter !== 'pinned' || view.filter === 'pinned';
  const sorts = questionSorts.filter((sort) => sort !== 'best' || view.q !== '');
  return (
    <div className={styles['search']}>
      <form
        role="search"
        aria-label="Questions"
        action={forumAddress(batch)}
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          const q = typed.trim();
          const sort = view.sort === usualSort(view.q) ? usualSort(q) : view.sort;
          // A search covers all questions.
          const address = to({ q, sort, filter: q === '' ? view.filter : null });
          const from =
            q === '' || begunIn === null ? '' : `${address.includes('?') ? '&' : '?'}from=${begunIn}`;
          void navigate(address + from, { preventScrollReset: true });
        }}
      >
        {begunIn !== null && <input type="hidden" name="from" value={begunIn} />}
        <TextField
          label="Find a question"
          type="search"
          name="q"
          value={typed}
          maxLength={limits.questionSearch}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <div className={styles['line']}>
        <Choices
          label="Which questions"
          choices={[
            { name: 'All', to: to({ filter: null }), isChosen: view.filter === null },
            ...questionFilters.filter(isOffered).map((filter) => ({
              name: filterNames[filter],
              to: to({ filter }),
              isChosen: view.filter === filter,
            })),
          ]}
        />
        <Choices
          label="Order"
          choices={sorts.map((sort) => ({
            name: sortNames[sort],
            to: to({ sort }),
            isChosen: view.sort === sort,
          }))}
        />
      </div>
      {!isOnline && (
        <p className={styles['note']}>
          You are offline, so search is not available. Below is what is saved on this device.
        </p>
      )}
    </div>
  );
}
