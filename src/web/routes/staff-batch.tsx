import { useEffect, useMemo, useRef, useState } from 'react';
import {
  Link,
  useLoaderData,
  useNavigate,
  useNavigation,
  useParams,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { PlannedAnnouncement, SentAnnouncement } from '#contract/notices/announcement-calls';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import type { MarkingShares } from '#contract/marking/share-calls';
import type { BatchProgress } from '#contract/progress/calls';
import {
  batchAddress,
  batchView,
  progressQuery,
  spelledBatch,
  type BatchView,
} from '#contract/progress/batch-view';
import type { HiddenPosts as HiddenPostList, ReportList } from '#contract/forum/moderation-calls';
import { finishAddress } from '#contract/results/unfinished';
import { pageTitle } from '#contract/screens';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { SentAnnouncements } from '../features/notices/sent-announcements.tsx';
import { BatchHead, CommentFirst } from '../features/progress/batch-head.tsx';
import { ExtensionRequests } from '../features/progress/extension-requests.tsx';
import { readProgress } from '../features/progress/batch-pages.tsx';
import { BatchStudents } from '../features/progress/batch-students.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { HiddenPosts } from '../features/forum/moderation/hidden-posts.tsx';
import { ShareLine } from '../features/marking/shares/share-line.tsx';
import { KeyHelp } from '../features/marking/desk/key-help.tsx';
import { ReportedPosts } from '../features/forum/moderation/reported-posts.tsx';
import { ArchShapes } from '../features/progress/student-arch.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, valueOf, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice, type ScreenNotice } from '../lib/screen-notices.ts';
import { beganFields, removalBody } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import type { Fields } from '../lib/forms/form-fields.ts';
import { browserAction, refuseInvalid, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { useKeyShortcuts } from '../lib/use-key-shortcuts.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { tickedBatches } from '../features/notices/batch-boxes.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { ListSkeleton, Skeleton } from '../ui/states.tsx';
import styles from './staff-batch.module.css';

export const meta = () => [{ title: pageTitle('Batch') }];

type Page = {
  progress: Result<BatchProgress>;
  announcements: SentAnnouncement[];
  planned: readonly PlannedAnnouncement[];
  reports: ReportList;
  hidden: HiddenPostList;
  requests: readonly AskedExtension[];
  shares: MarkingShares | null;
  loadId: number;
};

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Page> | null };

/** If on screen, it stays with its focus until the new data is loaded. */
let isOnScreen = false;
let loads = 0;

const hiddenAtFirst = 5;

async function readPage(call: Call, batch: string, search: URLSearchParams, loadId: number): Promise<Page> {
  const [progress, announcements, planned, reports, hidden, requests, shares] = await Promise.all([
    toResult(readProgress(call, batch, batchView(search))),
    // A failed part is omitted: students are the main content.
    toResult(call('listBatchAnnouncements', { params: { batch } })),
    toResult(call('listPlannedAnnouncements', { params: { batch } })),
    toResult(call('listReports', { params: { s_id: batch } })),
    toResult(call('listHiddenPosts', { params: { s_id: batch }, query: { limit: hiddenAtFirst } })),
    toResult(call('listExtensionRequests', { params: { batch } })),
    toResult(call('readMarkingShares', { params: { batch } })),
  ]);
  return {
    progress,
    announcements: valueOf(announcements) ?? [],
    planned: valueOf(planned) ?? [],
    reports: valueOf(reports) ?? { posts: [] },
    hidden: valueOf(hidden) ?? { posts: [] },
    requests: valueOf(requests) ?? [],
    shares: valueOf(shares) ?? null,
    loadId,
  };
}

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null };
  const loadId = typeof document === 'undefined' ? 0 : ++loads;
  const page = readPage(call, batch, search, loadId);
  return { user, batch, page: isOnScreen ? { data: await page } : await defer(page) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** The body of an edited announcement, for a server of a version before also with its older conditions. */
function editedBody(fields: Fields) {
  const changed = changedBody(fields, ({ text = '', until = '', day = '', publish_at = '' }) => ({
    text: text.trim(),
    until,
    day: day === '' ? null : day,
    ...(publish_at !== '' && { publish_at }),
  }));
  const { publish_at, ...body } = changed;
  // An unchanged time may have been changed by others.
  const isMoved = changed.began === undefined || 'publish_at' in changed.began;
  return {
    body: { ...body, original: beganFields(fields)?.['text'] ?? fields['original'] },
    time: isMoved && publish_at !== undefined ? { publish_at } : {},
  };
}

const submitForBatch: SignedInAct = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const { act, text = '', until = '', announcement = '', 'Idempotency-Key': idempotencyKey } = fields;
  const done = (name: ScreenNotice) =>
    redirectWithNotice(`/staff/batches/${encodeURIComponent(batch)}`, name);
  if (act === 'dismiss-reports') {
    const { question = '', comment } = fields;
    const body = { ...(comment !== undefined && { comment }), ...removalBody(fields) };
    await call('dismissReports', { params: { s_id: batch, id: question }, body, idempotencyKey });
    return done('reports-settled');
  }
  if (act === 'answer-extension') {
    const { s_id = '', request = '', words = '' } = fields;
    const isDeclined = fields['answer'] === 'declined';
    const given = isDeclined ? ({ answer: 'declined' } as const) : ({ answer: 'granted', until } as const);
    const answer = { params: { s_id, request }, body: { ...given, words }, idempotencyKey };
    await call('answerExtension', answer);
    return done(isDeclined ? 'extension-declined' : 'extension-granted');
  }
  if (act === 'comment-first') {
    const body = { comment_first: fields['comment_first'] === 'yes' };
    await call('setCommentFirst', { params: { batch }, body, idempotencyKey });
    return redirectWithNotice(batchAddress(batch), null);
  }
  const of = { params: { batch, id: announcement }, idempotencyKey };
  if (act === 'withdraw-announcement') {
    await call('withdrawAnnouncement', { ...of, body: removalBody(fields) });
    return done('announcement-withdrawn');
  }
  if (act === 'cancel-announcement') {
    await call('cancelAnnouncement', { ...of, body: removalBody(fields) });
    return done('announcement-cancelled');
  }
  if (text.trim() === '') refuseInvalid({ field: 'text', message: 'The announcement is empty' });
  if (act === 'edit-planned') {
    const { body, time } = editedBody(fields);
    await call('editPlannedAnnouncement', { ...of, body: { ...body, ...time } });
    return done('planned-saved');
  }
  if (act === 'edit-announcement') {
    await call('editAnnouncement', { ...of, body: editedBody(fields).body });
    return done('announcement-edited');
  }
  const { day = '', publish_at = '' } = fields;
  const words = { text: text.trim(), until, ...(day !== '' && { day }) };
  const time = publish_at === '' ? {} : { publish_at };
  const others = tickedBatches(fields);
  if (others.length > 0) {
    const body = { batches: [batch, ...others], ...words, ...time };
    await call('announceToBatches', { body, idempotencyKey });
  } else if (publish_at === '') await call('publishAnnouncement', { ...of, body: words });
  else await call('planAnnouncement', { ...of, body: { ...words, publish_at } });
  return done(publish_at === '' ? 'announced' : 'announcement-planned');
};
export const action = signedInAction(submitForBatch);
export const clientAction = browserAction(submitForBatch);

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

/** Links down to what waits for an answer. */
function Waiting({ reports, requests }: Pick<Page, 'reports' | 'requests'>) {
  const { length } = reports.posts;
  return (
    <>
      {requests.length > 0 && (
        <a href="#extension-requests" className={styles['waiting']}>
          {requests.length === 1 ? '1 extension request' : `${requests.length}\u00A0extension requests`}
        </a>
      )}
      {requests.length > 0 && length > 0 && <span>, </span>}
      {length > 0 && (
        <a href="#reports" className={styles['waiting']}>
          {length === 1 ? '1 reported post' : `${length} reported posts`}
        </a>
      )}
    </>
  );
}

function BatchScreen({
  batch,
  user,
  page: { progress, announcements, planned, reports, hidden, requests, shares, loadId },
}: {
  batch: string;
  user: CurrentUser;
  page: Page;
}) {
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
        <BatchHead name={batch} />
        <BatchUnavailable batch={batch} error={progress.error} />
      </>
    );
  }
  const { value } = progress;
  return (
    <>
      <ArchShapes />
      <BatchHead name={batch} batch={value.batch}>
        <Waiting reports={reports} requests={requests} />
      </BatchHead>
      <BatchStudents
        view={view}
        first={value}
        loadId={loadId}
        searchField={searchField}
        tools={
          <>
            <Shapes batch={batch} view={view} />
            <a href="#announcements-head">
              {announcements.length === 0 ? 'Announce' : `Announcements (${announcements.length})`}
            </a>
            <Link to={finishAddress(batch)}>End of the course</Link>
            <KeyHelp
              keys={[
                ['T', 'Switch between table and arches'],
                ['/', 'Go to the search'],
              ]}
            />
          </>
        }
      />
      <Stack gap={5} className={styles['below']}>
        {shares !== null && <ShareLine shares={shares} />}
        <ExtensionRequests requests={requests} />
        <ReportedPosts batch={batch} reports={reports} />
        <SentAnnouncements batch={batch} user={user} announcements={announcements} planned={planned} />
        <CommentFirst batch={value.batch} />
        <HiddenPosts batch={batch} hidden={hidden} />
      </Stack>
      <p role="status" className="visually-hidden">
        {state === 'idle' ? switched : 'Loading students'}
      </p>
    </>
  );
}

export default function StaffBatch() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  const params = useParams();
  useEffect(() => {
    isOnScreen = true;
    return () => void (isOnScreen = false);
  }, []);
  const head = <BatchHead name={user.role === 'student' ? 'Batch' : batch} />;
  const skeleton = (
    <>
      {head}
      <Skeleton height="2.25rem" />
      <ListSkeleton />
    </>
  );
  return (
    <PageBody width="work">
      <Stack gap={2}>
        {page === null ? (
          <>
            {head}
            <WrongRole user={user} />
          </>
        ) : (
          <AwaitData key={params['batch']} data={page.data} skeleton={skeleton}>
            {(loaded) => <BatchScreen batch={batch} user={user} page={loaded} />}
          </AwaitData>
        )}
      </Stack>
    </PageBody>
  );
}
