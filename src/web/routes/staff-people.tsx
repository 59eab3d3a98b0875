import { useEffect, useRef } from 'react';
import { redirect, useLoaderData, useNavigate } from 'react-router';
import type { People, PeopleReach } from '#contract/people/calls';
import { limits } from '#contract/limits';
import {
  addPersonAddress,
  chosenBulkAction,
  doneAddress,
  peopleAddress,
  peopleDone,
  peopleQuery,
  peopleView,
  listedStages,
  type ChosenBulkAction,
  type PeopleView,
} from '#contract/people/people-view';
import { stageNames } from '#contract/people/statuses';
import { PeopleList } from '../features/people/people-list.tsx';
import { BulkPreview, previewTitle } from '../features/people/bulk-preview.tsx';
import { bulkActionWords, peopleCount, shownStages } from '../features/people/people-words.ts';
import type { Call } from '../lib/calls/client.ts';
import { focusInPlace } from '../lib/focus.ts';
import { beganFields } from '../lib/forms/began-fields.ts';
import { defer, toResult } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { FilteredList, NameOptions } from '../ui/filtered-list.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen, type StaffData } from './staff-screen.tsx';

export const meta = pageMeta('People');

/** `reach` is the preview of a bulk action, in place of the list. */
type Page = { people: People } | { reach: PeopleReach };

/** `page` is null outside the office. */
type LoaderData = StaffData<Page> & {
  view: PeopleView;
  done: ReturnType<typeof peopleDone>;
};

/** If on screen, it stays with its focus until the new data is loaded. */
let isOnScreen = false;

const targetOf = ({ act, to, p_id }: ChosenBulkAction) => ({
  ...(act === 'place' && to !== '' && { batch: to }),
  ...(act === 'choose-project' && p_id !== '' && { p_id }),
});

async function readPage(call: Call, search: URLSearchParams): Promise<Page> {
  const chosen = chosenBulkAction(search);
  if (chosen === null) {
    const query = { ...peopleQuery(peopleView(search)), with: 'imported' as const };
    return { people: await call('listPeople', { query }) };
  }
  const { act, ids } = chosen;
  const query = { act, ids: ids.join(','), ...targetOf(chosen) };
  return { reach: await call('readPeopleReach', { query }) };
}

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const view = peopleView(search);
  const done = peopleDone(search);
  if (user.role !== 'administrator') return { user, view, done, page: null };
  const page = toResult(readPage(call, search));
  return { user, view, done, page: isOnScreen ? { data: await page } : await defer(page) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Applies a bulk action to the people of the address. */
const actOnPeople: SignedInHandler = async (call, { fields, search }) => {
  const chosen = chosenBulkAction(search);
  const { ids = '', reason, 'Idempotency-Key': idempotencyKey } = fields;
  if (chosen === null || ids === '') return redirect(peopleAddress(peopleView(search)), 303);
  const { act } = chosen;
  const body = {
    act,
    ids: ids.split(','),
    ...targetOf(chosen),
    ...(reason !== undefined && { reason }),
    began: beganFields(fields) ?? undefined,
  };
  const { done } = await call('actOnPeople', { body, idempotencyKey });
  return redirect(doneAddress(peopleView(search), act, done), 303);
};
export const action = signedInAction(actOnPeople);
export const clientAction = browserAction(actOnPeople);

function PeopleScreen({ user, view, done, page }: Omit<LoaderData, 'page'> & { page: Page }) {
  const navigate = useNavigate();
  const result = useRef<HTMLDivElement>(null);
  const isReview = 'reach' in page;
  // The list and the review replace each other, with the focused button.
  useEffect(() => {
    const message = isReview ? null : result.current;
    const target = message ?? document.querySelector<HTMLElement>('#main h1');
    if (!isOnScreen || target === null || document.activeElement !== document.body) return;
    target.tabIndex = -1;
    focusInPlace(target);
  }, [isReview]);
  if (isReview) {
    const { reach } = page;
    const back = peopleAddress(view);
    return (
      <>
        <OfficeHead title={previewTitle(reach)} trail={[{ label: 'People', to: back }]} />
        <BulkPreview key={reach.reached.map(({ id }) => id).join()} preview={reach} back={back} />
      </>
    );
  }
  const { people } = page;
  const { counts } = people;
  const everybody = counts.everybody + counts.imported + counts.invited;
  return (
    <FilteredList
      title="People"
      label="People"
      search={{ name: 'q', label: 'Name, email or phone', maxLength: limits.search }}
      filters={[
        {
          name: 'stage',
          label: 'Status',
          options: (
            <>
              <option value="">{`Everybody ${everybody.toLocaleString('en')}`}</option>
              {shownStages(counts, view.stage).map(([stage, count]) => (
                <option key={stage} value={stage}>
                  {`${stageNames[stage]} ${count.toLocaleString('en')}`}
                </option>
              ))}
            </>
          ),
        },
        { name: 'batch', label: 'Batch', options: <NameOptions all="Every batch" names={user.batches} /> },
      ]}
      values={{ q: view.q, stage: view.stage ?? '', batch: view.batch }}
      addressOf={({ q = '', stage: value, batch = '' }) => {
        const stage = listedStages.find((one) => one === value) ?? null;
        const isSame = stage === view.stage;
        const typed = isSame ? view.typed : '';
        return peopleAddress({
          q,
          stage,
          invitation: isSame ? view.invitation : null,
          batch,
          typed,
          sort: view.sort,
        });
      }}
      tools={
        view.typed !== '' && (
          <ButtonLink
            to={peopleAddress({ ...view, after: '', typed: '' })}
            replace
            preventScrollReset
            variant="choice"
            small
            aria-current="true"
          >{`Typed “${view.typed}” at signup: show all`}</ButtonLink>
        )
      }
      button={
        <ButtonLink to={addPersonAddress} variant="secondary" small>
          Add a person
        </ButtonLink>
      }
    >
      {done !== null && (
        <Notice ref={result} tone="success">
          {`${peopleCount(done.count)} ${done.count === 1 ? 'was' : 'were'} ${bulkActionWords[done.act].done}.`}
        </Notice>
      )}
      <PeopleList
        account={user.account}
        view={view}
        people={people}
        isDone={done !== null}
        onAct={(address) => void navigate(address)}
      />
    </FilteredList>
  );
}

export default function StaffPeople() {
  const { view, done } = useLoaderData<LoaderData>();
  useEffect(() => {
    isOnScreen = true;
    return () => void (isOnScreen = false);
  }, []);
  return (
    <StaffScreen<Page> isOffice title="People" failure="People could not be loaded" skeleton={[12]}>
      {(loaded, user) => <PeopleScreen user={user} view={view} done={done} page={loaded} />}
    </StaffScreen>
  );
}
