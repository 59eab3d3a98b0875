import type { AppearanceEntry } from '#contract/catalogue/appearance-calls';
import { AppearanceForm } from '../features/catalogue/appearance-form.tsx';
import { saveAppearance } from '../features/catalogue/appearance-fields.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ScreenHead } from '../ui/layout.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Appearance');

const load = officeLoad((call) => call('readAppearance', {}));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'look-saved': 'The appearance is saved. All pages show it.',
});

const change: SignedInHandler = async (call, { fields }) => {
  const { act: formName, scheme, original, typed, 'Idempotency-Key': idempotencyKey } = fields;
  if (formName === 'remove-logo') {
    const params = { scheme: scheme === 'dark' ? 'dark' : 'light' } as const;
    await call('removeLogo', { params, query: { original }, idempotencyKey });
    return redirectWithNotice('/staff/look', 'look-saved', { reloads: typed !== 'yes' });
  }
  await saveAppearance(call, fields, idempotencyKey);
  return redirectWithNotice('/staff/look', 'look-saved');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffLook() {
  return (
    <StaffScreen<AppearanceEntry>
      isOffice
      title="Appearance"
      failure="The appearance could not be loaded"
      skeleton={['form']}
    >
      {(appearance) => (
        <>
          <ScreenHead title="Appearance" />
          <AppearanceForm appearance={appearance} />
        </>
      )}
    </StaffScreen>
  );
}
