import { invitationFilters, invitationsAddress, type InvitationFilter } from '#contract/people/intake-fields';
import { pageTitle } from '#contract/screens';
import { InvitationList } from '../features/people/invitations/invitation-list.tsx';
import { filterLabels } from '../features/people/invitations/invitation-row.tsx';
import type { AnswerOf, Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { useSite } from '../lib/page/site.ts';
import { FilteredList, ListPages, NameOptions } from '../ui/filtered-list.tsx';
import { formatNumber } from '../ui/format-number.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Invitations') }];

type View = { state: InvitationFilter; batch: string | null; after: string };
type Page = { view: View; list: AnswerOf<'listInvitations'> };
async function readPage(call: Call, search: URLSearchParams): Promise<Page> {
  const state = invitationFilters.find((filter) => filter === search.get('state')) ?? 'all';
  const view = { state, batch: search.get('batch') || null, after: search.get('after') ?? '' };
  const query = {
    state,
    ...(view.batch !== null && { batch: view.batch }),
    ...(view.after !== '' && { after: view.after }),
  };
  return { view, list: await call('listInvitations', { query }) };
}

const load = officeLoad((call, { search }) => readPage(call, search));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function InvitationsScreen({ page }: { page: Page }) {
  const { view, list } = page;
  const { sendsMail } = useSite();
  const last = list.people.at(-1);
  const more = list.more && last !== undefined ? invitationsAddress({ ...view, after: last.s_id }) : null;
  const countOf = (filter: InvitationFilter): string => {
    if (filter === 'all' || filter === 'never-came') return '';
    return ` (${formatNumber(list.counts[filter] ?? 0)})`;
  };
  return (
    <>
      <OfficeHead title="Invitations" facts="Each works once and expires after 30 days." />
      <FilteredList
        label="Invitations"
        filters={[
          { name: 'batch', label: 'Batch', options: <NameOptions all="Every batch" names={list.batches} /> },
          {
            name: 'state',
            label: 'Invitation',
            options: invitationFilters.map((filter) => (
              <option key={filter} value={filter}>
                {`${filterLabels[filter]}${countOf(filter)}`}
              </option>
            )),
          },
        ]}
        values={{ batch: view.batch ?? '', state: view.state }}
        addressOf={({ batch, state }) =>
          invitationsAddress({ batch, state: invitationFilters.find((filter) => filter === state) })
        }
      >
        <InvitationList
          key={`${view.batch} ${view.state} ${view.after}`}
          people={list.people}
          waiting={list.counts['not-invited'] ?? 0}
          batch={view.batch}
          unprinted={list.unprinted}
          makesLinks={list.makes_links}
          sendsMail={sendsMail}
        />
        <ListPages
          first={
            view.after === ''
              ? null
              : { label: 'First people', to: invitationsAddress({ ...view, after: '' }) }
          }
          next={more === null ? null : { label: 'More people', to: more }}
        />
      </FilteredList>
    </>
  );
}

export default function StaffInvitations() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Invitations"
      failure="The invitations could not be loaded"
      skeleton={['6rem', 10]}
    >
      {(loaded) => <InvitationsScreen page={loaded} />}
    </StaffScreen>
  );
}
