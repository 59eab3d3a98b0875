import { batchAddress, batchDatesAddress } from '#contract/progress/batch-view';
import type { BatchEntry } from '#contract/catalogue/calls';
import { catalogueBatchAddress } from '#contract/catalogue/catalogue-view';
import { BatchForm } from '../features/catalogue/batch-form.tsx';
import { readCourseChoice, type CourseChoice } from '../features/catalogue/course-field.tsx';
import { AddNext } from '../features/catalogue/course-tables.tsx';
import { entryAction } from '../features/catalogue/entry-action.ts';
import { readBatchFields } from '../features/catalogue/entry-fields.ts';
import type { HoldView } from '#contract/privacy/retention-calls';
import { HoldForm, holdNotices, readHold } from '../features/privacy/hold-form.tsx';
import { removalBody } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import { withNotices } from '../lib/screen-notices.ts';
import type { Call } from '../lib/calls/client.ts';
import { toResult, valueOf } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { refreshSession } from '../lib/session/session.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { EntryScreen } from './catalogue-entry.tsx';
import { officeLoad } from './staff-screen.tsx';

export const meta = pageMeta('Batch in the catalogue');

/** `hold` is undefined where it could not be read. */
type Page = { entry: BatchEntry; courses: CourseChoice; hold: HoldView | null | undefined };

async function readPage(call: Call, name: string): Promise<Page> {
  const [entry, courses, held] = await Promise.all([
    call('readBatchEntry', { params: { batch: name } }),
    readCourseChoice(call),
    toResult(call('readBatchHold', { params: { batch: name } })),
  ]);
  return { entry, courses, hold: valueOf(held)?.hold };
}

const load = officeLoad((call, { params }) => readPage(call, params['batch'] ?? ''));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeEntry = entryAction('batch', {
  read: readBatchFields,
  // An archived or restored batch is closed and not the default.
  archived: { open: false, default: false },
  async change(call, { params, idempotencyKey }, body) {
    const of = { batch: params['batch'] ?? '' };
    return catalogueBatchAddress((await call('changeBatch', { params: of, body, idempotencyKey })).name);
  },
  remove: (call, { params, idempotencyKey }, body) =>
    call('removeBatch', { params: { batch: params['batch'] ?? '' }, body, idempotencyKey }),
});
const redirectWithNotice = withNotices({
  ...holdNotices,
});

const changeBatch: SignedInHandler = async (call, request) => {
  const { fields, params } = request;
  const of = { params: { batch: params['batch'] ?? '' }, idempotencyKey: fields['Idempotency-Key'] };
  const done = (notice: keyof typeof holdNotices) =>
    redirectWithNotice(catalogueBatchAddress(of.params.batch), notice);
  switch (fields['act']) {
    case 'hold':
      await call('holdBatch', { ...of, body: changedBody(fields, readHold) });
      return done('hold-saved');
    case 'hold-remove':
      await call('removeBatchHold', { ...of, body: removalBody(fields) });
      return done('hold-removed');
  }
  return changeEntry(call, request);
};
export const action = signedInAction(changeBatch);
export const clientAction = browserAction(
  changeBatch,
  // Other screens list the session's batches, including archived ones.
  ({ act: formName }) => (formName === 'batch' || formName === 'remove') && refreshSession(),
);

const buttonsOf = ({ name }: BatchEntry) => (
  <>
    <ButtonLink variant="secondary" small to={batchDatesAddress(name)}>
      Dates
    </ButtonLink>
    <ButtonLink variant="secondary" small to={batchAddress(name)}>
      Students
    </ButtonLink>
  </>
);

export default function StaffCatalogueBatch() {
  return (
    <EntryScreen<Page> kind="batch" buttons={buttonsOf}>
      {({ entry, courses, hold }) => (
        <>
          <BatchForm batch={entry} courses={courses} />
          <Row gap={2}>
            <AddNext course={entry.course} />
          </Row>
          {hold !== undefined && <HoldForm hold={hold} scope="batch" />}
        </>
      )}
    </EntryScreen>
  );
}
