import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { auditAddress } from '#contract/privacy/audit-view';
import { paths } from '#contract/paths';
import { ExportForm, FilesForm } from '../features/privacy/export-form.tsx';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import type { Call } from '../lib/calls/client.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { OfficeHead } from './office-head.tsx';

export const meta = pageMeta('Exports');

const load = (_: Call, { user }: Visit): CurrentUser => user;

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const exports = [
  {
    title: 'Marks',
    text: 'One row per student, one column per task. Unreleased marks have their own columns. Do not share those with students.',
    action: paths.exportGrades.path,
  },
  {
    title: 'List of students',
    text: 'Everyone who signed up: name, email, phone, batch, project, exit score, grade.',
    action: paths.exportRoster.path,
  },
  {
    title: 'Submissions',
    text: 'Every submitted version with its receipt, links, comments, file and mark, released or not.',
    action: paths.exportSubmissions.path,
  },
];

export default function StaffExports() {
  const user = useLoaderData<CurrentUser>();
  const isOffice = user.role === 'administrator';
  return (
    <PageBody width="work">
      <OfficeHead title="Exports" {...(isOffice && { facts: 'The audit log records each download.' })} />
      {isOffice ? (
        <>
          {exports.map((one) => (
            <ExportForm key={one.title} {...one} batches={user.batches} />
          ))}
          <FilesForm batches={user.batches} />
          <p>
            <ButtonLink to={auditAddress()} variant="secondary" small>
              Audit log, also as CSV
            </ButtonLink>
          </p>
        </>
      ) : (
        <WrongRole user={user} isOffice />
      )}
    </PageBody>
  );
}
