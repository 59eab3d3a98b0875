import { sheetAddress } from '#contract/results/addresses';
import { spelledBatch } from '#contract/progress/batch-view';
import type { Sheet } from '#contract/results/freeze-calls';
import type { SheetHeadings } from '#contract/results/sheet-headings';
import { HeadingsForm, readHeadingFields } from '../features/results/headings-form.tsx';
import { MarkSheet } from '../features/results/sheet.tsx';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

const title = 'Mark sheet';
export const meta = pageMeta(title);

/** `headings` is null for mentors. */
type Page = { sheet: Sheet; headings: SheetHeadings | null };

const load = staffLoad(async (call, { user, params }): Promise<Page> => {
  const batch = spelledBatch(params['batch'] ?? '', user.batches);
  const number = params['number'] ?? '';
  const [sheet, headings] = await Promise.all([
    call('readFreeze', { params: { batch, number } }),
    user.role === 'administrator' ? call('readSheetHeadings') : null,
  ]);
  return { sheet, headings };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'sheet-headings-saved': 'The headings are saved for every sheet.',
});

const submit: SignedInHandler = async (call, { fields, params }) => {
  const { 'Idempotency-Key': idempotencyKey } = fields;
  await call('setSheetHeadings', { body: readHeadingFields(fields), idempotencyKey });
  return redirectWithNotice(
    sheetAddress(params['batch'] ?? '', Number(params['number'])),
    'sheet-headings-saved',
  );
};
export const action = signedInAction(submit);
export const clientAction = browserAction(submit);

export default function StaffBatchSheet() {
  return (
    <StaffScreen<Page> title={title} failure="The sheet could not be loaded" skeleton={[6]}>
      {({ sheet, headings }) => (
        <>
          <MarkSheet sheet={sheet} />
          {headings !== null && <HeadingsForm headings={headings} />}
        </>
      )}
    </StaffScreen>
  );
}
