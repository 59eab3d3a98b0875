import type { KnownPerson } from '#contract/people/intake-calls';
import { peopleAddress } from '#contract/people/people-view';
import { pageTitle } from '#contract/screens';
import { AddPerson, readAdded, type AddedPerson } from '../features/people/person-form.tsx';
import { changedBody } from '../lib/forms/changed-body.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Add a person') }];

type Page = { known: KnownPerson | null; places: readonly string[] };

const load = officeLoad(async (call, { search }): Promise<Page> => {
  const s_id = search.get('email') ?? '';
  const [{ places }, known] = await Promise.all([
    call('listPeople', { query: { limit: 1 } }),
    s_id === '' ? null : call('readKnownPerson', { params: { s_id } }),
  ]);
  return { known, places };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const addPerson: SignedInAct<AddedPerson> = async (call, { fields }) => {
  const body = changedBody(fields, readAdded);
  return { added: await call('addPerson', { body, idempotencyKey: fields['Idempotency-Key'] }) };
};
export const action = signedInAction(addPerson);
export const clientAction = browserAction(addPerson);

export default function StaffPeopleAdd() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Add a person"
      failure="The batches could not be loaded"
      skeleton={['form']}
    >
      {({ known, places }) => (
        <>
          <OfficeHead
            title={known === null ? 'Add a person' : 'Correct a person'}
            trail={[{ label: 'People', to: peopleAddress() }]}
          />
          <AddPerson key={known?.email ?? ''} known={known} batches={places} />
        </>
      )}
    </StaffScreen>
  );
}
