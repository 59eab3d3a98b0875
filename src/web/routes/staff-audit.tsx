import { useLoaderData, useNavigate } from 'react-router';
import type { AuditLine } from '#contract/privacy/audit-calls';
import type { CurrentUser } from '#contract/accounts/calls';
import { auditAddress, auditQuery, auditView, type AuditView } from '#contract/privacy/audit-view';
import { paths } from '#contract/paths';
import { AuditFilters } from '../features/privacy/audit-filters.tsx';
import { AuditList } from '../features/privacy/audit-list.tsx';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { callAddress } from '../lib/calls/call-address.ts';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { ListPages } from '../ui/filtered-list.tsx';
import { PageBody } from '../ui/frame.tsx';
import { EmptyState, ListSkeleton } from '../ui/states.tsx';
import { ResultPart } from './load-error.tsx';
import { OfficeHead } from './office-head.tsx';
import styles from './office.module.css';

export const meta = pageMeta('Audit log');

type Lines = { lines: AuditLine[]; next: string | null };

/** `page` is null except for administrators. */
type LoaderData = { user: CurrentUser; view: AuditView; page: Deferred<Result<Lines>> | null };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const view = auditView(search);
  if (user.role !== 'administrator') return { user, view, page: null };
  const query = auditQuery(view);
  return { user, view, page: await defer(toResult(call('listAudit', { query }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function Lines({ view, page: { lines, next } }: { view: AuditView; page: Lines }) {
  if (lines.length === 0)
    return (
      <EmptyState title="No entries found">
        <p>To find a person, enter the whole email.</p>
      </EmptyState>
    );
  return (
    <>
      <AuditList lines={lines} hasOlder={next !== null} />
      <ListPages
        first={view.after === '' ? null : { label: 'Newest', to: auditAddress({ ...view, after: '' }) }}
        next={next === null ? null : { label: 'Older', to: auditAddress({ ...view, after: next }) }}
      />
    </>
  );
}

export default function StaffAudit() {
  const { user, view, page } = useLoaderData<LoaderData>();
  const navigate = useNavigate();
  const { after: _, ...search } = view;
  const isFiltered = auditAddress(search) !== auditAddress();
  return (
    <PageBody width="work">
      {page === null ? (
        <>
          <OfficeHead title="Audit log" />
          <WrongRole user={user} isOffice />
        </>
      ) : (
        <>
          <OfficeHead title="Audit log">
            <ButtonLink
              small
              variant="secondary"
              to={callAddress(paths.exportAudit.path, {}, auditQuery(search))}
              reloadDocument
              download
            >
              Download these entries as CSV
            </ButtonLink>
            <details key={auditAddress(view)} className={styles['fold']} open={isFiltered || undefined}>
              <summary>Filter</summary>
            </details>
          </OfficeHead>
          <AuditFilters view={view} onChoose={(address) => void navigate(address)} />
          <AwaitData data={page.data} skeleton={<ListSkeleton />}>
            {(result) => (
              <ResultPart result={result} title="The audit log could not be loaded">
                {(lines) => <Lines view={view} page={lines} />}
              </ResultPart>
            )}
          </AwaitData>
        </>
      )}
    </PageBody>
  );
}
