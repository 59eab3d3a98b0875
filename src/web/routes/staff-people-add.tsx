import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { peopleAddress } from '#contract/people/people-view';
import { pageTitle } from '#contract/screens';
import { AddPerson, type AddedPerson } from '../features/people/person-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { OfficeHead } from './office-head.tsx';
import styles from './office.module.css';
import { StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Add a person') }];

/** The batches to choose from; null outside the office. */
type LoaderData = { user: CurrentUser; email: string; page: Deferred<Result<readonly string[]>> | null };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const email = search.get('email') ?? '';
  if (user.role !== 'administrator') return { user, email, page: null };
  const places = call('listPeople', { query: { limit: 1 } }).then((people) => people.places);
  return { user, email, page: await defer(toResult(places)) };
}

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
  const { user, email, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Add a person"
      failure="The batches could not be loaded"
      skeleton={['24rem']}
    >
      {(places) => (
        <>
          <OfficeHead title="Add a person" trail={[{ label: 'People', to: peopleAddress() }]} />
          <AddPerson key={email} email={email} batches={places} />
        </>
      )}
    </StaffScreen>
  );
}
