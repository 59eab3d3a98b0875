import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
import type { MarkingShares } from '#contract/marking/share-calls';
import type { BatchProgress } from '#contract/progress/calls';
import {
  batchAddress,
  batchTabAddress,
  batchView,
  movedParts,
  type BatchView,
} from '#contract/progress/batch-view';
import type { AnswerOf } from '../../lib/calls/client.ts';
import type { Deferred, Result } from '../../lib/calls/deferred.ts';
import { useKeyShortcuts } from '../../lib/use-key-shortcuts.ts';
import { AwaitData } from '../../ui/await-data.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { BatchUnavailable } from '../marking/desk/desk-states.tsx';
import { KeyHelp } from '../marking/desk/key-help.tsx';
import { ShareLine } from '../marking/shares/share-line.tsx';
import { BatchHead, type TabCounts } from './batch-head.tsx';
import styles from './batch.module.css';
import { BatchStudents } from './batch-students.tsx';
import { ArchShapes } from './student-arch.tsx';
import { TaskPicture } from './task-picture.tsx';

export type StudentsPage = {
  progress: Result<BatchProgress>;
  counts: TabCounts;
  shares: MarkingShares | null;
  loadId: number;
};

export type TaskStates = Deferred<Result<AnswerOf<'countTaskStates'>>>;

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

/** T switches between table and arches, / leads to the search. @returns what was switched to, for screen readers */
function useShapeKeys(batch: string, view: BatchView, searchField: RefObject<HTMLDivElement | null>): string {
  const navigate = useNavigate();
  const [switched, setSwitched] = useState('');
  const other = view.as === 'table' ? 'arches' : 'table';
  const otherAddress = batchAddress(batch, { ...view, as: other });
  const shortcuts = useMemo(
    () => ({
      t() {
        setSwitched(other === 'table' ? 'Shown as a table' : 'Shown as arches');
        void navigate(otherAddress, { replace: true, preventScrollReset: true });
      },
      '/'() {
        searchField.current?.querySelector('input')?.focus();
      },
    }),
    [navigate, other, otherAddress, searchField],
  );
  useKeyShortcuts(shortcuts);
  return switched;
}

/** @param states null for students, who do not see this page */
function Picture({ batch, view, states }: { batch: string; view: BatchView; states: TaskStates | null }) {
  if (states === null) return null;
  return (
    <AwaitData data={states.data} skeleton={<Skeleton height="20rem" />}>
      {(result: Result<AnswerOf<'countTaskStates'>>) =>
        'value' in result && <TaskPicture batch={batch} view={view} {...result.value} />
      }
    </AwaitData>
  );
}

/** The students of a batch, as a table or as arches. */
export function StudentsTab({
  batch,
  page: { progress, counts, shares, loadId },
  states,
}: {
  batch: string;
  page: StudentsPage;
  states: TaskStates | null;
}) {
  useMovedPart(batch);
  const [search] = useSearchParams();
  const view = useMemo(() => batchView(search), [search]);
  const { state } = useNavigation();
  const searchField = useRef<HTMLDivElement>(null);
  const switched = useShapeKeys(batch, view, searchField);
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
        picture={<Picture batch={batch} view={view} states={states} />}
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
