import { peopleAddress } from '#contract/people/people-view';
import { pageTitle } from '#contract/screens';
import { AddPerson, type AddedPerson } from '../features/people/person-form.tsx';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Add a person') }];

type Page = { email: string; places: readonly string[] };

const load = officeLoad(async (call, { search }): Promise<Page> => {
  const { places } = await call('listPeople', { query: { limit: 1 } });
  return { email: search.get('email') ?? '', places };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const addPerson: SignedInAct<AddedPerson> = async (call, { fields }) => {
  const { email = '', name, phone, batch, exit_score, grade, 'Idempotency-Key': idempotencyKey } = fields;
  const body = { email, name, phone, batch, exit_score, grade };
  return { added: await call('addPerson', { body, idempotencyKey }) };
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
      {({ email, places }) => (
        <>
          <OfficeHead
            title={email === '' ? 'Add a person' : 'Correct a person'}
            trail={[{ label: 'People', to: peopleAddress() }]}
          />
          <AddPerson key={email} email={email} batches={places} />
        </>
      )}
    </StaffScreen>
  );
}
