import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { StaffBatch, StaffSubmission } from '#contract/marking/calls';
import {
  markingSharesAddress,
  releaseAddress,
  staffAddress,
  unsubmittedAddress,
  type DeskState,
  type StaffView,
} from '#contract/marking/staff-view';
import { paths } from '#contract/paths';
import { callAddress } from '../../../lib/calls/call-address.ts';
import { call } from '../../../lib/calls/client.ts';
import type { Result } from '../../../lib/calls/deferred.ts';
import { readRequestsOf } from '../../../lib/outbox/outbox.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useSent } from '../../../lib/outbox/use-outbox.ts';
import { subjects } from '../../../lib/stored-names/offline.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useKeyShortcuts, useKeyShortcutsOn } from '../../../lib/use-key-shortcuts.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { LiveRegion, useAnnouncement } from '../../../ui/notice.tsx';
import { BatchList } from './batch-list.tsx';
import { BatchUnavailable, EmptyQueue, SubmissionUnavailable } from './desk-states.tsx';
import { SaveError } from '../mark-waiting.tsx';
import { PostedLowerMark, PostedMarkConflict, PostedNewerVersion } from '../posted-mark.tsx';
import styles from './desk.module.css';
import messages from './messages.module.css';
import { isSeen, listId, useIsListShown, useListKey } from './list-switch.tsx';
import { OpenSubmission } from '../work/open-submission.tsx';
import { Queue, QueueFilters, StateTabs } from './queue.tsx';
import { readAhead, type QueueItem, type StaffPageData } from './read-staff-page.ts';
import type { MarkBody } from '../mark-body.ts';
import { lowerCode, newerCode } from '../mark-question.ts';
import { usePresence } from './use-presence.ts';
import { useNewSubmissions, useQueue } from './use-queue.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';

/** Shown after the first mark. */
const loadToast = () => loadPart(() => import('./saved-toast.tsx'));

/** Nothing for a single task. @param change how the number of unmarked ones has changed */
function countsOf(
  view: StaffView,
  batches: readonly StaffBatch[],
  change: number,
): Partial<Record<DeskState, number>> {
  const batch = batches.find(({ name }) => name === view.batch);
  if (batch === undefined || view.task !== null) return {};
  // Of one's own list only what is left to mark is counted.
  if (view.whose !== 'all')
    return view.whose === 'mine' && batch.own ? { 'to-mark': batch.own.unmarked + change } : {};
  const { submissions, unmarked, heldBack: unreleased } = batch;
  return {
    'to-mark': unmarked,
    'held-back': unreleased,
    released: Math.max(0, submissions - unmarked - unreleased),
    all: submissions,
  };
}

const isLeft = (state: DeskState, { marks, released, hasOpenReview }: QueueItem): boolean => {
  if (state === 'held-back') return marks !== null && !released;
  if (state === 'second-look') return hasOpenReview;
  return state !== 'to-mark' || marks === null;
};

/** Marked here, and not sent yet. */
const isQueued = ({ number }: QueueItem): boolean =>
  readRequestsOf(subjects.mark(number)).some(({ state }) => state === 'waiting');

export function MarkingDesk({
  user,
  page: { batches, view, queue, open, loadId, readAt, openId },
}: {
  user: CurrentUser;
  page: StaffPageData & { queue: Result<QueueItem[]> };
}) {
  const navigate = useNavigate();
  const { state } = useNavigation();
  const refused = useRefusedForm();
  const { rows, hasOlder, change, replace, noteMark, add, showOlder } = useQueue(
    view,
    'value' in queue ? queue.value : [],
    loadId,
  );
  const news = useNewSubmissions(view, rows, { loadId, readAt });
  const [message, tell] = useAnnouncement();
  const [search, setSearch] = useState('');
  const [saved, setSaved] = useState<{ row: StaffSubmission; isUndone: boolean } | null>(null);
  const forgetSaved = useCallback(() => setSaved(null), []);
  const toast = useRead(loadToast);
  const heading = useRef<HTMLHeadingElement>(null);
  const number = open === null ? null : 'value' in open ? open.value.number : view.open;
  const at = rows.findIndex((row) => row.number === number);
  const previous = at > 0 ? rows[at - 1] : undefined;
  const next = rows[at + 1];

  // A mark may be sent after another submission is opened.
  useSent(({ call: name, params, body }, answer) => {
    if (name !== 'markSubmission') return false;
    if (answer === undefined) {
      noteMark(params['id'] ?? '', body as unknown as MarkBody);
      return false;
    }
    const changed = answer as StaffSubmission;
    replace(changed);
    if (saved?.row.number !== changed.number) return false;
    setSaved({ ...saved, row: changed });
    return true;
  });
  const shownBatches = batches.map((batch) => {
    if (batch.name !== view.batch) return batch;
    const left = (of: 'submissions' | 'unmarked' | 'heldBack') => Math.max(0, batch[of] + change[of]);
    return {
      ...batch,
      submissions: left('submissions'),
      unmarked: left('unmarked'),
      heldBack: left('heldBack'),
    };
  });

  const goTo = (row: QueueItem, after: StaffSubmission | null = null): void => {
    tell('');
    setSaved(after && { row: after, isUndone: false });
    if (after !== null && toast.found === null) void toast.read();
    // Back leaves the desk instead of stepping through all submissions.
    const isReplaced = view.open !== null;
    void navigate(staffAddress({ ...view, open: row.number }), {
      replace: isReplaced,
      preventScrollReset: true,
    });
  };
  const goNext = async (
    isWanted: (row: QueueItem) => boolean,
    orFirst: boolean,
    justSaved?: StaffSubmission,
  ): Promise<void> => {
    const after = rows.slice(at + 1).find(isWanted);
    if (after !== undefined) return goTo(after, justSaved);
    const more = hasOlder ? await showOlder().catch(() => []) : [];
    const found = more.find(isWanted) ?? (orFirst ? rows.slice(0, at).find(isWanted) : undefined);
    if (found !== undefined) return goTo(found, justSaved);
    setSaved(null);
    tell(orFirst ? 'Nothing is left in this list.' : 'This is the last submission of this list.');
  };
  const move = useEffectEvent((by: 1 | -1) => {
    if (state !== 'idle') return;
    if (by === 1) void goNext(() => true, false);
    else if (previous !== undefined) goTo(previous);
    else tell('This is the first submission of this list.');
  });
  const [shortcuts] = useState(() => ({ j: () => move(1), k: () => move(-1) }));
  useKeyShortcuts(shortcuts);

  const [hasKeys] = useKeyShortcutsOn();
  const opened = useRef(view.open);
  useEffect(() => {
    const isOpened = view.open !== null && view.open !== opened.current;
    opened.current = view.open;
    if (!isOpened) return;
    const title = heading.current;
    // Without single keys the heading is many tabs away.
    const field = hasKeys ? null : title?.closest('article')?.querySelector<HTMLElement>('[name="marks"]');
    (field ?? title)?.focus({ preventScroll: true });
    document.documentElement.scrollTop = 0;
  }, [view.open, hasKeys]);
  const nextNumber = next?.number;
  const [openAtFirst] = useState(view.open);
  useEffect(() => {
    // A followed link alone loads nothing ahead.
    const isGoingOn = view.open !== null && view.open !== openAtFirst;
    if (isGoingOn && nextNumber !== undefined) readAhead(call, nextNumber);
  }, [view.open, openAtFirst, nextNumber]);

  const addressOf = (row: QueueItem | undefined) =>
    row === undefined ? null : staffAddress({ ...view, open: row.number });
  const neighbours = {
    previous: addressOf(previous),
    next: addressOf(next),
    list: staffAddress({ ...view, open: null }),
  };
  const isListShown = useIsListShown();
  const presence = usePresence(number, () => isSeen(heading.current));
  const ofList = useListKey(heading, neighbours.list);
  const isBusy = state !== 'idle';
  return (
    <div
      className={styles['desk']}
      data-open={view.open !== null || undefined}
      data-folded={!isListShown || undefined}
    >
      <LiveRegion announcement={ofList} />
      <div id={listId} className={styles['side']}>
        <BatchList batches={shownBatches} view={view} />
        <section className={styles['list']} aria-labelledby="batch" aria-busy={isBusy || undefined}>
          {'value' in queue && (
            <>
              <StateTabs view={view} counts={countsOf(view, shownBatches, change.unmarked)} />
              <QueueFilters
                view={view}
                onSearch={setSearch}
                onChoose={(address) => void navigate(address, { replace: true, preventScrollReset: true })}
              />
              {view.state === 'held-back' && view.batch !== null && (
                <Link to={releaseAddress(view.batch, view.task)} className={styles['students']}>
                  Release several at once
                </Link>
              )}
              <p role="status" className="visually-hidden">
                {news.unlisted.length > 0 &&
                  'There are new submissions. The button above the list shows them.'}
              </p>
              {news.unlisted.length > 0 && (
                <Button variant="secondary" small onClick={() => add(news.unlisted, number)}>
                  {`Show ${news.unlisted.length} new ${news.unlisted.length === 1 ? 'submission' : 'submissions'}`}
                </Button>
              )}
              <Queue
                view={view}
                rows={rows}
                search={search}
                open={number}
                elsewhere={presence.in_batch}
                hasOlder={hasOlder}
                showOlder={showOlder}
              />
              {view.batch !== null && (
                <Row gap={3}>
                  <Link to={unsubmittedAddress(view.batch, view.task)} className={styles['students']}>
                    Not submitted
                  </Link>
                  <Link to={markingSharesAddress(view.batch)} className={styles['students']}>
                    Divide marking
                  </Link>
                </Row>
              )}
              {view.batch !== null && view.task !== null && rows.length > 0 && (
                <a
                  href={callAddress(paths.exportFiles.path, {}, { batch: view.batch, task: view.task })}
                  download
                  className={styles['students']}
                >
                  {`Download all files of ${taskLabel(view.task)}`}
                </a>
              )}
            </>
          )}
        </section>
      </div>
      <div className={styles['work']}>
        {refused?.current !== undefined &&
          (refused.failure.code === newerCode ? (
            <PostedNewerVersion
              refused={refused}
              addressOf={(newest) => staffAddress({ ...view, open: newest })}
            />
          ) : (
            <PostedMarkConflict refused={refused} />
          ))}
        {refused !== undefined &&
          refused.current === undefined &&
          (refused.failure.code === lowerCode ? (
            <PostedLowerMark refused={refused} />
          ) : (
            <SaveError error={refused.failure} />
          ))}
        {'error' in queue && <BatchUnavailable batch={view.batch} error={queue.error} />}
        {'value' in queue && open === null && <EmptyQueue view={view} />}
        {open !== null && 'error' in open && (
          <SubmissionUnavailable error={open.error} list={neighbours.list} />
        )}
        {open !== null && 'value' in open && (
          <OpenSubmission
            key={`${open.value.number} ${openId}`}
            open={open.value}
            others={presence.others}
            news={news.all}
            view={view}
            user={user}
            heading={heading}
            neighbours={neighbours}
            position={at < 0 ? null : `${at + 1} of ${rows.length}${hasOlder ? '+' : ''}`}
            onSaved={replace}
            onGoOn={(justSaved) =>
              void goNext(
                (row) => view.state === 'all' || (isLeft(view.state, row) && !isQueued(row)),
                view.state !== 'all',
                justSaved,
              )
            }
          />
        )}
      </div>
      {toast.found !== null && saved !== null && saved.row.number !== number && (
        <toast.found.SavedToast
          key={saved.row.number}
          row={saved.row}
          isUndone={saved.isUndone}
          address={staffAddress({ ...view, open: saved.row.number })}
          onUndo={() => setSaved({ ...saved, isUndone: true })}
          onClose={forgetSaved}
        />
      )}
      <p role="status" className={isBusy || message.words === '' ? 'visually-hidden' : messages['message']}>
        <span key={message.count}>{isBusy ? 'Loading submissions' : message.words}</span>
      </p>
    </div>
  );
}
