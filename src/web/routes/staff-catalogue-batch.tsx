import { batchAddress, batchDatesAddress } from '#contract/progress/batch-view';
import type { BatchEntry } from '#contract/catalogue/calls';
import { catalogueAddress, catalogueBatchAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import { pageTitle } from '#contract/screens';
import { BatchForm } from '../features/catalogue/batch-form.tsx';
import { readCourseChoice, type CourseChoice } from '../features/catalogue/course-field.tsx';
import { AddNext } from '../features/catalogue/course-tables.tsx';
import { EntryActs } from '../features/catalogue/entry-acts.tsx';
import { entryAct } from '../features/catalogue/entry-action.ts';
import { batchFields, readBatchFields } from '../features/catalogue/entry-fields.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { refreshSession } from '../lib/session/session.ts';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { EntryOf } from '../features/catalogue/entry-of.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Batch in the catalogue') }];

type Page = { batch: BatchEntry; courses: CourseChoice };

async function readPage(call: Call, name: string): Promise<Page> {
  const [batch, courses] = await Promise.all([
    call('readBatchEntry', { params: { batch: name } }),
    readCourseChoice(call),
  ]);
  return { batch, courses };
}

const load = officeLoad((call, { params }) => readPage(call, params['batch'] ?? ''));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeBatch = entryAct('batch', {
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
export const action = signedInAction(changeBatch);
export const clientAction = browserAction(
  changeBatch,
  // Other screens list the session's batches, including archived ones.
  ({ act }) => (act === 'batch' || act === 'remove') && refreshSession(),
);

function Batch({ batch, courses }: Page) {
  const { name, course, retired } = batch;
  return (
    <>
      <OfficeHead
        title={name}
        trail={[
          { label: 'Catalogue', to: catalogueAddress() },
          { label: course, to: courseAddress(course) },
        ]}
        {...(retired && { facts: 'archived' })}
      >
        <ButtonLink variant="secondary" small to={batchDatesAddress(name)}>
          Dates
        </ButtonLink>
        <ButtonLink variant="secondary" small to={batchAddress(name)}>
          Students
        </ButtonLink>
      </OfficeHead>
      <BatchForm batch={batch} courses={courses} />
      <Row gap={2}>
        <AddNext course={course} />
      </Row>
      <EntryActs
        kind="batch"
        entry={batch}
        fields={batchFields(batch)}
        retiredMeans="it is closed for signup. Its students continue."
      />
    </>
  );
}

export default function StaffCatalogueBatch() {
  return (
    <StaffScreen<Page> isOffice title="Batch" failure="The batch could not be loaded" skeleton={['form']}>
      {(loaded) => (
        <EntryOf name={loaded.batch.name}>
          <Batch {...loaded} />
        </EntryOf>
      )}
    </StaffScreen>
  );
}
