import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { atWork, changePerson } from './person-actions.ts';
import { loadPerson, PersonScreen } from './person-screen.tsx';

export const meta = pageMeta('Student');

const load = loadPerson(atWork);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const change = changePerson(atWork);
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffStudent() {
  return <PersonScreen address={atWork} title="Student" failure="This student could not be loaded" />;
}
