import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { batchAddress, batchDatesAddress, spelledBatch } from '#contract/progress/batch-view';
import type { BatchDates, OutageReach } from '#contract/progress/schedule-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { BatchUnavailable } from '../features/marking/desk/desk-states.tsx';
import { DatesForm, readDates } from '../features/progress/dates-form.tsx';
import { OutageSection, type OutageTimes } from '../features/progress/outage-section.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row } from '../ui/layout.tsx';
import { FormSkeleton } from '../ui/states.tsx';
import { Section } from './staff-screen.tsx';
import styles from '../features/progress/dates.module.css';

export const meta = pageMeta('Dates of a batch');

type Page = { dates: BatchDates; times: OutageTimes | null; reach: Result<OutageReach> | null };

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; batch: string; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, batch: string, search: URLSearchParams): Promise<Page> {
  const times = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  const isAsked = times.from !== '' && times.to !== '';
  const [dates, reach] = await Promise.all([
    call('readBatchDates', { params: { batch } }),
    isAsked ? toResult(call('readOutageReach', { params: { batch }, query: times })) : null,
  ]);
  return { dates, times: isAsked ? times : null, reach };
}

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  if (user.role === 'student') return { user, batch, page: null };
  return { user, batch, page: await defer(toResult(readPage(call, batch, search))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'outage-granted': 'The due dates are extended. Each student is notified.',
  'dates-saved': 'The dates are saved.',
});

const changeDates: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const { act: formName, from = '', to = '', reason = '', 'Idempotency-Key': idempotencyKey } = fields;
  const of = { params: { batch }, idempotencyKey };
  if (formName === 'outage') {
    await call('grantOutage', { ...of, body: { from, to, reason } });
    return redirectWithNotice(batchDatesAddress(batch), 'outage-granted');
  }
  await call('setBatchDates', { ...of, body: readDates(fields) });
  return redirectWithNotice(batchDatesAddress(batch), 'dates-saved');
};
export const action = signedInAction(changeDates);
export const clientAction = browserAction(changeDates);

function DatesScreen({ page: { dates, times, reach } }: { page: Page }) {
  return (
    <>
      <Section title="Start, viva deadline and due dates" isHidden>
        <DatesForm key={dates.batch} dates={dates} />
      </Section>
      <Section title="Extend due dates after an outage">
        <OutageSection key={`${times?.from} ${times?.to}`} zone={dates.zone} times={times} reach={reach} />
      </Section>
    </>
  );
}

export default function StaffBatchDates() {
  const { user, batch, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="work" className={styles['page']}>
      <Row as="header" className={styles['head']}>
        <h1>{user.role === 'student' ? 'Dates' : `Dates of ${batch}`}</h1>
        {page !== null && (
          <ButtonLink variant="secondary" small to={batchAddress(batch)}>
            {`All students of ${batch}`}
          </ButtonLink>
        )}
      </Row>
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<FormSkeleton />}>
          {(result: Result<Page>) =>
            'value' in result ? (
              <DatesScreen page={result.value} />
            ) : (
              <BatchUnavailable batch={batch} error={result.error} />
            )
          }
        </AwaitData>
      )}
    </PageBody>
  );
}
