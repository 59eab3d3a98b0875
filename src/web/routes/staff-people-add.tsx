import { peopleAddress } from '#contract/people/people-view';
import { pageTitle } from '#contract/screens';
import { AddPerson, readAdded, type AddedPerson } from '../features/people/person-form.tsx';
import { changedBody } from '../lib/forms/changed-body.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Add a person') }];

type Page = { places: readonly string[] };

const load = officeLoad(async (call): Promise<Page> => {
  const { places } = await call('listPeople', { query: { limit: 1 } });
  return { places };
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
      {({ places }) => (
        <>
          <OfficeHead title="Add a person" trail={[{ label: 'People', to: peopleAddress() }]} />
          <AddPerson batches={places} />
        </>
      )}
    </StaffScreen>
  );
}
