import { importedAddress, peopleAddress, personAddress } from '#contract/people/people-view';
import { AddPerson, readAdded } from '../features/people/person-form.tsx';
import { changedBody } from '../lib/forms/changed-body.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Add a person');

type Page = { places: readonly string[] };

const load = officeLoad(async (call): Promise<Page> => {
  const { places } = await call('listPeople', { query: { limit: 1 } });
  return { places };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const notices = { new: 'person-added', changed: 'person-imported', unchanged: 'person-known' } as const;

const redirectWithNotice = withNotices({
  'person-added': 'The person is added. You can invite them from this page.',
  'person-imported': 'The details are saved.',
  'person-known': 'These details were stored already.',
});

/** Ends on the person's own page, where invitations are. */
const addPerson: SignedInHandler = async (call, { fields }) => {
  const body = changedBody(fields, readAdded);
  const added = await call('addPerson', { body, idempotencyKey: fields['Idempotency-Key'] });
  const address = added.has_account ? personAddress(added.s_id) : importedAddress(added.s_id);
  return redirectWithNotice(address, notices[added.result]);
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
