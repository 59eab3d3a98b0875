import { useEffect, useMemo, useRef, useState } from 'react';
import {
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { MarkingShares } from '#contract/marking/share-calls';
import type { BatchProgress } from '#contract/progress/calls';
import {
  batchAddress,
  batchTabAddress,
  batchView,
  movedParts,
  progressQuery,
  spelledBatch,
  type BatchView,
} from '#contract/progress/batch-view';
import { BatchHead, type TabCounts } from '../features/progress/batch-head.tsx';
import { readProgress } from '../features/progress/batch-pages.tsx';
import { BatchStudents } from '../features/progress/batch-students.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { ShareLine } from '../features/marking/shares/share-line.tsx';
import { TaskPicture } from '../features/progress/task-picture.tsx';
import { KeyHelp } from '../features/marking/desk/key-help.tsx';
import { ArchShapes } from '../features/progress/student-arch.tsx';
import type { AnswerOf, Call } from '../lib/calls/client.ts';
import { toResult, valueOf, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { signedInAction } from '../lib/forms/form-action.ts';
import { useKeyShortcuts } from '../lib/use-key-shortcuts.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { submitForBatch } from './batch-actions.ts';
import { BatchScreen, countLists, keepShown, startLists, type BatchData } from './batch-screen.tsx';
import styles from './staff-batch.module.css';

export const meta = pageMeta('Batch');

type Page = {
  progress: Result<BatchProgress>;
  counts: TabCounts;
  shares: MarkingShares | null;
  loadId: number;
};

let loads = 0;

type LoaderData = BatchData<Page> & { states: Deferred<Result<AnswerOf<'countTaskStates'>>> | null };

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null, states: null };
  const loadId = typeof document === 'undefined' ? 0 : ++loads;
  const page = Promise.all([
    toResult(readProgress(call, batch, batchView(search))),
    countLists(startLists(call, batch)),
    toResult(call('readMarkingShares', { params: { batch } })),
  ]).then(([progress, counts, shares]) => ({
    progress,
    counts,
    shares: valueOf(shares) ?? null,
    loadId,
  }));
  const states = keepShown(toResult(call('countTaskStates', { params: { batch } })));
  return { user, batch, page: await keepShown(page), states: await states };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Of pages that were open when the parts were on one page, without a script. */
export const action = signedInAction(submitForBatch);

/** Arches, table and an order by marks show the same students: no reload. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const asked = (url: URL) => batchAddress(url.pathname, progressQuery(batchView(url.searchParams)));
  const isSame = asked(currentUrl) === asked(nextUrl) && currentUrl.search !== nextUrl.search;
  return isSame ? false : defaultShouldRevalidate;
}

const shapes = [
  ['table', 'Table'],
  ['arches', 'Arches'],
] as const;

function Shapes({ batch, view }: { batch: string; view: BatchView }) {
  return (
    <Row role="group" aria-label="Shown as" gap={1} className={styles['shapes']}>
      {shapes.map(([as, name]) => (
        <ButtonLink
          key={as}
          to={batchAddress(batch, { ...view, as })}
          replace
          preventScrollReset
          variant="choice"
          small
          aria-current={view.as === as ? 'true' : undefined}
          aria-keyshortcuts={view.as === as ? undefined : 't'}
        >
          {name}
        </ButtonLink>
      ))}
    </Row>
  );
}

/** A link of a stored notice names a part that has an address of its own now. */
function useMovedPart(batch: string): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const tab = movedParts[hash];
    if (tab !== undefined) void navigate(batchTabAddress(batch, tab) + hash, { replace: true });
  }, [batch, hash, navigate]);
}

/** Without it the students are there. */
function Picture({ batch, view }: { batch: string; view: BatchView }) {
  const { states } = useLoaderData<LoaderData>();
  if (states === null) return null;
  return (
    <AwaitData data={states.data} skeleton={<Skeleton height="20rem" />}>
      {(result: Result<AnswerOf<'countTaskStates'>>) =>
        'value' in result && <TaskPicture batch={batch} view={view} {...result.value} />
      }
    </AwaitData>
  );
}

function Students({ batch, page: { progress, counts, shares, loadId } }: { batch: string; page: Page }) {
  useMovedPart(batch);
  const [search] = useSearchParams();
  const view = useMemo(() => batchView(search), [search]);
  const navigate = useNavigate();
  const { state } = useNavigation();
  const searchField = useRef<HTMLDivElement>(null);
  const [switched, setSwitched] = useState('');
  const other = view.as === 'table' ? 'arches' : 'table';
  const otherAddress = batchAddress(batch, { ...view, as: other });
  const acts = useMemo(
    () => ({
      t() {
        setSwitched(other === 'table' ? 'Shown as a table' : 'Shown as arches');
        void navigate(otherAddress, { replace: true, preventScrollReset: true });
      },
      '/'() {
        searchField.current?.querySelector('input')?.focus();
      },
    }),
    [navigate, other, otherAddress],
  );
  useKeyShortcuts(acts);
  if ('error' in progress) {
    return (
      <>
        <BatchHead name={batch} tab="students" counts={counts} />
        <BatchUnavailable batch={batch} error={progress.error} />
      </>
    );
  }
  const { value } = progress;
  return (
    <>
      <ArchShapes />
      <BatchHead name={batch} tab="students" batch={value.batch} counts={counts} />
      <BatchStudents
        view={view}
        first={value}
        loadId={loadId}
        searchField={searchField}
        picture={<Picture batch={batch} view={view} />}
        tools={
          <>
            <Shapes batch={batch} view={view} />
            <KeyHelp
              keys={[
                ['T', 'Switch between table and arches'],
                ['/', 'Go to the search'],
              ]}
            />
          </>
        }
      />
      {shares !== null && <ShareLine shares={shares} />}
      <p role="status" className="visually-hidden">
        {state === 'idle' ? switched : 'Loading students'}
      </p>
    </>
  );
}

export default function StaffBatch() {
  return (
    <BatchScreen<Page> tab="students">
      {(page, { batch }) => <Students batch={batch} page={page} />}
    </BatchScreen>
  );
}
