import { useState } from 'react';
import { useLoaderData, useNavigation, useSearchParams } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { studentMessages } from '#contract/student-messages';
import type { References as ProjectReferences } from '#contract/projects/calls';
import { LookupForm, ReferenceRecord } from '../features/projects/reference-lookup.tsx';
import { toCallError } from '../lib/calls/call-error.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack, ScreenHead } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from '../features/projects/projects.module.css';

export const meta = pageMeta('Reference Materials');

/** @throws CallError, also for a malformed answer */
async function readReferences(call: Call, p_id: string): Promise<ProjectReferences> {
  const record = await call('readReferences', { params: { p_id } });
  if (typeof record?.p_name !== 'string') throw toCallError(200, undefined);
  return record;
}

async function readOwn(call: Call, { account: s_id }: CurrentUser): Promise<ProjectReferences | null> {
  const [selection] = await call('readSelection', { params: { s_id } });
  return selection === undefined ? null : readReferences(call, selection.p_id);
}

type LoaderData = {
  own: Deferred<Result<ProjectReferences | null>> | null;
  /** The looked-up project; its id is in the address. */
  found: Result<ProjectReferences> | null;
};

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const searchedId = search.get('project')?.trim() ?? '';
  const [own, found] = await Promise.all([
    user.role === 'student' ? defer(toResult(readOwn(call, user))) : null,
    searchedId === '' ? null : toResult(readReferences(call, searchedId)),
  ]);
  return { own, found };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function OwnReferences({ own: loaded }: { own: Result<ProjectReferences | null> }) {
  // If reloading fails, the shown references stay.
  const [last, setLast] = useState(loaded);
  if (loaded !== last && 'value' in loaded) setLast(loaded);
  const own = 'value' in last ? last : loaded;
  if ('error' in own) return <LoadError title="Your references could not be loaded" error={own.error} />;
  if (own.value !== null) return <ReferenceRecord record={own.value} />;
  return (
    <EmptyState
      title="No project yet"
      action={<ButtonLink to="/StudentDashboard">See the available projects</ButtonLink>}
    >
      <p>Choose a project to see its references here.</p>
    </EmptyState>
  );
}

function Lookup({ found }: { found: LoaderData['found'] }) {
  const [search, setSearch] = useSearchParams();
  const { state, location } = useNavigation();
  const searchedId = search.get('project') ?? '';
  const isBusy = state !== 'idle' && new URLSearchParams(location?.search).has('project');
  return (
    <Stack as="section" gap={2}>
      <h2 className={styles['heading']}>Project reference lookup</h2>
      <LookupForm
        searchedId={searchedId}
        isBusy={isBusy}
        onLookUp={(project) =>
          setSearch({ project }, { replace: project === searchedId, preventScrollReset: true })
        }
      />
      <p role="status" className="visually-hidden">
        {!isBusy && found !== null && 'value' in found && `Found ${found.value.p_name}`}
      </p>
      {isBusy && <Skeleton height="14rem" />}
      {!isBusy && found !== null && 'error' in found && (
        <Notice tone="error">{studentMessages.projectNotFound}</Notice>
      )}
      {!isBusy && found !== null && 'value' in found && <ReferenceRecord record={found.value} />}
    </Stack>
  );
}

export default function References() {
  const { own, found } = useLoaderData<LoaderData>();
  return (
    <PageBody>
      <ScreenHead title="Reference Materials">
        <p>Where to read more about each project.</p>
      </ScreenHead>
      <div className={styles['columns']}>
        <Lookup found={found} />
        {own !== null && (
          <Stack as="section" gap={2}>
            <h2 className={styles['heading']}>Your project</h2>
            <AwaitData data={own.data} skeleton={<Skeleton height="14rem" />}>
              {(result) => <OwnReferences own={result} />}
            </AwaitData>
          </Stack>
        )}
      </div>
    </PageBody>
  );
}
