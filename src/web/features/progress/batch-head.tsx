import { batchTabAddress, batchTabs, type BatchTab } from '#contract/progress/batch-view';
import type { StaffBatch } from '#contract/marking/calls';
import { releaseAddress, staffAddress } from '#contract/marking/staff-view';
import { ButtonLink } from '../../ui/button.tsx';
import { countOf } from '../../ui/format-number.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';
import styles from './batch-head.module.css';

/** Extension requests and reported posts; announcements that are pinned. */
export type TabCounts = { requests: number; announcements: number };

const tabNames: Record<BatchTab, string> = {
  students: 'Students',
  requests: 'Requests',
  announcements: 'Announcements',
  settings: 'Settings',
};

function MarkingLinks({ batch: { name, unmarked, heldBack: unreleased } }: { batch: StaffBatch }) {
  return (
    <div className={styles['ways']}>
      {unmarked > 0 ? (
        <ButtonLink small to={staffAddress({ batch: name })}>
          {`Mark ${countOf(unmarked, 'submission')}`}
        </ButtonLink>
      ) : (
        <ButtonLink small variant="secondary" to={staffAddress({ batch: name, state: 'all' })}>
          See submissions
        </ButtonLink>
      )}
      {unreleased > 0 && (
        <ButtonLink small variant="secondary" to={releaseAddress(name)}>
          {`Release ${countOf(unreleased, 'mark')}`}
        </ButtonLink>
      )}
    </div>
  );
}

/** The name alone for who may not see the batch; its tabs at once, their counts with the batch. */
export function BatchHead({
  name,
  tab,
  batch,
  counts,
}: {
  name: string;
  tab?: BatchTab;
  batch?: StaffBatch;
  counts?: TabCounts;
}) {
  const countFor = (one: BatchTab) => (one === 'requests' || one === 'announcements' ? counts?.[one] : 0);
  return (
    <header className={styles['head']}>
      <h1>{name}</h1>
      {tab !== undefined && (
        <PageTabs
          label="Parts of this batch"
          tabs={batchTabs.map((one) => ({
            to: batchTabAddress(name, one),
            label: tabNames[one],
            count: countFor(one) ?? 0,
            isWaiting: one === 'requests',
          }))}
          current={batchTabAddress(name, tab)}
        />
      )}
      {batch !== undefined && <MarkingLinks batch={batch} />}
    </header>
  );
}
