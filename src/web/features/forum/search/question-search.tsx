import { useEffect, useId, useRef, useState } from 'react';
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
  privateAddress,
} from '#contract/forum/question-view';
import { useOnline } from '../../../lib/calls/use-online.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { centreInRow } from '../../../ui/centre-in-row.ts';
import { Small } from '../../../ui/layout.tsx';
import { useTypedBeforeHydration } from '../../../ui/use-typed-before-hydration.ts';
import styles from '../forum.module.css';
import { ReadAll } from '../news/read-all.tsx';

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

export function Choices({
  label,
  current = 'true',
  choices,
}: {
  label: string;
  /** The `aria-current` of the chosen one. */
  current?: 'true' | 'page';
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
          aria-current={isChosen ? current : undefined}
        >
          {name}
        </ButtonLink>
      ))}
    </nav>
  );
}

/** The choice is in the address: for reload, Back and shared links. */
export function QuestionSearch({
  s_id,
  batch,
  view,
  from = null,
}: {
  /** For calls: a student's email, for staff the batch's name. */
  s_id: string;
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
  const id = useId();
  useTypedBeforeHydration<HTMLInputElement>(id, ({ target }) => setTyped(target.value));
  const row = useRef<HTMLDivElement>(null);
  const { filter } = view;
  useEffect(() => {
    if (filter !== null) centreInRow(row.current, '[aria-current]');
  }, [filter]);
  const to = (change: Partial<QuestionView>) => forumAddress(batch, { ...view, ...change });
  // Pinned questions are shown above.
  const isOffered = (filter: QuestionFilter) => filter !== 'pinned' || view.filter === 'pinned';
  const sorts = questionSorts.filter((sort) => sort !== 'best' || view.q !== '');
  return (
    <>
      <form
        method="get"
        role="search"
        aria-label="Questions"
        action={forumAddress(batch)}
        className={styles['search']}
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
        <label htmlFor={id} className="visually-hidden">
          Find a question
        </label>
        <input
          id={id}
          type="search"
          name="q"
          placeholder="Find a question"
          value={typed}
          maxLength={limits.questionSearch}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" title="Search">
          <span className="visually-hidden">Search</span>
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
            <path d="M12.5 12.5 16 16M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z" fill="none" stroke="currentColor" />
          </svg>
        </button>
      </form>
      <div ref={row} className={styles['filters']}>
        <Choices
          label="Which questions"
          choices={[
            { name: 'All', to: to({ filter: null }), isChosen: view.filter === null },
            ...questionFilters.filter(isOffered).map((filter) => ({
              name: filterNames[filter],
              to: to({ filter }),
              isChosen: view.filter === filter,
            })),
            { name: 'Private', to: privateAddress(batch), isChosen: false },
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
        <ReadAll
          s_id={s_id}
          batch={batch}
          isList={view.q === '' && (view.filter === null || view.filter === 'unread')}
        />
      </div>
      {!isOnline && <Small>You are offline, so search is not available.</Small>}
    </>
  );
}
