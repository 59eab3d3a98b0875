import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { atAccount, changePerson } from './person-actions.ts';
import { loadPerson, PersonScreen } from './person-screen.tsx';

export const meta = pageMeta('Person');

const load = loadPerson(atAccount);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const change = changePerson(atAccount);
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffPerson() {
  return <PersonScreen address={atAccount} title="Person" failure="This person could not be loaded" />;
}
